"""Random rulesets mean the same to the engine, to the search and to the second meaning."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.differential.case import examine
from tests.fuzz import KEPT, aspects_of
from tests.generators import ruleset

SEEDS, AT_ONCE = 500, 25


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_random_rulesets(first: int) -> None:
    found = {
        seed: examine(ruleset(seed), ("plays", "search"), only=seed)
        for seed in range(first, first + AT_ONCE)
    }
    assert not any(found.values()), {s: f for s, f in found.items() if f}


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.rules")), ids=lambda p: p.stem)
def test_what_was_at_odds_once(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not examine(text, aspects_of(path))
