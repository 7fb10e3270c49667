"""What a store changes: the old value and the new one, and what is added where it adds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.dsl.ir.code import Arith, Convert, Expr, Lookup, Store, Var

from .numbers import Number
from .values import Value, Values


@dataclass(frozen=True, slots=True)
class StoreEffect:
    """A store that was just done: the old and new value of the entry, or of the whole variable."""

    stmt: Store
    key: Number | None
    old: Value
    new: Value
    value_of: Callable[[Expr], Value]

    def is_old(self, e: Expr) -> bool:
        """Whether an expression is the old value of what the statement stores to."""
        e = bare(e)
        if self.stmt.key is None:
            return isinstance(e, Var) and e.name == self.stmt.var
        return (
            isinstance(e, Lookup)
            and isinstance(e.map, Var)
            and e.map.name == self.stmt.var
            and e.key == self.stmt.key
        )

    def added(self, v: Values) -> tuple[int, Number] | None:
        """The number that the store adds (1) to the old one or takes from it (-1), if it does."""
        value = bare(self.stmt.value)
        if not isinstance(value, Arith) or value.op not in ("+", "-"):
            return None
        if self.is_old(value.left):
            return (1 if value.op == "+" else -1), v.number(self.value_of(value.right))
        if value.op == "+" and self.is_old(value.right):
            return 1, v.number(self.value_of(value.left))
        return None


def bare(e: Expr) -> Expr:
    """An expression without conversions around it."""
    while isinstance(e, Convert):
        e = e.arg
    return e
