"""Why play rests: each kind of place, in a ruleset that comes to all of them."""

from __future__ import annotations

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.positions import Rest, goes_on, rest_of, unanswered
from rulewright.dsl.load import load_text
from rulewright.engines.common.positions import rest_in
from rulewright.engines.python.game import PythonGame

TEXT = """ruleset sample "A sample"
  players A, B
  state n: 0..1 = 0
  play
    choose A
      over
        draw
      thrown
        roll x of {0, 1}
        n := x
        draw
      never
        roll x of (0..1) with weight 0
        draw
      short
        n := 1
        n += 1
      silent
        n := 1
        gap "nobody knows"
      blocked
        choose B
          go when n = 1
            draw
"""


def test_every_kind_of_rest() -> None:
    game = PythonGame(instantiate(load_text(TEXT, "sample.rules")))
    first = game.new()
    found = {
        game.text(first, action): rest_in(game, game.apply(first, action))
        for action in game.legal(first)
    }
    assert rest_in(game, first) is Rest.DECISION
    assert found == {
        "over": Rest.END,
        "thrown": Rest.CHANCE,
        "never": Rest.DEADLOCK,
        "short": Rest.FAULT,
        "silent": Rest.GAP,
        "blocked": Rest.DEADLOCK,
    }
    after = {text: game.apply(first, game.parse(first, text)) for text in found}
    assert game.value(after["short"], "n") == 0, "a fault leaves all as it was"
    assert game.value(after["silent"], "n") == 1, "what was done before a gap is done"


def test_places_go_on_or_do_not() -> None:
    nodes = instantiate(load_text(TEXT, "sample.rules")).nodes
    kinds = {Rest.DECISION, Rest.CHANCE, Rest.END, Rest.FAULT, Rest.GAP}
    assert {rest_of(node) for node in nodes} == kinds
    for node in nodes:
        assert goes_on(node) == (rest_of(node) in {Rest.DECISION, Rest.CHANCE})
        assert unanswered(node) == (rest_of(node) in {Rest.FAULT, Rest.GAP})
