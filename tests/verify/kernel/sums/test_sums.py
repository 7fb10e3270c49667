"""Claims about sums: what changes a sum unseen, and what is no sum although it looks like one."""

from __future__ import annotations

from dataclasses import replace
from textwrap import indent

import pytest
from tests.verify.kernel.by_hand import SUMS, reached
from tests.verify.kernel.certified import (
    accepted,
    certificate,
    decides,
    places,
    program,
    property_of,
)
from tests.verify.kernel.meaning.valuation import setting

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Block, Stop, Store
from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.certificate import Certificate, Claim, CutBlock, CutNode
from rulewright.verify.kernel.check import Rejected, check
from rulewright.verify.kernel.goals import alternatives, goals
from rulewright.verify.kernel.obligations import compares_sums
from rulewright.verify.kernel.setting import anything
from rulewright.verify.kernel.ways.paths import Encountered, PathState


def _claimed(of: Program, claim: Claim) -> Certificate:
    """A claim at every place where play goes on."""
    return replace(certificate(of), claims=tuple((point, (claim,)) for point in places(of)))


def _about(of: Program, kind: str, op: str, value: int) -> Claim:
    """A claim about the one variable of a kind, to be shown by following it as a sum."""
    (variable,) = (v for v in of.variables if v.kind == kind)
    assert isinstance(variable.type, ty.Int)
    here = x.Var(variable.name, variable.type)
    assert op in ("==", "!=")
    return Claim(x.Compare(op, here, x.Const(value, ty.Int(value, value))), summed=True)


HIDDEN = {
    "a function of nothing": ("let other = held[Pb]", "other"),
    "a function of a place": ("let held_by(p: Place) = held[p]", "held_by(Pb)"),
    "a function of a function": (
        "let held_by(p: Place) = held[p]\nlet other = held_by(Pb) + 0",
        "other",
    ),
}


@pytest.mark.parametrize("unrolled", [True, False])
@pytest.mark.parametrize("name", HIDDEN)
def test_a_function_that_looks_at_another_entry(name: str, unrolled: bool) -> None:
    """It is read when another entry is stored to, too; so this is no sum over entries."""
    parts, call = HIDDEN[name]
    play = "repeat\n  choose A\n    go\n      held[Pb] := 1\n    wait\n"
    wrong = program(play, f"c: always (if held[Pa] = {call} then 1 else 0) = 1", parts=parts)
    assert reached(play, "held[Pa] != held[Pb]")
    for summed in (True, False):
        assert not accepted(wrong, certificate(wrong, ["c"], summed=summed, unrolled=unrolled))
    fine = play.replace("held[Pb] := 1", "nothing")
    right = program(fine, f"c: always (if held[Pa] = {call} then 1 else 0) = 1", parts=parts)
    assert accepted(right, certificate(right, ["c"], unrolled=unrolled))


def test_a_function_that_is_the_sum() -> None:
    """What a function adds up is seen through: the claim is the one without it."""
    parts = "let together = held[Pa] + held[Pb]"
    for step, kept in (("held[Pb] := 1", False), ("held[Pc] := 1", True)):
        play = f"repeat\n  choose A\n    go\n      {step}\n    wait\n"
        of = program(play, "c: always together = 0", parts=parts)
        assert accepted(of, certificate(of, ["c"], summed=True)) is kept, step


CHOSEN = (
    "repeat\n  choose A\n    go(k: 0..3)\n      choose B\n        go_on\n"
    "          if k != 0: bad := yes\n        stop\n"
)


