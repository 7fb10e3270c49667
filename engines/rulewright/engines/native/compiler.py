"""The system's C compiler: which one it is, and what it makes of a text."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from ..game import EngineUnavailable
from .generator.code import NotBuilt

TIMEOUT_SECONDS = 600.0
"""Seconds that one compilation may take."""
_KILLED_SECONDS = 10.0
"""Seconds that a killed compiler may take to be gone."""
_SHOWN = 400


class CompileError(NotBuilt):
    """The compiler failed, crashed or took too long; the message ends with its output."""


def command() -> list[str]:
    """The command that compiles C: ``$CC``, else cc, gcc or clang, else that of ``ziglang``.

    Raises EngineUnavailable if there is none.
    """
    chosen = os.environ.get("CC", "").strip()
    if chosen:
        try:
            words = shlex.split(chosen)
        except ValueError:
            raise EngineUnavailable(f"$CC is no command: {chosen!a}") from None
        if not words or shutil.which(words[0]) is None:
            raise EngineUnavailable(f"$CC names a compiler that is not there: {chosen!a}")
        return words
    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found is not None:
            return [found]
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc"]
    raise EngineUnavailable(
        "there is no C compiler: no $CC, no cc, gcc or clang, no package ziglang"
    )


def version(compiler: list[str]) -> str:
    """How the compiler identifies itself. Raises CompileError if it does not run."""
    return _run([*compiler, "--version"], 60.0)


def available() -> str | None:
    """Why there is no native engine on this system; None if there is one."""
    try:
        version(command())
    except EngineUnavailable as reason:
        return str(reason)
    return None


def compile_shared(compiler: list[str], source: Path, target: Path, options: list[str]) -> None:
    """Compile one file to a shared library. Raises CompileError."""
    # The compiler's own temporary files are placed beside its output.
    environment = {**os.environ, "TMPDIR": str(target.parent)}
    _run([*compiler, *options, "-o", str(target), str(source)], TIMEOUT_SECONDS, environment)
    if not target.is_file():
        raise CompileError(f"{compiler[0]} ended well, but has made nothing")


def _run(words: list[str], seconds: float, environment: Mapping[str, str] | None = None) -> str:
    """The output of a command, which has ended with everything it started when this returns."""
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=environment,
        )
    except OSError as error:
        raise CompileError(f"{words[0]} cannot be run: {error.strerror}") from None
    try:
        output = awaited(process, seconds)
    except subprocess.TimeoutExpired:
        raise CompileError(f"{words[0]} did not end in {seconds:.0f} seconds") from None
    finally:
        _end(process)
    said = output.decode("utf-8", "replace").strip()
    if process.returncode != 0:
        raise CompileError(f"{words[0]} ended with code {process.returncode}: {said[:_SHOWN]!a}")
    return said


def awaited(process: subprocess.Popen[bytes], seconds: float) -> bytes:
    """Its output, once it has ended. What raises an exception in here, such as a signal's handler, ends the
    compiler. Raises TimeoutExpired."""
    return process.communicate(timeout=seconds)[0]


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        # No longer than this: whoever interrupts a process that waits may leave its lock taken for ever.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=_KILLED_SECONDS)
