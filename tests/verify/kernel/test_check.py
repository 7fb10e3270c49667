"""What the kernel says of a certificate: accepted or rejected, why, and after how many questions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.by_hand import indented
from tests.verify.kernel.certified import (
    accepted,
    certificate,
    decides,
    places,
    program,
    property_of,
)

from rulewright.dsl.ir import code as x
from rulewright.verify.kernel.certificate import Certificate, Claim
from rulewright.verify.kernel.check import Accepted, Rejected, check
from rulewright.verify.kernel.obligations import obligations


def test_a_certificate_is_for_one_question() -> None:
    of = program(indented("n := 3"), "c: never n = 4", "d: never n = 5")
    assert accepted(of, certificate(of, goal="d"))
    found = check(of, 1, certificate(of), decides)
    assert isinstance(found, Rejected)
    assert found.certain
    assert isinstance(check(of, 0, certificate(of), decides), Accepted)


def test_what_was_asked_is_counted() -> None:
    """Questions that are put to the solver, and those that answer themselves; lemmas add theirs."""
    more = "    one\n      m := 1\n    none\n      m := 0\n"
    play = indented("if m < 2: m := m + 1") + more
    of = program(play, "c: never m = 3", "low: always m <= 2", "two: always m < 3")
    scripts: list[str] = []

    def counted(script: str) -> bool | None:
        scripts.append(script)
        return decides(script)

    single = {}
    for number, name in ((1, "low"), (2, "two")):
        made = certificate(of, goal=name)
        owed = list(obligations(of, number, made))
        found = check(of, number, made, counted)
        assert isinstance(found, Accepted)
        assert found.certificate == made
        assert (found.asked, found.folded) == (
            sum(not o.folded for o in owed), sum(o.folded for o in owed),
        )  # fmt: skip
        assert found.asked == len(scripts)
        assert found.asked > 0
        assert found.folded > 2
        scripts.clear()
        single[name] = found
    both = Certificate("c", anywhere=True, lemmas=tuple(f.certificate for f in single.values()))
    found = check(of, 0, both, counted)
    assert isinstance(found, Accepted)
    own = list(obligations(of, 0, both))
    assert found.asked == len(scripts) == sum(f.asked for f in single.values()) + len(own)
    assert found.folded == sum(f.folded for f in single.values())


def test_what_is_not_decided_together_is_asked_one_by_one() -> None:
    play = indented("if n < 2: n := n + 1\nm := n")
    of = program(play, "c: never m = 3", "low: always n <= 2", "lower: always n <= 1")
    made = certificate(of, ["low"])
    together = {o.script for o in obligations(of, 0, made) if len(o.left) > 1}
    assert together
    found = check(of, 0, made, lambda script: None if script in together else decides(script))
    assert isinstance(found, Accepted)
    scripts: list[str] = []

    def counted(script: str) -> bool | None:
        scripts.append(script)
        return decides(script)

    wrong = check(of, 0, certificate(of, ["lower"]), counted)
    assert isinstance(wrong, Rejected)
    assert [decides(script) for script in scripts] == [True] * (len(scripts) - 1) + [False]


@pytest.mark.thorough
def test_what_is_rejected_says_why_and_whether_that_is_certain() -> None:
    of = program(indented("n := 3"), "c: never n = 3", "d: never n = 4", "e: every play ends")
    made = certificate(of, goal="d")

    def rejected(number: int, made: Certificate, sure: bool = True) -> Rejected:
        found = check(of, number, made, decides if sure else lambda script: None)
        assert isinstance(found, Rejected)
        return found

    wrong = rejected(0, certificate(of))
    assert wrong.certain
    assert "is not so" in wrong.why
    lemma = rejected(1, Certificate("d", anywhere=True, lemmas=(certificate(of),)))
    assert lemma.certain
    assert lemma.why == f"the lemma c: {wrong.why}"
    unsure = rejected(0, certificate(of), sure=False)
    assert not unsure.certain
    assert "could not be decided" in unsure.why
    assert rejected(2, certificate(of, goal="e")).certain
    assert rejected(1, replace(made, lemmas=(Certificate("nobody"),))).certain
    deep: x.Expr = property_of(of, "d")
    for _ in range(30_000):
        deep = x.And((deep, deep))
    nested = replace(made, claims=((places(of)[0], (Claim(deep),)),))
    assert not rejected(1, nested).certain


def test_what_is_not_decided_is_not_accepted() -> None:
    of = program(indented("if n < 2: n := n + 1\nm := n"), "c: never m = 3", "low: always n <= 2")
    found = check(of, 0, certificate(of, ["low"]), lambda script: None)
    assert isinstance(found, Rejected)
    assert not found.certain


def test_acceptance_comes_from_the_kernel_alone() -> None:
    with pytest.raises(TypeError, match="accepted by checking"):
        Accepted(Certificate("c"), 0, 0, object())
