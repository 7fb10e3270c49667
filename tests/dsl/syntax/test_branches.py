"""The ways on of branches: all of a ruleset, what they are called, and marks in their place."""

from __future__ import annotations

from rulewright.dsl.instantiate import instantiate, program_family
from rulewright.dsl.load import load_text
from rulewright.dsl.marks import free_prefix, with_marks
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.branches import branches
from rulewright.engines.python.game import PythonGame

RULES = """ruleset ways "Ways"
  players A, B
  enum Colour: Red, Green, Blue
  state n: 0..9 = 0
  state c: Colour = Blue
  play by [play]
    for q in Player if n = 0
      n += 1
    repeat until n >= 4
      choose A
        one(d: Colour) by [play]
          c := d
        two when n > 7 by [play]
          n := 0
      otherwise: n := 9
      if n = 2
        n += 1
      else if n = 3
        n += 2
      match c
        Red | Green: n += 1
        else: n += 2
    if n = 4: win A
    else: win B
"""


def ways() -> Ruleset:
    return load_text(RULES, "ways.rules")


def test_each_way_has_its_name() -> None:
    found = [f"{b.words} {b.text(RULES)}" for b in branches(ways().tree.parts)]
    assert found == [
        "for each in Player",
        "repeat until n >= 4",
        "end of repeat until n >= 4",
        "otherwise of one, two",
        "if n = 2",
        "if n = 3",
        "else of n = 3",
        "case Red",
        "else of c",
        "if n = 4",
        "else of n = 4",
    ]


def test_a_mark_says_that_play_has_come_to_its_place() -> None:
    ruleset = ways()
    ways_on = [b for b in branches(ruleset.tree.parts) if b.kind != "over"]
    marks = {f"mark_{number}": branch for number, branch in enumerate(ways_on)}
    marked = with_marks(ruleset, {name: branch.place for name, branch in marks.items()})
    game = PythonGame(program_family(marked, instantiate(ruleset), ()))

    def reached() -> set[str]:
        return {
            f"{b.words} {b.text(RULES)}" for name, b in marks.items() if game.value(state, name)
        }

    state = game.new()
    assert reached() == {"for each in Player", "repeat until n >= 4"}
    state = game.apply(state, game.parse(state, "one Green"))
    assert game.value(state, "n") == 2
    first = reached()
    assert first == {"for each in Player", "repeat until n >= 4", "else of n = 3", "case Red"}
    state = game.apply(state, game.parse(state, "one Green"))
    assert reached() == first | {"if n = 2", "if n = 4"}, "3, and 4 with Green"
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_a_name_that_stands_in_the_ruleset_is_not_taken() -> None:
    assert free_prefix(ways()) == "mark_"
    taken = load_text(RULES.replace("Blue", "mark_blue"), "ways.rules")
    assert free_prefix(taken) == "x_mark_"
