"""Examples in rulesets: each line is held against the rules, and the first that is not so is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.printing.program import show_program
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.verify.findings.origins import examples
from rulewright.verify.plays.example import failures, plays

RULES = """
ruleset dice "Dice"
  players A, B
  param goal: 2..9 = 3
  state points: Player -> 0..12 = 0
  state latest: 0..2 = 0

  play
    repeat
      turns for p in Player
        choose p
          roll_it(extra: 0..1) when extra <= points[p]
            roll die of (1..2)
            points[p] += die + extra
            latest := die
          stop when points[p] > 0
            win p
        if points[p] >= goal: win p

  variant long
    param goal: 2..9 = 6

{inside}
  instance short: standard with goal = 2
  instance same: standard with goal = 2

"""


def ruleset(*examples_: str, inside: str = "") -> Ruleset:
    text = RULES.replace("{inside}", "".join(f"    {line}\n" for line in inside.split("\n")))
    parts = ("".join(f"  {line}\n" for line in example.split("\n")) for example in examples_)
    return load_text(text + "".join(parts), "dice.rules")


def found(*examples_: str, inside: str = "") -> list[str]:
    chosen = examples.games(Path("dice.rules"), ruleset(*examples_, inside=inside))
    diagnostics = [
        examples.diagnostic(failure) for game in chosen for failure in failures(game.program)
    ]
    return [f"{d.span.line - 27}: {d.message}" for d in diagnostics]


RIGHT = (
    "example one\n  A: roll_it 0\n  chance: die 2\n  then points[A] = 2, latest = 2\n  B cannot stop\n"
    "  B cannot roll_it 1\n  B: roll_it (0)\n  chance: die 1\n  A: STOP\n  then won(A), over\n"
    "  B cannot stop"
)


@pytest.mark.thorough
def test_what_is_so_is_not_told() -> None:
    assert found(RIGHT) == []
    assert found("example before\n  then points[A] = 0 and not over") == []


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["B: roll_it 0"], "2: the example e: A decides here, so B cannot do 'roll_it 0'"),
        (["A: roll_it 0", "A: roll_it 0"],
         "3: the example e: chance decides here, so A cannot do 'roll_it 0'"),
        (["A: stop"], "2: the example e: 'stop' is not legal here; legal: roll_it 0"),
        (["A cannot roll_it 0"], "2: the example e: 'roll_it 0' is legal here"),
        (["B cannot roll_it 0"],
         "2: the example e: A decides here: nothing is said of what B can do"),
        (["then points[A] = 0", "A: roll_it 0", "chance: die 2", "then latest = 2, points[A] + latest = 5"],
         "5: the example e: points[A] + latest = 5 does not hold here: it is 4 instead of 5"),
        (["then points[A] > 1"], "2: the example e: points[A] > 1 does not hold here"),
        (["A: roll_it 0", "chance: die 2", "B: roll_it 0", "chance: die 2", "A: roll_it 1",
          "chance: die 1", "B: stop"],
         "8: the example e: play is over here, so B cannot do 'stop'"),
    ],
)  # fmt: skip
def test_the_first_line_that_is_not_so_is_told(lines: list[str], told: str) -> None:
    assert found("\n  ".join(["example e", *lines])) == [told]


@pytest.mark.thorough
def test_an_example_is_a_play_of_the_game_where_it_stands() -> None:
    """Two points end the short game, three the standard one; six the long one."""
    play = "\n  A: roll_it 0\n  chance: die 2\n  then over"
    assert found(f"example e for short{play}") == []
    assert found(f"example e for same{play}") == []
    assert found(f"example e{play}") == ["4: the example e: over does not hold here"]
    inside = f"example e{play}".replace("\n", "\n    ").replace("then over", "then not over")
    assert found(inside=inside) == []
    both = ruleset(f"example e for short{play}", f"example f for same{play}", inside="")
    assert [s.program.instance.name for s in examples.games(Path("d"), both)] == ["short"]
    assert [e.name for e in instantiate(both, instance="same").examples] == ["e", "f"]
    assert instantiate(both).examples == ()
    assert instantiate(both, instance="short", parameters={"goal": 4}).examples == ()


def test_examples_are_no_rules() -> None:
    """Nothing but the example changes in the program; a play of it is as the rules write it."""
    without, with_it = instantiate(ruleset()), instantiate(ruleset(RIGHT))
    assert with_it.nodes == without.nodes
    assert with_it.blocks == without.blocks
    assert with_it.checks == without.checks
    assert show_program(with_it).replace(show_program(without), "") != ""
    assert plays(with_it)["one"] == ("roll_it 0", "die 2", "roll_it 0", "die 1", "stop")


def test_an_example_of_what_there_is_not_is_wrong() -> None:
    with pytest.raises(RulesetError, match=r"'roll_it 2' is no action: roll_it takes 0\.\.1"):
        ruleset("example e\n  A: roll_it 2")
