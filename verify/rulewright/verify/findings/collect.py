"""The results of the questions about one game, as expected or not."""

from __future__ import annotations

from dataclasses import dataclass

from ..answers.changes import AnswerChange
from ..plays.spoken import outcome, stuck
from ..properties.target import DeadlockTarget
from ..results.check_result import Defect, InstanceResult
from ..results.verdict import counted
from .subject import Selected


@dataclass(frozen=True, slots=True)
class Results:
    """The report on a game; ``judged`` tells for each answer whether it is as expected.

    ``changes``: what is not as it was kept. ``held``: the checks whose answer is.
    """

    selected: Selected
    report: InstanceResult
    judged: tuple[bool | None, ...]
    changes: tuple[AnswerChange, ...] = ()
    held: frozenset[str] = frozenset()


def defect_sentence(defect: Defect) -> str:
    """What is wrong, by which clauses, and after how many moves."""
    clauses = "".join(f" [{clause}]" for clause in defect.clauses)
    play = defect.witness.play
    at_a_loss = isinstance(defect.witness.target, DeadlockTarget)
    said = stuck(play) if at_a_loss else outcome(play.program, defect.message)
    return f"{said}{clauses}, after {counted(len(defect.witness), 'move')}"
