"""Answers that random plays give that are played in C; what they show is replayed in Python."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from contextlib import suppress
from typing import TypeVar

from rulewright.dsl.ir.positions import goes_on, unanswered
from rulewright.engines.game import Action, EngineUnavailable, Game

from ...explicit.native.build import compiled
from ...explicit.native.random_plays.sampling import PlaySample, Sighting, sample, sampled
from ...explicit.native.search import SearchFor
from ...explicit.searcher import asks
from ...limits import Deadline, OutOfTime
from ...properties.registry import kind_of
from ...properties.target import (
    DeadlockTarget,
    FaultTarget,
    LassoTarget,
    StateTarget,
    StepTarget,
)
from ...properties.witness import replay
from ...results.check_result import CheckResult, Defect
from ...results.verdict import Reached, Refuted
from ...stategraph.graph import OutOfMemory
from .explicit import asks_about_deadlock, deadlock_defect, fault_defect
from .simulation import RandomPlays, sampled_answer, short

S = TypeVar("S", bound=Hashable)


def sample_in_c(
    game: Game[S], checks: Collection[int], seed: int, plays: int, moves: int,
    deadline: Deadline, progress: Callable[[int], None],
) -> RandomPlays:  # fmt: skip
    """Play so many times at random, each at most so many moves.

    Raises EngineUnavailable, OutOfMemory, OutOfTime if a play does not end, and EngineMismatch if
    the Python engine plays another game.
    """
    machine = compiled(game)
    seen = sample(machine, watched(game, checks), seed, plays, moves, deadline, progress)
    return shown(game, checks, seen, lambda sighting: sampled(machine, seed, sighting))


def contradicted_in_c(game: Game[S], plays: int, moves: int, deadline: Deadline) -> frozenset[int]:
    """The checks that so many random plays contradict, for who takes that on trust: no play is replayed.

    It is compiled quickly, and not kept. None is among them where that cannot be done here, or in time.
    """
    checks = range(len(game.program.checks))
    with suppress(EngineUnavailable, OutOfMemory, OutOfTime):
        machine = compiled(game, passing=True)
        seen = sample(machine, watched(game, checks), 0, plays, moves, deadline)
        return frozenset(seen.checks)
    return frozenset()


def watched(game: Game[S], checks: Collection[int]) -> list[SearchFor]:
    """What is looked for in plays: of what only a graph of positions tells, nothing."""
    return [
        ask if ask is not SearchFor.MARKED else SearchFor.NOTHING
        for ask in asks(game, frozenset(checks))
    ]


def shown(
    game: Game[S], checks: Collection[int], seen: PlaySample,
    played: Callable[[Sighting], tuple[list[S], list[Action]]],
) -> RandomPlays:  # fmt: skip
    """What the sightings show; ``played`` gives the plays up to them. Raises EngineMismatch."""
    program = game.program
    answers: dict[int, CheckResult] = {}
    defects: dict[str, Defect] = {}
    targets = {n: kind_of(program.checks[n]).target(n, 0) for n in checks}
    for number, sighting in seen.checks.items():
        target = targets[number]
        assert isinstance(target, StateTarget | StepTarget)
        witness = short(game, *played(sighting), target)
        answers[number] = sampled_answer(game, number, witness)
    if seen.again is not None:
        endless = [n for n, target in targets.items() if isinstance(target, LassoTarget)]
        if endless:
            _, actions = played(seen.again)
            again = replay(game, actions, LassoTarget(seen.again.since))
            answers |= {n: sampled_answer(game, n, again) for n in endless}
    acting = [n for n, target in targets.items() if isinstance(target, DeadlockTarget)]
    for node, sighting in seen.nodes.items():
        if unanswered(program.nodes[node]):
            fault = short(game, *played(sighting), FaultTarget())
            defect = fault_defect(fault)
            defects.setdefault(defect.message, defect)
        elif goes_on(program.nodes[node]):
            stuck = short(game, *played(sighting), DeadlockTarget())
            for number in acting:
                known = answers.setdefault(number, sampled_answer(game, number, stuck))
                if len(stuck) < _length(known):
                    answers[number] = sampled_answer(game, number, stuck)
            if not asks_about_deadlock(program):
                defect = deadlock_defect(stuck)
                defects.setdefault(defect.message, defect)
    return RandomPlays(seen.plays, answers, tuple(defects.values()))


def _length(answer: CheckResult) -> int:
    assert isinstance(answer.verdict, Reached | Refuted)
    return len(answer.verdict.witness)
