"""A search in C memory, kept as long as somebody can still see its result."""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections.abc import Callable
from typing import Literal

from rulewright.engines.native.loading import function

from ...stategraph.graph import OutOfMemory


class Handle:
    """Owns one search; ends it when the last view into its memory is gone.

    Raises OutOfMemory if there was no memory to begin it.
    """

    def __init__(self, library: ctypes.CDLL, address: int | None, delete: Callable[[int], None]):
        if not address:
            raise OutOfMemory("there is no memory to begin with")
        self.library = library
        self.address = address
        # Not when the process ends: a call that was given up may still be at work then.
        weakref.finalize(self, delete, address).atexit = False

    def words(self, name: str, count: int, *arguments: int) -> array[int]:
        """What a function answers that fills in ``count`` signed numbers of 64 bits."""
        found = array("q", bytes(8 * count))
        function(self.library, name)(self.address, *arguments, found.buffer_info()[0])
        return found

    def view(self, name: str, kind: Literal["i", "Q"], count: int) -> memoryview[int]:
        """So many numbers of a C type at the address that a function gives."""
        size = count * array(kind).itemsize
        if size == 0:
            return memoryview(b"").cast(kind)
        block = (ctypes.c_char * size).from_address(function(self.library, name)(self.address))
        # The view keeps the block, and the block its owner: an array of ctypes takes attributes,
        # which the types of the library do not say.
        block.owner = self  # type: ignore[attr-defined]
        return memoryview(block).cast("B").cast(kind)

    def copy(self, name: str, size: int, *arguments: int) -> bytes:
        """So many bytes at the address that a function gives."""
        address = function(self.library, name)(self.address, *arguments)
        return ctypes.string_at(address, size) if size else b""
