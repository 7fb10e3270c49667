"""Engines by what is typed: a command, or ``MODULE:CLASS`` for a class of Python."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable

from .remote import Bounds, Remote

CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


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
