"""Random plays that look at all open questions: in C where that can be done, else fewer in Python."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import ClassVar, TypeVar

from rulewright.engines.game import EngineUnavailable

from ...effort.playing import UNCOMPILED
from ...limits import Deadline
from ...progress import Tell
from ...results.attempt import Way
from ...results.verdict import counted
from ...stategraph.graph import OutOfMemory
from ..method import Finds, Method
from ..task import Task, TaskOutcome
from ..tools import Tools
from .sampling import sample_in_c
from .simulation import RandomPlays, sample

S = TypeVar("S", bound=Hashable)


class RandomPlay(Method):
    """Answers with a play, which may be longer than needed."""

    way: ClassVar[Way] = "random play"
    finds: ClassVar[Finds] = "plays"
    unit = "plays"

    def effort(self, task: Task) -> str:
        """In plays and their moves."""
        return f"{super().effort(task)} of up to {task.moves:,} moves"

    def perform(self, tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
        """Play as often as the task says."""
        plays, game = task.amount or 0, tools.game
        found: RandomPlays | None = None
        if tools.compiled:
            with suppress(EngineUnavailable, OutOfMemory):
                found = sample_in_c(
                    game, task.checks, tools.seed, plays, task.moves, deadline,
                    lambda done: tell(done, "plays"),
                )  # fmt: skip
        if found is None:
            if tools.compiled:
                plays //= UNCOMPILED.plays
            found = sample(game, task.checks, tools.seed, plays, task.moves, deadline)
        return TaskOutcome(
            answers=found.answers,
            defects=found.defects,
            plays=found.plays,
            came_to=f"{counted(found.plays, 'play')} that came to rest",
            cut=deadline.passed(),
        )
