"""A ruleset as an engine: it plays by its program, and offers everything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.engines.game import Game, Unrested

from ...plays.json_values import Json
from ..connection.protocol import Ending, setup_of
from .expected import Expected, beginning

Games = Callable[[dict[str, Json]], Game[Any]]
"""The game for the message ``new``. Raises ValueError if there is none."""


class RuledEngine:
    """Implements what :mod:`.local` asks of an engine, for any game."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._at: Expected[Any] | None = None

    def new(self, game: dict[str, Json]) -> None:
        """Begin. Raises ValueError if there is no such game, or not for the named players."""
        found = self._games(game)
        asked, ours = game.get("players"), setup_of(found.program).players
        if isinstance(asked, list) and {*map(str, asked)} != {*ours}:
            raise ValueError(
                f"its players are {', '.join(ours)}, and not {', '.join(map(str, asked))}"
            )
        self._at = beginning(found)

    def apply(self, action: str, by: str) -> bool:
        """Take an action of the player to decide."""
        here = self._here
        if by != here.decides or action not in here.actions:
            return False
        try:
            self._at = here.after(action)
        except Unrested as error:
            raise RuntimeError(str(error)) from error
        return True

    def decides(self) -> str | None:
        """Who is to decide."""
        return self._here.decides or None

    def legal(self) -> list[str]:
        """Every legal action."""
        return list(self._here.actions)

    def weights(self) -> Mapping[str, int]:
        """How likely each result of chance is."""
        return self._here.weights

    def outcome(self) -> Mapping[str, Json] | None:
        """How play ended."""
        found = self._here.outcome
        return None if found is None else ending_json(found)

    def position(self) -> Mapping[str, Json]:
        """What the ruleset declares."""
        return self._here.position

    def view(self, player: str) -> Mapping[str, Json]:
        """What a player sees of it."""
        return self._here.view(player)

    @property
    def _here(self) -> Expected[Any]:
        assert self._at is not None, "a game is begun before anything else is asked"
        return self._at


def ending_json(ending: Ending) -> dict[str, Json]:
    """How play ended, as it is sent."""
    found: dict[str, Json] = {"kind": ending.kind}
    if ending.winners:
        found["winners"] = [*sorted(ending.winners)]
    if ending.scores is not None:
        found["scores"] = dict(ending.scores)
    return found
