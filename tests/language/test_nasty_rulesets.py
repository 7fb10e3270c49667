"""Rulesets that are made to be misread mean the same to all that looks at them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.differential.case import FILE, examine
from tests.differential.compiler import quick_compiler
from tests.differential.test_random_meanings import QUICK
from tests.language.nasty_rulesets import NASTY
from tests.tiers import judges, slow, thorough

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Decision, Program
from rulewright.dsl.ir.types import Int
from rulewright.dsl.ir.walk import walk
from rulewright.dsl.load import load_text

PROVED_QUICKLY = ["a sum that leaks at one key", "a set in a larger one"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        *list(NASTY)[::6],
        *thorough(list(NASTY)[3::6]),
        *judges(n for k, n in enumerate(NASTY) if k % 3),
    ],
)
def test_what_is_made_to_be_misread(name: str) -> None:
    assert load_text(NASTY[name], FILE).variants
    assert not examine(NASTY[name], QUICK)


def ranges(program: Program) -> set[Int]:
    """The types of all numbers that the blocks, options and functions of a program work out."""
    parts: list[x.Expr | x.Stmt] = [f.body for f in program.functions]
    for block in program.blocks:
        parts += block.body
        parts += [block.terminator.condition] if isinstance(block.terminator, x.Branch) else []
    for node in program.nodes:
        parts += [c.guard for c in node.choices] if isinstance(node, Decision) else []
    types = (getattr(part, "type", None) for part in walk(*parts))
    return {t for t in types if isinstance(t, Int)}


@pytest.mark.parametrize("name", NASTY)
def test_every_number_has_a_range(name: str) -> None:
    program = instantiate(load_text(NASTY[name], FILE))
    assert all(t.lo <= t.hi for t in ranges(program))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [*PROVED_QUICKLY, *slow(n for n in NASTY if n not in PROVED_QUICKLY)]
)
def test_nothing_false_is_proved_of_it_and_c_is_of_one_mind(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", str(quick_compiler(tmp_path)))
    assert not examine(NASTY[name], ("native", "proofs", "bounds"), 2.0)
