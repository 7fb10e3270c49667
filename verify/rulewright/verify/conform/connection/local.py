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
from .methods import APPLY, HOLDS, METHODS, NEW
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
        self._asked = _asked_of(player)
        offers: list[Offer] = [*self._asked]
        if not trusts:
            offers.append("refuses")
        self._offers = frozenset(offers)
        self._hello: dict[str, Json] = {
            "protocol": VERSION,
            "name": name,
            "version": version,
            "offers": [*offers],
        }

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
            raise self._raised(NEW, error) from error
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
            raise self._raised(APPLY, error) from error

    def state(self) -> State:
        """The present state. Raises EngineFailure."""
        return self._stated()[1]

    def sent(self) -> dict[str, Json]:
        """The present state, as it is sent: a tuple is a list there, and every key a text.

        Raises EngineFailure, also for what means nothing: who reads it does not know the method.
        """
        return self._stated()[0]

    def _stated(self) -> tuple[dict[str, Json], State]:
        """The present state as it is sent, and as it is read."""
        found = {offer: self._part(offer) for offer in self._asked}
        try:
            read: dict[str, Json] = json.loads(json.dumps(found, allow_nan=False))
        except (TypeError, ValueError, RecursionError) as error:
            wrong = next((METHODS[part].call for part in found if not _is_json(found[part])), "")
            raise self._failing(f"{wrong} returned what cannot be sent: {error}") from None
        try:
            return read, read_state(read, self._offers)
        except EngineFailure:
            for offer in (part for part in found if part in HOLDS):
                try:
                    read_state(read, frozenset({offer}))
                except EngineFailure as failure:
                    why = METHODS[offer].misses(read[offer], failure.detail)
                    raise self._failing(why) from None
            raise

    def close(self) -> None:
        """There is nothing to end."""

    def _part(self, offer: Offer) -> Json:
        """What the method for it returns, or what it returns for each player. Raises EngineFailure."""
        if offer == "views":
            return {who: self._returned(offer, who) for who in self._players}
        return self._returned(offer)

    def _returned(self, offer: Offer, *given: str) -> Json:
        method = METHODS[offer]
        try:
            value = self._asked[offer](*given)
            if method.fits(value):
                return method.plain(value)
        except Exception as error:
            raise self._raised(method.call, error) from error
        raise self._failing(method.misses(value))

    def _failing(self, what: str) -> EngineFailure:
        """A method did what it should not."""
        return EngineFailure("reports an error", f"{type(self._player).__name__}.{what}")

    def _raised(self, call: str, error: Exception) -> EngineFailure:
        """The exception, and the last line of the engine's own file on the way to it; or that it has no method
        which can be called so."""
        frames = extract_tb(error.__traceback__)[1:]  # the first is where it was called here
        words = said(str(error), SAID)
        words = f"{type(error).__name__}: {words}" if words else type(error).__name__
        if not frames:
            what = "cannot be called" if isinstance(error, TypeError | AttributeError) else "failed"
            return self._failing(f"{call} {what}: {words}")
        file = vars(sys.modules[type(self._player).__module__]).get("__file__")
        own = [frame for frame in frames if frame.filename == file]
        last = (own or frames)[-1]
        where = f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"
        return EngineFailure("reports an error", f"{words} ({where})")


def _asked_of(player: Plays) -> dict[Offer, Callable[..., object]]:
    """The methods that it has for the parts of a state."""
    found: dict[Offer, Callable[..., object]] = {}
    if isinstance(player, Decides):
        found["decides"] = player.decides
    if isinstance(player, Lists):
        found["legal"] = player.legal
    if isinstance(player, Weighs):
        found["weights"] = player.weights
    if isinstance(player, Ends):
        found["outcome"] = player.outcome
    if isinstance(player, Locates):
        found["position"] = player.position
    if isinstance(player, Shows):
        found["views"] = player.view
    return found


def _is_json(value: Json) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True
