"""The C functions of random plays, with the types of their arguments."""

from __future__ import annotations

import ctypes
from pathlib import Path

from rulewright.engines.native.loading import Signatures

_WORD = ctypes.c_uint64
_INT = ctypes.c_int
_HANDLE = ctypes.c_void_p

SAMPLING = Path(__file__).parent / "sampling.c"
"""Compiled after a search: random plays. It needs all of a generated game."""
SAMPLING_TYPES: Signatures = {
    "rws_sample": (
        _INT,
        (_WORD, *(ctypes.c_int64,) * 3, *(ctypes.c_void_p,) * 3),
    ),
    "rws_sampled": (ctypes.c_int64, (_WORD, *(ctypes.c_int64,) * 2, ctypes.c_void_p)),
}

GUIDED = Path(__file__).parent / "guided.c"
"""Compiled after that: plays toward a target."""
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

ARCHIVE = tuple(Path(__file__).parent / name for name in ("archive.c", "exploring.c"))
"""Compiled after random plays, too: an archive of positions, and plays that continue from them."""
ARCHIVE_TYPES: Signatures = {
    "rwa_create": (_HANDLE, (*(_INT,) * 7, _WORD, ctypes.c_int64)),
    "rwa_sought": (_INT, (_HANDLE, ctypes.c_void_p, _INT)),
    "rwa_seed": (None, (_HANDLE, ctypes.c_void_p, ctypes.c_int64)),
    "rwa_advance": (_INT, (_HANDLE, ctypes.c_int64)),
    "rwa_counts": (None, (_HANDLE, ctypes.c_void_p)),
    "rwa_found": (None, (_HANDLE, ctypes.c_void_p)),
    "rwa_delete": (None, (_HANDLE,)),
}
