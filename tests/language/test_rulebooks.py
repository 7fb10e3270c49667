"""Rulebooks that use what is new, each beside a plain program that counts and shares nothing with the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.differential.case import compiled, examine
from tests.language.card_games import GUARD, SWEEP, guard, sweep
from tests.language.rulebooks import (
    AUCTION,
    DEAL,
    DECK,
    DRAUGHTS,
    FLOOD,
    GO,
    SUPERKO,
    auction,
    deal,
    deck,
    draughts,
    flood,
    go,
)
from tests.tiers import slow

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.explicit.searcher import NativeSearcher, PythonSearcher
from rulewright.verify.findings.origins.expected_numbers import counted, games
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore

CASES = {
    "go": (GO, "", go(2, 2)),
    "go, wide": (GO, " with grid = wide", go(3, 2)),
    **{f"flood for {n}": (FLOOD, f" with players = {n}", flood(n)) for n in (2, 3, 4, 5)},
    "deal": (DEAL, "", deal()),
    "deck": (DECK, "", deck()),
    "draughts": (DRAUGHTS, "", draughts()),
    **{f"guard for {n}": (GUARD, f" with players = {n}", guard(n)) for n in (2, 3)},
    "sweep": (SWEEP, "", sweep()),
    **{f"auction for {n}": (AUCTION, f" with players = {n}", auction(n)) for n in (2, 3, 4, 5)},
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", CASES)
def test_a_rulebook_has_as_many_positions_as_a_plain_program_counts(name: str) -> None:
    text, settings, (positions, actions, ends) = CASES[name]
    said = f"    expect {positions} positions, {actions} actions, {ends} ends\n"
    ruleset = load_text(f"{text}  instance box: standard{settings}\n{said}", "book.rules")
    found = counted(games(Path("book.rules"), ruleset), PythonSearcher(), Budget().start())
    assert [each.sentence for each in found] == ["", "", ""]
    assert [each.right for each in found] == [True, True, True]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "text",
    [*slow([GO]), FLOOD, *slow([DEAL, DECK, SUPERKO]), AUCTION, *slow([GUARD, SWEEP])],
    ids=["go", "flood", "deal", "deck", "superko", "auction", "guard", "sweep"],
)
def test_a_rulebook_means_the_same_everywhere(text: str) -> None:
    assert compiled(text) is not None
    assert examine(text, ("plays", "native"), 1.0) == []


def test_go_has_the_positions_that_are_known() -> None:
    """Legal positions of go on 2 by 2: 57, each of which can end a game (Tromp and Farnebäck)."""
    assert go(2, 2)[2] == 57


@pytest.mark.thorough
@pytest.mark.parametrize(("shape", "games"), [("two", 9), ("three", 907)])
def test_go_in_a_row_has_as_many_games_as_are_known(shape: str, games: int) -> None:
    """Games of go with superko in which either colour may move: simple paths (Tromp and Farnebäck)."""
    text = f"{SUPERKO}  instance row: standard with grid = {shape}\n"
    program = instantiate(load_text(text, "row.rules"), instance="row")
    graph = explore(PythonGame(program), Budget())
    assert len(graph.states) == games


@pytest.mark.slow
def test_go_on_nine_points_is_the_same_in_c() -> None:
    """12,675 boards are legal (Tromp and Farnebäck), and each can end a game."""
    positions, actions, ends = go(3, 3)
    assert ends == 12_675
    said = f"    expect {positions} positions, {actions} actions, {ends} ends\n"
    ruleset = load_text(f"{GO}  instance box: standard with grid = whole\n{said}", "book.rules")
    found = counted(games(Path("book.rules"), ruleset), NativeSearcher(), Budget().start())
    assert [each.sentence for each in found] == ["", "", ""]
    assert [each.right for each in found] == [True, True, True]
