"""A record of what an engine did in a play: it can be compared with any rules without asking again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rulewright.engines.game import Game, Unrested
from rulewright.engines.python.game import PythonGame
from rulewright.engines.python.watched import looked_at

from ..connection.engine import Engine
from ..connection.protocol import ActionRefused, Offer, Setup, State
from ..rules.expected import Expected, beginning
from .discrepancy import compared

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Transcript:
    """The state at the beginning; then each action, by whom, and the state after it or a refusal.

    A refused action is the last one.
    """

    first: State
    steps: tuple[tuple[str, str, State | None], ...]

    def state(self, number: int) -> State | None:
        """The state after ``number`` actions; None after a refusal."""
        return self.first if number == 0 else self.steps[number - 1][2]

    def lists(self, number: int, text: str) -> bool:
        """Whether the engine listed an action as legal, after ``number`` actions."""
        state = self.state(number)
        return state is not None and text in state.legal


class Judgements:
    """What was seen in one play in games of one program, and whether it was as the engine had it."""

    def __init__(self, game: PythonGame) -> None:
        self.known: dict[object, bool] = {}
        self._game = game
        self._names = [v.name for v in game.program.variables if v.declared]
        self._read = game.reader(self._names)

    def seen(self, at: Any) -> tuple[Any, tuple[Any, ...]]:
        """A position, in which what the rules stored of watched values is looked at; and the values of
        what the ruleset declares."""
        stored = self._read(at)
        values = looked_at(stored)
        if values is stored:
            return at, values
        return self._game.with_values(at, dict(zip(self._names, values, strict=True))), values


def transcribed(engine: Engine, setup: Setup, texts: Sequence[tuple[str, str]]) -> Transcript:
    """Have an engine play actions, each by the given player. Raises Declined, EngineFailure."""
    first = engine.new(setup)
    steps: list[tuple[str, str, State | None]] = []
    for by, text in texts:
        answer = engine.apply(text, by)
        after = None if isinstance(answer, ActionRefused) else answer
        steps.append((by, text, after))
        if after is None:
            break
    return Transcript(first, tuple(steps))


def agrees(
    transcript: Transcript, until: int, start: Expected[S], offers: frozenset[Offer],
    judged: Judgements, *, strict: bool,
) -> bool:  # fmt: skip
    """Whether the rules agree with that many states from the start; ``judged`` and ``strict`` as in
    `followed`."""
    now: Expected[S] | bool = start
    for number in range(until):
        assert not isinstance(now, bool), "there is a position to go on from"
        now = followed(transcript, number, now, offers, judged, strict=strict)
        if isinstance(now, bool):
            return now
    return True


def followed(
    transcript: Transcript, number: int, before: Expected[S], offers: frozenset[Offer],
    judged: Judgements, *, strict: bool,
) -> Expected[S] | bool:  # fmt: skip
    """The position after the action with this number (counted from 1), if the rules agree with it.

    Number 0 is the beginning, ``before`` itself. True: the rules agree, also with what follows, for they
    do not say how to go on, or the action was refused. False: they disagree. ``judged``: for this play
    and games with this program; it is added to.
    ``strict``: where the rules do not say how to go on, the engine may not either.
    """
    if number == 0:
        return before if _right(before, 0, transcript.first, offers, judged, strict) else False
    by, text, state = transcript.steps[number - 1]
    if before.unanswered:
        return state is None or not strict
    action = before.allowed(text) if by == before.decides else None
    if state is None or action is None:
        return (action is None) == (state is None)
    try:
        after = before.after_action(action)
    except Unrested:
        return False
    return after if _right(after, number, state, offers, judged, strict) else False


def leaves_open(transcript: Transcript, start: Expected[S]) -> bool:
    """Whether the rules somewhere do not say how to go on, in a play that agrees with them."""
    now = start
    for _, text, state in transcript.steps:
        action = None if state is None or now.unanswered else now.allowed(text)
        if action is None:
            break
        try:
            now = now.after_action(action)
        except Unrested:
            return False
    return now.unanswered


def _right(
    expected: Expected[Any], number: int, state: State, offers: frozenset[Offer],
    judged: Judgements, strict: bool,
) -> bool:  # fmt: skip
    """Whether a state is as in the rules; what was compared before is known, where play goes on."""
    at, declared = judged.seen(expected.at)
    expected = expected if at is expected.at else Expected(expected.game, at)
    game, decides = expected.game, expected.decides
    if expected.unanswered:
        return not (strict and _goes_on(state))
    if not decides:
        return compared(expected, state, offers, ()) is None
    weights = frozenset(expected.weights.items()) if "weights" in offers else None
    legal = tuple(expected.actions) if "legal" in offers and decides != "chance" else None
    key = offers, number, game.node(at), decides, declared, legal, weights
    if key not in judged.known:
        judged.known[key] = compared(expected, state, offers, ()) is None
    return judged.known[key]


def _goes_on(state: State) -> bool:
    """Whether the engine knows how play goes on, or how it ended."""
    ended = state.outcome is not None and state.outcome.kind != "fault"
    return bool(state.decides or state.legal or ended)


def differing(
    transcript: Transcript, number: int, expected: Expected[Any], offers: frozenset[Offer]
) -> Sequence[str]:
    """The actions that are legal by the rules alone, or for the engine alone, after so many."""
    state = transcript.state(number)
    listed = "legal" in offers and expected.decides not in ("", "chance")
    if state is None or not listed or expected.unanswered:
        return ()
    return sorted({*expected.actions} ^ {*state.legal})


def by_whom(game: Game[Any], texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each action with the player who decides by the rules; if they have no such action, with the one
    who would decide."""
    expected = beginning(game)
    for text in texts:
        yield expected.decides, text
        if text not in expected.actions:
            return
        try:
            expected = expected.after(text)
        except Unrested:
            return
