"""How a message looks to people: no line of it is too long, and the carets stand under the text."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulewright.dsl.diagnostics import WIDTH, Diagnostic
from rulewright.dsl.span import Span

LONG = "wrong " * 30


def rendered(line: str, column: int, end: int, before: str = "") -> list[str]:
    """The lines of a message about a part of a line."""
    span = Span("long.rules", 1, column, 1, end)
    return (
        Diagnostic("E101", span, LONG, f"hint {LONG}")
        .render({"long.rules": line}, before)
        .split("\n")
    )


@pytest.mark.parametrize("before", ["", "warning: "])
@pytest.mark.parametrize("blanks", [0, 70, 84, 88, 92, 200])
@pytest.mark.parametrize("behind", ["", " + n" * 40])
def test_no_line_is_too_long_and_the_carets_are_under_the_text(
    before: str, blanks: int, behind: str
) -> None:
    lines = rendered(f"{'x' * blanks}text{behind}", blanks + 1, blanks + 5, before)
    assert max(map(len, lines)) <= WIDTH
    assert lines[0].startswith(f"{before}long.rules:1:{blanks + 1}: E101 wrong")
    source, carets = next((a, b) for a, b in pairwise(lines) if "^" in b)
    assert [source[i] for i, c in enumerate(carets) if c == "^"] == list("text")
    assert sum(line.split().count("wrong") for line in lines) == 60


def test_what_goes_on_after_the_line_is_underlined_to_its_end() -> None:
    lines = (
        Diagnostic("E101", Span("a", 1, 3, 2, 1), "m").render({"a": "x " + "y" * 150}).split("\n")
    )
    assert [len(line) for line in lines[1:]] == [WIDTH, WIDTH]
    assert lines[1].endswith("y…")
    assert lines[2].strip("| ") == "^" * 90
