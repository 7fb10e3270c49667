"""Certificates as text: what is written is read, and no lines are read as more than they say."""

from __future__ import annotations

import random

import pytest
from tests.shipped import ruleset, shipped
from tests.tiers import slow

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Decision, Program
from rulewright.dsl.load import load_text
from rulewright.verify.answers.certificates import CertificateError, Certificates
from rulewright.verify.answers.explanation import reasons, rests_on
from rulewright.verify.kernel.certificate import (
    Certificate,
    Claim,
    CutBlock,
    CutNode,
    CutPoint,
    in_order,
)
from rulewright.verify.proof.claims.shown.exclusive import exclusive
from rulewright.verify.proof.cuts import loop_heads

GAMES = [("circle", "small"), ("arktia", "line_of_three"), ("petite-mort", "small")]


def decisions(program: Program) -> list[CutPoint]:
    return [CutNode(i) for i, n in enumerate(program.nodes) if isinstance(n, Decision)]


def some_certificate(program: Program, luck: random.Random) -> Certificate:
    """Any claims at any places: whether they are true does not matter here."""
    plain = [c for c in program.checks if c.kind in {"always", "never"} and c.player is None]
    claims = [Claim(c.property, luck.random() < 0.5, (), luck.random() < 0.2) for c in plain]
    points = [*decisions(program), *(CutBlock(b) for b in loop_heads(program.blocks))]
    points += [CutNode(luck.randrange(len(program.nodes)))]
    chosen = {
        p: tuple(luck.sample(claims, min(2, len(claims)))) for p in points if luck.random() < 0.8
    }
    names = [v.name for v in program.variables]
    lemma = Certificate(plain[0].name, frozenset(names), anywhere=True)
    return Certificate(
        check=luck.choice(plain).name,
        followed=frozenset(luck.sample(names, luck.randrange(len(names) + 1))),
        unrolled=luck.random() < 0.5,
        loops=loop_heads(program.blocks) if luck.random() < 0.5 else frozenset({0}),
        claims=tuple(sorted(chosen.items(), key=lambda said: in_order(said[0]))),
        anywhere=luck.random() < 0.3,
        lemmas=(lemma,) if luck.random() < 0.5 else (),
        widest=luck.choice((0, 1, 200)),
    )


def said(certificates: Certificates, certificate: Certificate) -> dict[CutPoint, set[str]]:
    return {
        point: {f"{c.summed} {certificates.claim(c)}" for c in claims}
        for point, claims in certificate.claims
        if claims
    }


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "instance"), GAMES)
@pytest.mark.parametrize("seed", [0, *slow(range(1, 4))])
def test_what_is_written_is_read(name: str, instance: str, seed: int) -> None:
    program = shipped(name, instance)
    certificates = Certificates(ruleset(name), program)
    certificate = some_certificate(program, random.Random(seed))
    lines = certificates.lines(certificate)
    read = certificates.read(certificate.check, lines)
    assert certificates.lines(read) == lines
    for part in ("followed", "unrolled", "loops", "anywhere", "lemmas", "widest"):
        assert getattr(read, part) == getattr(certificate, part)
    assert said(certificates, read) == said(certificates, certificate)


def circle() -> tuple[Program, Certificates]:
    program = shipped("circle", "small")
    return program, Certificates(ruleset("circle"), program)


def test_places_of_a_kind_stand_together() -> None:
    program, certificates = circle()
    claim = Claim(x.YES)
    everywhere = Certificate("conserved", claims=tuple((p, (claim,)) for p in decisions(program)))
    assert certificates.lines(everywhere) == ("at every decision", "  yes")
    one_less = Certificate("conserved", claims=everywhere.claims[1:])
    but = "but " + certificates.place(decisions(program)[0])
    assert certificates.lines(one_less) == ("at every decision", but, "  yes")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["follows nothing_such"], "no variable nothing_such"),
        (["follows every variable but nothing_such"], "no variable nothing_such"),
        (["at nowhere", "  yes"], "no place called 'nowhere'"),
        (["at every corner", "  yes"], "no kind of place"),
        (["cut at nowhere"], "no place called"),
        (["cut at end draw"], "no place called|begins no loop"),
        (["at every decision", "  token[Life]"], "yes or no"),
        (["at every decision", "  on[a1] = 3 = 4"], "cannot be read"),
        (["falls at every decision", "  1"], "no place called"),
        (["by nobody"], "no check nobody"),
        (["  yes"], "indented"),
        (["it is true"], "no certificate says"),
        (["in any position", "  yes"], "nothing is said below"),
        (
            ["by conserved", "  by conserved"] * 1 + ["  " * n + "by ends" for n in range(1, 12)],
            "too often",
        ),
    ],
)
def test_what_is_no_certificate_is_refused_with_a_reason(lines: list[str], why: str) -> None:
    with pytest.raises(CertificateError, match=why):
        circle()[1].read("conserved", lines)


