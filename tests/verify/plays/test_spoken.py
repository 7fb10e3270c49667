"""A letter is told as what it stands for, and nothing else is told otherwise."""

from __future__ import annotations

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.draw.plays import in_words
from rulewright.verify.plays.play import play_of

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
