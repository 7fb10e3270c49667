"""Which variables are guessed to hold the same."""

from __future__ import annotations

from tests import ir_build as build

from rulewright.dsl.ir.code import Block, Stop
from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.types import Enum, Int
from rulewright.verify.proof.claims.equalities import equalities

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
    assert [show_expr(c.expression) for c in equalities(of, seen)] == ["(first == leader)"]
    assert [*equalities(of, [*seen, {**seen[0], "leader": 1}])] == []
    assert [*equalities(of, seen[:1])] == [], "what is always one value is said by that"
