"""The engine and the oracle play the same random plays of Arktia, decision by decision."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from tests.oracles.arktia import READINGS, Rules, over
from tests.shipped import ruleset
from tests.spec.arktia.games import (
    BAY,
    BOX,
    EIGHTEEN,
    FIVE,
    FLOWER,
    LAKE,
    RHOMBUS,
    SIX,
    TWENTYSEVEN,
    as_sold,
    engine,
    rows,
    same_play,
)
from tests.tiers import bundles, every, seeds, slow

OTHERS = [(name, option) for name, options in READINGS.items() for option in options[1:]]
SMALL = [
    Rules(FLOWER, (1, 1, 1)),
    Rules(SIX, (1, 2, 1)),
    Rules(LAKE, (2, 1, 1)),
    Rules(BAY, (1, 1, 1)),
    Rules(FIVE, (1, 1, 1)),
    Rules(RHOMBUS, (2, 2, 1)),
    Rules(rows((0, 3), (0, 3), (0, 3)), (3, 3, 3)),
]


@pytest.mark.heavy
@pytest.mark.parametrize("variant", ["standard", *slow(["four", "three", "three_neutral"])])
@pytest.mark.parametrize("plays", seeds(1, 4))
def test_as_sold_to_the_end(variant: str, plays: range) -> None:
    rules, game = BOX[variant], as_sold(variant)
    for seed in plays:
        *_, (_, last) = same_play(game, rules, seed)
        assert over(rules, last) is not None


@pytest.mark.parametrize("rules", every(4, SMALL), ids=str)
@pytest.mark.parametrize("plays", seeds(4, 40))
def test_small_continents(rules: Rules, plays: range) -> None:
    game = engine(rules)
    for seed in plays:
        assert list(same_play(game, rules, seed))


@pytest.mark.heavy
@pytest.mark.parametrize("changed", bundles(OTHERS, 12), ids=lambda c: "-".join(c.values()))
@pytest.mark.parametrize("plays", seeds(1, 4))
def test_readings_with_others(changed: dict[str, str], plays: range) -> None:
    rules = replace(SMALL[0], changed=tuple(changed.items()))
    game = engine(rules)
    for seed in plays:
        assert list(same_play(game, rules, seed))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), OTHERS)
@pytest.mark.parametrize("plays", seeds(3, 12))
@pytest.mark.parametrize("rules", SMALL[:2], ids=str)
def test_every_reading_alone(rules: Rules, name: str, option: str, plays: range) -> None:
    changed = replace(rules, changed=((name, option),))
    game = engine(changed)
    for seed in plays:
        assert list(same_play(game, changed, seed))


LARGE = [Rules(EIGHTEEN, (3, 3, 3), neutrals=True), Rules(TWENTYSEVEN, (2, 1, 1), 3, neutrals=True)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), OTHERS)
@pytest.mark.parametrize("rules", LARGE, ids=lambda rules: str(len(rules.tiles)))
def test_every_reading_on_large_continents(rules: Rules, name: str, option: str) -> None:
    changed = replace(rules, changed=((name, option),))
    game = engine(changed)
    for seed in range(4):
        assert list(same_play(game, changed, seed))


@pytest.mark.slow
@pytest.mark.parametrize("rules", LARGE, ids=lambda rules: str(len(rules.tiles)))
def test_large_continents(rules: Rules) -> None:
    assert list(same_play(engine(rules), rules, 1))


PAIRED = ("ties", "torn_tower", "neutral_colours", "stopping", "stuck", "melt_order")
TOGETHER = list(product(*(READINGS[name] for name in PAIRED)))


@pytest.mark.heavy
@pytest.mark.parametrize("options", [*TOGETHER[41::80], *slow((o,) for o in TOGETHER)])
def test_readings_together(options: tuple[str, ...]) -> None:
    changed = tuple(zip(PAIRED, options, strict=True))
    rules = replace(BOX["standard"], changed=changed)
    assert list(same_play(engine(rules), rules, 1))


def test_the_ruleset_has_the_readings_of_the_oracle() -> None:
    """And the oracle has those of the ruleset, with the same default."""
    found = {}
    for reading in ruleset("arktia").readings("standard"):
        default = [o.name.text for o in reading.options if o.default]
        others = [o.name.text for o in reading.options if not o.default]
        found[reading.name.text] = (default, sorted(others))
    expected = {n: ([options[0]], sorted(options[1:])) for n, options in READINGS.items()}
    assert found == expected
