"""How far a proof is looked for, in units that are the same on every machine and under every load."""

from __future__ import annotations

from dataclasses import dataclass


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
class SampleSize:
    """Random plays to learn from: so many of so many moves, or until so many moves were different."""

    plays: int
    moves: int
    different: int


@dataclass(frozen=True, slots=True)
class Prices:
    """What counts as how many units: the solver does about as much in the same time."""

    evaluated: int = 200
    """An expression that is evaluated."""
    built: int = 60_000
    """A thousand terms of the kernel."""
    unrolled: int = 5_000
    """A step of unrolling plays, and as many terms as are made between two looks."""


@dataclass(frozen=True, slots=True)
class Proving:
    """How a search for a proof shares out its units, and what it learns from."""

    units: int = 150_000_000
    """For a question, where no schedule says how many."""
    plays: int = 10_000
    """So many random plays at most, where no schedule says how many."""
    question: float = 0.1
    """One question of the solver takes no more than this share of the units for a proof."""
    anywhere: float = 0.25
    """With that share of the units it is tried whether the answer is so in any position."""
    by_sat: float = 0.5
    """With that share of the units that are left the solver is asked by SAT, before it is asked as it thinks best."""
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
    loops: SampleSize = SampleSize(6, 60, 200)
    """What is followed into loops."""
    equations: SampleSize = SampleSize(40, 120, 1_000)
    """Where equations between amounts are looked for, of which chance would show too many."""
    steps_a_move: int = 1_000
    """A play has at most so many times more steps than moves."""


@dataclass(frozen=True, slots=True)
class Claiming:
    """What is claimed of positions, for the solver to find out what of it is kept."""

    values: int = 12
    """That a variable has one of more values than that is not claimed."""
    members: int = 4_096
    """Of a number with more values no set is made, which would have a place for each."""
    exclusive: int = 64
    """Things of a type with more values are not followed one by one."""
    keys: int = 600
    """A map of more entries is not looked at entry by entry."""
    labels: int = 16
    """Values of a type with more of them are not told apart."""
    elements: int = 1
    """What goes through more elements is not claimed to be so still, halfway through a loop."""
    amounts: int = 40
    """Between more amounts no equations are looked for."""
    coefficient: int = 4
    """An equation with a greater coefficient is taken for chance."""
    steering: int = 6
    cases: int = 36
    """What steers a play has so few values, and all of it together comes to so few cases."""
    looked_at: int = 60
    """So many positions of a place are looked at: what is false in some of them mostly is so in many."""
    at_once: int = 3
    """So many assumptions are added at once at first, and twice as many each time."""


@dataclass(frozen=True, slots=True)
class Measuring:
    """What a measure that falls is learnt from, and how hard one is looked for."""

    steps: SampleSize = SampleSize(40, 500, 4_000)
    with_loops: int = 400
    """So few different moves where they have loops inside: to follow these takes a hundred times as long."""
    program: int = 30_000_000
    """Units for one linear program."""
    numbers: int = 40
    """So many numbers a measure may have."""
    growing: int = 10
    """What is left is so many times as good a reason as what grows: a person sees at once that it ends."""


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


@dataclass(frozen=True, slots=True)
class Trying:
    """At which positions claims are tried, before the solver is asked."""

    positions: int = 200
    """Near the beginning."""
    plays: int = 5
    moves: int = 60
    """Those of so many random plays of so many moves."""


@dataclass(frozen=True, slots=True)
class Judging:
    """What the kernel may take for a certificate, in seconds: much more than it needs for any that was found."""

    certificate: float = 1800.0
    """For one that was kept."""
    question: float = 60.0
    """About so many of work for one question, of one that was just found, if the deadline is not nearer."""


PRICES = Prices()
PROVING = Proving()
CLAIMING = Claiming()
MEASURING = Measuring()
UNROLLING = Unrolling()
TRYING = Trying()
JUDGING = Judging()
