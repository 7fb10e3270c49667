"""The engine and the oracle play the same random plays, decision by decision, in every reading."""

from __future__ import annotations

import pytest
from tests.oracles import petite_mort as pm
from tests.shipped import ruleset
from tests.spec.petite_mort.games import SMALL, play_both, read
from tests.tiers import bundles, every, seeds, slow

OTHERS = [(name, option) for name, options in pm.READINGS.items() for option in options[1:]]

FULL = {players: pm.Rules(players) for players in (2, 3, 4)}

LIVELY = {
    "both_cards": "both",
    "icons_needed": "one_of_them",
    "powa_where": "anyone",
    "traits_attached": "for_each",
}
"""Readings under which much happens, so that the other readings show."""


@pytest.mark.heavy
@pytest.mark.parametrize("players", every(2, list(FULL)))
@pytest.mark.parametrize("plays", seeds(2, 8))
def test_as_sold(players: int, plays: range) -> None:
    for seed in plays:
        label, _ = play_both(FULL[players], seed)
        assert label in (*pm.PLAYERS, "draw")


@pytest.mark.heavy
@pytest.mark.parametrize("name", every(4, list(SMALL)))
def test_small_ones(name: str) -> None:
    for seed in range(12):
        play_both(SMALL[name], seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), OTHERS)
def test_every_reading_alone(name: str, option: str) -> None:
    play_both(read(FULL[3], **{name: option}), 1, 250)


@pytest.mark.heavy
@pytest.mark.parametrize("changed", bundles(OTHERS, 12), ids=lambda c: "-".join(c.values()))
def test_readings_with_others(changed: dict[str, str]) -> None:
    play_both(read(FULL[4], **LIVELY | changed), 1, 250)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), OTHERS)
@pytest.mark.parametrize("plays", seeds(1, 4))
def test_every_reading_where_much_happens(name: str, option: str, plays: range) -> None:
    for seed in plays:
        play_both(read(FULL[4], **LIVELY | {name: option}), seed, 250)


@pytest.mark.heavy
@pytest.mark.parametrize(("youngest", "twins"), [(3, 0), *slow([(1, 1), (1, 0), (2, 0)])])
def test_the_youngest(youngest: int, twins: int) -> None:
    changed = {"youngest": youngest, "twins": twins}
    rules = pm.Rules(**{**vars(SMALL["small_three"]), **changed})
    for seed in range(20):
        play_both(rules, seed)


def test_the_readings_are_those_of_the_ruleset() -> None:
    """And the oracle has the same default, which is its first option."""
    options = {}
    for reading in ruleset("petite-mort").readings("standard"):
        default = [o.name.text for o in reading.options if o.default]
        others = [o.name.text for o in reading.options if not o.default]
        options[reading.name.text] = (default, sorted(others))
    assert options == {n: ([o[0]], sorted(o[1:])) for n, o in pm.READINGS.items()}
