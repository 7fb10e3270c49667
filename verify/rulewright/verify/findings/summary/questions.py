"""The questions that a ruleset asks, with their answers in each game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ...properties.asked import asks
from ...results.check_result import CheckResult
from ...results.verdict import Bounded, Proved, Reached, Refuted, Sampled, Unknown
from ..collect import Results
from ..origins.from_results import vacuous_key

SILENT = "says nothing"
"""How an answer is known that is proved, but says nothing."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The answer to a question in one game: ``finding`` is the identifier of what shows it.

    ``how``: proved, says nothing (proved, but nothing could make it fail), play, or how far the search went
    without an answer; ``as_expected``: whether it is what the author expects, or accepts; None while it is
    ``open``. ``cut``: seconds, or somebody, ended the search before its effort was spent.
    """

    answer: Literal["yes", "no", "open"]
    how: str
    as_expected: bool | None
    finding: str = ""
    open: Bounded | Sampled | Unknown | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer in each game of the overview; None where it is not asked."""

    name: str
    text: str
    clauses: tuple[str, ...]
    cells: tuple[Cell | None, ...]


def questions(
    results: Sequence[Results], ids: Mapping[str, str], accepted: Collection[str]
) -> tuple[Question, ...]:
    """All questions asked of any of these games; ``ids``: identifiers of findings, by key; ``accepted``:
    the keys of accepted ones."""
    asked: dict[str, CheckResult] = {}
    for result in results:
        for answer in result.report.answers:
            asked.setdefault(answer.check.name, answer)
    return tuple(
        Question(
            name,
            asks(answer.check) or answer.check.text or name,
            answer.check.clauses,
            tuple(_cell(result, name, ids, accepted) for result in results),
        )
        for name, answer in asked.items()
    )


def _cell(
    result: Results, name: str, ids: Mapping[str, str], accepted: Collection[str]
) -> Cell | None:
    for answer, judged in zip(result.report.answers, result.judged, strict=True):
        if answer.check.name == name:
            shown = answer.has_witness or (judged is False and answer.holds is not None)
            word: Literal["yes", "no", "open"] = (
                "open" if answer.holds is None else "yes" if answer.holds else "no"
            )
            finding = ids.get(name, "") if shown else ids.get(vacuous_key(answer.check), "")
            known = judged is not None and name in accepted
            open_ = (
                answer.verdict if isinstance(answer.verdict, Bounded | Sampled | Unknown) else None
            )
            return Cell(word, _how(answer), known or judged, finding, open_, answer.cut)
    return None


def _how(answer: CheckResult) -> str:
    match answer.verdict:
        case Proved() if answer.vacuous:
            return SILENT
        case Proved():
            return "proved"
        case Refuted() | Reached():
            return "play"
        case Bounded(decisions):
            return f"to {decisions}"
        case _:
            return "open"
