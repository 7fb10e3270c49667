"""Expressions over a cone of variables: what depends on others may have any value of its type.

It is the same value as long as nothing changes that the expression depends on.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Stmt
from rulewright.dsl.ir.walk import children

from ..solvers.terms import Term, Terms
from .dependencies import Analysis
from .environment import Frame, Slot, Trial
from .evaluator import Evaluator, Meaning
from .numbers import Cases
from .value_counters import Counter
from .values import Bits, Value

CONNECTIVES = (x.And, x.Or, x.Not, x.If, x.Call)
"""Of these every part is looked at for itself."""
PARTLY = (x.Compare, x.Arith, x.In, x.Combine, x.Concat, x.Make, x.Lookup)
"""Of these, if some part is wholly known (of a look-up: the map)."""
THROUGH = (x.Quantifier, x.Best, x.Filter, x.MapOf, x.Reach, x.Distance)
"""These go through a collection."""


NOTHING = Bits(())
"""What a slot holds whose content is kept elsewhere."""


class ConeEvaluator(Evaluator):
    """Evaluates what depends on the cone alone; all else is any value of its type."""

    cone: frozenset[str] = frozenset()
    summed: frozenset[str] = frozenset()
    """Other variables of which single scalars are looked at, each as any value of its type."""
    core: frozenset[str] = frozenset()
    """What the proof is about: the cone but for the scalars of procedures, and what is summed."""

    def __init__(
        self,
        analysis: Analysis,
        terms: Terms,
        trial: Trial,
        counters: Mapping[str, tuple[Counter, ...]],
        meanings: Mapping[type, Meaning],
    ) -> None:
        super().__init__(analysis, terms, trial, counters, meanings)
        self.facts: list[Term] = []
        """What is true of the values that were made up: that they are values of their types."""
        self.unknown: dict[int, ty.Type] = {}
        """The versions of variables of which nothing is known but the type."""
        self._made: dict[object, Value] = {}
        self._supposed: dict[Value, int] = {}
        self._inside: dict[int, tuple[x.Expr, bool]] = {}

    def value(self, e: x.Expr, f: Frame) -> Value:
        """The value of ``e``."""
        if isinstance(e, x.Local | x.Var):
            return super().value(e, f)
        if self._looked_into(e) and not (self._far(e) and self._open(e, f)):
            return super().value(e, f)
        # Equal expressions have equal values, wherever in the program they stand.
        return self._anything((e, *self._key(e, f)[1:]), e.type)

    def content(self, name: str, slot: Slot) -> Value:
        """What a slot of a variable holds."""
        t = self.unknown.get(slot.version)
        return slot.value if t is None else self._anything(slot.version, t)

    def knows(self, e: x.Expr) -> bool:
        """Whether ``e`` depends on the cone alone."""
        return self.reads(e) <= self.cone

    def version_of(self, value: Value) -> int:
        """A version for a value that no variable has: the same for the same value."""
        return self._supposed.setdefault(value, -1 - len(self._supposed))

    def asks_where(self, e: x.Expr) -> bool:
        """Whether ``e`` depends on where play is."""
        return self.analysis.needs.of(e).node

    def _looked_into(self, e: x.Expr) -> bool:
        known = self._inside.get(id(e))
        if known is None:
            known = (e, self._looks_into(e))
            self._inside[id(e)] = known
        return known[1]

    def _far(self, e: x.Expr) -> bool:
        """Whether ``e`` goes through a collection that has nothing to do with the core."""
        through = isinstance(e, THROUGH) or (isinstance(e, x.Lookup) and not ty.is_scalar(e.type))
        return through and self.core.isdisjoint(self.reads(e))

    def _open(self, e: x.Expr, f: Frame) -> bool:
        """Whether ``e`` depends on something that is not one known scalar."""
        plan = self.analysis.plan(e)
        given = [f.locals[name] for name in plan.locals if name in f.locals]
        given += [self.content(name, f.slots[name]) for name in plan.variables]
        return not all(self._known(value) for value in given)

    def _known(self, value: Value) -> bool:
        if isinstance(value, Term):
            return value is self.t.true or value is self.t.false
        return isinstance(value, Cases) and len(value.items) == 1

    def _looks_into(self, e: x.Expr) -> bool:
        if self.knows(e):
            return True
        if isinstance(e, CONNECTIVES):
            return True
        if isinstance(e, x.Convert | x.Unwrap):
            return ty.is_scalar(e.arg.type)
        if isinstance(e, x.Lookup):
            return self.knows(e.map)
        return isinstance(e, PARTLY) and any(self._tells(part) for part in children(e))

    def _tells(self, part: x.Expr | Stmt) -> bool:
        """Whether a part of an expression says something of what is looked at."""
        reads = self.analysis.needs.of(part).variables
        if reads and reads <= self.cone:
            return True
        while isinstance(part, x.Convert | x.Unwrap):
            part = part.arg
        place = part.map if isinstance(part, x.Lookup) else part
        if not isinstance(place, x.Var) or isinstance(part, Stmt):
            return False
        return place.name in self.summed and ty.is_scalar(part.type)

    def _anything(self, key: object, t: ty.Type) -> Value:
        found = self._made.get(key)
        if found is None:
            found = self.v.free(t, f"any{len(self._made)}", self.facts)
            self._made[key] = found
        return found
