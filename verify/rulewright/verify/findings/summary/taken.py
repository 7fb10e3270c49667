"""How far a run was taken: its level of effort, and what ended it before that was reached."""

from __future__ import annotations

from dataclasses import dataclass

from ...effort.schedule import EffortLevel

INTERRUPTED = "it was interrupted"


@dataclass(frozen=True, slots=True)
class Taken:
    """How far the questions of a run were taken.

    ``effort``: the lowest level to which a game was taken; None if something else determined how far.
    ``ended``: what ended the run early, in words; nothing if everything was tried. ``advice``: what may be
    done about that.
    """

    effort: EffortLevel | None = None
    ended: str = ""
    advice: str = ""


def budget_over(seconds: float) -> Taken:
    """The seconds of ``--budget`` were over.

    >>> budget_over(190.0).ended
    'the 190 s of --budget were over'
    """
    return Taken(ended=f"the {seconds:,g} s of --budget were over", advice="raise --budget")


def interrupted() -> Taken:
    """Somebody, or the system, ended it."""
    return Taken(ended=INTERRUPTED, advice="ask again")
