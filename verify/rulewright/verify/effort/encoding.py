"""Formulas: up to what size they are written out, and what a solver may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Encoding:
    """Up to what size something is written out case by case in a formula."""

    cases: int = 128
    """A number with more possible values is a bit vector."""
    pairs: int = 2_048
    """The most pairs of values of two numbers that are gone through."""
    counted: int = 48
    """More conditions than this are added up as bit vectors."""
    counters: int = 12
    """Maps whose values have a larger type are not counted."""
    joint: int = 1_024
    """A choice with more argument tuples gets literals for each parameter separately."""
    guarded: int = 128
    """The guard of a choice with more tuples is not evaluated for the symbolic arguments."""
    known_depth: int = 4
    """How deep a condition is searched for what is known."""
    visits: int = 64
    """How often a block is visited between two decisions; what would go on is *diverged*."""
    asked_visit: int = 2
    """From this visit on it is first asked whether a block can be reached at all."""
    loop_units: int = 1_000_000
    """Units for the solver to see that a loop ends."""


@dataclass(frozen=True, slots=True)
class Solving:
    """What a solver may take."""

    units_per_second: int = 3_000_000
    """What the counting solver does in a processor second: 2.6 to 4.9 million units were seen, for
    questions of proofs and for the factors of a large number."""
    leeway: int = 20
    """How many times as long as its units should take a question may last: the machine may be busy."""
    memory_mb: int = 4_096
    """For one solver, in units of 2**20 bytes."""
    grace: float = 1.0
    """Seconds beyond its limit before a solver is killed."""
    output: int = 2**26
    """An output of more bytes is no answer."""
    crosscheck_units: int = 10**12
    crosscheck_seconds: float = 60.0
    """For each question to other solvers: a minute, whatever the solver counts."""
    remembered: int = 20_000
    """Answers of a solver that are cached."""
    terms: int = 1_024
    """New terms between two looks at the clock."""


ENCODING = Encoding()
SOLVING = Solving()
