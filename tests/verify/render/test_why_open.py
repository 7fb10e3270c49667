"""Why answers are open: the most frequent reason in words, how many answers have other ones, and what to do."""

from __future__ import annotations

import pytest

from rulewright.verify.draw.style import Style
from rulewright.verify.effort.schedule import EffortLevel
from rulewright.verify.findings.summary.overview import Overview
from rulewright.verify.findings.summary.questions import Cell, Question
from rulewright.verify.findings.summary.taken import Taken, budget_over, interrupted
from rulewright.verify.render.screen.open_answers import why_open
from rulewright.verify.results.verdict import (
    Bounded,
    Explained,
    LastLooked,
    Sampled,
    Unknown,
    Untried,
    stopped_at,
)
from rulewright.verify.stategraph.graph import LimitReached

OPEN = Bounded | Sampled | Unknown


AS_FAR_AS_WANTED = Taken("normal")


def reason(*verdicts: OPEN, taken: Taken = AS_FAR_AS_WANTED, cut: int = 0) -> list[str]:
    """What is said of games with these open answers; the first so many of them were cut off."""
    cells = tuple(Cell("open", "", None, open=each, cut=n < cut) for n, each in enumerate(verdicts))
    overview = Overview(
        "nim", "Nim", (), tuple("abcd"[: len(cells)]), (Question("a", "Is it so?", (), cells),), (),
        taken=taken,
    )  # fmt: skip
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
    found, *_ = reason(*map(stopped_at, others), Bounded(2), Bounded(2))
    assert found == f"Why open: nothing found within 2 decisions; beyond is open{end}"


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
            "the search stopped after 150 to 4,000 positions; raise --states or take a smaller instance",
        ),
        (
            [looked(Bounded(7), "normal"), looked(Bounded(3), "normal")],
            "nothing found within 3 to 7 decisions at normal effort, when it was last looked at; --effort "
            "thorough goes further",
        ),
    ],
)  # fmt: skip
def test_what_differs_in_a_number_is_one_reason(verdicts: list[OPEN], said: str) -> None:
    assert reason(*verdicts)[0] == f"Why open: {said}"


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
    said, *_ = reason(Bounded(2), Bounded(2), other)
    assert said.endswith("beyond is open (1 answer for other reasons)")


@pytest.mark.parametrize(
    ("verdicts", "effort", "said"),
    [
        ([Bounded(2)], "normal", "--effort thorough, a smaller instance, or"),
        ([Sampled(2)], "thorough", "a smaller instance, or"),
    ],
)
def test_what_to_do_next_stands_below(verdicts: list[OPEN], effort: EffortLevel, said: str) -> None:
    _, helps = reason(*verdicts, taken=Taken(effort))
    assert helps.startswith(f"What may help: {said} a check that says why")
    assert helps.endswith("docs/findings.md")


@pytest.mark.parametrize(
    "verdict", [stopped_at(LimitReached("states", 4)), looked(Bounded(7), "normal")]
)
def test_a_reason_that_says_what_to_do_is_enough(verdict: OPEN) -> None:
    assert len(reason(verdict)) == 1


@pytest.mark.parametrize(
    ("taken", "verdicts", "said"),
    [
        (
            budget_over(190),
            [Bounded(9), Unknown(Untried()), Bounded(5)],
            "the 190 s of --budget were over when nothing had been found within 5 to 9 decisions; "
            "raise --budget",
        ),
        (budget_over(0.5), [Unknown(Untried())], "the 0.5 s of --budget were over; raise --budget"),
        (
            interrupted(),
            [Sampled(200)],
            "it was interrupted when nothing had been found in 200 random plays; ask again",
        ),
    ],
)
def test_what_ended_a_run_early_is_the_reason(
    taken: Taken, verdicts: list[OPEN], said: str
) -> None:
    assert reason(*verdicts, taken=taken, cut=len(verdicts)) == [f"Why open: {said}"]


def test_what_was_taken_as_far_as_wanted_has_its_own_reason() -> None:
    """The budget was over only after two of three had been given up."""
    first, _ = reason(Bounded(2), Bounded(2), Bounded(2), taken=budget_over(9), cut=1)
    assert first.endswith(
        "nothing found within 2 decisions; beyond is open (1 answer for other reasons)"
    )
