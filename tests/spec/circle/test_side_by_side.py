"""The engine and the oracle play the same random plays, decision by decision, at full size."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracles import circle, circle_match
from tests.spec.circle.readings import HOME, OTHER_OPTIONS, TOGETHER
from tests.spec.games import ONE_ROUND, TWO_ROUNDS, circle_game, circle_oracle, match_oracle
from tests.spec.side_by_side import same_play
from tests.tiers import every, slow

from rulewright.engines.python.game import PythonGame

BOX = {"standard": (4, 8, 14), "aggressive": (4, 8, 14), "three": (4, 8, 12)}


def board(game: PythonGame, state: Any, roles: int) -> tuple[int | None, ...]:
    on = game.value(state, "on")
    assert isinstance(on, tuple)
    return tuple(None if piece == roles else piece for piece in on)


def follow(rules: circle.Rules, seeds: range, limit: int) -> None:
    game, oracle = circle_game(rules), circle_oracle(rules)
    for seed in seeds:
        for state, at in same_play(game, oracle, circle.first(rules), seed, limit):
            if not at.chosen:
                assert board(game, state, rules.roles) == at.state.board


@pytest.mark.parametrize("variant", ONE_ROUND)
def test_as_sold(variant: str) -> None:
    follow(circle.Rules(variant, *BOX[variant]), range(8), 300)


@pytest.mark.parametrize("variant", ONE_ROUND)
@pytest.mark.parametrize("size", [(2, 6, 5), *slow([((3, 5, 5),), ((6, 3, 7),)])], ids=str)
def test_other_wheels(variant: str, size: tuple[int, int, int]) -> None:
    follow(circle.Rules(variant, *size), range(10), 120)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), OTHER_OPTIONS)
def test_every_reading_as_sold(name: str, option: str) -> None:
    variant = HOME.get(name, "standard")
    follow(circle.Rules(variant, *BOX[variant], ((name, option),)), range(3), 150)


@pytest.mark.parametrize(
    ("variant", "changed"),
    every(3, TOGETHER),
    ids=lambda x: x if isinstance(x, str) else "-".join(x.values()),
)
def test_readings_together_as_sold(variant: str, changed: dict[str, str]) -> None:
    follow(circle.Rules(variant, *BOX[variant], tuple(changed.items())), range(3), 150)


@pytest.mark.parametrize("variant", every(2, list(TWO_ROUNDS)))
def test_match_as_sold(variant: str) -> None:
    match = circle_match.Match(circle.Rules(TWO_ROUNDS[variant], *BOX["standard"]))
    game = circle_game(match.rules, variant=variant)
    for seed in range(6):
        start = circle_match.first_of_match(match)
        for state, at in same_play(game, match_oracle(match), start, seed, 400):
            if not at.chosen and at.state.won is None:
                assert board(game, state, 2) == at.state.inner.board
