"""The examples in docstrings print what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMPT = ">>>"


def _modules() -> list[str]:
    """The modules with an example; to ask the text is faster than to import them all."""
    return [
        ".".join(path.relative_to(ROOT / layer).with_suffix("").parts)
        for layer in ("dsl", "engines", "verify")
        for path in sorted((ROOT / layer).rglob("*.py"))
        if PROMPT in path.read_text("utf-8")
    ]


@pytest.mark.parametrize("name", [*_modules(), "tests.repository.test_vocabulary"])
def test_examples(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed
