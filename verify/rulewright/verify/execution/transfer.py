"""Results on their way from one process to another, without what both sides already have."""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from typing import Any

from rulewright.engines.game import Action

from ..recursion import deep_recursion

MODULE = "rulewright_"
"""The prefix of the names of generated modules."""


class _Pickler(pickle.Pickler):
    def __init__(self, out: io.BytesIO, shared: Sequence[object]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self._places = {id(one): place for place, one in enumerate(shared)}

    def persistent_id(self, thing: object) -> int | None:
        """The index of what both sides have."""
        return self._places.get(id(thing))

    def reducer_override(self, thing: object) -> Any:
        """Replaces actions of generated modules, which cannot be sent, by those that all engines
        know."""
        if isinstance(thing, tuple) and type(thing).__module__.startswith(MODULE):
            return Action, tuple(thing)
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, shared: Sequence[object]) -> None:
        super().__init__(io.BytesIO(data))
        self._shared = shared

    def persistent_load(self, place: int) -> object:
        """The object at an index among those that both sides have."""
        return self._shared[place]


def packed(result: object, shared: Sequence[object]) -> bytes:
    """The result as bytes. ``shared`` is known on the other side, in the same order."""
    out = io.BytesIO()
    with deep_recursion():
        _Pickler(out, shared).dump(result)
    return out.getvalue()


def unpacked(data: bytes, shared: Sequence[object]) -> object:
    """The result that was packed; only for bytes that one of our processes has sent."""
    return _Unpickler(data, shared).load()
