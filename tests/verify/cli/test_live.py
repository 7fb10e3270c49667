"""Progress of long work, as a pipe shows it: a line now and then."""

from __future__ import annotations

import io

import pytest

from rulewright.verify.cli.terminal.live import SELDOM, Live
from rulewright.verify.portfolio.conduct import Standing


@pytest.mark.parametrize(
    ("standing", "line"),
    [
        (Standing((), 4, 6, 9, 15), "2 of 6 questions answered, round 9 of 15"),
        (Standing((), 0, 1200, 0, 0), "1,200 of 1,200 questions answered"),
    ],
)
def test_how_many_questions_are_answered_and_how_far_the_others_are(
    standing: Standing, line: str
) -> None:
    now = [0.0]
    stream = io.StringIO()
    live = Live(stream, 80, clock=lambda: now[0])
    live(standing)
    assert stream.getvalue() == ""
    now[0] = SELDOM
    live(standing)
    assert stream.getvalue() == f"rulewright: {line}, 30 s\n"
