"""From a file to a program: the way in for every other layer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from .diagnostics import RulesetError
from .ir.program import Program
from .syntax import Ruleset

__all__ = ["RulesetError", "instantiate", "load"]


def load(path: Path) -> Ruleset:
    """Read, parse and check a ruleset with its clause file, all its variants and instances.

    Raises RulesetError with every diagnostic found.
    """
    raise NotImplementedError


def instantiate(
    ruleset: Ruleset,
    *,
    variant: str | None = None,
    instance: str | None = None,
    parameters: Mapping[str, int] = {},
    readings: Mapping[str, str] = {},
) -> Program:
    """The program of one variant (``standard``) or named instance, with some settings changed.

    Raises RulesetError for an unknown name (with near ones) or a value outside its range.
    """
    raise NotImplementedError
