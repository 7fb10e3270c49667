"""Why answers are open: the most frequent reason in words, and how many answers have other ones."""

from __future__ import annotations

import pytest

from rulewright.verify.draw.style import Style
from rulewright.verify.findings.summary.overview import Overview
from rulewright.verify.findings.summary.questions import Cell, Question
from rulewright.verify.render.screen.questions import why_open
from rulewright.verify.results.verdict import (
    Bounded,
    Explained,
    LastLooked,
    Sampled,
    Unknown,
    stopped_at,
)
from rulewright.verify.stategraph.graph import LimitReached

OPEN = Bounded | Sampled | Unknown


def reason(*verdicts: OPEN) -> list[str]:
    """What is said of games with these open answers."""
    cells = tuple(Cell("open", "", None, open=each) for each in verdicts)
    overview = Overview(
        "nim", "Nim", (), tuple("abcd"[: len(cells)]), (Question("a", "Is it so?", (), cells),), ()
    )
    return list(why_open(overview, Style(), 200))


@pytest.mark.parametrize(
    ("others", "end"),
    [
        ([], ""),
        ([LimitReached("memory")], " (1 answer for other reasons)"),
        ([LimitReached("memory"), LimitReached("seconds")], " (2 answers for other reasons)"),
    ],
)
def test_the_most_frequent_reason_is_given_and_the_others_are_counted(
    others: list[LimitReached], end: str
) -> None:
    found = reason(*map(stopped_at, others), Bounded(2), Bounded(2))
    assert found == [f"Why open: nothing found within 2 decisions; beyond is open{end}"]


def looked(came_to: Bounded | Sampled | Explained, effort: str | None) -> Unknown:
    return Unknown(LastLooked(came_to, effort), "--effort thorough goes further")


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ([Bounded(1)], "nothing found within 1 decision; beyond is open"),
        ([Bounded(9), Bounded(1)], "nothing found within 1 to 9 decisions; beyond is open"),
        ([Sampled(2_000), Sampled(3)], "nothing found in 3 to 2,000 random plays; this assures nothing"),
        (
            [stopped_at(LimitReached("states", 4_000)), stopped_at(LimitReached("states", 150))],
            "the budget of 150 to 4,000 states is used up; raise --states or take a smaller instance",
        ),
        (
            [looked(Bounded(7), "normal"), looked(Bounded(3), "normal")],
            "nothing within 3 to 7 decisions, at normal effort when it was last looked at; --effort "
            "thorough goes further",
        ),
    ],
)  # fmt: skip
def test_what_differs_in_a_number_is_one_reason(verdicts: list[OPEN], said: str) -> None:
    assert reason(*verdicts) == [f"Why open: {said}"]


@pytest.mark.parametrize(
    "other",
    [
        Sampled(2),
        stopped_at(LimitReached("states", 2)),
        stopped_at(LimitReached("move", 2)),
        Unknown(Explained("nothing found within 2 decisions; beyond is open")),
        looked(Bounded(2), "normal"),
        looked(Bounded(2), None),
        looked(Sampled(2), "normal"),
    ],
)
def test_reasons_of_other_kinds_are_other_reasons_whatever_their_words(other: OPEN) -> None:
    (said,) = reason(Bounded(2), Bounded(2), other)
    assert said.endswith("beyond is open (1 answer for other reasons)")
