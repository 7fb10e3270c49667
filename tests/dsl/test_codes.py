"""Every code has an explanation, and its example does what it says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.tiers import thorough

from rulewright.dsl.codes.explanation import Codes, ExampleSide, Explanation
from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load, load_text
from rulewright.verify.findings.origins.examples import DOES_NOT_COME_OUT, example_diagnostics
from rulewright.verify.findings.origins.expected_numbers import NOT_AS_EXPECTED, number_diagnostics
from rulewright.verify.findings.unasked.look import READERS, warnings

CODES = Codes().all
SOURCES = Path(__file__).parents[2] / "dsl" / "rulewright" / "dsl"


def said(row: Explanation, side: ExampleSide, folder: Path) -> list[str]:
    """The codes of all that is said of an example."""
    for name, content in row.texts(side).items():
        (folder / name).write_bytes(content)
    path = folder / row.file(side)
    whole = row.cites or not path.exists()
    try:
        ruleset = load(path) if whole else load_text(path.read_text("utf-8"), str(path))
        if row.ask:
            instantiate(ruleset, **row.asked(side))
    except RulesetError as error:
        return [d.code for d in error.diagnostics]
    if row.code == DOES_NOT_COME_OUT:
        return [d.code for d in example_diagnostics(path, ruleset)]
    if row.code == NOT_AS_EXPECTED:
        return [d.code for d in number_diagnostics(path, ruleset)]
    return [d.code for d in warnings(ruleset)] if row.code.startswith("W") else []


@pytest.mark.parametrize(
    "code", [*list(CODES)[::4], *thorough(code for n, code in enumerate(CODES) if n % 4)]
)
def test_the_wrong_example_gets_the_code_and_the_right_one_nothing(
    code: str, tmp_path: Path
) -> None:
    for side in ("wrong", "right"):
        (tmp_path / side).mkdir()
    assert set(said(CODES[code], "wrong", tmp_path / "wrong")) == {code}
    assert said(CODES[code], "right", tmp_path / "right") == []


@pytest.mark.thorough
def test_every_code_in_the_sources_is_explained_and_every_explanation_is_used() -> None:
    used = {*READERS, DOES_NOT_COME_OUT, NOT_AS_EXPECTED}
    texts = (path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    for text in (t for t in texts if re.search(r"[EW]\d{3}", t)):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                used |= {node.value} if re.fullmatch(r"[EW]\d{3}", node.value) else set()
    assert used == set(CODES)


def test_an_example_shows_what_is_wrong_and_what_stands_in_its_place() -> None:
    signs = {code: {line[:1] for line in row.lines()} for code, row in CODES.items()}
    assert {code: found for code, found in signs.items() if not found >= {"-", "+"}} == {}


@pytest.mark.parametrize("theme", Codes().themes)
def test_the_codes_of_a_theme_stand_in_order(theme: str) -> None:
    _, rows = Codes().themes[theme]
    assert list(rows) == sorted(rows)


def test_an_explanation_is_short_prose() -> None:
    for code, row in CODES.items():
        assert re.fullmatch(r"[EW]\d{3}", code)
        assert not row.title.endswith("."), code
        assert row.about.endswith((".", ")")), code
        assert any(line[:1] in "-+*" for line in row.lines() if line), code
