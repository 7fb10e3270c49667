"""Tasks: one way of answering some questions, how far, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..kernel.certificate import Certificate
from ..results.attempt import Way
from ..results.check_result import CheckResult, Coverage, Defect


@dataclass(frozen=True, slots=True)
class Task:
    """One way of answering some checks of one game, by their numbers, so far and no further.

    ``amount``: positions (None: all), plays, moves, or the solver's units.
    ``moves``: the most in one play. ``room``: bytes for positions.
    ``answers``: those of the checks, to be made better, or of others, whose plays may help.
    ``known``: proofs of other checks, which may be used; ``again``: as much was tried with fewer of them.
    ``toward``: play is led to what so many of the checks ask for, the first ones.
    ``defects``: those whose plays are to be made shorter.
    """

    way: Way
    checks: tuple[int, ...]
    amount: int | None
    moves: int = 0
    room: int = 0
    answers: tuple[CheckResult, ...] = ()
    known: tuple[Certificate, ...] = ()
    again: bool = False
    toward: int = 0
    defects: tuple[Defect, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """What came of a task: answers by the number of the check, definite or not.

    ``came_to``: in words. ``cut``: seconds ended it, not its effort.
    """

    answers: Mapping[int, CheckResult] = field(default_factory=dict)
    defects: tuple[Defect, ...] = ()
    coverage: Coverage | None = None
    plays: int = 0
    came_to: str = ""
    cut: bool = False
