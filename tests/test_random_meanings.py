"""Random rulesets mean the same to the engine, to the search and to the second meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.differential.case import examine, only_game
from tests.fuzz import KEPT, aspects_of
from tests.generators import ruleset

SEEDS, AT_ONCE = 500, 25
SAID = re.compile(r"# (\w+): (refuted|reached|proved|never reached)(?: in (\d+))?")
"""What the head of a kept text says of its checks."""


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
    graph = only_game(text)
    for name, word, length in SAID.findall(text):
        mine = graph.verdict(name)
        assert mine.length == (int(length) if length else None)
        assert mine.holds == (word in {"proved", "reached"})
