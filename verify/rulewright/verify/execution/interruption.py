"""Ends work that looks at no clock: making a program of rules, code generated from it, calls into C, and the
C compiler.

One evaluation may take longer than the universe lasts: six quantifiers over sixty-four values each.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import TypeVar

from rulewright.engines.native.compiler import awaited
from rulewright.engines.python.importing import GENERATED

from ..effort.running import INTERRUPTING
from ..limits import Deadline, OutOfTime

T = TypeVar("T")

CALL = "a call into C"
"""The name of a thread that runs one."""


@contextmanager
def ending_in_time(deadline: Deadline, grace: float = 0.0) -> Iterator[None]:
    """Within, making a program, generated Python, and waiting for the C compiler raise OutOfTime when the
    deadline passed ``grace`` seconds ago; the compiler has ended then.

    Nothing else is interrupted: the caller sees the exception come out of the call, or not at all.
    Outside the main thread, and where there are no timers, none of these is ended.
    """
    left = _seconds(deadline)
    main = threading.current_thread() is threading.main_thread()
    if left is None or not main or not hasattr(signal, "setitimer"):
        yield
        return

    from rulewright.dsl.elaborate.program import elaborate  # not before there is a ruleset

    own = (awaited.__code__, elaborate.__code__)

    def end(number: int, frame: FrameType | None) -> None:
        if _endable(frame, own):
            signal.setitimer(signal.ITIMER_REAL, INTERRUPTING.unwinding, INTERRUPTING.again)
            raise OutOfTime("the time is up")

    started, before = time.monotonic(), signal.signal(signal.SIGALRM, end)
    outer, _ = signal.setitimer(
        signal.ITIMER_REAL, max(left + grace, INTERRUPTING.again), INTERRUPTING.again
    )
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if outer:
            left = max(outer - (time.monotonic() - started), INTERRUPTING.again)
            signal.setitimer(signal.ITIMER_REAL, left, INTERRUPTING.again)


def _seconds(deadline: Deadline) -> float | None:
    """How long a system timer is to run; infinite for a deadline on another clock."""
    return deadline.left() if deadline.clock is time.monotonic else None


def _endable(frame: FrameType | None, own: tuple[CodeType, ...]) -> bool:
    """Whether a frame belongs to generated code or to some code of our ``own``, or to what these call.

    Making a program is such code, as all that it changes is its own, and so is waiting for the compiler.
    """
    while frame is not None:
        code = frame.f_code
        if any(code is one for one in own) or code.co_filename.startswith(GENERATED):
            return True
        frame = frame.f_back
    return False


def called_in_time(call: Callable[[], T], deadline: Deadline) -> T:
    """The result of a call into C. Raises OutOfTime if it has none some time after the deadline.

    The call then continues in a separate thread until the process ends: nobody may touch its data
    again, and ``call`` must hold references to whatever would free them. An interrupt is noticed at
    once.
    """
    results: list[T] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=run, name=CALL, daemon=True)
    thread.start()
    left = _seconds(deadline)
    thread.join(None if left is None else left + INTERRUPTING.grace)
    if failures:
        raise failures[0]
    if not results:
        raise OutOfTime("the time is up")
    return results[0]
