"""Random rulesets mean the same to the engine, to the search and to the second meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.differential.case import ASPECTS, examine, examine_one, only_game
from tests.differential.compiler import quick_compiler
from tests.fuzz import KEPT, aspects_of
from tests.generators import ruleset
from tests.tiers import but, every, slow

SEEDS, AT_ONCE = 540, 20
"""So many seeds, of which 517 give a ruleset; so many in each test."""
BATCHES = 3
"""Every run takes one batch in so many, in all ways: to draw and load a ruleset is most of the work."""
QUICK = ("plays", "search", "positions")
EVERY, SHORT = range(500, 1000), 0.3
"""Where all is compared, with compiled C and proofs: seconds for each proof."""
SAID = re.compile(r"# (\w+): (refuted|reached|proved|never reached)(?: in (\d+))?")
"""What the head of a kept text says of its checks."""
DEAR = [
    KEPT / f"{name}.rules"
    for name in (
        "proofs_asks_where_between_rests",
        "proofs_place_of_no_variable",
        "proofs_runs_out",
        "proofs_twin_is",
        "proofs_twin_list",
        "proofs_twin_map",
        "proofs_twin_nested",
        "proofs_twin_set",
    )
]
"""Of the kept texts; ``proofs_twin_at`` shows what the other twins do."""


@pytest.mark.thorough
@pytest.mark.parametrize("first", every(BATCHES, range(0, SEEDS, AT_ONCE), judging=True))
def test_random_rulesets(first: int) -> None:
    seeds = range(first, first + AT_ONCE)
    found = {seed: examine_one(ruleset(seed), (*QUICK, "readings"), seed) for seed in seeds}
    assert not any(found.values()), {s: f for s, f in found.items() if f}


@pytest.mark.thorough
@pytest.mark.parametrize("seeds", [EVERY[:1], *slow(EVERY[n : n + 5] for n in range(1, 500, 5))])
def test_random_rulesets_by_all_that_there_is(
    seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", str(quick_compiler(tmp_path)))
    found = {seed: examine(ruleset(seed), ASPECTS, SHORT, only=seed) for seed in seeds}
    assert not any(found.values()), {s: f for s, f in found.items() if f}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path", but(DEAR, sorted(KEPT.glob("*.rules")), judging=True), ids=lambda p: p.stem
)
def test_what_was_at_odds_once(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not examine(text, aspects_of(path), 1.0)
    graph = only_game(text)
    for name, word, length in SAID.findall(text):
        mine = graph.verdict(name)
        assert mine.length == (int(length) if length else None)
        assert mine.holds == (word in {"proved", "reached"})
