"""What a loop need not compute again on every pass: expensive expressions that do not read its
variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Each, Let, Require, Stmt, Store, When
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Bool
from rulewright.dsl.ir.walk import children, walk

from .read_sets import free_locals

_DEAR = (
    x.Quantifier,
    x.Filter,
    x.Best,
    x.MapOf,
    x.Permute,
    x.Reach,
    x.Distance,
    x.After,
)

_EXPRESSIONS = get_args(x.Expr)


class Costs:
    """Which expressions of one program take a loop to compute."""

    def __init__(self, program: Program) -> None:
        self._bodies = {f.name: f.body for f in program.functions}
        self._found: dict[str, bool] = {}

    def dear(self, e: x.Expr | Stmt) -> bool:
        """Whether ``e`` itself (not a part of it) takes a loop."""
        if isinstance(e, x.Call):
            return self._of_function(e.function)
        return isinstance(e, _DEAR)

    def _of_function(self, name: str) -> bool:
        if name not in self._found:
            self._found[name] = any(self.dear(e) for e in walk(self._bodies[name]))
        return self._found[name]

    def invariants(self, parts: Iterable[x.Expr | Stmt], bound: Iterable[str]) -> list[x.Expr]:
        """The largest expensive expressions of ``parts`` that read none of the ``bound`` locals.

        Truth values are left in place: they are often not needed at all.
        """
        found: dict[x.Expr, None] = {}
        for part in parts:
            if isinstance(part, _EXPRESSIONS):
                found.update(dict.fromkeys(self._inside(part, frozenset(bound))))
        return list(found)

    def _inside(self, e: x.Expr, bound: frozenset[str]) -> Iterator[x.Expr]:
        if (
            self.dear(e)
            and not isinstance(e.type, Bool)
            and bound.isdisjoint(local.name for local in free_locals(e))
        ):
            yield e
            return
        match e:
            case x.After():
                return  # its statements change what expressions in it read
            case x.Quantifier(_, var, over) | x.Filter(var, over) | x.Best(var, over):
                yield from self._inside(over, bound)
                bound |= {var.name}
            case x.MapOf(var):
                bound |= {var.name}
        for part in children(e):
            if not isinstance(part, Store | When | Let | Each | Require):
                yield from self._inside(part, bound)
