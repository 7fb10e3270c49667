"""Work in other processes and calls that have to end: how often is looked, and how long is waited."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interrupting:
    """How a call is ended that looks at no clock itself, in seconds."""

    again: float = 0.02
    """So much later it is tried again: no generated code was running, or it runs again."""
    unwinding: float = 0.5
    """Not before so much later: what is raised where a generator is being closed gets lost."""
    grace: float = 0.5
    """So long after the deadline a call into C is given up."""


@dataclass(frozen=True, slots=True)
class Working:
    """Work that is done in other processes."""

    batch: int = 16
    """So many results are handed over at once."""
    at_least_every: float = 0.2
    """Seconds; what is not handed over is lost if the process has to be ended."""
    restarts: int = 3
    """So many times a job is begun again whose worker was lost."""
    between: float = 0.2
    """Seconds between two messages of a job."""
    look: float = 0.25
    """Seconds after which whoever waits looks at how far everything is."""
    late: float = 1.2
    """A task is told to end when the time is up; after so many seconds more it is ended."""
    short: float = 0.02
    """As long as so many steps take fewer seconds, twice as many are done the next time."""


INTERRUPTING = Interrupting()
WORKING = Working()
