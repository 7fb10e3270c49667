"""A letter is told as what it stands for, an end as what it means, and nothing else is told otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.code import Const, Var
from rulewright.dsl.ir.program import Chance, Decision, End, Fault, Node, Parameter
from rulewright.dsl.ir.types import Enum, Int, Set
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.draw.plays import in_words
from rulewright.verify.plays.play import Play, Position, play_of
from rulewright.verify.plays.spoken import ending, stuck

RULES = """\
ruleset letters "Letters"
  players Ann, Bob
  enum LampColour: Red, Green
  state lamp: LampColour = Red
  play
    roll c of LampColour
    lamp := c
    roll d of 1..2
    roll face of LampColour
    Ann chooses c in LampColour
    lamp := c
    choose Bob
      x(c: LampColour) when c is lamp
        nothing
      y
        nothing
    draw
"""


def test_a_letter_is_told_as_what_it_stands_for() -> None:
    game = PythonGame(instantiate(load_text(RULES, "letters.rules")))
    typed = ("c Green", "d 2", "face Red", "c Red", "x Red")
    state, actions = game.new(), []
    for text in typed:
        actions.append(game.parse(state, text))
        state = game.apply(state, actions[-1])
    play = play_of(game, actions)
    assert [move.text for move in play.moves] == list(typed)
    told = ["lamp colour Green", "d 2", "face Red", "lamp colour Red", "x Red"]
    assert [move.text for move in in_words(play)] == told


PLAYER = Enum("Player", ("Ann", "Bob"))


@pytest.mark.parametrize(
    ("node", "said"),
    [
        (Decision("turn", Const(1, PLAYER), ()), "Bob must decide, and has no option (turn)"),
        (Decision("", Var("who", PLAYER), ()), "Ann must decide, and has no option"),
        (Decision("turn", Var("whom", PLAYER), ()), "whoever must decide has no option (turn)"),
        (
            Chance("die", Parameter("die", Int(1, 6), Const(0, Set(Int(1, 6))), "die"), Const(1, Int(1, 1)), 0),
            "nothing is left that chance could bring (die)",
        ),
    ],
)  # fmt: skip
def test_where_play_is_stuck_it_is_told_who_must_decide(node: Node, said: str) -> None:
    game = PythonGame(instantiate(load_text(RULES, "letters.rules")))
    program = replace(game.program, nodes=(node,))
    play = Play(program, (Position(0, {"who": 0}),), (), None)
    assert stuck(play).startswith(f"play is stuck: {said}")


NOBODY = Const(0, Set(Enum("Player", ("Ann", "Bob", "Cy"))))
WON, LOST = End("", "win", NOBODY), End("", "lose", NOBODY)
SILENT, EMPTY = Fault("who begins", declared=True), Fault("this value is too large", value="9")


@pytest.mark.parametrize(
    ("node", "label", "told"),
    [
        (WON, "Ann", ("The end", "Ann wins")),
        (WON, "Ann+Bob", ("The end", "Ann and Bob win")),
        (WON, "Ann+Bob+Cy", ("The end", "Ann, Bob and Cy win")),
        (WON, "nobody", ("The end", "nobody wins")),
        (LOST, "lost", ("The end", "lost")),
        (SILENT, "fault: who begins", ("The rules do not say how to go on", "who begins")),
        (EMPTY, "fault: this value is too large", ("Play cannot go on", "9 is too large")),
    ],
)
def test_an_end_is_told_as_what_it_means(node: Node, label: str, told: tuple[str, str]) -> None:
    assert ending(node, label) == told
