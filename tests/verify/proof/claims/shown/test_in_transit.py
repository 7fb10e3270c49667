"""What is in hand while a loop goes on: what is sown is neither lost nor made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.tiers import judges

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import arith, number
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.verify.effort.proving import ProofEffort
from rulewright.verify.kernel.certificate import Certificate, Claim, CutBlock
from rulewright.verify.kernel.check import Accepted, Rejected
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods.proof import accept
from rulewright.verify.proof.claims.shown.in_transit import excess, in_transit
from rulewright.verify.proof.cuts import cut_points, loop_heads
from rulewright.verify.proof.guess import NoGuess, guess

SOWN = """\
ruleset sown "Sown"
  players Ann, Bob
  state house: Player, 1..3 -> 0..12 = 2
  state store: Player -> 0..12 = 0
  let seeds = sum p in Player: store[p] + sum h in (1..3): house[p, h]
  play
    repeat
      turns for p in Player
        if all h in (1..3): house[p, h] = 0
          for h in (1..3)
            store[next(p)] += house[next(p), h]
            house[next(p), h] := 0
          draw
        choose p
          sow(h: 1..3) when house[p, h] > 0
            var hand: 0..12 = house[p, h]
            var side: Player = p
            var at: 1..4 = h
            house[p, h] := 0
            repeat until hand = 0
              at := if at = 4 then 1 else at + 1
              if at = 4
                store[p] += 1
                side := next(side)
              else
                house[side, at] += 1
              hand -= 1
            if at = 4
              nothing
            else if side is p and house[p, at] = 1
              store[p] += 1 + house[next(p), at]
              house[p, at] := 0
              house[next(p), at] := 0
  check kept: always seeds = 12
"""
FAULTS = {
    "one is lost in the store": ("store[p] += 1\n", "nothing\n"),
    "one falls beside": ("hand -= 1", "hand -= if at = 2 and hand > 1 then 2 else 1"),
    "one is sown twice": ("house[side, at] += 1", "house[side, at] += if at = 3 then 2 else 1"),
    "one stays behind": ("house[p, h] := 0\n            rep", "house[p, h] := 1\n            rep"),
    "what is caught is counted twice": ("house[next(p), at] := 0", "nothing"),
    "one is left when sowing ends": ("until hand = 0", "until hand < 2"),
}


def sown(old: str = "", new: str = "") -> Program:
    assert SOWN.count(old) == 1 or not old
    return instantiate(load_text(SOWN.replace(old, new) if old else SOWN, "sown.rules"))


LITTLE = ProofEffort(units=8_000_000, question=4_000_000)
"""Several times what a proof takes."""


def found(of: Program) -> Certificate:
    made = guess(of, 0, LITTLE)
    assert not isinstance(made, NoGuess)
    return made


@pytest.mark.heavy
def test_what_is_in_hand_counts_while_it_is_sown() -> None:
    of = sown()
    assert isinstance(accept(of, 0, found(of), Budget().start()), Accepted)


GIVEN = """\
ruleset given "Given"
  players Ann, Bob
  state chest: 1..9 -> 0..30 = 2
  state purse: Player -> 0..60 = 6
  let coins = (sum p in Player: purse[p]) + sum k in (1..9): chest[k]
  play
    repeat
      turns for p in Player
        choose p
          give(k: 1..9) when chest[k] > 0
            var hand: 0..30 = <hand>
            <taken>
            repeat until <until>
              purse[p] += <kept>
              hand <changes> 1
            purse[p] += <last>
  check kept: always coins = 30