def test_what_is_said_twice_is_the_same_twice() -> None:
    """A sum in a measure is followed where it is the same one at both ends of a way."""
    program = shipped("circle", "small")
    certificates = Certificates(ruleset("circle"), program)
    places = [certificates.place(point) for point in decisions(program)][:2]
    number = "  count p in Player: p is p"
    lines = [line for place in places for line in (f"falls at {place}", number)]
    (_, (one,)), (_, (other,)) = certificates.read("ends", lines).measure
    assert one == other


def test_a_proof_is_told_in_the_words_of_the_language_with_its_clauses() -> None:
    program, certificates = circle()
    check = next(c for c in program.checks if c.name == "conserved")
    everywhere = tuple((p, (Claim(check.property),)) for p in decisions(program))
    one = ((decisions(program)[0], (Claim(x.NO),)),)
    told = reasons(certificates, Certificate("conserved", claims=everywhere), program)
    assert told[0].startswith("whenever somebody is to decide, all p in Role: standing(p) + ")
    assert told[-1].startswith("it rests on [")
    assert "[turn.place]" in told[-1] or "[turn.choice]" in told[-1]
    told = reasons(certificates, Certificate("conserved", claims=one), program)
    assert "play never comes there" in told[0]
    lemma = Certificate("excluded")
    told = reasons(certificates, Certificate("acts", anywhere=True, lemmas=(lemma,)), program)
    assert "it follows from excluded, in any position" in told
    lemmas = (Certificate("excluded", claims=everywhere), lemma)
    told = reasons(certificates, Certificate("acts", anywhere=True, lemmas=lemmas), program)
    assert told[0].startswith("whenever somebody is to decide, all p in Role: standing(p) + ")
    assert "it follows from excluded, in any position" in told
    # What holds whatever the rules are rests on none of them, and on others only by its lemmas.
    assert reasons(certificates, Certificate("conserved", anywhere=True), program) == (
        "it follows from nothing else, in any position",
    )
    assert rests_on(Certificate("conserved", anywhere=True), program) == check.clauses


@pytest.mark.heavy
def test_a_proof_does_not_rest_on_clauses_that_change_nothing_in_it() -> None:
    program = shipped("arktia", "small")
    clauses = rests_on(Certificate("one_piece"), program)
    assert any(clause.startswith("melt") for clause in clauses)
    assert not any(clause.startswith("lay.") for clause in clauses)


CARDS = """\
ruleset cards "Cards in many places"
  players A, B
  enum Card: One, Two
  state deck: set of Card = Card
  state pile: set of Card = {}
  state held: Player -> set of Card = {}
  state top: Card? = none
  state row: list of Card up to 2 = []
  check kept: never size(deck) > 2
  play
    draw
"""


def test_that_a_card_is_in_one_place_has_a_text() -> None:
    """Sets, hands, lists and single places are counted, each in its own way."""
    loaded = load_text(CARDS, "cards.rules")
    program = instantiate(loaded)
    certificates = Certificates(loaded, program)
    declared = [v for v in program.variables if v.declared]
    claims = (*exclusive(declared, [{v.name: v.initial for v in declared}]),)
    assert len(claims) == 4
    for claim in claims:
        everywhere = ((CutNode(0), (claim,)),)
        made = Certificate("kept", frozenset(), claims=everywhere)
        lines = certificates.lines(made)
        assert any("One" in line or "Two" in line for line in lines)
        assert certificates.lines(certificates.read("kept", lines)) == lines
