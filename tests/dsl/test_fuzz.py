"""Whatever is done to a ruleset, it compiles or has a message: never anything else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import drawn

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import load_text

HERE = Path(__file__).parent
SPEC = HERE.parent.parent / "spec"
EVERYTHING = (HERE / "parsing" / "everything.rules").read_text("utf-8")
TEXTS = [EVERYTHING, (SPEC / "classics/tictactoe/tictactoe.rules").read_text("utf-8")]

_TOKEN = re.compile(r"\n *|[A-Za-z_]\w*|\d+|\"[^\"\n]*\"|:=|\.\.|->|[<>!]=|\+\+|[^\s\w]| +")
TOKENS = [_TOKEN.findall(text) for text in TEXTS]
WORDS = sorted({token for tokens in TOKENS for token in tokens if token.strip()})
STRANGE = ["\t", "\x00", "\r", "é", "→", '"', "'", "\u2028", "\ufeff", "9" * 30, "(" * 200, "\x0c"]


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """A ruleset in which some tokens are lost, doubled, moved or exchanged."""
    tokens = list(draw(st.sampled_from(TOKENS)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(tokens) - 1))
        match draw(st.integers(0, 6)):
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, tokens[at])
            case 2:
                tokens[at] = draw(st.sampled_from(WORDS))
            case 3:
                tokens.insert(at, f" {draw(st.sampled_from(WORDS))} ")
            case 4:
                other = draw(st.integers(0, len(tokens) - 1))
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 5:
                tokens.insert(at, draw(st.sampled_from(STRANGE)))
            case 6:
                del tokens[at : at + draw(st.integers(1, 40))]
        tokens = tokens or ["x"]
    return "".join(tokens)


@st.composite
def rearrangements(draw: st.DrawFn) -> str:
    """A ruleset whose lines are lost, doubled, moved, cut or indented otherwise."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                del lines[at]
            case 1:
                lines.insert(draw(st.integers(0, len(lines))), lines[at])
            case 2:
                lines[at] = " " * draw(st.integers(0, 12)) + lines[at].lstrip()
            case 3:
                lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
            case 4:
                lines[at] = lines[at].split(" by [")[0] + draw(st.sampled_from([":", "", " # ("]))
        lines = lines or [""]
    return "\n".join(lines)


def said(text: str) -> RulesetError | None:
    """What the compiler says of a text."""
    try:
        load_text(text, "fuzzed.rules")
    except RulesetError as error:
        return error
    return None


def read(text: str) -> None:
    """Compile the text; errors must have places in it and be shown without trouble."""
    error = said(text)
    if error is None:
        return
    lines = text.removeprefix("\ufeff").split("\n")
    assert error.diagnostics
    assert str(error)
    for diagnostic in error.diagnostics:
        span = diagnostic.span
        assert 1 <= span.line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1
        assert (span.line, span.column) <= (span.end_line, span.end_column)


@pytest.mark.thorough
@given(mutations())
@settings(deadline=None, max_examples=drawn(150, few=15))
def test_mutated_rulesets_compile_or_have_a_message(text: str) -> None:
    read(text)


@pytest.mark.thorough
@given(rearrangements())
@settings(deadline=None, max_examples=drawn(150, few=15))
def test_rearranged_rulesets_compile_or_have_a_message(text: str) -> None:
    read(text)


@pytest.mark.thorough
@given(st.integers(0, len(EVERYTHING)))
@settings(deadline=None, max_examples=drawn(60))
def test_cut_off_rulesets_compile_or_have_a_message(length: int) -> None:
    read(EVERYTHING[:length])


@pytest.mark.thorough
@given(st.text(max_size=80))
@settings(deadline=None, max_examples=drawn(100, few=12))
def test_any_text_has_a_message(text: str) -> None:
    read(text)
    read(f'ruleset sample "A sample"\n  {text}\n')
    read(f'ruleset sample "A sample"\n  players A, B\n  let odd = {text}\n  play\n    draw\n')
