"""Plays as lines of JSON that an engine's own tests can replay, without this tool.

A line is one play: the game as the protocol sends it, the state at the beginning and after each action,
with everything that an engine may offer. A state at which the rules do not say how to go on is the last
one, and has ``"unanswered": true``: nothing else in it is to be compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rulewright.engines.game import Game

from ..plays.json_values import Json
from .connection.protocol import VERSION, setup_of
from .rules.expected import Expected, beginning
from .rules.ruled import ending_json


def corpus_line(game: Game[Any], texts: Iterable[str]) -> str:
    """One play as a line. Raises KeyError for an action that is not legal, and Unrested."""
    expected = beginning(game)
    steps: list[Json] = []
    first = state_json(expected)
    for text in texts:
        step: dict[str, Json] = {"by": expected.decides, "action": text}
        expected = expected.after(text)
        steps.append({**step, "state": state_json(expected)})
    play: dict[str, Json] = {
        "corpus": VERSION,
        "game": setup_of(game.program).json(),
        "state": first,
        "steps": steps,
    }
    return json.dumps(play, ensure_ascii=False)


def state_json(expected: Expected[Any]) -> dict[str, Json]:
    """Everything that can be said of a position."""
    if expected.unanswered:
        return {"unanswered": True}
    outcome = expected.outcome
    players = expected.game.program.players.labels
    return {
        "decides": expected.decides or None,
        "legal": list(expected.actions),
        "weights": dict(expected.weights),
        "outcome": None if outcome is None else ending_json(outcome),
        "position": dict(expected.position),
        "views": {player: dict(expected.view(player)) for player in players},
    }
