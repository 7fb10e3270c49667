"""Engines that use other names for actions: a table of names, and an engine behind it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .engine import Engine
from .protocol import ActionRefused, Hello, Setup, State

_PLACE = re.compile(r"\{([A-Za-z_]\w*)\}")
_BETWEEN = " = "


@dataclass(frozen=True, slots=True)
class ActionWording:
    """``place {square} = mark({square})``: how the rules write an action, and how the engine does.

    A name in braces stands for a word without spaces, brackets or commas, or for a negative number.
    """

    ours: str
    theirs: str

    def to_theirs(self, text: str) -> str | None:
        """The engine's text for an action; None if this wording is for others."""
        return _rewritten(text, self.ours, self.theirs)

    def to_ours(self, text: str) -> str | None:
        """The rules' text for it."""
        return _rewritten(text, self.theirs, self.ours)


def read(text: str) -> tuple[ActionWording, ...]:
    """The wordings of a file, a line each; empty lines and those with ``#`` before them are left out.

    Raises ValueError with the number of the line that is wrong.

    >>> read("place {s} = mark({s})")[0].to_theirs("place a1")
    'mark(a1)'
    """
    found: list[ActionWording] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        ours, between, theirs = line.strip().partition(_BETWEEN)
        if not (ours.strip() and between and theirs.strip()):
            raise ValueError(f"line {number} should look like: place {{square}} = mark({{square}})")
        names = [sorted(_PLACE.findall(side)) for side in (ours, theirs)]
        if names[0] != names[1] or len(set(names[0])) < len(names[0]):
            raise ValueError(
                f"line {number}: both sides should have the same names in braces, each once"
            )
        found.append(ActionWording(ours.strip(), theirs.strip()))
    return tuple(found)


class RenamedEngine:
    """An engine with other words for actions; the first matching wording is used.

    Actions that match no wording have the same text for both. If two of the engine's texts mean one
    action of the rules, the list of legal actions contains it twice.
    """

    def __init__(self, engine: Engine, wordings: Sequence[ActionWording]) -> None:
        self._engine = engine
        self._wordings = wordings

    def hello(self) -> Hello:
        """Its identification."""
        return self._engine.hello()

    def new(self, setup: Setup) -> State:
        """Begin a game."""
        return self._ours(self._engine.new(setup))

    def apply(self, action: str, by: str) -> State | ActionRefused:
        """Take an action, in the engine's own words."""
        after = self._engine.apply(self._first(action, to_ours=False), by)
        return after if isinstance(after, ActionRefused) else self._ours(after)

    def state(self) -> State:
        """The present state."""
        return self._ours(self._engine.state())

    def close(self) -> None:
        """End it."""
        self._engine.close()

    def _ours(self, state: State) -> State:
        weights: Mapping[str, int] = {
            self._first(text, to_ours=True): weight for text, weight in state.weights.items()
        }
        legal = tuple(self._first(text, to_ours=True) for text in state.legal)
        return replace(state, legal=legal, weights=weights)

    def _first(self, text: str, *, to_ours: bool) -> str:
        for wording in self._wordings:
            found = wording.to_ours(text) if to_ours else wording.to_theirs(text)
            if found is not None:
                return found
        return text


def _rewritten(text: str, pattern: str, other: str) -> str | None:
    parts = _PLACE.split(pattern)
    expression = "".join(
        f"(?P<{part}>[^\\s(),{{}}]+)" if number % 2 else re.escape(part)
        for number, part in enumerate(parts)
    )
    fits = re.fullmatch(expression, text)
    return None if fits is None else _PLACE.sub(lambda name: fits[name[1]], other)
