"""Defaults that changed since answers were kept: which, with their clauses, what each is now and was."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer

from rulewright.dsl.load import load_text
from rulewright.verify.answers.sources import changed_defaults, defaults

RULES = """\
ruleset heap "Heap"
  players Ann, Bob by [turn]
  param most: 1..9 = 3 by [turn]
  param few: 1..2 = 1 by [turn]
  reading winner "Who wins?" by [end], [turn]
    taker: "who takes the last" default
    other: "the other one"
  play by [turn]
    if most > few and winner is taker: win Ann
    win Bob
  variant large: standard by [turn]
    param most: 1..9 = 5 + 1 by [turn]
"""


def test_each_reading_and_number_has_one_and_where_variants_differ_one_each() -> None:
    assert defaults(load_text(RULES, "heap.rules")) == {
        "reading winner": "taker",
        "param few": "1",
        "param most in standard": "3",
        "param most in large": "5 + 1",
    }


def test_a_changed_one_is_told_with_its_clauses() -> None:
    before = defaults(load_text(RULES, "heap.rules"))
    changed = RULES.replace('last" default', 'last"').replace('one"\n', 'one" default\n')
    now = load_text(changed.replace("= 5 + 1", "= 7"), "heap.rules")
    assert set(changed_defaults(before, now)) == {
        "[end] [turn] reading winner is now other, was taker",
        "[turn] param most in large is now 7, was 5 + 1",
    }
    assert changed_defaults(defaults(now), now) == ()
    assert changed_defaults({"reading gone": "yes"}, now) == (), "it is there no more"


@pytest.mark.heavy
@pytest.mark.usefixtures("only_asked")
def test_an_editor_reads_first_what_was_changed(nim: Path, capsys: Output) -> None:
    answer(capsys, "verify", nim, "--update")
    assert "  reading winner = taker\n" in nim.with_suffix(".answers").read_text()
    text = nim.read_text()
    nim.write_text(text.replace('it" default', 'it"').replace('one"\n', 'one" default\n'))
    told = "[end] reading winner is now other, was taker"
    assert answer(capsys, "verify", nim)[1].startswith(f"Changed. {told}\n")
    assert told not in answer(capsys, "verify", nim, "--fresh")[1], "nothing was compared"
    assert f"{told}." in answer(capsys, "show", nim)[1]
