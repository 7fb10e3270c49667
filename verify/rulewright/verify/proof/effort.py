"""How far a proof is looked for, in units that are the same on every machine and under every load."""

from __future__ import annotations

from dataclasses import dataclass

EVALUATED, BUILT = 200, 60_000
"""What an expression that is evaluated, and a thousand terms of the kernel, count as: the solver
does about as much in the same time."""
UNROLLED = 5_000
"""What a step of unrolling plays counts as, and as many terms as are made between two looks."""


@dataclass(frozen=True, slots=True)
class ProofEffort:
    """All limits of one search for a proof.

    ``units``: for all of it, in the units in which the solver counts its work; what is built
    without the solver is counted in them too. ``question``: for one question of the solver.
    ``plays``, ``moves``, ``positions``: of random plays, how many, how long, and how many
    different positions of them are looked at.
    """

    units: int
    question: int
    plays: int = 40
    moves: int = 120
    positions: int = 1500


@dataclass(frozen=True, slots=True)
class Sample:
    """Random plays to learn from: so many of so many moves, or until so many moves were different."""

    plays: int
    moves: int
    different: int


@dataclass(frozen=True, slots=True)
class Proving:
    """How a search for a proof shares out its units, and what it learns from."""

    anywhere: float = 0.25
    """With that share of the units it is tried whether the answer is so in any position."""
    little: int = 5_000_000
    values: float = 0.4
    """Who has less than so many units tries first, with that share of them, whether it is enough that what has a say in
    the question has one of the values that plays showed: the rest would be spent before."""
    cone: float = 0.5
    """No attempt over few variables takes more than this share of the units that are left."""
    shown: float = 0.75
    """The share of what plays show of the variables of the question: with more variables it mostly takes longer."""
    playing: float = 0.2
    """The share of the units that are left in which the plays that show something have to be over."""
    few: int = 200
    narrow: float = 0.2
    """With that share of the units that are left, what goes through more elements than ``few`` is left
    open; then what goes through more than there are pairs of places."""
    loops: Sample = Sample(6, 60, 200)
    """What is followed into loops."""
    equations: Sample = Sample(40, 120, 1_000)
    """Where equations between amounts are looked for, of which chance would show too many."""


@dataclass(frozen=True, slots=True)
class Measuring:
    """What a measure that falls is learnt from, and how hard one is looked for."""

    steps: Sample = Sample(40, 500, 4_000)
    with_loops: int = 400
    """So few different moves where they have loops inside: to follow these takes a hundred times as long."""
    program: int = 30_000_000
    """Units for one linear program."""


@dataclass(frozen=True, slots=True)
class Unrolling:
    """How bounded search shares out its units among plays of each length."""

    first: int = 5_000_000
    first_share: float = 0.15
    """Units for the first question that does not fold, at least, and the share of all units: often just
    this length is the one."""
    next: int = 2_000_000
    next_share: float = 0.05
    """For each of the others; those that stay open are asked again, with more."""
    most_open: int = 12
    """With so many open questions, they are asked again before plays get longer."""
    shorter: float = 0.1
    """How much of the units may be spent on shorter plays after one was found."""


PROVING = Proving()
MEASURING = Measuring()
UNROLLING = Unrolling()
