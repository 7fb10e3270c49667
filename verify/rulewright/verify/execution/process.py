"""Work in a process of its own: it ends in time, and its crash is not ours."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Finished(Generic[T]):
    """What the work came to."""

    value: T


@dataclass(frozen=True, slots=True)
class Failed:
    """The work did not end in time, or not well; ``why`` says which."""

    why: str


def context() -> ForkContext | SpawnContext:
    """How processes begin: as a copy of this one where that is safe, else from nothing."""
    if sys.platform == "linux":
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def isolated(
    work: Callable[..., T], arguments: tuple[object, ...], seconds: float
) -> Finished[T] | Failed:
    """Call ``work`` in another process and wait for at most so many seconds.

    ``work`` is a function of a module; it, its arguments and its result can be pickled. The
    process and all that it started are gone when this returns.
    """
    receiver, sender = context().Pipe(duplex=False)
    process = context().Process(target=_work, args=(sender, work, arguments))
    process.start()
    sender.close()
    try:
        if not receiver.poll(seconds):
            return Failed("the time was up")
        outcome: Finished[T] | Failed = receiver.recv()
        return outcome
    except EOFError:
        process.join()
        return Failed(f"the prover's process ended with code {process.exitcode}")
    finally:
        receiver.close()
        _end(process.pid)
        process.kill()
        process.join()


def _work(sender: Connection, work: Callable[..., T], arguments: tuple[object, ...]) -> None:
    if hasattr(os, "setsid"):
        os.setsid()
    try:
        sender.send(Finished(work(*arguments)))
    except Exception as error:
        sender.send(Failed(f"the prover failed: {type(error).__name__}: {error}"))


def _end(leader: int | None) -> None:
    """End the group of processes that the worker leads, itself included."""
    if leader is not None and hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
