"""Results on their way from one process to another, without what both sides already have."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Sequence
from typing import Any

from rulewright.engines.game import Action

MODULE = "rulewright_"
"""What the names of generated modules begin with."""
DEPTH = 20_000
"""Expressions may be nested deeply; so deep a result may be to be sent."""


class _Pickler(pickle.Pickler):
    def __init__(self, out: io.BytesIO, shared: Sequence[object]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self._places = {id(one): place for place, one in enumerate(shared)}

    def persistent_id(self, thing: object) -> int | None:
        """The place of what both sides have."""
        return self._places.get(id(thing))

    def reducer_override(self, thing: object) -> Any:
        """Actions of generated modules, which do not travel, as those that all engines know."""
        if isinstance(thing, tuple) and type(thing).__module__.startswith(MODULE):
            return Action, tuple(thing)
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, shared: Sequence[object]) -> None:
        super().__init__(io.BytesIO(data))
        self._shared = shared

    def persistent_load(self, place: int) -> object:
        """What stands at a place among what both sides have."""
        return self._shared[place]


def packed(result: object, shared: Sequence[object]) -> bytes:
    """The result as bytes. ``shared`` is known on the other side, in the same order."""
    out = io.BytesIO()
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEPTH))
    try:
        _Pickler(out, shared).dump(result)
    finally:
        sys.setrecursionlimit(before)
    return out.getvalue()


def unpacked(data: bytes, shared: Sequence[object]) -> object:
    """The result that was packed; only for bytes that a process of ours has sent."""
    return _Unpickler(data, shared).load()
