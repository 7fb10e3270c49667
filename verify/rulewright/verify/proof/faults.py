"""Targets at faults: there a state has the values from before the action that went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.dsl.ir.program import Fault

from ..kernel.certificate import CutPoint
from ..solvers.solver import Unsat
from ..solvers.terms import Term, Terms
from ..symbolic.cfg import successors
from ..symbolic.dependencies import Analysis
from ..symbolic.environment import Slot
from ..symbolic.havoc import ConeExecutor
from .bundles import PathBundle, PathBundles
from .houdini import Ask, Houdini
from .invariants import ExpressionInvariant
from .linear_tracking import tracking


class Faults:
    """Whether the goals hold at faults, too.

    A goal that does not ask where play is, and holds wherever play rests, holds at a fault as
    well, as it held before. What remains are goals that ask, goals that read what is forgotten
    at the fault, and faults before play has come to rest for the first time.
    """

    def __init__(self, analysis: Analysis, goals: Sequence[ExpressionInvariant]) -> None:
        self._program = program = analysis.program
        self._goals = goals
        self._forgotten = analysis.forgotten
        own = [analysis.needs.of(goal.expression) for goal in goals]
        reads = frozenset[str]().union(*(need.variables for need in own))
        asks = any(need.node for need in own)
        everything = frozenset(v.name for v in program.variables)
        self._executor = ConeExecutor(analysis, Terms(), everything, tracking(()))
        self._initial = self._executor.with_constants(
            {}, {v.name: v.initial for v in program.variables}
        )
        faults = [i for i, node in enumerate(program.nodes) if isinstance(node, Fault)]
        true = self._executor.t.true
        self._at_once = frozenset(
            i for i in faults if self._holds(self._executor, i, self._initial) is not true
        )
        later = (i for i in faults if asks or not reads.isdisjoint(self._forgotten[i]))
        self._later = frozenset(later)

    @property
    def unsafe(self) -> frozenset[int]:
        """The faults at which a goal may fail although it held wherever play rested."""
        return self._at_once | self._later

    def before_play(self, claim: ExpressionInvariant) -> bool:
        """Whether a claim that does not ask where play is holds of the initial values."""
        nowhere = CutPoint("block", self._program.entry)
        term = claim.term(self._executor.evaluator, nowhere, self._initial)
        return term is self._executor.t.true

    def fine(
        self, bundles: PathBundles, found: Sequence[PathBundle], houdini: Houdini, ask: Ask
    ) -> bool:
        """Whether the goals hold at every fault that may happen."""
        opening = self._blocks_of_the_opening()
        for fault in sorted(self._at_once):
            for bundle in found:
                point = bundle.source
                begins = point is None or (point.kind == "block" and point.number in opening)
                if begins and not _cannot(fault, bundle, houdini, ask):
                    return False
        for fault in sorted(self._later):
            nodes = [point for point in bundles.cut_points() if point.kind == "node"]
            if all(self._excluded(fault, point, bundles, houdini, ask) for point in nodes):
                continue
            if not all(_cannot(fault, bundle, houdini, ask) for bundle in found):
                return False
        return True

    def _holds(self, executor: ConeExecutor, fault: int, before: Mapping[str, Slot]) -> Term:
        slots = executor.with_constants(before, self._forgotten[fault])
        point = CutPoint("node", fault)
        return executor.t.and_(goal.term(executor.evaluator, point, slots) for goal in self._goals)

    def _excluded(
        self, fault: int, point: CutPoint, bundles: PathBundles, houdini: Houdini, ask: Ask
    ) -> bool:
        """Whether the goals hold if a fault leaves everything as it is at the cut point."""
        executor = bundles.executor()
        slots = bundles.at_node(executor, point.number)
        assumed = [
            claim.term(executor.evaluator, point, slots) for claim in houdini.inductive(point)
        ]
        holds = self._holds(executor, fault, slots)
        if holds is executor.t.true:
            return True
        asked = [*assumed, executor.t.not_(holds), *executor.evaluator.facts]
        return isinstance(ask(asked, (), ()), Unsat)

    def _blocks_of_the_opening(self) -> frozenset[int]:
        """The blocks that may run before play rests for the first time."""
        found = {self._program.entry}
        waiting = [self._program.entry]
        while waiting:
            for block in successors(self._program.blocks[waiting.pop()]):
                if block not in found:
                    found.add(block)
                    waiting.append(block)
        return frozenset(found)


def _cannot(fault: int, bundle: PathBundle, houdini: Houdini, ask: Ask) -> bool:
    """Whether the fault cannot happen in a bundle."""
    t = bundle.executor.t
    happens = bundle.arrivals.faults.get(fault, t.false)
    if fault in bundle.arrivals.rests:
        # The rules themselves say that here nothing is said.
        happens = t.or_((happens, bundle.arrivals.rests[fault].condition))
    if happens is t.false:
        return True
    facts = (*bundle.arrivals.facts, *bundle.executor.evaluator.facts)
    return isinstance(ask([*houdini.assumed(bundle), happens, *facts], (), ()), Unsat)
