"""A search of all positions, or of as many as the task allows, for all questions at once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, TypeVar

from rulewright.engines.game import Game

from ...effort.running import INTERRUPTING
from ...execution.interruption import ending_in_time
from ...explicit.searcher import SearchRequest, SearchResult
from ...limits import Budget, Deadline
from ...progress import Tell
from ...results.attempt import Way
from ...results.check_result import Coverage
from ...results.verdict import counted
from ...stategraph.graph import OUT_OF_TIME
from ..method import Finds, Method
from ..task import Task, TaskOutcome
from ..tools import Tools
from .explicit import answers, defects

S = TypeVar("S", bound=Hashable)

BESIDE = 40
"""Bytes that a search needs beside each position."""


class CompleteSearch(Method):
    """Answers either way if it comes to an end; a play that it finds is a shortest one."""

    way: ClassVar[Way] = "complete search"
    finds: ClassVar[Finds] = "both"
    unit = "positions"
    finds_shortest = True

    def perform(self, tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
        """Search, then answer; what nobody asked about is noticed, too."""
        game = tools.game
        budget = Budget(deadline.left(), _positions(game, task), tools.memory)
        request = SearchRequest(
            game, budget, frozenset(task.checks), lambda states: tell(states, "positions")
        )
        searched = tools.searcher.ask(request)
        with ending_in_time(deadline, INTERRUPTING.grace):
            answered = answers(game, searched.graph, searched.observed, task.checks)
            noticed = defects(game, searched.graph, searched.observed)
        coverage = _coverage(searched)
        stopped = coverage.stopped
        return TaskOutcome(
            answers=answered,
            defects=tuple(noticed),
            coverage=coverage,
            came_to=str(stopped.why) if stopped else f"all {counted(coverage.states, 'position')}",
            cut=stopped == OUT_OF_TIME,
        )


def _positions(game: Game[S], task: Task) -> int | None:
    """How many positions there is room for; states of games that are no programs are small."""
    if task.amount is None:
        return None
    from rulewright.engines.native.generator.states import States

    size = States(game.program).size if game.program.variables else 1
    return max(1, min(task.amount, task.room // (size + BESIDE))) if task.room else task.amount


def _coverage(searched: SearchResult[S]) -> Coverage:
    graph = searched.graph
    return Coverage(
        states=len(graph.states),
        transitions=graph.transitions,
        depth=graph.depth,
        terminal=graph.terminal,
        stopped=graph.stopped,
        engine=searched.engine,
    )
