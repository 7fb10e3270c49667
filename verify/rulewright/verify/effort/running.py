"""Work in other processes and calls that must end: how often they are checked, and how long they are waited
for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interrupting:
    """How a call is ended that does not look at a clock itself, in seconds."""

    again: float = 0.02
    """The delay of a further try: no generated code was running, or it runs again."""
    unwinding: float = 0.5
    """The delay of the next try after one was made: what is raised while a generator is being closed gets lost."""
    grace: float = 0.5
    """The time after the deadline at which a call into C is given up."""


@dataclass(frozen=True, slots=True)
class Working:
    """Work done in other processes."""

    batch: int = 16
    """Results handed over at once."""
    at_least_every: float = 0.2
    """Seconds; what is not handed over is lost if the process must be ended."""
    restarts: int = 3
    """How often a job whose worker was lost is begun again."""
    between: float = 0.2
    """Seconds between two messages of a job."""
    look: float = 0.25
    """Seconds between two looks at the state of everything."""
    late: float = 1.2
    """A task is told to end when time is up; after this many seconds more it is ended."""
    short: float = 0.02
    """As long as a batch of steps takes fewer seconds, twice as many are done the next time."""


INTERRUPTING = Interrupting()
WORKING = Working()
