"""Work in a separate process: it ends in time, and its crash is not ours."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from typing import Generic, TypeVar

T = TypeVar("T")

ENDING = (signal.SIGINT, signal.SIGTERM)
"""The signals with which a person, or the system, ends a process."""
PR_SET_PDEATHSIG = 1
"""From ``linux/prctl.h``."""


@dataclass(frozen=True, slots=True)
class Finished(Generic[T]):
    """The result of the work."""

    value: T


@dataclass(frozen=True, slots=True)
class Failed:
    """The work did not end in time, or not well; ``why`` says which."""

    why: str


def context() -> ForkContext | SpawnContext:
    """How processes begin: as a copy of this one where that is safe, else afresh."""
    if sys.platform == "linux":
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Postpone interrupts and termination, so that no process is begun that nobody knows of.

    A process that begins meanwhile goes on postponing them: see `leave_interrupts_to_the_parent`.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_interrupts_to_the_parent() -> None:
    """A worker is ended by its parent: an interrupt at the terminal reaches both.

    On Linux it also ends if the parent was killed and could not end it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    if sys.platform == "linux":
        parent = multiprocessing.parent_process()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if parent is not None and parent.pid != os.getppid():
            os._exit(1)


def isolated(
    work: Callable[..., T], arguments: tuple[object, ...], seconds: float
) -> Finished[T] | Failed:
    """Call ``work`` in another process and wait for at most ``seconds`` seconds.

    ``work`` is a function of a module; it, its arguments and its result must be picklable. The
    process and everything it started are gone when this returns.
    """
    receiver, sender = context().Pipe(duplex=False)
    process = context().Process(target=_work, args=(sender, work, arguments))
    try:
        with uninterrupted():
            process.start()
        sender.close()
        if not receiver.poll(seconds):
            return Failed("the time was up")
        outcome: Finished[T] | Failed = receiver.recv()
        return outcome
    except EOFError:
        process.join()
        return Failed(f"the prover's process ended with code {process.exitcode}")
    finally:
        receiver.close()
        if process.pid is not None:
            end_group(process.pid)
            process.kill()
            process.join()


def _work(sender: Connection, work: Callable[..., T], arguments: tuple[object, ...]) -> None:
    if hasattr(os, "setsid"):
        os.setsid()
    leave_interrupts_to_the_parent()
    try:
        sender.send(Finished(work(*arguments)))
    except Exception as error:
        sender.send(Failed(f"the prover failed: {type(error).__name__}: {error}"))


def end_group(leader: int | None) -> None:
    """End the group of processes that a worker leads, itself included."""
    if leader is not None and hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
