"""A task whose time is up is cut, whatever it was at: it is neither an answer nor a fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import YES
from rulewright.dsl.ir.program import Check
from rulewright.verify.effort.schedule import Round, Schedule
from rulewright.verify.execution.workers import Job, Serial
from rulewright.verify.explicit.searcher import PythonSearcher, SearchRequest, SearchResult
from rulewright.verify.limits import Budget, OutOfTime
from rulewright.verify.portfolio.agenda import Agenda
from rulewright.verify.portfolio.conduct import Subject, conduct
from rulewright.verify.portfolio.perform import perform
from rulewright.verify.portfolio.task import Task
from rulewright.verify.portfolio.tools import Tools

ASKED = Check("never", "never", YES, None, "never")
GAME = replace(
    TableGame([[1], []]), checks=(ASKED,), properties={"never": lambda state, player: False}
)


class Late(PythonSearcher):
    """Notices in the middle of an evaluation that the time is up."""

    def ask(self, request: SearchRequest[Any]) -> SearchResult[Any]:
        """No result."""
        raise OutOfTime("the time is up")


def test_a_search_that_notices_the_time_while_it_evaluates_is_cut() -> None:
    outcome = perform(Tools(GAME, Late()), Task("complete search", (0,), None), 1.0, print)
    assert outcome.cut
    assert not outcome.answers
    assert perform(Tools(GAME), Task("complete search", (0,), None), 60.0, print).answers[0].holds


def test_a_question_that_was_cut_off_is_open_and_says_so() -> None:
    agenda = Agenda(GAME.program, (0,), Schedule((Round(positions=None),)))
    conduct([Subject("game", Tools(GAME, Late()), agenda)], Serial(), Budget(60).start())
    (answer,) = agenda.result().answers
    assert answer.holds is None
    assert [attempt.cut for attempt in answer.attempts] == [True]


@pytest.mark.parametrize(
    ("checks", "name"), [((), "game, complete search"), ((0,), "game, complete search: {}")]
)
def test_a_search_is_named_after_what_it_asks_if_it_asks_anything(
    checks: tuple[int, ...], name: str
) -> None:
    """Nothing is asked where it looks for faults alone."""
    names: list[str] = []

    class Noting(Serial):
        def submit(self, job: Job) -> int:
            names.append(job.name)
            return super().submit(job)

    agenda = Agenda(GAME.program, checks, Schedule((Round(positions=None),)))
    conduct([Subject("game", Tools(GAME), agenda)], Noting(), Budget(60).start())
    assert names[0] == name.format(GAME.program.checks[0].name)
