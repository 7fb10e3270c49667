"""Random combinations of the readings of the four games are found again, up to what no play tells.

In ``make test`` one combination of a few readings; in ``make slow`` twenty of all, for each game.
"""

from __future__ import annotations

import pytest
from tests.tiers import slow
from tests.verify.conform.identify.readings import GAMES, recovered


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "instance", "seed", "most"),
    [
        *slow([("circle", "small", 0, 3)]),
        *slow((name, instance, seed, None) for name, instance in GAMES for seed in range(20)),
    ],
)
def test_readings_of_a_game_are_found_again(
    name: str, instance: str, seed: int, most: int | None
) -> None:
    found = recovered(name, instance, seed, most)
    assert found.wrong == ()
    assert found.exact > 0
