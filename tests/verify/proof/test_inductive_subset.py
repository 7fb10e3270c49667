"""What is left of claims is kept and needed, the same each time, and measured in units."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar

import pytest
from tests.verify.kernel.certified import accepted, certificate, program
from tests.verify.proof.efforts import QUICK

from rulewright.dsl.ir.program import Program
from rulewright.verify.effort.proving import ProofEffort
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.goals import goals
from rulewright.verify.proof.claims.shown.exclusive import exclusive
from rulewright.verify.proof.cuts import cut_points, loop_heads
from rulewright.verify.proof.guess import NoGuess, guess
from rulewright.verify.proof.inductive_subset import inductive_subset
from rulewright.verify.solvers.queries.metered import Meter, MeteredSolver, OutOfUnits
from rulewright.verify.solvers.solver import Result, Sat

PLAY = """\
repeat
  turns for p in Player
    choose p
      go
        if n < 2: n := n + 1
        if n > 2: bad := yes"""
CHECKS = (
    "c: never bad", "low: always n <= 2", "lower: always n <= 1",
    "marks: always size(marked) = 0",
)  # fmt: skip


@pytest.fixture(scope="module")
def of() -> Program:
    return program(PLAY, *CHECKS)


def subset(of: Program, made: Certificate, units: int = 10**8) -> Certificate | None:
    number = next(i for i, c in enumerate(of.checks) if c.name == made.check)
    asked = MeteredSolver(Meter(units, lambda: None), min(units, 10**7))
    return inductive_subset(of, number, made, asked, lambda: None)


def properties(of: Program, found: Certificate) -> set[str]:
    """The names of the checks that are claimed."""
    claimed = {claim.expression for _, claims in found.claims for claim in claims}
    return {check.name for check in of.checks if check.property in claimed}


@pytest.mark.heavy
def test_what_is_kept_and_needed_is_left(of: Program) -> None:
    low = Certificate("c", frozenset(v.name for v in of.variables))
    made = certificate(of, ["low", "lower", "marks"])
    assert not accepted(of, made), "lower is not kept"
    assert subset(of, replace(low, loops=made.loops)) is None, "nothing is claimed"
    found = subset(of, made)
    assert found is not None
    assert properties(of, found) == {"low"}
    assert accepted(of, found)
    assert found == subset(of, made)


@pytest.mark.thorough
def test_nothing_is_left_where_the_answer_is_not_so(of: Program) -> None:
    assert subset(of, certificate(of, ["low", "marks"], goal="lower")) is None
    assert subset(of, certificate(of, ["low", "lower"], goal="lower")) is None


@pytest.mark.thorough
def test_a_claim_that_rests_on_a_dropped_one_is_dropped() -> None:
    play = "repeat\n  turns for p in Player\n    choose p\n      go\n        m := n\n        n := 3"
    of = program(play, "c: never m = 3", "first: always n = 0", "second: always m = n")
    assert subset(of, certificate(of, ["first", "second"])) is None


class MostlyTrue(MeteredSolver):
    """Answers with models in which as much as can be of what is asked for is true."""

    def read(self, script: str, asked: int = 0) -> Result:
        question, _, printed = script.partition("(check-sat)")
        answer = super().read(script, asked)
        for name in re.findall(r"v\d+", printed):
            more = f"{question}(assert {name})\n"
            nearer = super().read(f"{more}(check-sat){printed}", asked)
            if isinstance(nearer, Sat):
                question, answer = more, nearer
        return answer


@pytest.mark.heavy
def test_what_was_true_in_one_model_may_be_assumed_against_the_next() -> None:
    play = """\
