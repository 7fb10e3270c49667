"""Symbolic execution in which only the variables of a cone are followed.

What is stored to another variable is forgotten. So every real run is among the runs here; more
may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Each, Expr, Lookup, Require, Store, Var, When
from rulewright.dsl.ir.walk import stores, walk

from ..solvers.terms import Term, Terms
from .abstraction import NOTHING, ConeEvaluator
from .dependencies import Analysis
from .environment import Frame, Slot, element_type
from .executor import Executor, Locals, Run
from .numbers import Number
from .path_conditions import Flow, assume
from .store_effects import StoreEffect


class Tracker(Protocol):
    """Follows what is beside the variables of a state, store by store: in slots of its own."""

    @property
    def names(self) -> frozenset[str]:
        """The slots that it has in a state."""

    @property
    def variables(self) -> frozenset[str]:
        """The variables of which it follows something."""

    def unchanged(self) -> Slot:
        """What a slot holds where a run begins."""

    def joined(self, condition: Term, one: Slot, other: Slot) -> Slot:
        """The first if the condition holds, otherwise the second."""

    def record(self, change: StoreEffect, slots: dict[str, Slot]) -> None:
        """Follow what a store changes."""

    def range(self, slot: Slot) -> tuple[int, int]:
        """Bounds of by how much something has changed."""

    def moved(self, slot: Slot, by: Number) -> Slot:
        """The slot where that is so much more."""

    def preserved(self, claim: object, slots: Mapping[str, Slot]) -> Term | None:
        """What makes a claim true if it was when the run began; None if that is not followed."""


Track = Callable[[ConeEvaluator, Mapping[str, ty.Type], Callable[[], int]], Tracker]
"""Makes a tracker from an evaluator, the types of variables, and what gives new versions."""


class ConeExecutor(Executor):
    """Runs the statements that store to the cone; of all others only what they overwrite."""

    evaluator: ConeEvaluator

    def __init__(
        self,
        analysis: Analysis,
        terms: Terms,
        cone: frozenset[str],
        track: Track,
        watched: frozenset[int] = frozenset(),
        unrolled: bool = True,
    ) -> None:
        """``track``: what follows sums; ``watched``: the faults that must not be overlooked.

        ``unrolled``: loops over sets are run through, else one pass stands for all of them.
        """
        super().__init__(analysis, terms, counted=False, evaluator=ConeEvaluator)
        self.evaluator.cone = cone
        self.tracker = track(self.evaluator, self.types, self.version)
        self._cone = cone
        self._unrolled = unrolled
        self._summed = self.tracker.variables - cone
        self.evaluator.summed = self._summed
        self.evaluator.core = self._summed | {
            v.name
            for v in self.program.variables
            if v.name in cone and not (v.kind in ("frame", "scratch") and ty.is_scalar(v.type))
        }
        self._watched = watched
        self._storing: dict[int, tuple[object, frozenset[str]]] = {}

    def unchanged(self, slots: Mapping[str, Slot]) -> dict[str, Slot]:
        """The slots where a run begins: no sum has changed yet."""
        return {**slots, **{name: self.tracker.unchanged() for name in self.tracker.names}}

    def record(self, change: StoreEffect, slots: dict[str, Slot]) -> None:
        """Follow the sums that a store changes."""
        self.tracker.record(change, slots)

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
        if name in self.tracker.names:
            return self.tracker.joined(condition, one, other)
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
        """A store; to what is only summed up, its value is forgotten when that is recorded."""
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
            self.record(
                StoreEffect(stmt, key, old, new, lambda e: self._value(e, flow, locals_)), slots
            )
        return replace(flow, slots=slots)

    def _each(self, stmt: Each, flow: Flow, locals_: Locals, run: Run) -> Flow | None:
        """A loop over a set: run through, or one pass through it for any element, any time."""
        if self._unrolled:
            return super()._each(stmt, flow, locals_, run)
        names = self._stored(stmt)
        t = element_type(stmt.over.type)
        element = self.v.free(t, f"element{self.version()}", self.evaluator.facts)
        any_time = {name: self.anything(name) for name in sorted(names)}
        inner = replace(flow, slots=self.unchanged({**flow.slots, **any_time}))
        if self.evaluator.knows(stmt.over):
            over = self.evaluator.set(stmt.over, Frame(flow.slots, locals_))
            member = self.evaluator.member(t, self.v.number(element), over)
            inner = assume(self.t, inner, member)
        end = self.execute(stmt.body, inner, {**locals_, stmt.local.name: element}, run)
        slots = {**flow.slots, **{name: self.anything(name) for name in sorted(names)}}
        if end is None:
            return replace(flow, slots=slots)
        for name in sorted(self.tracker.names):
            lo, hi = self.tracker.range(end[0].slots[name])
            if lo < 0 or hi > 0:
                passes = ty.size(t)
                by = self.v.integer(
                    min(lo, 0) * passes,
                    max(hi, 0) * passes,
                    f"passes{self.version()}",
                    self.evaluator.facts,
                )
                slots[name] = self.tracker.moved(slots[name], by)
        return replace(flow, slots=slots)

    def _stored(self, stmt: Store | When | Each | Require) -> frozenset[str]:
        found = self._storing.get(id(stmt))
        if found is None:
            found = (stmt, stores(stmt))
            self._storing[id(stmt)] = found
        return found[1]


def _faults(stmt: Store | When | Each | Require) -> Iterable[int]:
    for part in walk(stmt):
        if isinstance(part, Store | Require) and part.fault is not None:
            yield part.fault
