"""What an engine did in a play, written down: it can be held against any rules without asking again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.engines.game import Game, Unrested

from ..connection.engine import Engine
from ..connection.protocol import Offer, Setup, State
from ..rules.expected import beginning
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


def agreed(transcript: Transcript, game: Game[Any], offers: frozenset[Offer]) -> int | None:
    """After how many actions the rules of a game first say something else; None if never.

    Where the rules do not say how to go on, whatever was done is right.
    """
    expected = beginning(game)
    if compared(expected, transcript.first, offers, ()) is not None:
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
        if compared(expected, state, offers, ()) is not None:
            return number
    return None
