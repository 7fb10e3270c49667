"""Doing a task: the same task comes to the same, wherever and whenever it is done."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from ..limits import Budget, OutOfTime
from ..progress import Tell
from ..stategraph.graph import OUT_OF_TIME
from .registry import method_of
from .task import Task, TaskOutcome
from .tools import Tools

S = TypeVar("S", bound=Hashable)


def perform(tools: Tools[S], task: Task, seconds: float | None, tell: Tell) -> TaskOutcome:
    """Do a task, in so many seconds at most; what had to be given up is cut."""
    try:
        return method_of(task.way).perform(tools, task, Budget(seconds).start(), tell)
    except OutOfTime:
        return TaskOutcome(came_to=OUT_OF_TIME.why, cut=True)
