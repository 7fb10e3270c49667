"""Ends of play: who wins, who ranks how, and what is a fault."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.dsl.elaborate.control.statements import drawn
from tests.dsl.playing import Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Fault
from rulewright.dsl.load import load_text


@pytest.mark.parametrize(
    ("first", "end"), [("n := 13", "[20]"), ("n := 14", "e"), ("n := 19", "d"), ("n := 20", "c")]
)
def test_each_place_has_its_own_fault(first: str, end: str) -> None:
    """Whatever stands before it, in a loop and in a branch: the end that nothing leads to is left out."""
    parts = """
        param off: 0..1 = 0
        procedure up()
          if off = 1: draw
    """
    play = f"""
        up()
        choose A
          go
            {first}
        n += 1                        by [c]
        for p in Player if p is not C
          if p is not A
            n += 5                    by [e]
          else
            n += 1                    by [d]
        log := [n]
    """
    done = Play(game(drawn(play), dedent(parts))).choose("go")
    if isinstance(done.node, Fault):
        assert done.node.clauses == (end,)
    else:
        assert (done.end, done["log"]) == ("draw", end)


def test_winners_and_ranks() -> None:
    points = "state points: Player -> 0..9 = 4"
    assert Play(game("win B")).end == "win {B}"
    assert Play(game("win {A, C}")).end == "win {A, C}"
    assert Play(game("win those p in Player: p is not B")).end == "win {A, C}"
    assert Play(game("win {}")).end == "win {}"
    assert Play(game("draw")).end == "draw"
    assert Play(game("lose")).end == "lose"
    assert Play(game("points[C] := 2\nrank by points", points)).end == "win {A, B}"
    assert Play(game("points[C] := 5\nrank by points", points)).end == "win {C}"
    marks = "let mark(p: Player) = if p is B then 3 else 1"
    assert Play(game("rank by mark", marks)).end == "win {B}"
    perhaps = "let mark(p: Player?) = if p is B then 3 else 1"
    assert Play(game("rank by mark", perhaps)).end == "win {B}"


def test_play_that_runs_out_and_gaps_are_faults() -> None:
    assert "runs out" in Play(game("n := 1")).end
    assert "who begins" in Play(game('gap "who begins"')).end


def test_a_number_that_leaves_its_range_is_a_fault_that_changes_nothing() -> None:
    done = Play(game("choose A\n  up\n    n := 7\n    log := [n]\n    n := n + 19\ndraw"))
    done.choose("up")
    assert "n cannot hold this value" in done.end
    assert (done["n"], done["log"]) == ("0", "[]")


def test_one_end_for_one_place_in_the_text() -> None:
    parts = "procedure judge(p: Player)\n  if n = 1\n    win p\n  if n = 2: draw"
    play = """
        choose A
          a
            n := 1
          b
            n := 2
        for p in Player
          judge(p)
        judge(A)
        lose
    """
    done = Play(game(play, parts))
    ends = [node for node in done.program.nodes if type(node).__name__ == "End"]
    assert sorted(e.kind for e in ends if e.kind != "win") == ["draw", "lose"]
    assert done.copy().choose("a").end == "win {A}"
    assert done.copy().choose("b").end == "draw"


SCORES = """
enum Kind: Ka, Kb
state lead: Player? = none
state kinds: Kind -> 0..3 = 0
state flags: Player -> Bool = no
let of_numbers(k: 0..1) = k
let of_kinds(k: Kind) = 3
let of_two(p: Player, q: Player) = 1
let is_first(p: Player) = p is A
let leading(p: Player) = lead
let three = 3
"""


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ("of_numbers", "of_numbers is no function of a player"),
        ("of_kinds", "of_kinds is no function of a player"),
        ("of_two", "of_two is no function of a player"),
        ("is_first", "is_first gives none"),
        ("leading", "leading gives none"),
        ("three", "a number for each player, found the number 3"),
        ("3", "a map, or a function of a player, by its name"),
        ("kinds", "a number for each player, found a map Kind"),
        ("flags", "a number for each player, found a map Player -> Bool"),
        ("lead", "a number for each player, found a Player or none"),
    ],
)
def test_players_are_ranked_by_a_number_for_each_player(scores: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_text(game(f"rank by {scores}", SCORES), "refused.rules")
    assert said in " ".join(str(caught.value).split())


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (
            "up(0)\nchoose A\n  up\n    m := m + 1\ndraw",
            {"m cannot hold 4: it ranges over 0..3"},
        ),
        ("up(0)\nm := 2 * m - 1\ndraw", {"m cannot hold -1 or 4 to 5: it ranges over 0..3"}),
        # one place in the text, performed with other values: none of them is told
        ("up(1)\nup(2)\ndraw", {"m cannot hold this value: it ranges over 0..3"}),
    ],
)
def test_what_a_range_is_left_for_is_told_where_it_is_one_thing(play: str, said: set[str]) -> None:
    parts = "state m: 0..3 = 1\nprocedure up(k: 0..2)\n  m := m + k\n"
    program = instantiate(load_text(game(play, parts, "A"), "sample.rules"))
    assert {node.said for node in program.nodes if isinstance(node, Fault)} == said
