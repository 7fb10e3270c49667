"""How many questions were answered, and how; nothing is counted twice, and nothing as an answer
that is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .check_result import CheckResult
from .verdict import Bounded, Proved, Reached, Refuted


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of questions; ``vacuous`` ones are among the proved.

    ``bounded``: open, but it is known that no play of some length shows anything. ``open``: not
    even that.
    """

    proved: int = 0
    vacuous: int = 0
    refuted: int = 0
    reached: int = 0
    bounded: int = 0
    open: int = 0

    @property
    def answered(self) -> int:
        """How many have a definite answer."""
        return self.proved + self.refuted + self.reached

    @property
    def asked(self) -> int:
        """How many there are."""
        return self.answered + self.bounded + self.open


def tally(answers: Iterable[CheckResult]) -> Tally:
    """Count the answers by their strength."""
    proved = vacuous = refuted = reached = bounded = open_ = 0
    for answer in answers:
        match answer.verdict:
            case Proved():
                proved += 1
                vacuous += answer.vacuous
            case Refuted():
                refuted += 1
            case Reached():
                reached += 1
            case Bounded(decisions) if decisions > 0:
                bounded += 1
            case _:
                open_ += 1
    return Tally(proved, vacuous, refuted, reached, bounded, open_)
