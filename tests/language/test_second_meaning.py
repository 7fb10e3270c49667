"""The shipped games, by the second meaning of the language, are those that the engine plays."""

from __future__ import annotations

import pytest
from tests.differential.plays import oracle_of, same_play
from tests.shipped import ruleset
from tests.tiers import slow

from rulewright.dsl.instantiate import instantiate
from rulewright.engines.python.game import PythonGame

FEW = [
    ("tictactoe", "box", 60), ("hex", None, 5), ("petite-mort", "small_both", 15),
]  # fmt: skip
MORE = [
    ("circle", "small_powers", 60), ("arktia", "line_of_five", 15),
    ("connectfour", None, 20), ("breakthrough", None, 8), ("circle", "small_three", 60),
    ("run-run-run", "small_boss", 8), ("circle", "small_match", 60),
    ("circle", "small_aggressive", 60), ("arktia", "small", 15), ("petite-mort", "small", 15),
    ("run-run-run", "small", 8), ("circle", "box", 20),
]  # fmt: skip
GAMES = [*FEW, *slow(MORE)]
"""A ruleset, an instance, and how many actions are played at most."""

READINGS = {
    "centre": "meeting", "other_goal": "own_turn", "goal_time": "after_powers",
    "birth_place": "detached", "birth_chain": "once", "decay_cause": "any_turning",
    "newcomer": "replaced", "surrounding": "one_axis", "decay_number": "one_of_them",
    "decay_chain": "chain", "replaced_go": "to_box",
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "instance", "limit"), GAMES)
def test_the_second_meaning_plays_the_shipped_games(
    name: str, instance: str | None, limit: int
) -> None:
    text = ruleset(name)
    program = instantiate(text, instance=instance or text.instances[0].name.text)
    oracle, game = oracle_of(text, program), PythonGame(program)
    assert sum(same_play(oracle, game, seed, limit) for seed in range(2)) > 8


@pytest.mark.thorough
def test_the_second_meaning_follows_readings() -> None:
    text = ruleset("circle")
    program = instantiate(text, instance="small_powers", readings=READINGS)
    oracle, game = oracle_of(text, program), PythonGame(program)
    assert sum(same_play(oracle, game, seed, 80) for seed in range(2)) > 15
