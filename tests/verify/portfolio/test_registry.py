"""The methods: each way has one, and says how far its tasks go."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, cast, get_args

import pytest

from rulewright.verify.portfolio import methods
from rulewright.verify.portfolio.registry import METHODS, method_of
from rulewright.verify.portfolio.task import Task
from rulewright.verify.results.attempt import Way

AMOUNTS: dict[Way, str] = {
    "complete search": "20 positions",
    "random play": "20 plays of up to 50 moves",
    "guided play": "20 moves toward each target",
    "bounded search": "20 units of the solver",
    "proof": "20 units of the solver",
    "fewer moves": "20 moves tried",
    "shorter play": "20 units of the solver",
}


def test_each_way_has_a_method_in_a_file_of_its_name() -> None:
    assert METHODS.keys() == set(get_args(Way))
    files = {file.stem for file in Path(methods.__path__[0]).glob("*.py")}
    assert {way.replace(" ", "_") for way in METHODS} <= files


def test_a_way_without_a_method_is_refused() -> None:
    with pytest.raises(TypeError, match="no method 'prayer'"):
        method_of(cast(Way, "prayer"))


@pytest.mark.parametrize("way", AMOUNTS)
def test_a_task_says_how_far_it_goes(way: Way) -> None:
    assert method_of(way).effort(Task(way, (0,), 20, 50)) == AMOUNTS[way]


def test_a_search_without_a_limit_is_one_of_all_positions() -> None:
    assert method_of("complete search").effort(Task("complete search", (0,), None)) == (
        "all positions"
    )
    assert method_of("proof").effort(Task("proof", (0,), 5_000_000)) == (
        "5,000,000 units of the solver"
    )


@pytest.mark.parametrize(
    ("one", "other", "rivals"),
    [
        ("proof", "bounded search", True),
        ("random play", "proof", True),
        ("bounded search", "random play", False),
        ("proof", "proof", False),
        ("complete search", "proof", False),
    ],
)
def test_what_finds_plays_and_what_finds_proofs_are_rivals(
    one: Way, other: Way, rivals: Literal[True, False]
) -> None:
    assert method_of(one).rivals(method_of(other)) is rivals
