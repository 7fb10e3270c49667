"""Where the shipped rulesets are, and how a file is called from here."""

from __future__ import annotations

import os
from pathlib import Path

from ..diagnostics import near_or_some

SUFFIX = ".rules"


def spec_root() -> Path:
    """The folder of the shipped rulesets: that of the checkout if this is one, else the installed
    one.

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


def shipped(name: str) -> Path | None:
    """The shipped ruleset of this name, if there is one; ``-`` and ``_`` are the same."""
    by_name = {found.stem.replace("-", "_"): found for found in rulesets()}
    return by_name.get(name.replace("-", "_"))


def is_ruleset(name: str) -> bool:
    """Whether this is the path of a file, or the name of a shipped ruleset."""
    return os.path.isfile(name) or shipped(name) is not None


def find(name: str) -> Path:
    """The ruleset meant by a path, or by the name of a shipped one: ``circle``.

    In names ``-`` and ``_`` are the same.

    Raises FileNotFoundError with near names.
    """
    path = Path(name)  # os.path takes any text for a name, however long.
    if os.path.isfile(path):
        return path
    if (known := shipped(name)) is not None:
        return known
    if os.path.isdir(path):
        raise FileNotFoundError(f"{name} is a folder; name a file that ends in {SUFFIX}")
    if os.path.exists(path):
        raise FileNotFoundError(f"{name} is no regular file; name a file that ends in {SUFFIX}")
    names = [found.stem for found in rulesets()]
    hint = near_or_some(name, names, "shipped are")
    raise FileNotFoundError(f"there is no ruleset {name}; {hint}")


def from_here(file: str) -> str:
    """A file's name as seen from the current folder, if it lies in it; else the same, also where that folder
    is no longer there."""
    try:
        here = Path.cwd()
    except OSError:
        return file
    path = Path(file)
    return str(path.relative_to(here)) if path.is_relative_to(here) else file
