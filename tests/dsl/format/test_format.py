"""The layout of rulesets: what it never changes, whatever was written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dsl.format.format_samples import SAMPLE, comments, meaning, scattered, spaced
from tests.dsl.format.layouts import HEAD, formatted
from tests.tiers import drawn, slow, thorough

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.inputs.locate import rulesets
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.ruleset import Ruleset
from rulewright.verify.answers.sources import texts

USUAL = {"goofspiel"}


SHIPPED = [
    *(path for path in rulesets() if path.stem in USUAL),
    *slow(path for path in rulesets() if path.stem not in USUAL),
]

LARGE, LARGER = {"arktia", "circle"}, {"petite-mort", "run-run-run"}
LARGE_LATER = [
    *(path for path in rulesets() if path.stem not in LARGE | LARGER),
    *thorough(path for path in rulesets() if path.stem in LARGE),
    *slow(path for path in rulesets() if path.stem in LARGER),
]

SMALL = (Path(__file__).parents[1] / "golden" / "tictactoe.rules").read_text("utf-8")


TEXTS = st.sampled_from([SAMPLE, SMALL])


def untidied(text: str) -> str:
    """A text in which nothing is aligned; rows with texts, which may hold spaces, stay as they are."""
    rows = text.splitlines(keepends=True)
    return "".join(row if '"' in row else re.sub(r"(?<=\S) {2,}", " ", row) for row in rows)


@pytest.mark.thorough
@pytest.mark.parametrize("text", [SAMPLE, SMALL])
def test_samples_are_in_the_canonical_layout(text: str) -> None:
    assert formatted(text) == text


@pytest.mark.parametrize("path", LARGE_LATER, ids=lambda p: p.stem)
def test_shipped_rulesets_are_in_the_canonical_layout(path: Path) -> None:
    text = path.read_text("utf-8")
    assert formatted(text) == text
    too_long = [row for row in text.splitlines() if len(row) > 100]
    assert [row for row in too_long if " = picture(" not in row] == []


@pytest.mark.thorough
@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_shipped_rulesets_keep_their_meaning_comments_and_answers(path: Path) -> None:
    text = path.read_text("utf-8")
    result = formatted(untidied(text))
    assert untidied(text) != text
    assert meaning(result) == meaning(text)
    assert comments(result) == comments(text)
    assert formatted(result) == result
    before, after = (texts(Ruleset(parse(t, str(path)), {}, None), path) for t in (text, result))
    assert before == after


def loose(text: str) -> str:
    """A text whose words and comments are not aligned any more."""
    return re.sub(r"(?<=\S) +(?=:)", "", re.sub(r"(?<=\S) +", " ", text))


@pytest.mark.heavy
@settings(max_examples=drawn(25, few=3), deadline=None)
@given(st.data())
def test_spacing_makes_no_difference(data: st.DataObject) -> None:
    text = data.draw(TEXTS)
    untidy = data.draw(spaced(text))
    assert meaning(untidy) == meaning(text)
    assert loose(formatted(untidy)) == loose(formatted(text))


@pytest.mark.heavy
@settings(max_examples=drawn(25, few=3), deadline=None)
@given(st.data())
def test_meaning_and_comments_stay_and_a_second_time_changes_nothing(data: st.DataObject) -> None:
    text = data.draw(TEXTS)
    untidy = data.draw(scattered(text))
    result = formatted(untidy)
    assert meaning(result) == meaning(text)
    assert comments(result) == comments(untidy)
    assert formatted(result) == result
    assert "\n\n\n" not in result
    assert result.endswith("\n")
    assert not any(row != row.rstrip() for row in result.splitlines())
    full = [row for row in untidy.splitlines() if row.strip()]
    rows = [row for row in result.splitlines() if row]
    assert len(rows) - notes(rows) == len(full) - notes(full)


def notes(rows: list[str]) -> int:
    """How many comments have a line of their own: one that is too long at the end of another moves."""
    return sum(row.lstrip().startswith("#") for row in rows)


def test_syntax_errors_are_reported_as_parsing_does() -> None:
    with pytest.raises(RulesetError, match=r"test\.rules:3:11"):
        formatted(HEAD + "  let f = yes\n  let g = )\n")
