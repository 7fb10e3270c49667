"""The functions of a compiled library: the one place where names become functions of C."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Signatures = Mapping[str, tuple[Any, Sequence[Any]]]
"""The type of a function's result (None for nothing) and those of its arguments, by name."""


def function(library: ctypes.CDLL, name: str) -> Callable[..., Any]:
    """A function of a library. Raises AttributeError if it has none of that name."""
    found: Callable[..., Any] = getattr(library, name)
    return found


def typed(library: ctypes.CDLL, signatures: Signatures) -> ctypes.CDLL:
    """The library, its functions with the types of their arguments and results.

    Raises AttributeError if it was compiled without one of them.
    """
    for name, (result, arguments) in signatures.items():
        getattr(library, name).restype = result
        getattr(library, name).argtypes = arguments
    return library


def address(library: ctypes.CDLL, name: str) -> int | None:
    """Where a function lies in memory."""
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value
