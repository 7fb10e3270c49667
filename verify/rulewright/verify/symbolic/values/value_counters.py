"""Ghost counters: how many keys of a map variable hold each value.

They follow every store exactly, and a permutation leaves them alone. What a formula about all keys says
("no cell is empty") a counter says with one number.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Expr, Permute, Var
from rulewright.dsl.ir.program import Program

from ...effort.encoding import ENCODING
from ...solvers.terms.terms import Term
from .folds import count
from .numbers import Cases, GuardedInteger
from .values import Entries, SymbolicValue, SymbolicValues


@dataclass(frozen=True, slots=True)
class Counter:
    """How many keys of ``variable`` hold ``value``; ``name`` is its slot in a state."""

    variable: str
    value: int
    keys: int

    @property
    def name(self) -> str:
        """A name that no variable of a ruleset has."""
        return f"{self.variable}#{self.value}"


def counters(program: Program) -> dict[str, tuple[Counter, ...]]:
    """The counters of every map variable whose values are few."""
    found = {}
    for v in program.variables:
        t = v.type
        if not isinstance(t, ty.Map) or isinstance(t.value, ty.Bool | ty.Set | ty.List):
            continue
        if ty.size(t.value) <= ENCODING.counters and v.kind != "scratch":
            lo, hi = ty.bounds(t.value)
            found[v.name] = tuple(Counter(v.name, k, ty.size(t.key)) for k in range(lo, hi + 1))
    return found


def keeps_counts(variable: str, value: Expr) -> bool:
    """Whether storing ``value`` in the variable cannot change its counters."""
    while isinstance(value, Permute):
        value = value.map
    return isinstance(value, Var) and value.name == variable


class Counting:
    """Computes counters and what is known about them."""

    def __init__(self, values: SymbolicValues) -> None:
        self.v, self.n, self.t = values, values.n, values.t

    def counted(self, counter: Counter, entries: SymbolicValue) -> GuardedInteger:
        """The counter of a map."""
        assert isinstance(entries, Entries)
        return count(self.n, [self.holds(entry, counter) for entry in entries.values])

    def moved(
        self, counter: Counter, before: GuardedInteger, old: SymbolicValue, new: SymbolicValue
    ) -> GuardedInteger:
        """The counter after one key got the value ``new`` instead of ``old``."""
        leaves, comes = (self.n.is_(self.v.number(x), counter.value) for x in (old, new))
        after = self.n.add(before, self._one_if(comes))
        return self.n.clamp(self.n.subtract(after, self._one_if(leaves)), 0, counter.keys)

    def absent(self, counter: Counter, entries: SymbolicValue) -> Term:
        """Whether no key holds the value, stated by the keys."""
        assert isinstance(entries, Entries)
        return self.t.and_(self.t.not_(self.holds(e, counter)) for e in entries.values)

    def link(self, counter: Counter, number: GuardedInteger, entries: SymbolicValue) -> Term:
        """What is always true: the counter is 0 if and only if no key holds the value."""
        return self.t.same(self.n.is_(number, 0), self.absent(counter, entries))

    def holds(self, entry: SymbolicValue, counter: Counter) -> Term:
        """Whether an entry is the counter's value."""
        return self.n.is_(self.v.number(entry), counter.value)

    def _one_if(self, condition: Term) -> Cases:
        return self.n.of({0: self.t.not_(condition), 1: condition})
