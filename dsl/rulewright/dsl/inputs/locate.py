"""Where the shipped rulesets are."""

from __future__ import annotations

import os
from pathlib import Path

from ..diagnostics import near

SUFFIX = ".rules"


def spec_root() -> Path:
    """The folder of the shipped rulesets: that of the checkout if this is one, else the installed.

    Raises FileNotFoundError if there is neither.
    """
    here = Path(__file__).resolve()
    checkout, installed = here.parents[4] / "spec", here.parents[2] / "spec"
    for folder in (checkout, installed):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the shipped rulesets are missing: {installed} is no folder")


def rulesets() -> list[Path]:
    """The files of all shipped rulesets, ordered by name."""
    return sorted(spec_root().rglob(f"*{SUFFIX}"), key=lambda path: path.stem)


def find(name: str) -> Path:
    """The ruleset meant by a path, or by the name of a shipped one: ``circle``.

    In names ``-`` and ``_`` are the same.

    Raises FileNotFoundError with near names.
    """
    path = Path(name)  # os.path takes every text for a name, however long.
    if os.path.isfile(path):
        return path
    shipped = {found.stem: found for found in rulesets()}
    by_name = {stem.replace("-", "_"): found for stem, found in shipped.items()}
    if name.replace("-", "_") in by_name:
        return by_name[name.replace("-", "_")]
    if os.path.isdir(path):
        raise FileNotFoundError(f"{name} is a folder; name a file that ends in {SUFFIX}")
    if os.path.exists(path):
        raise FileNotFoundError(f"{name} is no regular file; name a file that ends in {SUFFIX}")
    hint = near(name, shipped) or f"shipped are: {', '.join(shipped) or 'none'}"
    raise FileNotFoundError(f"there is no ruleset {name}; {hint}")
