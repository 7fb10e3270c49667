"""Answers that random plays give: a witness, or the number of plays that showed nothing."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.dsl.ir.positions import Rest
from rulewright.engines.common.positions import rest_in
from rulewright.engines.game import Action, Game, LongMove, Unrested

from ...effort.running import INTERRUPTING
from ...execution.interruption import ending_in_time
from ...explicit.observer import PropertyObserver
from ...limits import Deadline, OutOfTime
from ...properties.registry import kind_of
from ...properties.target import (
    DeadlockTarget,
    FaultTarget,
    LassoTarget,
    StepTarget,
    Target,
    TrapTarget,
)
from ...properties.witness import Witness, replay
from ...results.check_result import CheckResult, Defect
from ...simulation.playout import generator, play
from .explicit import asks_about_deadlock, deadlock_defect, fault_defect, found

S = TypeVar("S", bound=Hashable)

NOTE = "found by random play; there may be a shorter one"


@dataclass(frozen=True, slots=True)
class RandomPlays:
    """What random plays showed: answers by the number of the check, and defects.

    Plays that came to a move over the limit are not counted.
    """

    plays: int
    answers: dict[int, CheckResult]
    defects: tuple[Defect, ...]


def sample(
    game: Game[S], checks: Collection[int], seed: int, most: int, moves: int, deadline: Deadline
) -> RandomPlays:
    """Play up to ``most`` times at random, each time so many moves at most, until the deadline or
    every check has a witness; without checks, to see what goes wrong."""
    sampler = _Sampler(game, checks)
    plays = cut = 0
    with suppress(OutOfTime), ending_in_time(deadline, INTERRUPTING.grace):
        while (sampler.open or not checks) and plays < most and not deadline.passed():
            cut += not sampler.play(seed, plays, moves, deadline)
            plays += 1
    return RandomPlays(plays - cut, sampler.answers, tuple(sampler.defects.values()))


class _Sampler(Generic[S]):
    def __init__(self, game: Game[S], checks: Collection[int]) -> None:
        self.game = game
        self.targets = {n: kind_of(game.program.checks[n]).target(n, 0) for n in checks}
        # That something holds in all that can follow, no single play can show.
        self.open = {n for n, target in self.targets.items() if not isinstance(target, TrapTarget)}
        self.observer = PropertyObserver(game, frozenset(self.open))
        self.answers: dict[int, CheckResult] = {}
        self.defects: dict[str, Defect] = {}
        self.unasked = not asks_about_deadlock(game.program)

    def play(self, seed: int, number: int, moves: int, deadline: Deadline) -> bool:
        """Play once, or as far as there is time, and answer the checks that the play answers.

        Whether no move was too long. Actions after which the rules never come to rest end a play;
        the search reports them.
        """
        states = [self.game.new()]
        actions: list[Action] = []
        seen = {states[0]: 0}
        endless = self._open_for(LassoTarget)
        self.observer.state(0, states[0])
        unrested: Unrested | None = None
        try:
            for move in play(self.game, generator(seed, number), moves):
                self.observer.edge(len(actions), move.before, move.action, move.after)
                actions.append(move.action)
                states.append(move.after)
                self.observer.state(len(actions), move.after)
                loop_start = seen.setdefault(move.after, len(actions))
                if loop_start < len(actions) and endless:
                    self._answer(endless, replay(self.game, actions, LassoTarget(loop_start)))
                    endless = set()
                if deadline.passed():
                    break
        except Unrested as error:
            unrested = error
        for check, hit in self.observer.hits.items():
            if check in self.open:
                last = [] if hit.action is None else [hit.action]
                self._answer(
                    {check}, short(self.game, states, actions[: hit.state] + last, hit.target)
                )
        self._end(states, actions)
        return not isinstance(unrested, LongMove)

    def _end(self, states: Sequence[S], actions: Sequence[Action]) -> None:
        rest = rest_in(self.game, states[-1])
        if rest in (Rest.FAULT, Rest.GAP):
            outcome = self.game.outcome(states[-1])
            if outcome is not None and outcome.label not in self.defects:
                witness = short(self.game, states, actions, FaultTarget())
                self.defects[outcome.label] = fault_defect(witness)
        elif rest is Rest.DEADLOCK:
            acting = self._open_for(DeadlockTarget)
            if acting or self.unasked:
                witness = short(self.game, states, actions, DeadlockTarget())
                self._answer(acting, witness)
                if self.unasked:
                    defect = deadlock_defect(witness)
                    self.defects.setdefault(defect.message, defect)

    def _open_for(self, target: type[Target]) -> set[int]:
        """The open checks that such a target answers."""
        return {n for n in self.open if isinstance(self.targets[n], target)}

    def _answer(self, checks: Collection[int], witness: Witness) -> None:
        for number in checks:
            self.answers[number] = sampled_answer(self.game, number, witness)
        self.open.difference_update(checks)


def short(game: Game[S], states: Sequence[S], actions: Sequence[Action], target: Target) -> Witness:
    """A random play as a witness, without what leads round in a circle."""
    last = 1 if isinstance(target, StepTarget) else 0
    head = cut_loops(states, actions[: len(actions) - last])
    return replay(game, (*head, *actions[len(actions) - last :]), target)


def sampled_answer(game: Game[S], number: int, witness: Witness) -> CheckResult:
    """An answer that a random play shows."""
    check = game.program.checks[number]
    return CheckResult(check, found(check, witness), NOTE)


def cut_loops(states: Sequence[S], actions: Sequence[Action]) -> list[Action]:
    """The actions without those between two visits of the same state."""
    last = {state: number for number, state in enumerate(states[: len(actions) + 1])}
    short: list[Action] = []
    place = last[states[0]]
    while place < len(actions):
        short.append(actions[place])
        place = last[states[place + 1]]
    return short
