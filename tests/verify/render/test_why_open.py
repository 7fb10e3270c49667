"""Why answers are open: the most frequent reason in words, and how many answers have other ones."""

from __future__ import annotations

import pytest

from rulewright.verify.draw.style import Style
from rulewright.verify.findings.overview import Cell, Overview, Question
from rulewright.verify.render.screen.questions import why_open

FREQUENT = "unknown: nothing within 2 decisions"


@pytest.mark.parametrize(
    ("others", "end"),
    [
        ([], ""),
        (["unknown: the memory was up"], " (1 answer for other reasons)"),
        (["unknown: the memory was up", "unknown: too large"], " (2 answers for other reasons)"),
    ],
)
def test_the_most_frequent_reason_is_given_and_the_others_are_counted(
    others: list[str], end: str
) -> None:
    words = [*others, FREQUENT, FREQUENT]
    cells = tuple(Cell("open", "", each, None) for each in words)
    questions = (Question("a", "Is it so?", (), cells),)
    overview = Overview("nim", "Nim", (), tuple("abcd"[: len(words)]), questions, ())
    assert list(why_open(overview, Style(), 100)) == [f"Why open: nothing within 2 decisions{end}"]
