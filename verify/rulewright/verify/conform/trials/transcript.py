"""What an engine did in a play, written down: it can be held against any rules without asking again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.engines.game import Game, Unrested

from ..connection.engine import Engine
from ..connection.protocol import Offer, Setup, State
from ..rules.expected import Expected, beginning
from ..rules.plain import public
from .discrepancy import compared


@dataclass(frozen=True, slots=True)
class Transcript:
    """The state at the beginning; then by whom, which action, and the state after it or a refusal.

    A refused action is the last one.
    """

    first: State
    steps: tuple[tuple[str, str, State | None], ...]


def transcribed(engine: Engine, setup: Setup, texts: Sequence[tuple[str, str]]) -> Transcript:
    """Have an engine play actions, each with whose it is. Raises Declined, EngineFailure."""
    first = engine.new(setup)
    steps: list[tuple[str, str, State | None]] = []
    for by, text in texts:
        after = engine.apply(text, by)
        steps.append((by, text, after))
        if after is None:
            break
    return Transcript(first, tuple(steps))


def agreed(
    transcript: Transcript,
    game: Game[Any],
    offers: frozenset[Offer],
    right: set[object] | None = None,
) -> int | None:
    """After how many actions the rules of a game first say something else; None if never.

    Where the rules do not say how to go on, whatever was done is right. ``right``: what was seen to
    agree before in this play, of games with one program; it is added to.
    """
    known = set[object]() if right is None else right
    expected = beginning(game)
    if not _right(expected, 0, transcript.first, offers, known):
        return 0
    for number, (by, text, state) in enumerate(transcript.steps, 1):
        if expected.unanswered:
            return None
        legal = by == expected.decides and text in expected.actions
        if legal != (state is not None):
            return number
        if state is None:
            return None
        try:
            expected = expected.after(text)
        except Unrested:
            return number
        if not _right(expected, number, state, offers, known):
            return number
    return None


def _right(
    expected: Expected[Any], number: int, state: State, offers: frozenset[Offer], known: set[object]
) -> bool:
    """Whether a state is as in the rules; what was compared before where a player decides is known."""
    game, at = expected.game, expected.at
    if expected.decides in ("", "chance"):
        return compared(expected, state, offers, ()) is None
    declared = tuple(game.value(at, v.name) for v in game.program.variables if public(v))
    key = number, game.node(at), game.decides(at), declared, tuple(game.legal(at))
    if key not in known:
        if compared(expected, state, offers, ()) is not None:
            return False
        known.add(key)
    return True


def seen_after(game: Game[Any], texts: Sequence[str]) -> object:
    """What there is to see at the end of a play, or how far it is one."""
    expected = beginning(game)
    for number, text in enumerate(texts):
        if text not in expected.actions:
            return number, sorted(expected.actions), expected.outcome, expected.position
        try:
            expected = expected.after(text)
        except Unrested:
            return number
    return sorted(expected.actions), expected.decides, expected.outcome, expected.position


def by_whom(game: Game[Any], texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each action with whoever decides by the rules; where they have no such action, with whoever
    would decide."""
    expected = beginning(game)
    for text in texts:
        yield expected.decides, text
        if text not in expected.actions:
            return
        try:
            expected = expected.after(text)
        except Unrested:
            return
