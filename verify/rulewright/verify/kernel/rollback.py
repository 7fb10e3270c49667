"""What must hold at a fault inside a move, which restores the values from before the move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from rulewright.dsl.ir.program import Decision, Program

from .certificate import Claim, CutNode, CutPoint
from .demands import Begin, Demands, Due
from .meaning.expressions.evaluation import Frame
from .meaning.known import Known
from .meaning.terms import KernelTerm
from .obligation import Violation
from .setting import CutPointContext, anything
from .ways.moves import Moves


class Rollback:
    """The faults of a program, and what is demanded of the position they leave.

    A way from a decision knows the values at the beginning of its move. One from the head of a loop does
    not: the values from before the move have names of their own, and what is known of them is what is
    claimed wherever the move may have begun.
    """

    def __init__(self, program: Program, known: Known, demands: Demands, moves: Moves) -> None:
        self._program, self._known, self._demands = program, known, demands
        self._moves = moves
        self._before = anything(program)
        """The values where the moves began to which ways from loops belong."""
        self._given: dict[tuple[object, ...], KernelTerm] = {}
        self._going_on: dict[tuple[CutPoint, int], bool] = {}

    def violations(
        self, s: CutPointContext, title: str, begin: Begin, path: KernelTerm, fault: int, block: int
    ) -> Iterator[Violation]:
        """What could be wrong at a fault to which a path leads, by ways that begin at a block.

        ``s`` must be the same for all ways from loops.
        """
        where = f"from {title} to the fault {fault}"
        point = CutNode(fault)
        shown = self._demands.shown_at(point)
        dues = [due for due in self._demands.due(s, begin) if not due.holds_at(shown)]
        dues += [Due(claim, s.t.true) for claim in self._demands.claims_at(point)]
        for due in dues:
            for source in self._moves.begin_at(begin.point, block):
                if source is None or not self._goes_on(due.claim, source, fault):
                    broken = cache(partial(self._broken, s, begin, source, path, fault, due))
                    yield Violation(f"{where}: the answer holds", broken)

    def all_go_on(self, source: CutPoint, fault: int, block: int) -> bool:
        """Whether everything that must hold at a fault is true, and keeps its value, wherever a move may
        have begun to which a way from a source by a block belongs."""
        demanded = self._demands.of(CutNode(fault))
        origins = self._moves.begin_at(source, block) if demanded else ()
        return all(o is not None and self._all_go_on_from(o, fault) for o in origins)

    def _all_go_on_from(self, origin: CutPoint, fault: int) -> bool:
        """Whether everything that must hold at a fault is true at a place, and keeps its value."""
        key = origin, fault
        if key not in self._going_on:
            demanded = self._demands.of(CutNode(fault))
            self._going_on[key] = all(self._goes_on(claim, origin, fault) for claim in demanded)
        return self._going_on[key]

    def _goes_on(self, claim: Claim, source: CutPoint, fault: int) -> bool:
        """Whether a claim is true at a fault as it was where the move began."""
        changed = frozenset(self._program.resets[fault].variables)
        return self._demands.is_framed(claim, source, changed)

    def _broken(
        self,
        s: CutPointContext,
        begin: Begin,
        source: CutPoint | None,
        path: KernelTerm,
        fault: int,
        due: Due,
    ) -> KernelTerm:
        """That something does not hold at a fault, with the values restored from where the move began."""
        if begin.point is None or isinstance(begin.point, CutNode):
            meaning = s.exact if source is None else s.meaning
            happens = s.t.and_((path, due.when))
            values = s.resting(begin.before, fault)
            return s.broken(happens, due.claim, values, fault, meaning)
        when = self._when(s, source, due)
        return s.t.and_((path, when, self._given_back(s, source, fault, due.claim)))

    def _when(self, s: CutPointContext, source: CutPoint | None, due: Due) -> KernelTerm:
        """When something is due at a fault in a loop: the restored values tell whose move it was."""
        decision = None if source is None else self._program.nodes[source.number]
        if due.player is None or source is None or not isinstance(decision, Decision):
            return due.when
        before = s.resting(self._before, source.number)
        actor = s.meaning.number(decision.player, Frame(before, {}))
        return s.values.n.is_(actor, due.player)

    def _given_back(
        self, s: CutPointContext, source: CutPoint | None, fault: int, claim: Claim
    ) -> KernelTerm:
        """That a move may have begun at a source, and a claim is not true of the values that a fault
        restored. By which loop the move came to the fault does not matter."""
        names = self._program.resets[fault].variables
        reads = self._known.reads(claim.expression)
        key = source, claim, fault if reads.node else frozenset(names)
        if key not in self._given:
            before, known, meaning = s.initial, s.t.true, s.exact
            if source is not None:
                assert source.node is not None
                before, meaning = s.resting(self._before, source.node), s.meaning
            denied = s.denied(claim, s.resting(before, fault), fault, meaning)
            if source is not None and denied is not s.t.false:
                assumed = self._demands.assumed(s, source, before)
                known = s.t.and_(assumption.term for assumption in assumed)
            self._given[key] = s.t.and_((known, denied))
        return self._given[key]
