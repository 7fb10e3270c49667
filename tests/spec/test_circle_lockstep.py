"""The engine and the oracle play the same random plays, decision by decision, in every reading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.dsl.ir.program import Decision
from rulewright.engines.interface import Action
from rulewright.engines.python.game import PythonGame
from tests.oracles import circle, circle_match
from tests.oracles.search import Position, Walker
from tests.spec.games import ONE_ROUND, TWO_ROUNDS, circle_game, circle_oracle, match_oracle

BOX = {"standard": (4, 8, 14), "aggressive": (4, 8, 14), "three": (4, 8, 12)}


def choices(game: PythonGame, state: Any) -> dict[tuple[Any, ...], Action]:
    """The engine's legal actions by the oracle's names for them."""
    node = game.program.nodes[game.node(state)]
    assert isinstance(node, Decision)
    return {(node.choices[a.choice].name, *a.args): a for a in game.legal(state)}


def board(game: PythonGame, state: Any, roles: int) -> tuple[int | None, ...]:
    on = game.value(state, "on")
    assert isinstance(on, tuple)
    return tuple(None if piece == roles else piece for piece in on)  # type: ignore[misc]


def same_play(
    game: PythonGame, oracle: Walker, first: Any, roles: int, seed: int, limit: int
) -> Iterator[tuple[Any, Any]]:
    """Play at random on both, and compare who decides, what is legal, and the end."""
    state, at = game.new(), Position(first)
    for choice in oracle.walk(first, seed, limit):
        asked = oracle.ask(at)
        assert game.decides(state) == asked.player
        legal = choices(game, state)
        assert set(legal) == set(asked.choices)
        assert len(legal) == len(asked.choices)
        at = oracle.play(at, choice)
        state = game.apply(state, legal[choice])
        yield state, at
    label = oracle.over(at.state) if not at.chosen else None
    outcome = game.outcome(state)
    assert (outcome.label if outcome else None) == label


def follow(rules: circle.Rules, seeds: range, limit: int) -> None:
    game, oracle = circle_game(rules), circle_oracle(rules)
    for seed in seeds:
        for state, at in same_play(game, oracle, circle.first(rules), rules.roles, seed, limit):
            if not at.chosen:
                assert board(game, state, rules.roles) == at.state.board


@pytest.mark.parametrize("variant", ONE_ROUND)
def test_as_sold(variant: str) -> None:
    follow(circle.Rules(variant, *BOX[variant]), range(8), 300)


@pytest.mark.parametrize("variant", ONE_ROUND)
@pytest.mark.parametrize("size", [(2, 3, 3), (2, 4, 4), (3, 4, 6), (3, 5, 5), (6, 3, 7)], ids=str)
def test_other_wheels(variant: str, size: tuple[int, int, int]) -> None:
    follow(circle.Rules(variant, *size), range(10), 120)


HOME = {
    "three_destiny": "three",
    "last_turns": "three",
    "last_goal": "three",
    "more_than": "aggressive",
    "double_turn": "aggressive",
}
OTHERS = [(name, option) for name, options in circle.READINGS.items() for option in options[1:]]

AWAY = (
    ("bare", "anywhere"),
    ("birth_cause", "any_turning"),
    ("decay_cause", "any_turning"),
    ("newcomer", "replaced"),
    ("birth_place", "detached"),
    ("surrounding", "one_axis"),
)
"""Readings under which powers come about often, so that their other readings show."""


@pytest.mark.parametrize(("name", "option"), OTHERS)
def test_every_reading_alone(name: str, option: str) -> None:
    variant = HOME.get(name, "standard")
    size = (2, 4, 3) if variant == "three" else (3, 4, 8)
    follow(circle.Rules(variant, *size, ((name, option),)), range(8), 100)


@pytest.mark.parametrize(("name", "option"), [x for x in OTHERS if x[0] not in HOME])
def test_every_reading_where_powers_are_frequent(name: str, option: str) -> None:
    changed = tuple({**dict(AWAY), name: option}.items())
    follow(circle.Rules("standard", 3, 4, 7, changed), range(12), 100)


@pytest.mark.parametrize("segments", [3, 4, 5])
def test_edges_of_a_wheel_whose_middle_joins(segments: int) -> None:
    changed = {**dict(AWAY), "centre": "meeting", "rim": "gaping"}
    follow(circle.Rules("standard", 2, segments, 6, tuple(changed.items())), range(12), 100)


SHORT = (*AWAY, ("goal_time", "after_powers"))


@pytest.mark.parametrize("short", circle.READINGS["decay_short"])
@pytest.mark.parametrize("number", circle.READINGS["decay_number"])
@pytest.mark.parametrize("chain", circle.READINGS["decay_chain"])
@pytest.mark.parametrize("scope", circle.READINGS["decay_scope"])
@pytest.mark.parametrize("gone", circle.READINGS["replaced_go"])
def test_disintegration_in_all_its_readings(
    short: str, number: str, chain: str, scope: str, gone: str
) -> None:
    changed = {
        **dict(SHORT),
        "decay_short": short,
        "decay_number": number,
        "decay_chain": chain,
        "decay_scope": scope,
        "replaced_go": gone,
    }
    follow(circle.Rules("standard", 3, 4, 5, tuple(changed.items())), range(8), 80)


def follow_match(variant: str, size: tuple[int, int, int], changed: dict[str, str]) -> set[str]:
    """Random matches on both; the ends that were seen."""
    inner = {k: v for k, v in changed.items() if k in circle.READINGS}
    outer = {k: v for k, v in changed.items() if k in circle_match.READINGS}
    rules = circle.Rules(TWO_ROUNDS[variant], *size, tuple(inner.items()))
    match = circle_match.Match(rules, tuple(outer.items()))
    game, oracle = circle_game(rules, variant=variant, **outer), match_oracle(match)
    ends = set()
    for seed in range(12):
        start = circle_match.first_of_match(match)
        last = list(same_play(game, oracle, start, 2, seed, 300))[-1]
        ends.add(oracle.over(last[1].state) or "open")
    return ends


@pytest.mark.parametrize("variant", TWO_ROUNDS)
def test_match_as_sold(variant: str) -> None:
    follow_match(variant, (4, 8, 14), {})


@pytest.mark.parametrize("variant", TWO_ROUNDS)
def test_small_matches_end_in_every_way(variant: str) -> None:
    assert {"First", "Second", "draw"} <= follow_match(variant, (2, 3, 3), {})


MATCH_READINGS = [
    {"second_start": "same_person"},
    {"second_start": "same_person", "first_turn": "opening"},
    {"needed": "used_ones", **dict(AWAY), "replaced_go": "to_box"},
    {"shared_round": "for_nobody"},
    {"shared_round": "for_nobody", "single_win": "drawn_game"},
    {"single_win": "drawn_game", "shared_goal": "nobody"},
    {"shared_goal": "nobody"},
]


@pytest.mark.parametrize("changed", MATCH_READINGS, ids=lambda c: "-".join(c.values()))
@pytest.mark.parametrize("size", [(2, 3, 3), (2, 4, 3), (3, 3, 4)], ids=str)
def test_readings_of_the_match(changed: dict[str, str], size: tuple[int, int, int]) -> None:
    follow_match("two_rounds", size, changed)
