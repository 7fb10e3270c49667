"""What a method is: all that the agenda and the workers know of one way of answering questions.

A method is a file in ``methods/`` and a line in ``registry.py``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from typing import ClassVar, Literal, TypeVar

from ..execution.interruption import ending_in_time
from ..limits import Deadline, OutOfTime
from ..progress import Tell
from ..results.attempt import Way
from .task import Task, TaskOutcome
from .tools import Tools

S = TypeVar("S", bound=Hashable)
T = TypeVar("T")

Finds = Literal["plays", "proofs", "both"]
"""What a method can find: a play that answers a question, a proof that there is none, or either."""


class Method(ABC):
    """A way of answering questions of a game."""

    way: ClassVar[Way]
    """Its name, in tasks and for a person."""
    finds: ClassVar[Finds]
    unit: ClassVar[str]
    """What the amount of its tasks counts, for a person."""
    finds_shortest: ClassVar[bool] = False
    """Whether no play is shorter than the one that it finds."""
    shortens: ClassVar[bool] = False
    """Whether it makes plays shorter that are known, rather than answer what is open."""
    may_fail: ClassVar[bool] = False
    """Whether something may fail on the way, a solver say, and leave the question open."""

    def effort(self, task: Task) -> str:
        """How far a task goes, for a person."""
        return f"all {self.unit}" if task.amount is None else f"{task.amount:,} {self.unit}"

    @abstractmethod
    def perform(self, tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
        """Do a task until the deadline; ``tell`` is told how far it is. Raises OutOfTime."""

    def rivals(self, other: Method) -> bool:
        """Whether this one and the other cannot both find something for the same question."""
        return {self.finds, other.finds} == {"plays", "proofs"}


def improved(known: Iterable[T], better: Callable[[T], T], deadline: Deadline) -> list[T]:
    """Each made better; those for which the time was up stay as they were."""
    found: list[T] = []
    for one in known:
        found.append(one)
        with suppress(OutOfTime), ending_in_time(deadline):
            found[-1] = better(one)
    return found
