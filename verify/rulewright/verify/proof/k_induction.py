"""Proofs by induction, with invariants that are found by trying.

A set of candidates is an invariant if it is true at the beginning and no decision breaks it. What
a counterexample breaks is dropped until nothing is broken (the Houdini algorithm). A proof of the
question then rests on those that are left, and the ones that it needs are told.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.program import Program

from ..solvers.budgeted import Clock, OutOfTime, TimedSolver
from ..solvers.solver import Sat, Undecided, Unsat
from ..solvers.term_solver import TermSolver
from ..solvers.terms import Term
from ..symbolic.basic_paths import Rest
from ..symbolic.unrolling import Move, Position, Transitions
from .bmc import Nowhere, Search
from .obligations import State, Target, reached
from .propose import absences, among, checked, conditions, conservation, shown, unreached
from .reasons import reasons
from .samples import Sample, sampled
from .state_candidates import Candidate, Holds

SAMPLING_SHARE, SAMPLING_SECONDS = 0.1, 3.0
MOST_STEPS = 3
"""The longest way that is followed from any state: k-induction up to this k."""
QUERY_SECONDS, QUERY_SHARE = 2.0, 0.15
"""A question may take so many seconds, or that share of the time if it is more."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The target is never reached; ``reasons`` are the invariants that the proof needs besides."""

    reasons: tuple[str, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class NoProof:
    """Nothing is known, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class _Step:
    """Decisions from any state: the free position, then one position for each decision."""

    constraints: tuple[Term, ...]
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]


class Induction:
    """One attempt to prove that a target is never reached."""

    def __init__(
        self,
        program: Program,
        target: Target,
        seconds: float,
        *,
        solver: TermSolver | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._program = program
        self._target = target
        self._seconds = seconds
        most = max(QUERY_SECONDS, seconds * QUERY_SHARE)
        self._asked = TimedSolver(seconds, most, solver=solver, clock=clock)
        self._t = Transitions(program, self._asked.tick, self._asked.solver)
        self._first: Position | None = None
        self._why = ""

    def run(self) -> Proof | NoProof:
        """Try, with more and more candidates, then with more steps."""
        try:
            return self._run()
        except OutOfTime:
            return NoProof("the time was up")
        except RecursionError:
            return NoProof("an expression is nested too deeply for the solver's encoding")

    def _run(self) -> Proof | NoProof:
        step = self._from_anywhere(1)
        if step is None:
            return NoProof("there is no decision in this game")
        samples = self._samples()
        believed: list[Candidate] = []
        for proposals in self._stages(samples):
            fresh = self._not_refuted(proposals, samples)
            if not fresh and believed:
                continue
            believed = self._inductive([*believed, *fresh], step)
            proof = self._conclude(believed, step)
            if proof is not None:
                return proof
        for steps in range(2, MOST_STEPS + 1):
            longer = self._from_anywhere(steps)
            if longer is None:
                break
            proof = self._conclude(believed, longer)
            if proof is not None:
                return proof
        return NoProof(
            self._why or self._asked.why or "no invariant that was tried is strong enough"
        )

    def _stages(self, samples: Sequence[Sample]) -> list[list[Candidate]]:
        own: list[Candidate] = []
        if isinstance(self._target, State):
            own.append(Holds(None, self._target.property, False, ""))
        executor = self._t.executor
        return [
            [*own, *conservation(executor), *unreached(self._program, samples)],
            [*absences(executor), *among(executor), *checked(self._program)],
            [*conditions(self._t.analysis)],
            [*shown(self._t.analysis, samples)],
        ]

    # --- candidates ---------------------------------------------------------------------------

    def _samples(self) -> list[Sample]:
        end = self._asked.left - min(SAMPLING_SECONDS, self._seconds * SAMPLING_SHARE)
        return sampled(self._program, lambda: self._asked.left > end)

    def _not_refuted(
        self, proposals: Sequence[Candidate], samples: Sequence[Sample]
    ) -> list[Candidate]:
        """Those that are true of the first state, and of all that random plays came to."""
        t = self._t.t
        alive = [c for c in proposals if self._at_first(c)]
        for sample in samples:
            self._asked.tick()
            slots = self._t.executor.with_constants({}, sample.values)
            slots = self._t.executor.opened(slots, {})
            rest = Rest(t.true, frozenset(), slots)
            alive = [c for c in alive if c.term(self._t.executor, sample.node, rest) is not t.false]
        return alive

    def _at_first(self, candidate: Candidate) -> bool:
        """Whether the first state satisfies a candidate; it is known, so this folds."""
        if self._first is None:
            self._first = self._t.first()
        return self._everywhere(candidate, self._first) is self._t.t.true

    def _everywhere(self, candidate: Candidate, position: Position) -> Term:
        t = self._t.t
        return t.and_(
            t.implies(rest.condition, candidate.term(self._t.executor, node, rest))
            for node, rest in position.rests.items()
        )

    def _inductive(self, candidates: Sequence[Candidate], step: _Step) -> list[Candidate]:
        """The greatest part of the candidates that no decision breaks."""
        alive = list(candidates)
        before = {c: self._everywhere(c, step.positions[0]) for c in alive}
        after = {c: self._everywhere(c, step.positions[1]) for c in alive}
        while True:
            broken = self._broken(alive, before, after, step, alive)
            if not broken:
                return alive
            alive = [c for c in alive if c not in broken]

    def _broken(
        self,
        alive: Sequence[Candidate],
        before: dict[Candidate, Term],
        after: dict[Candidate, Term],
        step: _Step,
        among: Sequence[Candidate],
    ) -> set[Candidate]:
        """Candidates among some that a decision may break if all that are alive are true before.

        What the solver cannot decide counts as broken.
        """
        t = self._t.t
        doubtful = [c for c in among if after[c] is not t.true]
        if not doubtful:
            return set()
        marks = {c: t.variable(f"breaks{i}") for i, c in enumerate(doubtful)}
        asked = [
            *step.constraints,
            *(before[c] for c in alive),
            *(t.same(marks[c], t.not_(after[c])) for c in doubtful),
            t.or_(marks.values()),
        ]
        match self._asked.ask(asked, list(marks.values())):
            case Unsat():
                return set()
            case Sat(values):
                return {c for c in doubtful if values[str(marks[c].value)]}
            case Undecided():
                if len(doubtful) == 1:
                    return set(doubtful)
                half = len(doubtful) // 2
                parts = (doubtful[:half], doubtful[half:])
                return {c for part in parts for c in self._broken(alive, before, after, step, part)}

    # --- the conclusion -----------------------------------------------------------------------

    def _from_anywhere(self, steps: int) -> _Step | None:
        position, constraints = self._t.free("any")
        positions, moves, collected = [position], [], list(constraints)
        for i in range(steps):
            move = self._t.advance(position, f"any{i}")
            if move is None:
                return None
            position = move.position
            positions.append(position)
            moves.append(move)
            collected += move.constraints
            for rest in position.rests.values():
                facts = self._t.t.and_(self._t.executor.facts(rest.slots))
                collected.append(self._t.t.implies(rest.condition, facts))
        return _Step(tuple(collected), tuple(positions), tuple(moves))

    def _bad(self, step: _Step, i: int) -> Term:
        """That the target is reached after decision ``i``, or that it is not known what is."""
        by = (step.positions[i - 1], step.moves[i - 1])
        position = step.positions[i]
        goal = reached(self._t, self._target, position, by)
        return self._t.t.or_((goal, position.arrivals.diverged))

    def _conclude(self, believed: Sequence[Candidate], step: _Step) -> Proof | None:
        """A proof from invariants, if the last decision of the way cannot reach the target."""
        steps = len(step.moves)
        t = self._t.t
        assumed = [
            t.and_(self._everywhere(c, position) for position in step.positions) for c in believed
        ]
        clean = [t.not_(self._bad(step, i)) for i in range(1, steps)]
        constraints = [*step.constraints, *clean, self._bad(step, steps)]
        result = self._asked.ask([*constraints, *assumed])
        if not isinstance(result, Unsat):
            return None
        if not self._begins_well(steps):
            return None
        needed = self._core(constraints, assumed)
        first = self._step_of_one(step)
        used = self._closure([believed[i] for i in needed], believed, first)
        return Proof(reasons(self._t.executor, used), steps)

    def _step_of_one(self, step: _Step) -> _Step:
        one = step if len(step.moves) == 1 else self._from_anywhere(1)
        assert one is not None
        return one

    def _begins_well(self, steps: int) -> bool:
        """Whether plays of fewer decisions than ``steps`` do not reach the target."""
        found = Search(
            self._program,
            self._target,
            self._asked.left,
            limit=steps - 1,
            solver=self._asked.solver,
        ).run()
        if isinstance(found, Nowhere) and (found.whole or found.decisions >= steps - 1):
            return True
        self._why = "it is reached within the first decisions, or this was not decided"
        return False

    def _core(self, constraints: Sequence[Term], named: Sequence[Term]) -> list[int]:
        """Which of the named terms contradict the constraints; all, if that is not found out."""
        result = self._asked.ask(constraints, named=named)
        return sorted(result.core) if isinstance(result, Unsat) else list(range(len(named)))

    def _closure(
        self, wanted: Sequence[Candidate], believed: Sequence[Candidate], step: _Step
    ) -> list[Candidate]:
        """The wanted invariants, and those that are needed to prove them."""
        t = self._t.t
        before = [self._everywhere(c, step.positions[0]) for c in believed]
        used: list[Candidate] = []
        waiting = list(wanted)
        while waiting:
            candidate = waiting.pop(0)
            if candidate in used:
                continue
            used.append(candidate)
            after = self._everywhere(candidate, step.positions[1])
            if after is not t.true:
                needed = self._core([*step.constraints, t.not_(after)], before)
                waiting += [believed[i] for i in needed]
        return [c for c in believed if c in used]


def prove(program: Program, target: Target, seconds: float) -> Proof | NoProof:
    """Try to prove that no play reaches the target."""
    return Induction(program, target, seconds).run()
