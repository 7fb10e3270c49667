"""Strategies: what a player prefers, as a part of a ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.dsl.playing import Play, game
from tests.reference_eval import evaluate

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.printing.program import show_program
from rulewright.dsl.ir.types import show
from rulewright.dsl.load import load, load_text

PARTS = """
state gained: Player -> 0..9 = 0
let mine(p: Player) = gained[p]
strategy greedy(p: Player) prefers 2 * mine(p) - n
strategy winning(p: Player) prefers
  let ahead = 3 * gained[p] - sum q in Player: gained[q]
  let ended = over
  if won(p) then 100 else if ended then -100 else ahead
variant humble
  strategy greedy(p: Player) prefers -mine(p)
variant plain
  without greedy
variant bold: humble
  strategy bold(q: Player) prefers if drawn or lost then 1 else gained[q]
"""
PLAYED = """
repeat 3 times
  choose B
    take_two
      gained[B] += 2
      n += 1
    give
      gained[C] += 1
    end
      win B
    quit
      draw
"""


def prefers(play: Play, strategy: str, player: int) -> int:
    """The number that a strategy gives the present position of a play."""
    found = next(s for s in play.program.strategies if s.name == strategy)
    scope = play.reference.scope(play.position).bind(found.params[0].name, player)
    value = evaluate(found.body, scope)
    assert isinstance(value, int)
    return value


def test_a_strategy_is_a_number_that_every_position_has() -> None:
    play = Play(game(PLAYED, PARTS))
    assert [s.name for s in play.program.strategies] == ["greedy", "winning"]
    assert [show(s.type) for s in play.program.strategies] == ["-20..18", "-100..100"]
    play.choose("take_two", "give")
    assert [prefers(play, "greedy", p) for p in range(3)] == [-1, 3, 1]
    assert [prefers(play, "winning", p) for p in range(3)] == [-3, 3, 0]


def test_a_strategy_may_ask_how_play_ended() -> None:
    start = Play(game(PLAYED, PARTS))
    ended = start.copy().choose("end")
    assert [prefers(ended, "winning", p) for p in range(3)] == [-100, 100, -100]
    bold = Play(game(PLAYED, PARTS), variant="bold")
    assert [prefers(bold.copy().choose(o), "bold", 1) for o in ("take_two", "quit")] == [2, 1]


@pytest.mark.thorough
def test_variants_replace_strategies_and_do_without_them() -> None:
    humble = Play(game(PLAYED, PARTS), variant="humble").choose("take_two")
    assert prefers(humble, "greedy", 1) == -2
    assert prefers(humble, "winning", 1) == 4
    plain = Play(game(PLAYED, PARTS), variant="plain")
    assert [s.name for s in plain.program.strategies] == ["winning"]
    bold = Play(game(PLAYED, PARTS), variant="bold")
    assert [s.name for s in bold.program.strategies] == ["greedy", "winning", "bold"]


def test_a_strategy_is_no_rule() -> None:
    """A program without its strategies is the program of the ruleset without them."""
    head = "state gained: Player -> 0..9 = 0\nlet mine(p: Player) = gained[p]\n"
    tail = "strategy greedy(p: Player) prefers 2 * mine(p) - n"
    with_it = instantiate(load_text(game(PLAYED, head + tail), "sample.rules"))
    without = instantiate(load_text(game(PLAYED, head), "sample.rules"))
    assert show_program(with_it) != show_program(without)
    assert with_it.blocks == without.blocks
    assert with_it.resets == without.resets
    assert [f.name for f in with_it.functions] == [f.name for f in without.functions]


def test_it_is_printed() -> None:
    parts = "strategy low(p: Player) prefers 4 - n"
    shown = show_program(instantiate(load_text(game("draw", parts), "sample.rules")))
    assert "\nstrategy low(%p" in shown
    assert "): -16..4\n  (4 - n)\n" in shown


CITED = """ruleset sample "A sample"
  clauses "clauses.md"
  players A, B
  state n: 0..6 = 0

  strategy cited(p: Player) prefers n by {clause}
  strategy silent(p: Player) prefers -n

  play by [turn]
    draw
"""


def test_a_strategy_may_cite_and_need_not(tmp_path: Path) -> None:
    (tmp_path / "clauses.md").write_text("# Clauses\n\n- **[turn]** They count up. (page 2)\n")
    (tmp_path / "sample.rules").write_text(CITED.format(clause="[turn]"))
    program = instantiate(load(tmp_path / "sample.rules"))
    assert [s.clauses for s in program.strategies] == [("turn",), ()]
    (tmp_path / "sample.rules").write_text(CITED.format(clause="[trun]"))
    with pytest.raises(RulesetError, match=r"there\s+is\s+no\s+clause\s+\[trun\]"):
        load(tmp_path / "sample.rules")
