"""The sketches of the design notes are rulesets that compile and can be played to an end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.tiers import slow

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.engines.game import CHANCE
from rulewright.engines.python.game import PythonGame

FOLDER = Path(__file__).parents[2] / "docs" / "sketches"
MOST_DECISIONS = 5000


def program(name: str) -> Program:
    text = (FOLDER / f"{name}.rules").read_text("utf-8")
    return instantiate(load_text(text, f"{name}.rules"))


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*slow(["arktia"]), "petite-mort", "run-run-run"])
def test_random_plays_end_without_a_fault(name: str) -> None:
    game = PythonGame(program(name))
    for seed in range(5):
        chosen = random.Random(seed)
        state = game.new()
        for _ in range(MOST_DECISIONS):
            if game.decides(state) is None:
                break
            actions = game.legal(state)
            if game.decides(state) == CHANCE:
                actions = [a for a in actions if game.weight(state, a) > 0]
            assert actions, f"stuck at {game.node(state)} with seed {seed}"
            state = game.apply(state, chosen.choice(actions))
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.kind != "fault", outcome.label


def test_every_sketch_is_in_the_notes() -> None:
    notes = (FOLDER.parent / "design-notes.md").read_text("utf-8")
    names = [path.name for path in FOLDER.glob("*.rules")]
    assert len(names) == 3
    assert all(f"sketches/{name}" in notes for name in names)
