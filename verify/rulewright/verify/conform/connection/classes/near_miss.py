"""How a Python class is named that was meant, where a text did not start an engine."""

from __future__ import annotations

import re
from pathlib import Path

FILE = re.compile(r"((?:[^:]*/)?)([A-Za-z_]\w*)\.py")
"""A Python file."""
OF_FILE = re.compile(FILE.pattern + r"\s*:+\s*([A-Za-z_]\w*)(?:\(\))?")
"""A class, behind the file that it is in."""
OF_MODULE = re.compile(r"([A-Za-z_][\w.]*)\s*(?::+|\.)\s*([A-Za-z_]\w*)(?:\(\))?")
"""A class behind its module, with whatever between them."""


def meant(engine: str) -> str:
    """How the class is named that somebody meant, or how its file is run; empty if that is not seen.

    >>> meant("good.py:Base")
    'a class is named by its module: good:Base, in the folder of good.py'
    >>> meant("engines/good.py:Base")
    'a class is named by its module: good:Base, in the folder engines'
    """
    found = OF_FILE.fullmatch(engine)
    if found is not None:
        folder, module, name = found.groups()
        where = (
            f"the folder {folder.rstrip('/') or '/'}" if folder else f"the folder of {module}.py"
        )
        where = "" if _is_here(module) and not folder else f", in {where}"
        return f"a class is named by its module: {module}:{name}{where}"
    found = FILE.fullmatch(engine if engine.endswith(".py") else f"{engine}.py")
    if found is not None and Path(found[0]).is_file():
        return f'a program is run as "python3 {found[0]}", a class is named as {found[2]}:CLASS'
    found = OF_MODULE.fullmatch(engine)
    if found is not None and _is_here(found[1]) and engine != f"{found[1]}:{found[2]}":
        return f"a class is named by its module: {found[1]}:{found[2]}"
    return ""


def _is_here(module: str) -> bool:
    return Path(f"{module.replace('.', '/')}.py").is_file()
