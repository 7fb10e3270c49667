"""What follows from a lemma, and what is so in any position."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.by_hand import indented
from tests.verify.kernel.certified import accepted, certificate, places, program, property_of

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import End
from rulewright.dsl.ir.types import Int
from rulewright.verify.kernel.certificate import Certificate, Claim, CutNode
from rulewright.verify.kernel.goals import Refused
from rulewright.verify.kernel.obligations import obligations


@pytest.mark.thorough
def test_lemmas() -> None:
    """From the lemma the answer follows in any position; it has to be proved itself."""
    play = indented("if m < 2: m := m + 1")
    of = program(
        play, "c: never m = 3", "low: always m <= 2", "lower: always m <= 1", "five: never n = 5"
    )
    proofs = {name: certificate(of, goal=name) for name in ("low", "lower", "five")}

    def by(*lemmas: Certificate) -> Certificate:
        return Certificate("c", anywhere=True, lemmas=lemmas)

    assert accepted(of, proofs["low"])
    assert not accepted(of, proofs["lower"])
    assert accepted(of, by(proofs["low"]))
    assert not accepted(of, by(proofs["lower"])), "which does not hold"
    assert not accepted(of, by(proofs["five"])), "from which nothing follows"
    assert not accepted(of, by())
    assert accepted(of, by(proofs["five"], proofs["low"]))
    assert accepted(of, by(proofs["low"], proofs["five"]))
    assert not accepted(of, by(proofs["low"], proofs["lower"]))
    assert not accepted(of, by(Certificate("nobody", anywhere=True)))


def test_what_is_so_after_somebody_acts_is_no_lemma_for_every_position() -> None:
    play = "n := 3\nrepeat\n  turns for p in Player\n    choose p\n      go\n        n := 0"
    of = program(play, "c: never n = 3", "acted: never after p acts: n = 3", "e: every play ends")
    acted = certificate(of, goal="acted")
    assert accepted(of, acted)
    assert not accepted(of, certificate(of))
    assert not accepted(of, Certificate("c", anywhere=True, lemmas=(acted,)))
    for lemma in (Certificate("nobody"), Certificate("e")):
        with pytest.raises(Refused):
            list(obligations(of, 0, Certificate("c", anywhere=True, lemmas=(lemma,))))


def test_what_a_lemma_says_of_where_play_rests_is_not_known_in_any_position() -> None:
    play = indented("if m < 2: m := m + 1\nif bad: draw")
    of = program(play, "c: never m = 3", "low: always m <= 2", "even: never drawn and not bad")
    low, even = (certificate(of, goal=name) for name in ("low", "even"))
    assert accepted(of, even)
    assert accepted(of, Certificate("c", anywhere=True, lemmas=(even, low)))
    assert not accepted(of, Certificate("c", anywhere=True, lemmas=(even,)))


@pytest.mark.thorough
def test_what_a_lemma_shows_is_known_where_ways_begin() -> None:
    """Both what the lemma's check says, and what is claimed in its proof, inside a loop too."""
    play = indented("if n < 2: n := n + 1\nif n > 2: m := 3")
    checks = ("c: never m = 3", "low: always n <= 2", "lower: always n <= 1")
    of = program(play, *checks, "acted: never after p acts: n > 2", "e: every play ends")
    proofs = {name: certificate(of, goal=name) for name in ("low", "lower", "acted")}
    bare = certificate(of)
    assert accepted(of, proofs["low"])
    assert not accepted(of, bare)
    assert accepted(of, replace(bare, lemmas=(proofs["low"],)))
    nested = Certificate("low", anywhere=True, lemmas=(proofs["low"],))
    assert accepted(of, replace(bare, lemmas=(nested,)))
    assert not accepted(of, replace(bare, lemmas=(proofs["lower"],))), "which does not hold"
    claiming = replace(certificate(of, ["low"]), check="c")
    assert accepted(of, claiming)
    assert not accepted(of, replace(bare, lemmas=(replace(claiming, claims=()),)))
    assert not accepted(of, replace(bare, lemmas=(certificate(of, ["lower"], goal="low"),)))


def test_a_lemma_about_no_check_shows_what_it_claims_and_is_refused() -> None:
    of = program(indented("if n < 2: n := n + 1"), "c: never n = 3", "low: always n <= 2")
    made = replace(certificate(of), lemmas=(replace(certificate(of, ["low"]), check="nobody"),))
    assert list(obligations(of, 0, made))
    assert not accepted(of, made)