repeat
  turns for p in Player
    choose p
      go
        if n > 2: bad := yes
        if m > 2: add Pa to marked"""
    of = program(play, "c: never bad or marked is not {}", "far: always m <= 2",
                 "near: always n <= 2 or bad")  # fmt: skip
    made = certificate(of, ["near", "far"])
    assert accepted(of, made)
    asked = MostlyTrue(Meter(10**8, lambda: None), 10**7)
    found = inductive_subset(of, 0, made, asked, lambda: None)
    assert found is not None, "one rests on what is near, the other on what is far"
    assert properties(of, found) == {"near", "far"}


@pytest.mark.thorough
def test_what_lemmas_show_need_not_be_claimed(of: Program) -> None:
    low, marks = certificate(of, goal="low"), certificate(of, goal="marks")
    assert accepted(of, low)
    assert accepted(of, marks)
    made = replace(certificate(of, ["low", "marks"]), lemmas=(marks, low))
    found = subset(of, made)
    assert found is not None
    assert found.lemmas == (low,), "and a lemma on which nothing rests is none"
    assert not found.claims
    assert accepted(of, found)


@pytest.mark.thorough
def test_known_proofs_are_used(of: Program) -> None:
    number = next(i for i, c in enumerate(of.checks) if c.name == "c")
    found = guess(of, number, QUICK, known=[certificate(of, goal="low")])
    assert isinstance(found, Certificate)
    assert accepted(of, found)
    assert found == guess(of, number, QUICK, known=[certificate(of, goal="low")])


@pytest.mark.thorough
def test_what_a_proof_of_another_check_rests_on_is_an_answer(of: Program) -> None:
    known = certificate(of, ["low"], without=["held"])
    number = next(i for i, c in enumerate(of.checks) if c.name == "low")
    found = guess(of, number, QUICK, known=[known])
    assert isinstance(found, Certificate)
    assert found.followed == known.followed, "and needs what that proof needed"
    assert accepted(of, found)


@pytest.mark.thorough
def test_units_end_the_work(of: Program) -> None:
    with pytest.raises(OutOfUnits):
        subset(of, certificate(of, ["low"]), units=1)
    found = guess(of, 0, ProofEffort(units=1, question=1))
    assert isinstance(found, NoGuess)
    assert "units" in found.why


class Shy:
    """Finds a certificate if no question may take much; else all units are spent."""

    asked: ClassVar[list[ProofEffort]] = []

    def __init__(
        self, of: Program, number: int, effort: ProofEffort, *_: object, again: bool
    ) -> None:
        self._effort = effort

    def find(self) -> Certificate:
        self.asked.append(self._effort)
        if self._effort.question > 10_000_000:
            raise OutOfUnits
        return Certificate("c", frozenset())


@pytest.mark.parametrize(("units", "found"), [(150_000_000, True), (99_000_000, False)])
def test_where_a_great_effort_was_spent_in_vain_less_is_spent_on_each_question(
    of: Program, units: int, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.verify.proof.guess._Guesses", Shy)
    monkeypatch.setattr(Shy, "asked", [])
    effort = ProofEffort(units, units // 5)
    assert isinstance(guess(of, 0, effort), Certificate if found else NoGuess)
    assert Shy.asked[0] == effort
    second = [(asked.units, asked.question) for asked in Shy.asked[1:]]
    assert second == ([(100_000_000, 5_000_000)] if found else [])


def test_a_tick_ends_the_work(of: Program) -> None:
    def late() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        guess(of, 0, QUICK, late)


def test_what_is_spent_of_a_part_is_spent_of_the_whole() -> None:
    whole = Meter(100, lambda: None)
    part = whole.part(0.5)
    part.spend(30)
    assert (whole.left, part.left) == (70, 20)
    with pytest.raises(OutOfUnits):
        part.spend(21)
    assert whole.left == 49


@pytest.mark.heavy
def test_what_one_card_needs_is_assumed_of_all() -> None:
    """One question for all cards, and not one for each few of them."""
    cards = tuple(f"C{i}" for i in range(24))
    parts = f"""\
enum Card: {", ".join(cards)}
state deck: set of Card = Card
state hand: Player -> set of Card = {{}}
"""
    of = program(
        "for p in Player\n  repeat 12 times\n    roll c of deck\n    remove c from deck\n    add c to hand[p]\n"
        "win {A}",
        "c: always size(deck) + (sum p in Player: size(hand[p])) = 24",
        parts=parts,
    )
    places = [v for v in of.variables if v.name in ("deck", "hand")]
    began = {"deck": (1 << 24) - 1, "hand": (0, 0)}
    apart = tuple(exclusive(places, [began]))
    sum_ = replace(goals(of, of.checks[0])[0], summed=True)
    loops = loop_heads(of.blocks)
    points = cut_points(of, loops)
    made = Certificate(
        "c", frozenset(v.name for v in of.variables), loops=loops,
        claims=tuple((point, (*apart, sum_)) for point in points),
    )  # fmt: skip
    asked = Counting(Meter(10**9, lambda: None), 10**8)
    found = inductive_subset(of, 0, made, asked, lambda: None)
    assert found is not None
    assert accepted(of, found)
    assert asked.questions <= 6, "8 if it is found by threes"


@pytest.mark.thorough
def test_what_is_broken_whatever_is_assumed_is_seen_without_assuming_it_bit_by_bit() -> None:
    """Each ``x`` may be 1 in a model as long as that is not excluded."""
    several = range(24)
    of = program(
        "repeat\n  choose A\n    go when " + " + ".join(f"x{i}" for i in several) + " < 13\n"
        "      if n < 9: n += 1\n      if n = 9: bad := yes",
        "c: never bad",
        *(f"u{i}: always x{i} = 0" for i in several),
        parts="\n".join(f"state x{i}: 0..1 = 0" for i in several),
    )
    asked = Counting(Meter(10**9, lambda: None), 10**8)
    made = certificate(of, [f"u{i}" for i in several])
    assert inductive_subset(of, 0, made, asked, lambda: None) is None
    assert asked.questions <= 3, "7 if it is assumed bit by bit"


class Counting(MeteredSolver):
    """Counts what it is asked."""

    questions = 0

    def read(self, script: str, asked: int = 0) -> Result:
        self.questions += 1
        return super().read(script, asked)
