"""Engines as given on the command line: a command, or `MODULE:CLASS` for a Python class."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from .classes.near_miss import meant
from .program import Bounds
from .protocol import EngineFailure
from .remote import Remote

CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")

SOURCE = re.compile(r"[^-:=\s][^:=\s]*\.(py|mjs|js|ts|rb|pl|lua|jar|php|sh|exe)")
"""The pattern of a program's file in a command."""


def words(engine: str) -> list[str]:
    """The words of a command. Raises ValueError if it has none, or a quote is not closed."""
    if CLASS.fullmatch(engine):
        return [sys.executable, "-m", "rulewright.verify.conform.connection.classes.host", engine]
    found = shlex.split(engine)
    if not found:
        raise ValueError("an engine is a command, or MODULE:CLASS")
    return found


def maker(engine: str, bounds: Bounds) -> Callable[[], Remote]:
    """Starts the engine. Raises ValueError for anything but a command."""
    command = words(engine)
    return lambda: Remote(command, bounds)


def missing(engine: str, failure: EngineFailure) -> str:
    """What is missing, for an engine that failed before it identified itself: a command, a module, a
    class, or a file of the command; and how a class is named that was meant. Empty if nothing is."""
    if failure.kind == "does not start":
        return "; ".join(filter(None, (failure.detail, meant(engine.strip()))))
    files = (word for word in words(engine) if SOURCE.fullmatch(word))
    return next((f"there is no file {word}" for word in files if not Path(word).exists()), "")