"""
ALL_GIVEN = {
    "hand": "chest[k]", "taken": "chest[k] := 0", "until": "hand = 0", "kept": "1", "changes": "-=",
    "last": "0",
}  # fmt: skip


def given(**changed: str) -> Program:
    text = GIVEN
    for name, value in {**ALL_GIVEN, **changed}.items():
        text = text.replace(f"<{name}>", value)
    return instantiate(load_text(text, "given.rules"))


@pytest.mark.thorough
def test_neither_what_is_counted_nor_what_is_asked_of_it_need_be_followed() -> None:
    of = given()
    made = found(of)
    assert not made.followed & {"chest", "purse"}
    assert isinstance(accept(of, 0, made, Budget().start()), Accepted)


@pytest.mark.thorough
@pytest.mark.parametrize("followed", [True, False])
@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        ({}, True),
        ({"hand": "0", "taken": "nothing", "until": "hand = 1", "kept": "0", "changes": "+=", "last": "hand"}, False),
    ],
    ids=["all is given", "what was not taken is given"],
)  # fmt: skip
def test_what_is_in_hand_must_be_followed(
    changed: dict[str, str], kept: bool, followed: bool
) -> None:
    """Otherwise it would seem to be what it was."""
    of = given(**changed)
    hand = next(v for v in of.variables if v.name.startswith("hand"))
    goal = Claim(of.checks[0].property, summed=True)
    assert isinstance(goal.expression, x.Compare)
    with_hand = arith("+", goal.expression.left, x.Var(hand.name, hand.type))
    held = replace(goal, expression=x.Compare("==", with_hand, goal.expression.right))
    loops = loop_heads(of.blocks)
    inner = max(loops)
    names = {v.name for v in of.variables} - {"chest", "purse"}
    if not followed:
        names -= {hand.name}
    claims = tuple(
        (point, (held if point == CutBlock(inner) else goal,)) for point in cut_points(of, loops)
    )
    made = Certificate("kept", frozenset(names), loops=loops, claims=claims)
    assert isinstance(accept(of, 0, made, Budget().start()), Accepted) is (kept and followed)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["one is left when sowing ends", *judges([*FAULTS][:-1])])
def test_what_loses_one_or_makes_one_is_not_proved(name: str) -> None:
    assert isinstance(guess(sown(*FAULTS[name]), 0, LITTLE), NoGuess)


HAND = x.Var("hand", ty.Int(0, 12))
Changes = Callable[[x.Expr, x.Expr], x.Expr]
WRONG: dict[str, Changes] = {
    "nothing is in hand": lambda held, all_: x.Compare("==", _without_hand(held), all_),
    "one too many": lambda held, all_: x.Compare("==", arith("+", held, number(1)), all_),
    "one too few": lambda held, all_: x.Compare("==", held, arith("+", all_, number(1))),
    "what is in hand counts twice": lambda held, all_: x.Compare(
        "==", arith("+", held, HAND), all_
    ),
    "what is in hand is owed": lambda held, all_: x.Compare(
        "==", _without_hand(held), arith("+", all_, HAND)
    ),
    "no less": lambda held, all_: x.Compare("<=", held, all_),
}


def _without_hand(held: x.Expr) -> x.Expr:
    assert isinstance(held, x.Arith)
    assert isinstance(held.right, x.Var)
    assert held.right.name.startswith("hand")
    return held.left


@pytest.mark.thorough
@pytest.mark.parametrize("name", WRONG)
def test_the_kernel_rejects_what_is_not_so_while_it_is_sown(name: str) -> None:
    of = sown()
    made = found(of)

    def changed(claim: Claim) -> Claim:
        e = claim.expression
        if isinstance(e, x.Compare) and any(isinstance(part, x.Var) for part in _parts(e.left)):
            return replace(claim, expression=WRONG[name](e.left, e.right))
        return claim

    claims = tuple((point, tuple(map(changed, some))) for point, some in made.claims)
    assert claims != made.claims
    assert isinstance(accept(of, 0, replace(made, claims=claims), Budget().start()), Rejected)


def _parts(e: x.Expr) -> tuple[x.Expr, ...]:
    return (e.left, e.right) if isinstance(e, x.Arith) else ()


@pytest.mark.heavy
def test_what_may_be_in_hand_is_what_plays_show() -> None:
    """One number if one suffices, and the claim alone if it holds."""
    of = sown()
    check = of.checks[0].property
    head = next(p.number for p, _ in found(of).claims if isinstance(p, CutBlock))
    exceeds = excess(Claim(check), head, "excess")
    assert exceeds is not None
    own = [v.name for v in of.variables if not v.declared]
    nothing: dict[str, ty.Value] = dict.fromkeys(own, 0)

    def said(*shown: tuple[int, int, int]) -> list[tuple[int, set[str]]]:
        """What is claimed if so much is missing, in hand, and at this place: the constant and variables."""
        names = {part.split(".")[0]: part for part in own}
        positions = [
            {**nothing, "excess": less, names["hand"]: hand, names["at"]: at}
            for less, hand, at in shown
        ]
        claims = in_transit(of, Claim(check), exceeds, positions)
        return [(_value(c), _variables(c)) for c in claims]

    assert said((0, 1, 2), (0, 3, 1)) == [(12, set())]
    assert said((-1, 1, 2), (-1, 3, 1)) == [(11, set())]
    assert said((-1, 1, 2), (-3, 3, 1), (-2, 2, 2)) == [(12, {"hand"})]
    assert said((-1, 2, 2), (-3, 4, 1), (-2, 3, 2)) == [(13, {"hand"})]
    assert said((-3, 1, 2), (-4, 3, 1), (-4, 2, 2)) == [(12, {"hand", "at"})]
    assert said((-3, 1, 2), (-4, 3, 1), (-9, 2, 2)) == []


def _variables(claim: Claim) -> set[str]:
    e = claim.expression
    assert isinstance(e, x.Compare)
    seen, waiting = set[str](), [e.left, e.right]
    while waiting:
        part = waiting.pop()
        if isinstance(part, x.Var):
            seen.add(part.name.split(".")[0])
        waiting += _parts(part)
    return seen


def _value(claim: Claim) -> int:
    """The constant on the right, less that on the left."""
    e = claim.expression
    assert isinstance(e, x.Compare)

    def constant(part: x.Expr) -> int:
        if isinstance(part, x.Const):
            assert isinstance(part.value, int)
            return part.value
        return sum(map(constant, _parts(part)))

    return constant(e.right) - constant(e.left)


def test_only_equations_between_numbers_have_something_in_hand() -> None:
    of = sown()
    check = of.checks[0].property
    assert isinstance(check, x.Compare)
    assert excess(Claim(check, holds=False), 0, "e") is None
    assert excess(Claim(x.Compare("<=", check.left, check.right)), 0, "e") is None
    assert excess(Claim(x.Compare("==", x.YES, x.NO)), 0, "e") is None
