"""The C functions of a compiled search, with the types of their arguments."""

from __future__ import annotations

import ctypes
from enum import IntEnum
from pathlib import Path

from rulewright.engines.native.loading import Signatures

SOURCES = tuple(
    Path(__file__).parent / name for name in ("store.c", "search.c", "graph.c", "perft.c")
)
"""To be compiled in this order, together with and behind the generated text of a game."""

_WORD = ctypes.c_uint64
_INT = ctypes.c_int
_NUMBER = ctypes.c_uint32
_HANDLE = ctypes.c_void_p
"""Functions by name: what they return, and what they take."""

TYPES: Signatures = {
    "rws_create": (_HANDLE, (_WORD, _NUMBER, _INT, _INT, ctypes.c_void_p)),
    "rws_advance": (_INT, (_HANDLE, _WORD)),
    "rws_close": (None, (_HANDLE,)),
    "rws_delete": (None, (_HANDLE,)),
    "rws_state_size": (_WORD, ()),
    "rws_state": (ctypes.c_void_p, (_HANDLE, _NUMBER)),
    "rws_counts": (None, (_HANDLE, ctypes.c_void_p)),
    "rws_parents": (ctypes.c_void_p, (_HANDLE,)),
    "rws_starts": (ctypes.c_void_p, (_HANDLE,)),
    "rws_targets": (ctypes.c_void_p, (_HANDLE,)),
    "rws_end_at": (None, (_HANDLE, _WORD, ctypes.c_void_p)),
    "rws_stuck_at": (None, (_HANDLE, _INT, ctypes.c_void_p)),
    "rws_hit_of": (None, (_HANDLE, _INT, ctypes.c_void_p)),
    "rws_marks": (ctypes.c_void_p, (_HANDLE, _INT)),
    "rws_components": (_INT, (_HANDLE, ctypes.c_void_p, ctypes.c_void_p)),
    "rws_perft_create": (_HANDLE, (_WORD,)),
    "rws_perft_advance": (_INT, (_HANDLE, _NUMBER, ctypes.c_void_p)),
    "rws_perft_delete": (None, (_HANDLE,)),
}


class SearchStatus(IntEnum):
    """What a search that was advanced says; see search.c and perft.c."""

    RUNNING = 0
    DONE = 1
    STATES = 2
    MEMORY = 3
    ENDLESS = 4
    OVERFLOW = 5
    LONG = 6
