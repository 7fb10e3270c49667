"""What procedures with decisions are given: a constant here and a variable there make equal positions."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.dsl.elaborate.control.statements import drawn
from tests.dsl.playing import Play, game

from rulewright.dsl.elaborate.control.flow.given import ParameterSlot
from rulewright.dsl.elaborate.control.flow.lowering import Lowering

PARTS = """
param off: 0..1 = 0
state held: Player = A
"""
PROCEDURES = {
    "ask(k: 0..20, p: Player)": "choose p\n  yes\n    n := k\n  no\n    held := p",
    "both(a: Player, b: Player)": "choose a\n  yes\n    held := b\n  no\n    n := 1",
    "straight(k: 0..20)": "n := k",
    "jumps(k: 0..20)": "for p in Player\n  if p is B: leave\n  n := k",
}


def sample(play: str, parts: str = "") -> str:
    """A ruleset with this play, which ends in a draw, and the procedures that it performs."""
    done = [
        f"procedure {head}\n{indent(body, '  ')}"
        for head, body in PROCEDURES.items()
        if head.split("(")[0] + "(" in play + parts
    ]
    return game(drawn(play), "\n".join((PARTS, *done, parts)))


TWO = "choose A\n  one\n    {one}\n  other(j: 0..2, q: Player)\n    {other}"
SHARED = """
for p in Player
  choose p
    mine
      both(p, p)
    other(q: Player)
      both(p, q)
"""
GIVEN = {
    "constants": (TWO.format(one="ask(1, A)", other="ask(2, B)"), set()),
    "variables": (TWO.format(one="ask(n, held)", other="ask(j, q)"), set()),
    "one of each": (TWO.format(one="ask(1, B)", other="ask(j, B)"), {("ask", 0)}),
    "the other way round": (TWO.format(one="ask(n, held)", other="ask(j, B)"), {("ask", 1)}),
    "a constant that is never done": ("if off = 1: ask(1, B)\nask(n, B)", set()),
    "a variable that is never done": ("if off = 1: ask(n, B)\nask(1, B)", set()),
    "no decision, and no jump": ("straight(1)\nstraight(n)", set()),
    "a constant that would be": ("let k = after jumps(4): n = 4\nif k: n := 2\njumps(n)", set()),
    "the same variable twice": (SHARED, {("both", 0), ("both", 1)}),
    "twice, and what is no variable": (
        f"{SHARED}ask(n, held)",
        {("both", 0), ("both", 1)},
    ),
    "the same variable, and no other": ("for p in Player: both(p, p)", set()),
}  # fmt: skip


@pytest.mark.parametrize("name", GIVEN)
def test_which_parameters_are_tried_as_variables(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those for which some positions may be equal then."""
    play, expected = GIVEN[name]
    tried: list[frozenset[ParameterSlot]] = []
    begin = Lowering.with_general

    def recorded(flow: Lowering, general: frozenset[ParameterSlot]) -> Lowering:
        tried.append(general)
        return begin(flow, general)

    monkeypatch.setattr(Lowering, "with_general", recorded)
    Play(sample(play))
    assert tried[:1] == ([expected] if expected else [])


def test_a_variable_that_stands_for_a_constant_has_its_value() -> None:
    start = Play(sample(TWO.format(one="ask(7, C)", other="ask(j, q)")))
    asked = {
        "one": ("C", "7"),
        "other(0, C)": ("C", "0"),
        "other(2, B)": ("B", "2"),
    }
    assert len({asked_of(start, way).position.node for way in asked}) == 1
    for way, (player, number) in asked.items():
        assert asked_of(start, way).player == player
        assert asked_of(start, way).choose("yes")["n"] == number
        assert asked_of(start, way).choose("no")["held"] == player


def asked_of(start: Play, way: str) -> Play:
    """The play after the first decision."""
    return start.copy().choose(way)


def test_two_parameters_that_stand_for_one_variable_have_its_value() -> None:
    start = Play(sample(SHARED))
    same, others = asked_of(start, "mine"), asked_of(start, "other(C)")
    assert asked_of(same, "yes")["held"] == "A"
    assert asked_of(others, "yes")["held"] == "C"
    assert same.position == asked_of(start, "other(A)").position


def test_what_would_be_after_a_procedure_needs_no_variable_for_what_it_is_given() -> None:
    """So many parameters are given this and that here that not each is tried by itself."""
    names = "abcdefgh"
    parts = f"procedure many({', '.join(f'{k}: 0..1' for k in names)})\n  choose B\n    yes\n"
    parts += f"      n := {' + '.join(names)}\n    no\n      nothing\n"
    parts += "check is_four: always after jumps(4): n = 4"
    play = f"choose A\n  one(k: 0..1)\n    many({', '.join('k' * 8)})\n  other\n    many({', '.join('1' * 8)})"
    play = f"jumps(3)\njumps(n)\n{play}\nlet k = after jumps(4): n = 4\nif k: log := [n]"
    start = Play(sample(play, parts))
    assert start.holds("is_four")
    assert start.choose("other", "yes")["log"] == "[8]"
