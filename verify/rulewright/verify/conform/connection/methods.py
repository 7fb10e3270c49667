"""What the methods of an engine's class are asked for, and what each should return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...plays.json_values import Json
from .protocol import Offer, said

NEW, APPLY = "new(game)", "apply(action, by)"
"""How the methods that every engine has are called."""
SHOWN = 60
"""The most characters that are shown of what a method returned."""


@dataclass(frozen=True, slots=True)
class AskedMethod:
    """One that tells a part of a state.

    ``call``: how it is called; ``gives``: what it should return, in words; ``fits``: whether something is of
    that kind, as far as that is seen from outside; ``plain`` makes what JSON has of it.
    """

    call: str
    gives: str
    fits: Callable[[object], bool]
    plain: Callable[[Any], Json]

    def misses(self, value: object, why: str = "") -> str:
        """What it should have returned instead of this; ``why`` as the protocol says it.

        >>> METHODS["legal"].misses(None)
        'legal() should return a list of texts, [] where play is over, and returned None'
        """
        returned = f"{self.call} should return {self.gives}, and returned {_shown(value)}"
        return f"{returned}: {why}" if why else returned


def _is_name(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_row(value: object) -> bool:
    """A text is a row of letters, and nobody means that."""
    return isinstance(value, Iterable) and not isinstance(value, str | bytes)


def _is_dict(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_ending(value: object) -> bool:
    return value is None or isinstance(value, Mapping)


def _as_it_is(value: Json) -> Json:
    return value


def _ending(value: Mapping[str, Json] | None) -> Json:
    return None if value is None else dict(value)


METHODS: Mapping[Offer, AskedMethod] = {
    "decides": AskedMethod(
        "decides()", 'the name of a player, "chance", or None where play is over', _is_name, _as_it_is
    ),
    "legal": AskedMethod("legal()", "a list of texts, [] where play is over", _is_row, list),
    "weights": AskedMethod(
        "weights()", 'a dict of whole numbers such as {"die 1": 1}, {} unless chance decides',
        _is_dict, dict,
    ),
    "outcome": AskedMethod(
        "outcome()", 'None while play goes on, then a dict such as {"kind": "win", "winners": ["X"]}',
        _is_ending, _ending,
    ),
    "position": AskedMethod("position()", "a dict of variables", _is_dict, dict),
    "views": AskedMethod("view(player)", "a dict of variables", _is_dict, dict),
}  # fmt: skip
"""The methods for the parts of a state."""
HOLDS: frozenset[Offer] = frozenset({"legal", "weights", "outcome"})
"""The parts of which the protocol says what is in them, too."""


def _shown(value: object) -> str:
    try:
        return said(repr(value), SHOWN)
    except Exception:
        return f"something of the class {type(value).__name__}"
