"""Rulesets that are made to be misread mean the same to all that looks at them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.differential.case import FILE, examine
from tests.differential.compiler import quick_compiler
from tests.nasty_rulesets import NASTY
from tests.test_random_meanings import QUICK
from tests.tiers import slow

from rulewright.dsl.load import load_text

PROVED_QUICKLY = ["a sum that leaks at one key"]


@pytest.mark.parametrize("name", NASTY)
def test_what_is_made_to_be_misread(name: str) -> None:
    assert load_text(NASTY[name], FILE).variants
    assert not examine(NASTY[name], QUICK)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [*PROVED_QUICKLY, *slow(n for n in NASTY if n not in PROVED_QUICKLY)]
)
def test_nothing_false_is_proved_of_it_and_c_is_of_one_mind(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", str(quick_compiler(tmp_path)))
    assert not examine(NASTY[name], ("native", "proofs", "bounds"), 2.0)
