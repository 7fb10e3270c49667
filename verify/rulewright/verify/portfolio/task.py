"""Tasks: one way of answering some questions, how far, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..kernel.certificate import Certificate
from ..results.attempt import Way
from ..results.check_result import CheckResult, Coverage, Defect

MethodShows = Literal["plays", "proofs", "both"]
"""What a way can find: a play that answers a question, a proof that there is none, or either."""


@dataclass(frozen=True, slots=True)
class Task:
    """One way of answering some checks of one game, by their numbers, so far and no further.

    ``amount``: positions (None: all), plays, moves, or the solver's units. ``moves``: in a play at most.
    ``room``: bytes for positions. ``answers``: what is known of the checks that is to be made better, or of others, whose plays may help. ``known``: proofs
    of other checks, which may be used. ``toward``: to what so many of the checks, the first, ask for play is led. ``defects``: those
    whose plays are to be made shorter.
    """

    way: Way
    checks: tuple[int, ...]
    amount: int | None
    moves: int = 0
    room: int = 0
    answers: tuple[CheckResult, ...] = ()
    known: tuple[Certificate, ...] = ()
    toward: int = 0
    defects: tuple[Defect, ...] = ()

    @property
    def shows(self) -> MethodShows:
        """What it can find."""
        match self.way:
            case "complete search":
                return "both"
            case "proof":
                return "proofs"
            case "random play" | "guided play" | "bounded search" | "fewer moves" | "shorter play":
                return "plays"

    @property
    def effort(self) -> str:
        """How far, for a person."""
        match self.way, self.amount:
            case _, None:
                return "all positions"
            case "complete search", amount:
                return f"{amount:,} positions"
            case "random play", amount:
                return f"{amount:,} plays of up to {self.moves:,} moves"
            case "fewer moves", amount:
                return f"{amount:,} moves tried"
            case "guided play", amount:
                return f"{amount:,} moves toward each target"
            case _, amount:
                return f"{amount:,} units of the solver"


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
