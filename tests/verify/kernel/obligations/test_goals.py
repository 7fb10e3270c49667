"""What has to be true wherever play rests: in parts, which say together what is asked."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Literal

import pytest
from tests.ir_build import PLAYER, program
from tests.reference_eval import Scope, evaluate

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Stop
from rulewright.dsl.ir.program import Check, End, Variable
from rulewright.dsl.ir.types import Bool, Int, Set
from rulewright.verify.kernel.certificate import Claim
from rulewright.verify.kernel.goals import Refused, alternatives, goals, looked_for, same

BOOL = Bool()
P, Q, R = (x.Var(name, BOOL) for name in "pqr")
S = x.Var("s", Set(Int(3, 5)))
V = x.Local("v", Int(3, 5))
IN = x.In(V, S)
SOME = x.Const(0b101, Set(Int(3, 5)))
WHO = x.Local("who", PLAYER)

OF = program(
    "goals",
    (*(Variable(n, BOOL, False, "state") for n in "pqr"), Variable("s", S.type, 0, "state")),
    (Block("play", (), Stop(0)),),
    (End("end", "draw", x.Const(0, Set(PLAYER))),),
    players=PLAYER,
)

Kind = Literal["never", "always", "reachable", "forever", "never_by", "some_by", "ends", "acts"]


def asked(kind: Kind, property_: x.Expr, player: x.Local | None = None) -> Check:
    return Check("c", kind, property_, player, "")


def true(claim: Claim, values: dict[str, bool | int]) -> bool:
    """Whether a claim is true in a state."""
    locals_ = {local.name: value for local, value in claim.bound}
    return bool(evaluate(claim.expression, Scope(OF, dict(values), locals_))) is claim.holds


def every(t: Literal["all", "some"], over: x.Expr, body: x.Expr) -> x.Quantifier:
    return x.Quantifier(t, V, over, None, body, BOOL)


PROPERTIES: tuple[tuple[x.Expr, int, int], ...] = (
    # a property, how many parts has never, how many always
    (P, 1, 1),
    (x.Not(P), 1, 1),
    (x.And((P, Q, R)), 1, 3),
    (x.Or((P, Q, R)), 3, 1),
    (x.Not(x.And((P, Q))), 2, 1),
    (x.Not(x.Or((P, Q))), 1, 2),
    (x.And((P, x.Not(x.Or((Q, R))))), 1, 3),
    (x.Or((x.Not(x.And((P, Q))), R)), 3, 1),
    (every("all", SOME, IN), 1, 2),
    (every("some", SOME, IN), 2, 1),
    (every("all", SOME, x.And((IN, P))), 1, 4),
    (x.Or((every("some", SOME, IN), P)), 3, 1),
    (every("all", S, IN), 1, 1),
    (x.Quantifier("all", V, SOME, x.Not(IN), P, BOOL), 1, 1),
    (x.Quantifier("count", V, SOME, IN, None, Int(0, 2)), 1, 1),
)


@pytest.mark.parametrize(("property_", "never", "always"), PROPERTIES, ids=str)
def test_the_parts_say_together_what_the_whole_says(
    property_: x.Expr, never: int, always: int
) -> None:
    denied, said = goals(OF, asked("never", property_)), goals(OF, asked("always", property_))
    assert (len(denied), len(said)) == (never, always)
    if not isinstance(property_.type, Bool):
        return
    for p, q, r, s in product((False, True), (False, True), (False, True), range(8)):
        values: dict[str, bool | int] = {"p": p, "q": q, "r": r, "s": s}
        whole = bool(evaluate(property_, Scope(OF, dict(values), {})))
        assert all(true(claim, values) for claim in said) is whole
        assert all(true(claim, values) for claim in denied) is (not whole)


@pytest.mark.parametrize(
    ("property_", "yes", "no"),
    [
        # a property, how many claims each say enough for it, how many for its opposite
        (P, 1, 1),
        (x.Not(P), 1, 1),
        (x.Or((P, Q, R)), 3, 1),
        (x.And((P, Q, R)), 1, 3),
        (x.Not(x.Or((P, Q, R))), 1, 3),
        (x.Not(x.And((P, Q))), 2, 1),
        (x.Not(x.Not(x.Or((P, Q)))), 2, 1),
        (x.Or((P, x.And((Q, R)))), 2, 1),
    ],
)
def test_of_what_is_said_in_several_ways_one_is_enough(
    property_: x.Expr, yes: int, no: int
) -> None:
    claims = [Claim(property_, holds) for holds in (True, False)]
    assert [len(alternatives(claim)) for claim in claims] == [yes, no]
    assert all(claim not in alternatives(claim)[1:] for claim in claims)
    for p, q, r in product((False, True), repeat=3):
        values: dict[str, bool | int] = {"p": p, "q": q, "r": r, "s": 0}
        for claim in claims:
            assert any(true(part, values) for part in alternatives(claim)) is true(claim, values)


def test_what_a_play_must_show() -> None:
    for kind in ("never", "reachable", "never_by", "some_by"):
        assert looked_for(asked(kind, P)) == Claim(P)
    assert looked_for(asked("always", P)) == Claim(P, holds=False)
    for kind in ("forever", "ends", "acts"):
        assert looked_for(asked(kind, P)) is None
        with pytest.raises(Refused, match="single positions"):
            goals(OF, asked(kind, P))


def test_for_each_player_there_is_a_goal() -> None:
    mine = x.And((P, x.Compare("==", WHO, x.Const(0, PLAYER))))
    assert goals(OF, asked("never_by", mine, WHO)) == tuple(
        Claim(mine, holds=False, bound=((WHO, player),)) for player in (0, 1)
    )
    parted = goals(OF, asked("some_by", x.Or((P, Q)), WHO))
    assert [(c.expression, c.bound[0][1]) for c in parted] == [(P, 0), (Q, 0), (P, 1), (Q, 1)]


def test_claims_that_say_the_same() -> None:
    claim = Claim(P, bound=((WHO, 0),))
    assert same(claim, replace(claim, summed=True))
    for other in (
        replace(claim, expression=Q), replace(claim, holds=False), replace(claim, bound=()),
        replace(claim, bound=((WHO, 1),)),
    ):  # fmt: skip
        assert not same(claim, other)