SIZES = {
    "a set that is said": ("", "size(those p in Place: held[p] = 1)"),
    "a set that is a function's": (
        "let holding(n: 0..1) = those p in Place: held[p] = n",
        "size(holding(1))",
    ),
    "a part of a set": ("", "size(those p in {Pa, Pb}: held[p] = 1)"),
    "a count of what a function tells of each": (
        "let full(p: Place) = if held[p] = 0 then no else held[p] = 1",
        "count p in Place: full(p)",
    ),
    "a count of some of a function's": (
        "let holding(n: 0..1) = those p in Place: held[p] = n\nlet free(p: Place) = held[p] != 3",
        "count p in holding(1): free(p)",
    ),
    "a sum over some of a part": (
        "let holding = those p in (those q in {Pa, Pb}: held[q] > 0): held[p] < 2",
        "sum p in holding: held[p]",
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", SIZES)
def test_how_many_there_are_is_a_sum(name: str) -> None:
    parts, size = SIZES[name]
    for given_up, kept in (("held[Pa] := 0", True), ("nothing", False)):
        go = f"go when held[Pa] = 1 and held[Pb] = 0\n      {given_up}\n      held[Pb] := 1"
        play = f"held[Pa] := 1\nrepeat\n  choose A\n    {go}\n    wait\n"
        of = program(play, f"c: always ({size}) = 1", parts=parts)
        assert all(compares_sums(of, goal) for goal in goals(of, of.checks[0]))
        assert accepted(of, certificate(of, ["c"], summed=True)) is kept, given_up


@pytest.mark.parametrize(
    ("parts", "size"),
    [
        ("", "count p in Place: held[p] = held[Pb]"),
        ("", "count p in (those q in Place: held[q] = held[Pb]): held[p] = 1"),
        ("let like(p: Place, q: Place) = (held[p] = held[q])", "count p in Place: like(p, Pb)"),
        ("let like(p: Place) = (held[p] = held[Pb])", "count p in Place: like(p)"),
        ("let held_there(n: 0..3) = those p in Place: held[p] = n", "size(held_there(held[Pb]))"),
        ("", "count p in marked: held[p] = 1"),
        ("let here = those p in marked: held[p] = 1", "count p in here: p is p"),
    ],
)
def test_parts_that_depend_on_more_than_one_entry(parts: str, size: str) -> None:
    play = "held[Pa] := 1\nrepeat\n  choose A\n    go\n      held[Pb] := 1\n    wait\n"
    of = program(play, f"c: always ({size}) = 0", parts=parts)
    assert not any(compares_sums(of, goal) for goal in goals(of, of.checks[0]))


def test_what_an_option_is_given_changes_a_sum() -> None:
    """No statement stores the argument of an option, and yet it is another one from then on."""
    assert reached(CHOSEN, "bad")
    of = program(CHOSEN, "c: never bad")
    for op in ("==", "!="):
        assert not accepted(of, _claimed(of, _about(of, "frame", op, 0))), op
    never = CHOSEN.replace("0..3", "0..0")
    right = program(never, "c: never bad")
    assert accepted(right, _claimed(right, _about(right, "frame", "==", 0)))


def test_what_is_forgotten_where_play_rests_changes_a_sum() -> None:
    """An argument that nothing reads any more is 0 from there on, whatever it was before."""
    play = (
        "choose A\n  go(k: 0..3) when k > 0\n    choose B\n      go_on when k > 0\n        nothing\n"
        "repeat\n  choose A\n    more\n      bad := yes\n"
    )
    assert reached(play, "bad")
    of = program(play, "c: never bad", "good: never bad")
    claims = (_about(of, "frame", "!=", 0), Claim(of.checks[0].property, holds=False))
    first, *others = places(of)
    made = certificate(of)
    assert not accepted(of, replace(made, claims=tuple((p, claims) for p in others)))
    assert not accepted(of, replace(made, claims=tuple((p, claims) for p in (first, *others))))


def test_a_measure_asks_at_no_node_inside_a_move() -> None:
    play = (
        "n := 5\nrepeat until n = 0\n  choose A\n    down\n      n := n - 1\n      m := 3\n"
        "      repeat until m = 0\n        m := m - 1\ndraw"
    )
    of = program(play, "c: every play ends")
    n, m = (x.Var(v.name, v.type) for v in of.variables if v.name in ("n", "m"))
    less = x.Const(-1, ty.Int(-1, -1))
    at_node = x.If(x.At(frozenset({0})), m, m, m.type)
    for inside, refused in ((m, False), (at_node, True)):
        measure = tuple((p, (n, inside if isinstance(p, CutBlock) else less)) for p in places(of))
        found = check(of, 0, replace(certificate(of), measure=measure), decides)
        assert isinstance(found, Rejected) is refused


OTHER = "state other: Place -> 0..3 = 1"
SUM = "stick + of_a + of_b = 9"


@pytest.mark.parametrize("unrolled", [True, False])
@pytest.mark.parametrize(
    ("step", "kept"),
    [
        ("when stick > 0\n      take 1 of stick to of_a", True),
        ("when stick > 0\n      stick := stick", True),
        ("when of_a < 9\n      of_a := of_a + 1", False),
        ("when of_a > 0 and of_b < 9\n      of_a := of_a - 1\n      of_b := of_b + 1", True),
        ("when of_a > 0 and of_b < 8\n      of_a := of_a - 1\n      of_b := of_b + 2", False),
        ("when stick = 9\n      for p in Place\n        take 1 of stick to of_a", True),
        ("when of_a < 6\n      for p in Place\n        of_a := of_a + 1", False),
        (
            "when of_a in 4..8\n      of_a := of_a + 1\n      for p in Place\n        of_a := of_a - 1\n"
            "      of_a := of_a - 1",
            False,
        ),
    ],
)
def test_sums_that_no_step_changes(step: str, kept: bool, unrolled: bool) -> None:
    play = f"repeat\n  choose A\n    go {step}\n    wait\n"
    of = program(play.replace("stick := stick", "nothing"), f"c: always {SUM}", parts=SUMS)
    made = certificate(of, ["c"], summed=True, unrolled=unrolled)
    assert accepted(of, made) is kept
    assert accepted(of, replace(made, followed=frozenset())) is kept


def test_where_play_rests_is_no_part_of_a_sum() -> None:
    """The sum changes where play ends, and no store tells of it."""
    play = "n := 1\nchoose A\n  begin\nrepeat\n  choose A\n    stay\n    stop\n      draw"
    ends = "n + (if over then 1 else 0) != 1"
    assert reached(play, f"over and {ends}")
    of = program(play, f"c: never after p acts: {ends}", "one: never n != 1")
    claims = tuple(replace(goal, summed=True) for goal in goals(of, of.checks[0]))
    first, later, end = (CutNode(number) for number in range(3))
    one = Claim(property_of(of, "one"), holds=False)
    made = replace(certificate(of), claims=((first, (one,)), (later, claims), (end, claims)))
    assert not compares_sums(of, claims[0])
    assert not accepted(of, made)


PUT = """\
held[Pa] := 1
held[Pb] := 1
repeat
  choose A
    put(s: Place, t: Place) when held[s] > 0
      for q in Place if q in marked: held[q] := 1
      {step}
    mark(s: Place)
      add s to marked
"""


@pytest.mark.parametrize(
    ("step", "kept"), [("held[t] := 1", True), ("held[s] := 0", False), ("held[t] := n", False)]
)
def test_a_sum_that_is_one_part_of_the_answer(step: str, kept: bool) -> None:
    """It need not be followed. The other part, which no pass of the loop keeps, is not claimed."""
    few = "size(those p in Place: held[p] > 0)"
    of = program(PUT.replace("{step}", step), f"c: always {few} >= 2 or {few} = 0")
    (goal,) = goals(of, of.checks[0])
    part = replace(alternatives(goal)[0], summed=True)
    assert (
        accepted(of, replace(_claimed(of, part), followed=frozenset("st"), unrolled=False)) is kept
    )


@pytest.mark.parametrize(
    ("step", "kept"),
    [
        ("if p not in marked: n := size(marked) + 1\nadd p to marked", True),
        ("if p not in marked: n := size(marked)\nadd p to marked", False),
        ("if p not in marked: n += 1\nadd p to marked", True),
        ("n += 1\nadd p to marked", False),
        ("if p not in marked: n -= 1\nadd p to marked", False),
        ("if p in marked: n -= 1\nremove p from marked", True),
        ("n -= 1\nremove p from marked", False),
        ("if p not in marked and Pa in marked\n  marked := marked - Pa + p", True),
        ("if p not in marked: marked := marked - Pa + p", False),
        ("n := 0\nmarked := {}", True),
        ("n := 1\nmarked := {}", False),
        ("marked := Place - marked\nn := 3 - n", True),
        ("marked := Place - marked", False),
    ],
)
def test_the_size_of_a_set_grows_by_what_comes_less_what_goes(step: str, kept: bool) -> None:
    play = f"repeat\n  choose A\n    go(p: Place)\n{indent(step, '      ')}"
    of = program(play, "c: always size(marked) = n")
    assert accepted(of, certificate(of, ["c"], summed=True)) is kept


@pytest.mark.parametrize(
    ("step", "kept"),
    [
        ("if p not in marked: n += 1\nadd p to marked", True),
        ("n += 1\nadd p to marked", False),
        ("if p not in marked: n -= 1\nadd p to marked", False),
        ("if p in marked: n -= 1\nremove p from marked", True),
        ("n -= 1\nremove p from marked", False),
        ("if p in marked: n += 1\nremove p from marked", False),
        ("if p not in marked: n += 1\nmarked := marked + p", True),
        ("if p not in marked and Pa in marked\n  n += 1\n  marked := marked - Pa + p", False),
        ("if p not in marked and Pa in marked: marked := marked - Pa + p", True),
        ("n := 0\nmarked := {}", True),
        ("n := 3\nmarked := Place - marked", False),
        ("n := 3 - n\nmarked := Place - marked", True),
    ],
)
@pytest.mark.parametrize("rest", ["Place", "{Pa, Pb}"])
def test_the_size_of_what_is_not_in_a_set_shrinks_by_what_comes(
    step: str, kept: bool, rest: str
) -> None:
    """Of a part of all places the same is not said: what comes may lie outside of it."""
    play = f"repeat\n  choose A\n    go(p: Place)\n{indent(step, '      ')}"
    all_ = 3 if rest == "Place" else 2
    of = program(play, f"c: always size({rest} - marked) + n = {all_}")
    certain = kept and (rest == "Place" or step.startswith("n := 0"))
    assert accepted(of, certificate(of, ["c"], summed=True)) is certain


def test_a_sum_over_what_nothing_says_is_none() -> None:
    """A certificate may be anything: what it leaves unsaid is no reason to fail."""
    of = program("draw", "c: never bad")
    number, place = ty.Int(0, 9), next(v.type for v in of.variables if v.name == "held").key
    one, unsaid = x.Local("one", place), x.Local("unsaid", place)
    held = next(x.Var(v.name, v.type) for v in of.variables if v.name == "held")
    entry = x.Lookup(held, one, ty.Int(0, 3))
    for over in (x.SetOf((unsaid,), ty.Set(place)), x.SetOf((one,), ty.Set(place))):
        total = x.Quantifier("sum", one, over, None, entry, number)
        claim = Claim(x.Compare("==", total, x.Const(0, number)))
        assert not compares_sums(of, claim)
        assert compares_sums(of, replace(claim, bound=((unsaid, 0), (one, 0))))


@pytest.mark.parametrize(("moved", "kept"), [("held", True), ("other", False)])
def test_values_that_only_change_places_sum_up_to_the_same(moved: str, kept: bool) -> None:
    """It is seen by the look of it, in whichever of two orders they stand; another map's are others."""
    of = program("draw", "c: always (sum p in Place: held[p]) = 3", parts=OTHER)
    held = next(v.type for v in of.variables if v.name == "held")
    assert isinstance(held, ty.Map)
    one, two = (x.Const(moves, ty.Map(held.key, held.key)) for moves in ((1, 2, 0), (2, 1, 0)))
    by = x.If(x.Var("bad", ty.Bool()), one, two, one.type)
    store = Store("held", None, x.Permute(x.Var(moved, held), by, held), None)
    claim = Claim(property_of(of, "c"), summed=True)
    s = setting(replace(of, blocks=(Block("go", (store,), Stop(0)),)), [claim])
    ((_, end),) = s.paths.run(
        0, PathState(s.t.true, anything(of), s.unshifted), Encountered()
    ).items()
    assert (s.sums[claim].kept(end.shifts[0]) is s.t.true) is kept
