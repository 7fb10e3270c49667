"""Answers that random plays give: a witness, or the number of plays that showed nothing."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.engines.game import Action, Game, LongMove, Unrested

from ...explicit.observer import Hunt
from ...limits import Deadline
from ...properties.target import Acted, Claim, Faulted, Returned, Stuck
from ...properties.witness import Witness, replay
from ...results.check_result import Answer, Trouble
from ...simulation.playout import generator, play
from .explicit import fault_trouble, found, stuck_trouble

S = TypeVar("S", bound=Hashable)

LIMIT = 2000
"""So many moves at most in one play."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """What random plays showed: answers by the number of the check, and troubles.

    Plays that came to a move over the limit are not counted.
    """

    plays: int
    answers: dict[int, Answer]
    troubles: tuple[Trouble, ...]


def sample(
    game: Game[S], checks: Collection[int], seed: int, most: int, deadline: Deadline
) -> Sampling:
    """Play up to ``most`` times at random, until the deadline or every check has a witness."""
    sampler = _Sampler(game, checks)
    plays = cut = 0
    while sampler.open and plays < most and not deadline.passed():
        cut += not sampler.play(seed, plays, deadline)
        plays += 1
    return Sampling(plays - cut, sampler.answers, tuple(sampler.troubles.values()))


class _Sampler(Generic[S]):
    def __init__(self, game: Game[S], checks: Collection[int]) -> None:
        kinds = {number: game.program.checks[number].kind for number in checks}
        self.game = game
        self.open = {number for number, kind in kinds.items() if kind != "forever"}
        self.hunt = Hunt(game, frozenset(self.open))
        self.answers: dict[int, Answer] = {}
        self.troubles: dict[str, Trouble] = {}
        self.unasked = all(check.kind != "acts" for check in game.program.checks)

    def play(self, seed: int, number: int, deadline: Deadline) -> bool:
        """Play once, or as far as there is time, and answer the checks that the play answers.

        Whether no move was too long. Actions after which the rules never come to rest end a play;
        the search reports them.
        """
        states = [self.game.new()]
        actions: list[Action] = []
        seen = {states[0]: 0}
        endless = {n for n in self.open if self.game.program.checks[n].kind == "ends"}
        self.hunt.state(0, states[0])
        unrested: Unrested | None = None
        try:
            for move in play(self.game, generator(seed, number), LIMIT):
                self.hunt.edge(len(actions), move.before, move.action, move.after)
                actions.append(move.action)
                states.append(move.after)
                self.hunt.state(len(actions), move.after)
                knot = seen.setdefault(move.after, len(actions))
                if knot < len(actions) and endless:
                    self._answer(endless, replay(self.game, actions, Returned(knot)))
                    endless = set()
                if deadline.passed():
                    break
        except Unrested as error:
            unrested = error
        for check, hit in self.hunt.hits.items():
            if check in self.open:
                last = [] if hit.action is None else [hit.action]
                self._answer({check}, self._short(states, actions[: hit.state] + last, hit.claim))
        self._end(states, actions)
        return not isinstance(unrested, LongMove)

    def _end(self, states: Sequence[S], actions: Sequence[Action]) -> None:
        outcome = self.game.outcome(states[-1])
        if outcome is not None and outcome.kind == "fault":
            if outcome.label not in self.troubles:
                witness = self._short(states, actions, Faulted())
                self.troubles[outcome.label] = fault_trouble(witness)
        elif outcome is None and not self.game.legal(states[-1]):
            acting = {n for n in self.open if self.game.program.checks[n].kind == "acts"}
            if acting or self.unasked:
                witness = self._short(states, actions, Stuck())
                self._answer(acting, witness)
                if self.unasked:
                    trouble = stuck_trouble(witness)
                    self.troubles.setdefault(trouble.message, trouble)

    def _answer(self, checks: Collection[int], witness: Witness) -> None:
        for number in checks:
            check = self.game.program.checks[number]
            note = "found by random play; there may be a shorter one"
            self.answers[number] = Answer(check, found(check, witness), note)
        self.open.difference_update(checks)

    def _short(self, states: Sequence[S], actions: Sequence[Action], claim: Claim) -> Witness:
        kept = 1 if isinstance(claim, Acted) else 0
        head = without_detours(states, actions[: len(actions) - kept])
        return replay(self.game, (*head, *actions[len(actions) - kept :]), claim)


def without_detours(states: Sequence[S], actions: Sequence[Action]) -> list[Action]:
    """The actions without those between two visits of the same state."""
    last = {state: number for number, state in enumerate(states[: len(actions) + 1])}
    short: list[Action] = []
    place = last[states[0]]
    while place < len(actions):
        short.append(actions[place])
        place = last[states[place + 1]]
    return short
