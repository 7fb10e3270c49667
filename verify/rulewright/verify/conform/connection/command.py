"""Engines by what is typed: a command, or ``MODULE:CLASS`` for a class of Python."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder

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
    """What starts the engine. Raises ValueError for what is no command, or is not there."""
    command = words(engine)
    if CLASS.fullmatch(engine):
        module = engine.partition(":")[0].partition(".")[0]
        if PathFinder.find_spec(module, [os.getcwd(), *sys.path]) is None:
            raise ValueError(f"there is no module {module}, here or among what is installed")
    elif shutil.which(command[0]) is None:
        raise ValueError(f"there is no command {command[0]}")
    return lambda: Remote(command, bounds)