def test_what_is_so_after_somebody_acts_is_not_known_where_ways_begin() -> None:
    play = "n := 3\nrepeat\n  turns for p in Player\n    choose p\n      go\n        m := n\n        n := 0"
    of = program(play, "c: never m = 3", "acted: never after p acts: n = 3")
    acted = certificate(of, goal="acted")
    assert accepted(of, acted)
    assert not accepted(of, replace(certificate(of), lemmas=(acted,)))


def test_what_an_answer_for_any_position_may_not_hold() -> None:
    of = program(
        indented("n := 3"), "c: never n > 9", "e: every play ends", "a: someone can always act"
    )
    made = Certificate("c", anywhere=True)
    assert accepted(of, made)
    place = places(of)[0]
    for more in (
        replace(made, claims=((place, (Claim(x.YES),)),)),
        replace(made, measure=((place, (x.Const(0, Int(0, 0)),)),)),
        replace(made, loops=frozenset({0})),
    ):
        assert not accepted(of, more)
    for number, name in ((1, "e"), (2, "a")):
        with pytest.raises(Refused, match="in any position"):
            list(obligations(of, number, Certificate(name, anywhere=True)))


def test_what_is_so_in_any_position() -> None:
    of = program(indented("n := 3"), "c: never n > 9", "d: never n > 8")
    assert accepted(of, Certificate("c", anywhere=True))
    assert not accepted(of, Certificate("d", anywhere=True))
    assert not accepted(of, replace(certificate(of, ["c"]), anywhere=True)), "claims are for places"


@pytest.mark.thorough
def test_what_a_lemma_claims_of_every_node_is_so_in_any_position() -> None:
    """Where ends, gaps and faults are left out, or it is not shown there, it is not known."""
    play = (
        "repeat until n = 2\n  choose A\n    go\n      if n < 2: n += 1\n      m := n\nm := 3\ndraw"
    )
    of = program(
        play, "c: never n = 5", "low: always n <= 2", "trifle: never n > 9", "d: never m = 3"
    )
    low = property_of(of, "low")
    nodes = [CutNode(i) for i in range(len(of.nodes))]
    made = certificate(of, ["low"], goal="trifle")
    everywhere = {**dict(made.claims), **{point: (Claim(low),) for point in nodes}}
    claiming = replace(made, claims=tuple(everywhere.items()))
    (end,) = (CutNode(i) for i, n in enumerate(of.nodes) if isinstance(n, End))
    partly = replace(made, claims=tuple(c for c in everywhere.items() if c[0] != end))

    def by(lemma: Certificate, goal: str = "c") -> Certificate:
        return Certificate(goal, anywhere=True, lemmas=(lemma,))

    assert accepted(of, claiming)
    assert accepted(of, partly)
    assert accepted(of, by(claiming))
    assert not accepted(of, by(partly)), "nothing is said of the end"
    assert not accepted(of, by(certificate(of, goal="trifle")))
    small = Claim(property_of(of, "d"))
    wrong = {point: (*claims, small) for point, claims in everywhere.items()}
    assert not accepted(of, by(replace(made, claims=tuple(wrong.items())), "d")), (
        "m is 3 at the end"
    )
    less = {point: (*claims, small) for point, claims in everywhere.items() if point != end}
    less[end] = everywhere[end]
    assert not accepted(of, by(replace(made, claims=tuple(less.items())), "d"))


@pytest.mark.thorough
def test_an_answer_that_a_lemma_gives_need_not_be_shown_again() -> None:
    """So more can be claimed than what the answer rests on, without following that."""
    play = indented("if n < 2: n := n + 1\nm := 1")
    of = program(play, "c: never n = 3", "low: always n <= 2", "one: always m <= 1")
    proof = replace(certificate(of, ["low"]), check="c")
    assert accepted(of, proof)
    more = certificate(of, ["one"], without=["n"])
    assert not accepted(of, more)
    assert accepted(of, replace(more, lemmas=(proof,)))
    other = certificate(of, goal="low")
    assert not accepted(of, replace(more, check="low", lemmas=(replace(proof, claims=()),)))
    assert accepted(of, other)
    assert not accepted(of, replace(more, lemmas=(certificate(of, goal="one"),))), (
        "of something else"
    )


def test_a_lemma_does_not_answer_what_it_only_claims_somewhere() -> None:
    play = "repeat until n = 2\n  choose A\n    go\n      n += 1\ndraw"
    of = program(play, "c: always n < 2", "trifle: never n > 9")
    made = certificate(of, ["c"], goal="trifle")
    nodes = tuple(p for p in made.claims if isinstance(p[0], CutNode))
    lemma = replace(made, claims=nodes)
    assert not accepted(of, replace(certificate(of), lemmas=(lemma,))), "n is 2 at the end"
