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

SAMPLING = Path(__file__).parent / "sampling.c"
"""Behind these: random plays. It needs all of a generated game."""
SAMPLING_TYPES: Signatures = {
    "rws_sample": (
        _INT,
        (_WORD, *(ctypes.c_int64,) * 3, *(ctypes.c_void_p,) * 3),
    ),
    "rws_sampled": (ctypes.c_int64, (_WORD, *(ctypes.c_int64,) * 2, ctypes.c_void_p)),
}

GUIDED = Path(__file__).parent / "guided.c"
"""Behind that: plays toward a target."""
GUIDED_TYPES: Signatures = {
    "rws_guide_create": (
        _HANDLE,
        (_INT, _WORD, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p),
    ),
    "rws_guide_begin": (ctypes.c_int64, (_HANDLE,)),
    "rws_guide_try": (_INT, (_HANDLE, ctypes.c_int64, ctypes.c_void_p)),
    "rws_guide_moves": (ctypes.c_int64, (_HANDLE,)),
    "rws_guide_advance": (ctypes.c_int64, (_HANDLE,)),
    "rws_guide_play": (ctypes.c_int64, (_HANDLE, ctypes.c_int64, ctypes.c_void_p)),
    "rws_guide_delete": (None, (_HANDLE,)),
}

ARCHIVE = Path(__file__).parent / "archive.c"
"""Behind random plays, too: play that goes on from an archive of positions."""
ARCHIVE_TYPES: Signatures = {
    "rwa_create": (_HANDLE, (*(_INT,) * 7, _WORD, ctypes.c_int64)),
    "rwa_seed": (None, (_HANDLE, ctypes.c_void_p, ctypes.c_int64)),
    "rwa_advance": (_INT, (_HANDLE, ctypes.c_int64)),
    "rwa_counts": (None, (_HANDLE, ctypes.c_void_p)),
    "rwa_found": (None, (_HANDLE, ctypes.c_void_p)),
    "rwa_delete": (None, (_HANDLE,)),
}


class Status(IntEnum):
    """What a search that was advanced says; see search.c and perft.c."""

    RUNNING = 0
    DONE = 1
    STATES = 2
    MEMORY = 3
    ENDLESS = 4
    OVERFLOW = 5
    LONG = 6
