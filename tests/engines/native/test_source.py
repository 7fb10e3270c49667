"""Generated C as a text: nothing of a ruleset stands in it but in comments, whatever its names."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import ir_examples as examples
from tests.engines.engines import NEEDS_COMPILER
from tests.engines.python.test_source import HOSTILE, named
from tests.tiers import drawn, every

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.codegen.read_sets import NODE
from rulewright.engines.game import Action
from rulewright.engines.native.game import NativeGame
from rulewright.engines.native.generator.module import source

HOSTILE_IN_C = (
    *HOSTILE,
    "*/ int main(void) { return 1; } /*",
    "/* a",
    "a */",
    "a \\",
    "// a",
    "??/",
    "??/\n#include <stdio.h>",
    '"; system("true"); "',
    "#define rw_int char",
    "int",
    "rw_state",
    "v1_x",
    "*" * 200,
    "x" * 200,
)


def bare(text: str) -> str:
    """The text without its comments and without what identifiers have of names."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"\b([a-z]\d+)_\w+", r"\1", code)


PLAIN = bare(source(named("plain")))


@pytest.mark.parametrize("name", HOSTILE_IN_C)
def test_hostile_names_change_nothing(name: str) -> None:
    text = source(named(name))
    assert bare(text) == PLAIN
    assert text.isascii()
    assert not re.search(r"\?\?[=/'()!<>-]", text)


@pytest.mark.thorough
@given(st.text(max_size=12).filter(lambda name: name != NODE))
@settings(deadline=None, max_examples=drawn(60), suppress_health_check=list(HealthCheck))
def test_any_names_change_nothing(name: str) -> None:
    assert bare(source(named(name))) == PLAIN


@pytest.mark.thorough
@NEEDS_COMPILER
@pytest.mark.parametrize("name", every(3, HOSTILE_IN_C))
def test_games_with_hostile_names_run(name: str) -> None:
    game = NativeGame(named(name))
    end = game.apply(game.new(), Action(0, (2,)))
    outcome = game.outcome(end)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert game.holds(0, end, 0)


def test_source_is_deterministic() -> None:
    assert source(examples.cards()) == source(examples.cards())


LESSER = """
ruleset lesser "The lesser of two numbers fits where the greater one may not"
  clauses "clauses.md"
  players Ada
  state n: 0..2 = 0
  state m: 0..2 = 0
  play by [play]
    repeat
      choose Ada
        more(k: 1..2)
          n := min(2, n + k)
          m := max(0, n - k)
        enough
          draw
"""


def test_the_lesser_of_two_numbers_fits() -> None:
    """C keeps it in as little as its range takes, though one of the two may be more."""
    assert "int" in source(instantiate(load_text(LESSER, "lesser.rules")))
