"""Symbolic execution in which only the variables of a cone are followed.

What is stored to another variable is forgotten. So every real run is among the runs here; more
may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.expr import Expr, Lookup, Var
from rulewright.dsl.ir.stmt import Each, Require, Store, When
from rulewright.dsl.ir.walk import walk

from ..proof.cone import stored
from ..proof.linear_tracking import NOTHING, Ledger, Line
from ..solvers.terms import Term, Terms
from .abstraction import ConeEvaluator
from .dependencies import Analysis
from .environment import Frame, Slot, element_type
from .executor import Executor, Locals, Run
from .path_conditions import Flow, assume
from .store_effects import Change


class ConeExecutor(Executor):
    """Runs the statements that store to the cone; of all others only what they overwrite."""

    evaluator: ConeEvaluator

    def __init__(
        self,
        analysis: Analysis,
        terms: Terms,
        cone: frozenset[str],
        watched: frozenset[int] = frozenset(),
        lines: Sequence[Line] = (),
        unrolled: bool = True,
    ) -> None:
        """``watched``: the faults that must not be overlooked; ``lines``: sums to be followed.

        ``unrolled``: loops over sets are run through, else one pass stands for all of them.
        """
        super().__init__(analysis, terms, bookkeeping=False, evaluator=ConeEvaluator)
        self.evaluator.cone = cone
        self.ledger = Ledger(self.evaluator, self.types, lines, self.version)
        self._cone = cone
        self._unrolled = unrolled
        self._summed = self.ledger.variables - cone
        self.evaluator.summed = self._summed
        self.evaluator.core = self._summed | {
            v.name
            for v in self.program.variables
            if v.name in cone and not (v.kind in ("frame", "scratch") and ty.is_scalar(v.type))
        }
        self._watched = watched
        self._storing: dict[int, tuple[object, frozenset[str]]] = {}

    def begun(self, slots: Mapping[str, Slot]) -> dict[str, Slot]:
        """The slots where a run begins: no sum has changed yet."""
        return {**slots, **{name: self.ledger.slot({}) for name in self.ledger.names}}

    def book(self, change: Change, slots: dict[str, Slot]) -> None:
        """Follow the sums that a store changes."""
        self.ledger.book(change, slots)

    def anything(self, name: str) -> Slot:
        """A variable of which nothing is known but its type."""
        slot = self.slot(NOTHING)
        self.evaluator.unknown[slot.version] = self.types[name]
        return slot

    def constant(self, name: str, value: ty.Value) -> Slot:
        """A known value of a variable; collections outside the cone are not followed."""
        if name in self._cone or name in self._summed or ty.is_scalar(self.types[name]):
            return super().constant(name, value)
        return self.anything(name)

    def joined(self, name: str, condition: Term, one: Slot, other: Slot) -> Slot:
        """A variable that is ``one`` if the condition holds, otherwise ``other``."""
        if name in self.ledger.names:
            return self.ledger.joined(condition, one, other)
        if name not in self._cone:
            return self.anything(name)
        one, other = (
            Slot(self.evaluator.content(name, slot), slot.version) for slot in (one, other)
        )
        return super().joined(name, condition, one, other)

    def statement(
        self, stmt: Store | When | Each | Require, flow: Flow, locals_: Locals, run: Run
    ) -> Flow | None:
        """What becomes of a flow after one statement; None if a fault always happens."""
        names = self._stored(stmt)
        if isinstance(stmt, Require):
            if not self.evaluator.reads(stmt.condition).isdisjoint(self._cone | self._summed):
                return super().statement(stmt, flow, locals_, run)
        elif names & self._cone or names & self._summed:
            return super().statement(stmt, flow, locals_, run)
        for fault in _faults(stmt):
            if fault in self._watched:
                run.faults.append((self.t.and_(flow.path), fault))
        changed = {name: self.anything(name) for name in sorted(names)}
        return replace(flow, slots={**flow.slots, **changed})

    def _store(self, stmt: Store, flow: Flow, locals_: Locals, run: Run) -> Flow | None:
        """A store; to what is only summed up, its value is forgotten when it is booked."""
        if stmt.var not in self._summed:
            return super()._store(stmt, flow, locals_, run)
        if stmt.fault in self._watched:
            run.faults.append((self.t.and_(flow.path), stmt.fault))
        t = self.types[stmt.var]
        place: Expr = Var(stmt.var, t)
        key = None
        if stmt.key is not None:
            assert isinstance(t, ty.Map)
            place = Lookup(place, stmt.key, t.value)
            key = self.v.number(self._value(stmt.key, flow, locals_))
        old, new = (self._value(e, flow, locals_) for e in (place, stmt.value))
        slots = {**flow.slots, stmt.var: self.anything(stmt.var)}
        if run.counting:
            self.book(Change(stmt, key, old, new, lambda e: self._value(e, flow, locals_)), slots)
        return replace(flow, slots=slots)

    def _each(self, stmt: Each, flow: Flow, locals_: Locals, run: Run) -> Flow | None:
        """A loop over a set: run through, or one pass through it for any element, any time."""
        if self._unrolled:
            return super()._each(stmt, flow, locals_, run)
        names = self._stored(stmt)
        t = element_type(stmt.over.type)
        element = self.v.free(t, f"element{self.version()}", self.evaluator.facts)
        any_time = {name: self.anything(name) for name in sorted(names)}
        inner = replace(flow, slots=self.begun({**flow.slots, **any_time}))
        if self.evaluator.knows(stmt.over):
            over = self.evaluator.set(stmt.over, Frame(flow.slots, locals_))
            member = self.evaluator.member(t, self.v.number(element), over)
            inner = assume(self.t, inner, member)
        end = self.execute(stmt.body, inner, {**locals_, stmt.local.name: element}, run)
        slots = {**flow.slots, **{name: self.anything(name) for name in sorted(names)}}
        if end is None:
            return replace(flow, slots=slots)
        for name in sorted(self.ledger.names):
            lo, hi = self.ledger.range(end[0].slots[name])
            if lo < 0 or hi > 0:
                passes = ty.size(t)
                by = self.v.integer(
                    min(lo, 0) * passes,
                    max(hi, 0) * passes,
                    f"passes{self.version()}",
                    self.evaluator.facts,
                )
                slots[name] = self.ledger.moved(slots[name], by)
        return replace(flow, slots=slots)

    def _stored(self, stmt: Store | When | Each | Require) -> frozenset[str]:
        found = self._storing.get(id(stmt))
        if found is None:
            found = (stmt, stored((stmt,)))
            self._storing[id(stmt)] = found
        return found[1]


def _faults(stmt: Store | When | Each | Require) -> Iterable[int]:
    for part in walk(stmt):
        if isinstance(part, Store | Require) and part.fault is not None:
            yield part.fault
