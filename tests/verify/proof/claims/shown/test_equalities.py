"""Which variables are guessed to hold the same."""

from __future__ import annotations

from tests import ir_build as build
from tests.verify.kernel.certified import program

from rulewright.dsl.ir.code import Block, Stop
from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.types import Enum, Int
from rulewright.verify.proof.claims.shown.equalities import equalities, named_terms

WHO, WHAT = Enum("Who", ("Ann", "Ben")), Enum("What", ("Ann", "Ben"))


def test_variables_of_one_type_that_change_together() -> None:
    of = build.program(
        "same",
        (
            build.state("first", WHO, 0),
            build.state("leader", WHO, 0),
            build.state("other", WHAT, 0),
            build.state("n", Int(0, 1), 0),
        ),
        (Block("play", (), Stop(0)),),
        (),
    )
    seen = [{"first": i, "leader": i, "other": i, "n": i} for i in (0, 1)]
    assert [show_expr(c.expression) for c in equalities(named_terms(of), seen)] == [
        "(first == leader)"
    ]
    assert [*equalities(named_terms(of), [*seen, {**seen[0], "leader": 1}])] == []
    assert [*equalities(named_terms(of), seen[:1])] == [], (
        "what is always one value is said by that"
    )


CARDS = """\
enum Suit: Reds, Blacks
enum Card: R1, R2, B1
state led: Suit? = none
state played: Player -> Card? = none
state leader: Player = A
"""
AS_TABLE = """\
table suit: Card -> Suit
  R1 | R2: Reds
  else: Blacks
"""
PLAY = """\
choose leader
  lay(c: Card)
    played[leader] := c
    led := suit(c)
"""
OTHERS = {"n": 0, "m": 0, "bad": False, "held": (0, 0, 0), "marked": 0, "c": 0}


def test_what_is_missing_together_and_what_a_table_tells_of_what_a_map_holds() -> None:
    """0 and 1 are red, 2 is black; 3 is no card, 2 no suit."""
    of = program(PLAY, "c: never bad", parts=CARDS + AS_TABLE)
    none, red, black = (3, 3), (0, 3), (3, 2)
    seen = [
        {**OTHERS, "led": 2, "played": none, "leader": 0},
        {**OTHERS, "led": 0, "played": red, "leader": 0},
        {**OTHERS, "led": 1, "played": black, "leader": 1},
    ]
    at_leader = "((none : Card?) == played[leader])"
    together = f"(((none : Suit?) == led) == {at_leader})"
    suit = f"(((none : Suit?) == led) or {at_leader} or (led! == suit(played[leader]!)))"
    assert [show_expr(c.expression) for c in equalities(named_terms(of), seen)] == [together, suit]
    other = {**OTHERS, "led": 0, "played": black, "leader": 1}
    assert [show_expr(c.expression) for c in equalities(named_terms(of), [*seen, other])] == [
        together
    ]
    alone = {**OTHERS, "led": 2, "played": red, "leader": 0}
    assert [show_expr(c.expression) for c in equalities(named_terms(of), [*seen, alone])] == [suit]


def test_what_is_always_missing_or_never() -> None:
    of = program(PLAY, "c: never bad", parts=CARDS + AS_TABLE)
    begins = {**OTHERS, "led": 2, "played": (3, 0), "leader": 0}
    said = [show_expr(c.expression) for c in equalities(named_terms(of), [begins])]
    assert said == ["((none : Suit?) == led)", "((none : Card?) == played[leader])"]
    went_on = {**begins, "led": 0, "leader": 1}
    said = [show_expr(c.expression) for c in equalities(named_terms(of), [went_on])]
    assert said == [
        "(not ((none : Suit?) == led))", "(not ((none : Card?) == played[leader]))",
    ]  # fmt: skip
