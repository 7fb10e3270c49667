"""The C functions of a comparison, with the types of their arguments."""

from __future__ import annotations

import ctypes
from enum import IntEnum
from pathlib import Path

from rulewright.engines.native.loading import Signatures

from ...explicit.native.functions import SOURCES as SEARCH

HERE = Path(__file__).parent
SIDE = HERE / "side.c"
"""To be compiled with each of the two games."""
_NAMES = ("pairs.c", "bisimulation.c", "random_walk.c", "variation.c")
SOURCES = (SEARCH[0], *(HERE / name for name in _NAMES))
"""To be compiled in this order, behind the definition of a pair."""
MOST_PLAYERS = 64

_WORD = ctypes.c_int64
_HANDLE = ctypes.c_void_p


class NativeSide(ctypes.Structure):
    """One of the games, in the form that pairs.c wants."""

    _fields_ = (
        *(
            (name, ctypes.c_void_p)
            for name in (
                *("start", "decides", "legal", "node"),
                *("step", "weight", "winners", "scores"),
            )
        ),
        ("size", _WORD),
        ("row", _WORD),
        *((name, ctypes.c_void_p) for name in ("kinds", "starts", "names", "bases", "words")),
    )


TYPES: Signatures = {
    "rwl_pairs_create": (_HANDLE, (_HANDLE, _HANDLE, _WORD, _WORD, _HANDLE, _WORD)),
    "rwl_pairs_delete": (None, (_HANDLE,)),
    "rwl_follow": (_WORD, (_HANDLE, _HANDLE, _WORD, ctypes.c_int)),
    "rwl_create": (_HANDLE, (_HANDLE, ctypes.c_uint64)),
    "rwl_delete": (None, (_HANDLE,)),
    "rwl_advance": (ctypes.c_int, (_HANDLE, _WORD, _WORD, _WORD)),
    "rwl_counts": (None, (_HANDLE, _HANDLE)),
    "rwl_distance": (_WORD, (_HANDLE, ctypes.c_uint32)),
    "rwl_path": (None, (_HANDLE, ctypes.c_uint32, _HANDLE)),
    "rwl_at": (_HANDLE, (_HANDLE, ctypes.c_uint32)),
    "rwl_width": (_WORD, (_HANDLE, ctypes.c_uint32)),
    "rwl_random_walk_create": (_HANDLE, (_HANDLE, ctypes.c_uint64, _WORD, _WORD, _WORD)),
    "rwl_random_walk_delete": (None, (_HANDLE,)),
    "rwl_random_walk_on": (ctypes.c_int, (_HANDLE, _WORD)),
    "rwl_random_walk_counts": (None, (_HANDLE, _HANDLE)),
    "rwl_random_walk_keys": (_HANDLE, (_HANDLE, ctypes.c_int)),
    "rwl_variation_create": (_HANDLE, (_HANDLE, _HANDLE, _WORD, ctypes.c_uint64, ctypes.c_int)),
    "rwl_variation_delete": (None, (_HANDLE,)),
    "rwl_vary": (_WORD, (_HANDLE, _WORD)),
    "rwl_variation_keys": (_HANDLE, (_HANDLE,)),
}


class ComparisonStatus(IntEnum):
    """The status of a comparison after it was advanced; see bisimulation.c."""

    RUNNING = 0
    DONE = 1
    MANY = 2
    MEMORY = 3
    DISTINGUISHED = 4
    LONG = 5
    LIMIT = 6


def head(size: int) -> str:
    """The text before :data:`SOURCES`: the definition of pairs of that size."""
    return "\n".join(
        (
            "#include <stdint.h>",
            f"typedef struct {{ unsigned char bytes[{size}]; }} rw_state;",
            f"#define RWL_PLAYERS {MOST_PLAYERS}",
            "#if defined(_WIN32)",
            "#define RWL_EXPORT __declspec(dllexport)",
            "#else",
            '#define RWL_EXPORT __attribute__((visibility("default")))',
            "#endif",
        )
    )
