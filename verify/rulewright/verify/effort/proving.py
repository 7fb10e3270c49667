"""How far a proof is looked for, in units that are the same on every machine and under every load."""

from __future__ import annotations

from dataclasses import dataclass, replace


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

    def with_shorter_questions(self) -> ProofEffort:
        """For a second try, with less for each question."""
        units = int(self.units * PROVING.second)
        return replace(
            self, units=units, question=max(1, int(self.units * PROVING.second_question))
        )


@dataclass(frozen=True, slots=True)
class SampleSize:
    """Random plays to learn from: so many of so many moves, or until so many moves were different."""

    plays: int
    moves: int
    different: int


@dataclass(frozen=True, slots=True)
class Prices:
    """How many units things cost: the solver does about as much in the same time."""

    evaluated: int = 200
    """The evaluation of an expression."""
    built: int = 60_000
    """A thousand terms of the kernel."""
    unrolled: int = 5_000
    """A step of unrolling plays, and as many terms as are made between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Proving:
    """How a search for a proof divides its units, and what it learns from."""

    units: int = 150_000_000
    """For a question, if no schedule says how many."""
    plays: int = 10_000
    """The most random plays, if no schedule says how many."""
    question: float = 0.2
    """The largest share of the units for a proof that one question to the solver takes."""
    great: int = 100_000_000
    second: float = 2 / 3
    second_question: float = 1 / 30
    """Where at least so many units were all spent, it is tried once more, with such a share of them, and such a
    share for one question."""
    anywhere: float = 0.25
    """The share of the units for trying whether the answer holds in any position."""
    by_sat: float = 0.5
    """The share of the remaining units for asking the solver by SAT, before its default strategy."""
    little: int = 5_000_000
    values: float = 0.4
    """With fewer units than the first, it is tried first, with the second as the share of them, whether it
    suffices that what influences the question has one of the values that plays showed: otherwise the units
    would be spent before."""
    cone: float = 0.5
    """The largest share of the remaining units for one attempt over few variables."""
    shown: float = 0.9
    """The share for what plays show of the variables of the question: with more variables it mostly takes
    longer."""
    broken: int = 2_000_000
    """Units for asking what is broken whatever is assumed."""
    playing: float = 0.2
    """The share of the remaining units within which the plays that show something must be finished."""
    few: int = 200
    narrow: float = 0.2
    """With the second as the share of the remaining units, what goes through more elements than the first
    is left open, and asked by SAT if that did not suffice; then what goes through more than there are pairs of
    places."""
    loops: SampleSize = SampleSize(6, 60, 200)
    """The samples that are followed into loops."""
    equations: SampleSize = SampleSize(40, 120, 1_000)
    """The samples for equations between amounts, of which chance would show too many."""
    bounds: SampleSize = SampleSize(400, 120, 10_000)
    """The samples for bounds of amounts: what is rare is what they are about."""
    steps_a_move: int = 1_000
    """The most steps of a play for each of its moves."""


@dataclass(frozen=True, slots=True)
class Claiming:
    """What is claimed of positions, for the solver to find out what is kept."""

    values: int = 12
    """It is not claimed that a variable has one of more values than this."""
    members: int = 4_096
    """No set is made of a number with more values, as it would have a place for each."""
    exclusive: int = 64
    """Things of a type with more values are not followed one by one."""
    keys: int = 600
    """A map of more entries is not looked at entry by entry."""
    labels: int = 16
    """Values of a type with more of them are not told apart."""
    elements: int = 1
    """Of conditions over more elements it is not claimed that they still hold halfway through a loop."""
    amounts: int = 40
    """Between more amounts no equations are looked for."""
    terms: int = 40
    """Nor between more values that maps and tables tell of variables."""
    coefficient: int = 4
    """An equation with a greater coefficient is considered chance."""
    in_transit: int = 4
    """Of what may be in hand at the head of a loop, so many are tried."""
    least: int = 3
    """Bounds so much above the least value of a type are claimed, and the one that plays showed."""
    steering: int = 6
    cases: int = 36
    """The most values of a variable that steers a play, and the most cases of all of them together."""
    looked_at: int = 60
    """Positions of a place that are looked at: what is false in some is mostly false in many."""
    at_once: int = 3
    """Assumptions added at once at first; then twice as many each time."""


@dataclass(frozen=True, slots=True)
class Measuring:
    """What a falling measure is learnt from, and how hard one is looked for."""

    steps: SampleSize = SampleSize(40, 500, 4_000)
    with_loops: int = 400
    """The samples of steps; and how many distinct moves if they have loops inside: following these takes a
    hundred times as long."""
    program: int = 30_000_000
    """Units for one linear program."""
    numbers: int = 40
    """The most numbers of a measure."""
    growing: int = 10
    """What decreases is preferred this many times over what grows: a person sees at once that it ends."""


@dataclass(frozen=True, slots=True)
class Unrolling:
    """How bounded search divides its units among plays of each length."""

    first: int = 5_000_000
    first_share: float = 0.15
    """Units for the first question that does not fold, at least, and the share of all units: often this is
    the right length."""
    next: int = 2_000_000
    next_share: float = 0.05
    """The same for each of the others; those that stay open are asked again, with more."""
    most_open: int = 12
    """With this many open questions, they are asked again before plays get longer."""
    shorter: float = 0.1
    """The share of the units for shorter plays after one was found."""


@dataclass(frozen=True, slots=True)
class Trying:
    """At which positions claims are tried, before the solver is asked."""

    positions: int = 200
    """Those near the beginning."""
    plays: int = 5
    moves: int = 60
    """Those of this many random plays, each of this many moves."""


@dataclass(frozen=True, slots=True)
class Judging:
    """What the kernel may take for a certificate, in seconds: much more than it needs for any that was
    found."""

    certificate: float = 1800.0
    """For a kept one."""
    question: float = 60.0
    """About this much work for one question of a certificate that was just found, unless the deadline is
    nearer."""


PRICES = Prices()
PROVING = Proving()
CLAIMING = Claiming()
MEASURING = Measuring()
UNROLLING = Unrolling()
TRYING = Trying()
JUDGING = Judging()
