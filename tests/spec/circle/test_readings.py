"""The engine and the oracle agree in every position of small wheels, in every reading."""

from __future__ import annotations

import pytest
from tests.oracles import circle, circle_match
from tests.spec.circle.readings import DISINTEGRATION, FREQUENT, HOME, OTHER_OPTIONS, WIDER
from tests.spec.games import TWO_ROUNDS, circle_game, circle_oracle, match_oracle
from tests.spec.side_by_side import same_game
from tests.tiers import every, slow

SMALL = {"standard": (2, 3, 4), "aggressive": (2, 4, 3), "three": (2, 3, 2)}
SMALLEST = {"standard": (2, 3, 3), "aggressive": (2, 3, 3), "three": (2, 3, 1)}
SIZES = [(2, 3, 3), pytest.param((2, 3, 4), marks=pytest.mark.slow)]


def same(variant: str, size: tuple[int, int, int], changed: dict[str, str]) -> set[str]:
    rules = circle.Rules(variant, *size, tuple(changed.items()))
    return same_game(circle_game(rules), circle_oracle(rules), circle.first(rules))


@pytest.mark.heavy
@pytest.mark.parametrize("variant", ["standard", *slow(["aggressive", "three"])])
def test_the_default_readings(variant: str) -> None:
    assert {"Life", "Death"} <= same(variant, SMALL[variant], {})


@pytest.mark.parametrize(("name", "option"), every(12, OTHER_OPTIONS))
@pytest.mark.parametrize("sizes", [SMALLEST, *slow([SMALL])], ids=["smallest", "small"])
def test_every_reading_alone(
    name: str, option: str, sizes: dict[str, tuple[int, int, int]]
) -> None:
    variant = HOME.get(name, "standard")
    same(variant, sizes[variant], {name: option})


@pytest.mark.heavy
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("name", "option"), every(20, [x for x in OTHER_OPTIONS if x[0] not in HOME])
)
def test_every_reading_where_powers_are_frequent(
    name: str, option: str, size: tuple[int, int, int]
) -> None:
    same("standard", size, {**FREQUENT, name: option})


@pytest.mark.heavy
@pytest.mark.parametrize(
    "changed",
    [*DISINTEGRATION[1::44], *slow(DISINTEGRATION)],
    ids=lambda c: "-".join(c.values()),
)
@pytest.mark.parametrize("time", circle.READINGS["goal_time"])
def test_disintegration_in_all_its_readings(changed: dict[str, str], time: str) -> None:
    same("standard", (2, 3, 3), {**FREQUENT, "goal_time": time, **changed})


@pytest.mark.heavy
@pytest.mark.parametrize(("size", "changed"), every(12, WIDER), ids=lambda x: "-".join(map(str, x)))
def test_readings_that_need_a_wider_wheel(
    size: tuple[int, int, int], changed: dict[str, str]
) -> None:
    same("standard", size, changed)


@pytest.mark.heavy
@pytest.mark.parametrize("segments", [3, *slow([4])])
def test_edges_of_a_wheel_whose_middle_joins(segments: int) -> None:
    same("standard", (2, segments, 3), {**FREQUENT, "centre": "meeting", "rim": "gaping"})


def same_match(variant: str, size: tuple[int, int, int], changed: dict[str, str]) -> set[str]:
    inner = {k: v for k, v in changed.items() if k in circle.READINGS}
    outer = {k: v for k, v in changed.items() if k in circle_match.READINGS}
    rules = circle.Rules(TWO_ROUNDS[variant], *size, tuple(inner.items()))
    match = circle_match.Match(rules, tuple(outer.items()))
    game = circle_game(rules, variant=variant, **outer)
    return same_game(game, match_oracle(match), circle_match.first_of_match(match))


@pytest.mark.heavy
@pytest.mark.parametrize("variant", ["two_rounds", *slow(["two_aggressive_rounds"])])
def test_matches_end_in_every_way(variant: str) -> None:
    assert same_match(variant, (2, 3, 3), {}) == {"", "First", "Second", "draw"}


@pytest.mark.heavy
@pytest.mark.parametrize(
    "changed",
    [
        {"single_win": "drawn_game", "shared_goal": "nobody"},
        *slow(
            [
                {"needed": "used_ones", **FREQUENT, "replaced_go": "to_box"},
                {"second_start": "same_person", "shared_goal": "seat"},
                {"second_start": "same_person"},
                {"both_twice": "nobody"},
                {"needed": "used_ones", **FREQUENT},
                {"shared_round": "for_nobody", "single_win": "drawn_game"},
                {"second_start": "same_person", "first_turn": "opening"},
                {**FREQUENT, "replaced_go": "to_box"},
                {"shared_round": "for_nobody"},
                {"shared_goal": "nobody"},
                {"both_twice": "fewer"},
                {"decay_stop": "no_more", **FREQUENT},
            ]
        ),
    ],
    ids=lambda c: "-".join(c.values()),
)
def test_readings_of_the_match(changed: dict[str, str]) -> None:
    same_match("two_rounds", (2, 3, 3), changed)
