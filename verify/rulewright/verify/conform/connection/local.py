"""Engines that are Python classes: as a user writes them, in the tester's process or behind the protocol.

A class has ``new(game)`` and ``apply(action, by)``; what else it offers is seen from the methods it
has: ``decides()``, ``legal()``, ``weights()``, ``outcome()``, ``position()``, ``view(player)``. An
action that is not legal is refused by returning False, or by raising ValueError, whose message is why.
Any other exception is an error of the engine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from traceback import extract_tb
from typing import Protocol, runtime_checkable

from ...plays.json_values import Json
from .protocol import (
    VERSION,
    ActionRefused,
    Declined,
    EngineFailure,
    Hello,
    Offer,
    Setup,
    State,
    read_hello,
    read_state,
    said,
)

SAID = 120
"""The most characters of an exception's message that are shown."""
WORDS = 300
"""The most characters of the reason for a refusal."""


@runtime_checkable
class Plays(Protocol):
    """What every engine can do."""

    def new(self, game: dict[str, Json]) -> None:
        """Begin a game: its ruleset, variant, parameters, readings, players. Raises ValueError if the
        engine has no such game."""

    def apply(self, action: str, by: str) -> bool | None:
        """Take an action; False, or a ValueError that says why, refuses it."""


@runtime_checkable
class Decides(Protocol):
    """Knows who is to decide."""

    def decides(self) -> str | None:
        """A player, ``chance``, or None where play is over."""


@runtime_checkable
class Lists(Protocol):
    """Knows what is legal."""

    def legal(self) -> list[str]:
        """Every legal action; empty where play is over."""


@runtime_checkable
class Weighs(Protocol):
    """Knows how likely each result of chance is."""

    def weights(self) -> Mapping[str, int]:
        """Whole numbers in proportion; empty unless chance decides."""


@runtime_checkable
class Ends(Protocol):
    """Knows how play ended."""

    def outcome(self) -> Mapping[str, Json] | None:
        """``{"kind": "win", "winners": [...], "scores": {...}}``, or None while it goes on."""


@runtime_checkable
class Locates(Protocol):
    """Knows where everything is."""

    def position(self) -> Mapping[str, Json]:
        """The ruleset's variables, or some of them."""


@runtime_checkable
class Shows(Protocol):
    """Knows what each player sees."""

    def view(self, player: str) -> Mapping[str, Json]:
        """The ruleset's variables, or some of them, as the player sees them."""


class LocalEngine:
    """Implements :class:`.engine.Engine` for an object with such methods.

    ``name`` and ``version`` identify it; an attribute ``trusts`` that is true says that it must not be
    asked for illegal actions. ``started``: whether a game was.
    """

    def __init__(
        self, player: Plays, name: str, version: str = "", *, trusts: bool = False
    ) -> None:
        self.started = False
        self._player = player
        self._players: tuple[str, ...] = ()
        self._parts = self._found_in(player)
        offers: list[Offer] = [*self._parts]
        if not trusts:
            offers.append("refuses")
        self._offers = frozenset(offers)
        self._hello: dict[str, Json] = {
            "protocol": VERSION,
            "name": name,
            "version": version,
            "offers": [*offers],
        }

    def _found_in(self, player: Plays) -> dict[Offer, Callable[[], Json]]:
        """The parts of a state that it has methods for."""
        found: dict[Offer, Callable[[], Json]] = {}
        if isinstance(player, Decides):
            found["decides"] = player.decides
        if isinstance(player, Lists):
            found["legal"] = lambda: list(player.legal())
        if isinstance(player, Weighs):
            found["weights"] = lambda: dict(player.weights())
        if isinstance(player, Ends):
            found["outcome"] = lambda: None if (end := player.outcome()) is None else dict(end)
        if isinstance(player, Locates):
            found["position"] = lambda: dict(player.position())
        if isinstance(player, Shows):
            found["views"] = lambda: {who: dict(player.view(who)) for who in self._players}
        return found

    def greeting(self) -> dict[str, Json]:
        """The answer to ``hello``."""
        return self._hello

    def hello(self) -> Hello:
        """Its identification."""
        return read_hello(self._hello)

    def new(self, setup: Setup) -> State:
        """Begin a game. Raises Declined, EngineFailure."""
        self.begin(setup.json())
        return self.state()

    def begin(self, game: dict[str, Json]) -> None:
        """Begin a game, as it is sent. Raises Declined, EngineFailure."""
        players = game.get("players")
        self._players = tuple(map(str, players)) if isinstance(players, list) else ()
        try:
            self._player.new(game)
        except ValueError as why:
            raise Declined(str(why)) from None
        except Exception as error:
            raise self._raised(error) from error
        self.started = True

    def apply(self, action: str, by: str) -> State | ActionRefused:
        """Take an action. Raises EngineFailure."""
        return self.refusal(action, by) or self.state()

    def refusal(self, action: str, by: str) -> ActionRefused | None:
        """Take an action, or say why not. Raises EngineFailure."""
        try:
            return ActionRefused() if self._player.apply(action, by) is False else None
        except ValueError as why:
            return ActionRefused(said(str(why), WORDS))
        except Exception as error:
            raise self._raised(error) from error

    def state(self) -> State:
        """The present state. Raises EngineFailure."""
        return read_state(self.sent(), self._offers)

    def sent(self) -> dict[str, Json]:
        """The present state, as it is sent: a tuple is a list there, and every key a text. Raises
        EngineFailure."""
        try:
            found = {offer: part() for offer, part in self._parts.items()}
        except Exception as error:
            raise self._raised(error) from error
        return _as_json(found)

    def close(self) -> None:
        """There is nothing to end."""

    def _raised(self, error: Exception) -> EngineFailure:
        """The exception, and the last line of the engine's own file on the way to it."""
        frames = extract_tb(error.__traceback__)
        file = vars(sys.modules[type(self._player).__module__]).get("__file__")
        own = [frame for frame in frames if frame.filename == file]
        last = (own or frames)[-1]
        words = said(str(error), SAID)
        words = f": {words}" if words else ""
        where = f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"
        return EngineFailure("reports an error", f"{type(error).__name__}{words} ({where})")


def _as_json(found: Mapping[Offer, Json]) -> dict[str, Json]:
    """The parts of a state as whoever is at the other end of a stream reads them. Raises EngineFailure."""
    try:
        read: dict[str, Json] = json.loads(json.dumps(found, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        wrong = next((part for part in found if not _is_json(found[part])), "")
        raise EngineFailure("reports an error", f'"{wrong}" cannot be sent: {error}') from None
    return read


def _is_json(value: Json) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True
