"""Room for walks over expressions that are nested thousands deep, as loops make them pass after pass."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

if sys.platform == "linux":
    import resource

DEPTH = 20_000
"""Calls within each other. A call takes up to 1.2 kB of the stack where it passes through compiled code."""
STACK = 64 * 2**20
"""Bytes of the stack. Linux lets that of the main thread grow while the process runs; it keeps 128 MiB free
below it."""


@contextmanager
def deep_recursion() -> Iterator[None]:
    """In it, calls may be nested ``DEPTH`` deep where the stack can be made large enough: in the main thread,
    on Linux. Elsewhere Python's own limit stays, and a RecursionError comes earlier.
    """
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if _less(hard, STACK):
        yield
        return
    before = sys.getrecursionlimit()
    resource.setrlimit(resource.RLIMIT_STACK, (STACK if _less(soft, STACK) else soft, hard))
    sys.setrecursionlimit(max(before, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
        resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def _less(limit: int, other: int) -> bool:
    return limit != resource.RLIM_INFINITY and limit < other
