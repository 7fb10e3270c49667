"""Games by name, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame


def game(
    ruleset: str | Path, *, variant: str | None = None, instance: str | None = None,
    parameters: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None,
) -> PythonGame:  # fmt: skip
    """The game of a shipped ruleset or a file; made once, and cached.

    Raises RulesetError for a ruleset that is wrong or has no such game, and OSError if there is
    none.
    """
    return _game(
        find(str(ruleset)), variant, instance,
        tuple((parameters or {}).items()), tuple((readings or {}).items()),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _game(
    path: Path, variant: str | None, instance: str | None,
    parameters: tuple[tuple[str, int], ...], readings: tuple[tuple[str, str], ...],
) -> PythonGame:  # fmt: skip
    program = instantiate(
        _ruleset(path), variant=variant, instance=instance,
        parameters=dict(parameters), readings=dict(readings),
    )  # fmt: skip
    return PythonGame(program)


@lru_cache(maxsize=16)
def _ruleset(path: Path) -> Ruleset:
    return load(path, every=False)
