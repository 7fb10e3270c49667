"""One program that holds many readings: its variables choose what else would be constant."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

import pytest

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate, program_family
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Int
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame

TEXT = """
ruleset sample "A sample"
  players A, B
  supply stone = if heap is small then 2 else 3

  reading order "Who wins?" by [end]
    first: "the first" default
    second: "the second"

  reading heap "How many stones are there?" by [box]
    small: "two" default
    large: "three"

  play
    choose A
      stay
        nothing
    win if order is first then A else B
"""

NUMBERS = """
ruleset sample "A sample"
  players A, B, C: 2..3 = 2
  param most: 1..3 = 2
  param heap: 3..5 = 4
  supply stone = heap

  play
    choose A
      take_some(n: 1..3) when n <= most
        nothing
    win A
"""


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return load_text(dedent(TEXT).lstrip("\n"), "sample.rules")


def winner(program: Program) -> str:
    game = PythonGame(program)
    state = game.new()
    outcome = game.outcome(game.apply(state, game.legal(state)[0]))
    assert outcome is not None
    return outcome.label


def test_the_variable_of_a_reading_chooses_its_option(ruleset: Ruleset) -> None:
    program = instantiate(ruleset, readings={"heap": "large"})
    found = program_family(ruleset, program, ["order"])
    assert found.instance == program.instance
    (order,) = (v for v in found.variables if v.name == "order")
    assert (order.initial, order.kind, order.seen) == (0, "state", "none")
    assert winner(found) == "A"
    others = tuple(replace(v, initial=1) if v is order else v for v in found.variables)
    assert winner(replace(found, variables=others)) == "B"


def test_it_begins_with_the_options_of_the_program(ruleset: Ruleset) -> None:
    program = instantiate(ruleset, readings={"order": "second"})
    assert winner(program_family(ruleset, program, ["order"])) == "B"


@pytest.mark.parametrize(("most", "legal"), [(1, 1), (3, 3)])
def test_the_variable_of_a_parameter_holds_its_value(most: int, legal: int) -> None:
    """The program is made for 2; what it lets one take depends on the variable alone."""
    ruleset = load_text(dedent(NUMBERS).lstrip("\n"), "sample.rules")
    family = program_family(ruleset, instantiate(ruleset), ["most"])
    (held,) = (v for v in family.variables if v.name == "most")
    assert (held.type, held.initial, held.kind, held.seen) == (Int(1, 3), 2, "state", "none")
    others = tuple(replace(v, initial=most) if v is held else v for v in family.variables)
    game = PythonGame(replace(family, variables=others))
    assert len(game.legal(game.new())) == legal


@pytest.mark.parametrize("name", ["heap", "players"])
def test_a_parameter_that_must_be_known_cannot_be_state(name: str) -> None:
    ruleset = load_text(dedent(NUMBERS).lstrip("\n"), "sample.rules")
    with pytest.raises(RulesetError, match="must be known before play begins"):
        program_family(ruleset, instantiate(ruleset), [name])


def test_an_option_that_must_be_known_cannot_be_state(ruleset: Ruleset) -> None:
    with pytest.raises(RulesetError, match="must be known before play begins"):
        program_family(ruleset, instantiate(ruleset), ["order", "heap"])
