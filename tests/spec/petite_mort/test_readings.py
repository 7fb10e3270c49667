"""Readings about pawns: the same game while pawns do, another one where they are short."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.oracles import petite_mort as pm
from tests.oracles.search import Position
from tests.spec.games import game
from tests.spec.petite_mort.games import engine, oracle, read, tables
from tests.tiers import every

from rulewright.dsl.inputs.locate import find
from rulewright.verify.limits import Budget
from rulewright.verify.plays import movelist
from rulewright.verify.stategraph.bfs import explore

TINY = tables(Character="characters_small", Trait="traits_eight")
BOTH = pm.Rules(2, 1, 2, 2, 1, 1, tables=TINY, changed=(("both_cards", "both"),))
AT_ONCE = pm.Rules(2, 1, 1, 1, 1, 1, tables=TINY, changed=(("objective_seen", "at_once"),))


def ends(rules: pm.Rules) -> Mapping[str, int]:
    """How many positions end play in which way, as the engine finds them."""
    graph = explore(engine(rules), Budget())
    assert graph.complete
    return dict(graph.terminal)


def faults(rules: pm.Rules) -> bool:
    return any(label.startswith("fault") for label in ends(rules))


def shortest_fault(rules: pm.Rules) -> int | None:
    """After how many moves the oracle first lacks a pawn."""
    walker, first = oracle(rules)
    layer, seen, depth = [Position(first)], {walker.key(Position(first))}, 0
    while layer:
        found = []
        for at in layer:
            label = None if at.chosen else walker.over(at.state)
            if label is not None:
                if label.startswith("fault"):
                    return depth
                continue
            for after in walker.steps_from(at):
                key = walker.key(after)
                if key not in seen:
                    seen.add(key)
                    found.append(after)
        layer, depth = found, depth + 1
    return None


@pytest.mark.slow
def test_one_pawn_for_each_card_or_for_the_character() -> None:
    """With two pawns nobody can tell; with one, two cards beside one character need a second."""
    for_character = read(BOTH, pawn_for="each_character")
    assert ends(BOTH) == ends(for_character)
    assert not faults(BOTH)
    short = pm.Rules(**{**vars(BOTH), "pawns": 1})
    assert faults(short)
    assert shortest_fault(short) is not None
    short_for_character = read(short, pawn_for="each_character")
    assert faults(short_for_character) == (shortest_fault(short_for_character) is not None)
    assert ends(short) != ends(short_for_character)


@pytest.mark.slow
def test_when_pawns_come_back_matters_only_where_they_are_short() -> None:
    before = ends(AT_ONCE)
    assert ends(read(AT_ONCE, pawn_returns="after_sharing")) == before
    assert ends(read(AT_ONCE, pawn_returns="after_phase")) != before
    plenty = pm.Rules(**{**vars(AT_ONCE), "pawns": 3})
    assert ends(read(plenty, pawn_returns="after_phase")) == ends(plenty)
    assert not faults(plenty)


PLAYS = sorted((find("petite-mort").parent / "plays").glob("*.moves"))


@pytest.mark.heavy
@pytest.mark.parametrize("path", every(3, PLAYS), ids=[path.stem for path in PLAYS])
def test_plays_at_full_size_show_what_they_say(path: Path) -> None:
    written = movelist.read(path.read_text("utf-8"))
    box = game("petite-mort", instance=written.instance)
    number = next(n for n, c in enumerate(box.program.checks) if c.name == written.check)
    state = box.new()
    for action in movelist.trace(box, written).actions:
        assert not box.holds(number, state)
        state = box.apply(state, action)
    assert box.holds(number, state)
