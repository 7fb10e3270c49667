"""What is said of a play beside its moves, wherever it is shown: in a terminal or on a page."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir.program import Chance

from ..plays.play import Play
from ..plays.spoken import rolled, to_decide
from ..symbolic.analysis.analysis import Analysis
from .finding import Occurrence, Shown


@dataclass(frozen=True, slots=True)
class Remarks:
    """What a reader may not see for themselves.

    ``read``: the variables that the question reads, itself or through functions; where they hold nothing,
    that is told. ``next``: who is to decide at the end, or what chance is to; ``said``: what else holds there,
    for those who see everything. Either may be empty.
    """

    read: frozenset[str]
    next: str
    said: str

    @property
    def under(self) -> tuple[str, ...]:
        """What is said under the play."""
        return tuple(text for text in (self.next, self.said) if text)


def remarks(occurrence: Occurrence, shown: Shown) -> Remarks:
    """Those on a play of an occurrence."""
    to_decide = _chance(shown.play) or ("" if shown.said else _player(shown.play))
    return Remarks(_read(occurrence), to_decide, shown.said)


def _read(occurrence: Occurrence) -> frozenset[str]:
    """The variables that the question reads; none if nobody asked."""
    program = occurrence.selected.program
    asked = [check.property for check in program.checks if check.name == occurrence.asked]
    return Analysis(program).reads(*asked)


def _chance(play: Play) -> str:
    """What chance is to decide at the end of a play, if it is: few expect a check to look there."""
    node = play.last_node
    if play.loop is not None or not isinstance(node, Chance):
        return ""
    return f"Chance is to decide here: {rolled(node)}. Checks look at such positions, too."


def _player(play: Play) -> str:
    """Which player is to decide at the end of a play, if one is and that is known."""
    who = "" if play.loop is not None else to_decide(play)
    return f"{who} is to decide here." if who else ""
