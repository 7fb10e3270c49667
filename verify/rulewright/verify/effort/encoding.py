"""Formulas: up to what size they are written out, and what a solver may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Encoding:
    """Up to what size something is written out case by case in a formula."""

    cases: int = 128
    """A number that may be one of more is a bit vector."""
    pairs: int = 2_048
    """Of two numbers, no more pairs of values are gone through."""
    counted: int = 48
    """More conditions than that are added up as bit vectors."""
    counters: int = 12
    """Maps whose values have a type larger than that are not counted."""
    joint: int = 1_024
    """A choice with more argument tuples gets literals for each parameter on its own."""
    guarded: int = 128
    """A choice with more tuples does not get its guard evaluated for the symbolic arguments."""
    known_depth: int = 4
    """So deep is a condition searched for what is known."""
    visits: int = 64
    """So often is a block visited between two decisions; what would go on is *diverged*."""
    asked_visit: int = 2
    """From this visit on it is first asked whether a block can be got to at all."""
    loop_units: int = 1_000_000
    """What the solver gets to see that a loop ends."""


@dataclass(frozen=True, slots=True)
class Solving:
    """What a solver may take."""

    units_per_second: int = 3_000_000
    """What the solver that counts does in a second of a processor: 2.6 to 4.9 million units were seen, of
    questions of proofs and of the factors of a large number."""
    leeway: int = 20
    """So many times as long as its units should take a question may last: the machine may be busy."""
    memory_mb: int = 4_096
    """For one solver, 2**20 bytes each."""
    grace: float = 1.0
    """How many seconds more than it was given a solver may take before it is killed."""
    output: int = 2**26
    """So many bytes are no answer any more."""
    crosscheck_units: int = 10**12
    crosscheck_seconds: float = 60.0
    """For each question that is asked of other solvers: a minute, whatever the solver counts."""
    remembered: int = 20_000
    """So many answers of a solver are kept."""
    terms: int = 1_024
    """After so many new terms the clock is looked at."""


ENCODING = Encoding()
SOLVING = Solving()
