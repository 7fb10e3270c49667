"""Verdicts, counts and lengths of witnesses of the shipped games, as they were written down."""

from __future__ import annotations

import pytest
from tests.golden import verdicts


def test_every_shipped_ruleset_is_there() -> None:
    assert set(verdicts.read()) == set(verdicts.names())


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [n if n != "othello" else pytest.param(n, marks=pytest.mark.slow) for n in verdicts.names()],
)
def test_verdicts_are_as_they_were(name: str) -> None:
    assert verdicts.verdicts(name) == verdicts.read()[name]
