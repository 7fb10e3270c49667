"""Engines by what is typed: a command, or ``MODULE:CLASS`` for a class of Python."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .engine import Engine
from .protocol import EngineFailure
from .remote import Bounds, Remote

CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")

SOURCE = re.compile(r"[^-:=\s][^:=\s]*\.(py|mjs|js|ts|rb|pl|lua|jar|php|sh|exe)")
"""What looks like a program's file in a command."""


def words(engine: str) -> list[str]:
    """The words of a command. Raises ValueError if it has none, or a quote is not closed."""
    if CLASS.fullmatch(engine):
        return [sys.executable, "-m", "rulewright.verify.conform.connection.host", engine]
    found = shlex.split(engine)
    if not found:
        raise ValueError("an engine is a command, or MODULE:CLASS")
    return found


def maker(engine: str, bounds: Bounds) -> Callable[[], Remote]:
    """What starts the engine. Raises ValueError for what is no command."""
    command = words(engine)
    return lambda: Remote(command, bounds)


def greeted(engine: str, start: Callable[[], Engine]) -> bool:
    """Whether an engine starts, says who it is, and ends.

    Raises ValueError for what is not there: a command, a module, a class; or a file of the command, if the
    engine fails.
    """
    try:
        running = start()
        try:
            running.hello()
        finally:
            with suppress(EngineFailure):
                running.close()
    except EngineFailure as failure:
        if failure.kind == "does not start":
            raise ValueError(failure.detail) from None
        for word in words(engine):
            if SOURCE.fullmatch(word) and not Path(word).exists():
                raise ValueError(f"there is no file {word}") from None
        return False
    return True
