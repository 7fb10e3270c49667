"""Every play ends, by a measure that falls; and somebody can always act."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.by_hand import SUMS
from tests.verify.kernel.certified import accepted, certificate, places, program, property_of

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.types import Int
from rulewright.verify.kernel.certificate import Certificate, CutBlock, CutNode


def test_every_play_ends() -> None:
    play = "n := 5\nrepeat until n = 0\n  choose A\n    down\n      n := n - 1\n    two when n > 1\n      n := n - 2\ndraw"
    of = program(play, "c: every play ends", "low: always n <= 5")
    n = next(v for v in of.variables if v.name == "n")
    head, node = ([p for p in places(of) if isinstance(p, kind)] for kind in (CutBlock, CutNode))
    here = x.Var("n", n.type)

    def measured(at_node: x.Expr, at_head: x.Expr) -> Certificate:
        sunk = tuple((p, (at_node,)) for p in node) + tuple((p, (at_head,)) for p in head)
        return replace(certificate(of), measure=sunk)

    twice = x.Arith("*", here, x.Const(2, Int(2, 2)), Int(0, 18))
    less = x.Arith("-", twice, x.Const(1, Int(1, 1)), Int(-1, 17))
    if head:
        assert accepted(of, measured(less, twice))
        assert not accepted(of, measured(twice, less))
        assert not accepted(of, measured(here, here))
    else:
        assert accepted(of, measured(here, here))
    assert not accepted(of, certificate(of)), "without a measure"
    assert not accepted(of, measured(x.Const(1, Int(1, 1)), x.Const(1, Int(1, 1))))


@pytest.mark.parametrize("unrolled", [True, False])
@pytest.mark.parametrize(
    ("step", "less", "falls"),
    [
        ("when stick > 0\n      take 1 of stick to of_a", "stick", True),
        ("when stick > 0\n      take 1 of stick to of_a", "stick * 2 + of_a", True),
        ("when stick > 0\n      take 1 of stick to of_a", "stick + of_a", False),
        ("when stick > 0\n      take 1 of stick to of_a", "stick + of_a * 2", False),
        ("when of_a < 9\n      of_a := of_a + 1", "9 - of_a", True),
        ("when of_a < 9\n      of_a := of_a + 1", "of_b - of_a", True),
        ("when of_a < 9\n      of_a := of_a + 1\n      of_b := n", "of_b - of_a", False),
        ("(k: 0..3) when of_a + k <= 9\n      of_a := of_a + k", "9 - of_a", False),
        ("(k: 1..3) when of_a + k <= 9\n      of_a := of_a + k", "9 - of_a", True),
    ],
)
@pytest.mark.parametrize("followed", [True, False])
def test_sums_in_a_measure_are_followed(
    step: str, less: str, falls: bool, unrolled: bool, followed: bool
) -> None:
    """What is not followed is summed up all the same, as long as loops are run through."""
    play = f"repeat\n  choose A\n    go{step if step[0] == '(' else f' {step}'}"
    of = program(play, "c: every play ends", f"few: always {less} < 100", parts=SUMS)
    compared = property_of(of, "few")
    assert isinstance(compared, x.Compare)
    number = compared.left
    sunk = tuple((place, (number,)) for place in places(of))
    made = replace(certificate(of, unrolled=unrolled), measure=sunk)
    if not followed:
        made = replace(made, followed=frozenset())
    assert accepted(of, made) is (falls and (followed or unrolled))


def test_measures_are_integers_and_equally_many_at_each_place() -> None:
    of = program("choose A\n  a\nchoose B\n  b\nchoose A\n  c\ndraw", "c: every play ends")

    def measured(*rows: tuple[x.Expr, ...]) -> bool:
        measure = tuple(zip(places(of), rows, strict=False))
        return accepted(of, replace(certificate(of), measure=measure))

    one, two, three = (x.Const(n, Int(n, n)) for n in (1, 2, 3))
    assert measured((three,), (two,), (one,))
    assert measured((one, three), (one, two), (one, one))
    assert not measured((one,), (two,), (three,))
    assert not measured((three,), (two,), (two,))
    assert not measured((one, three), (two, two), (three, one))
    n = x.Var("n", Int(0, 9))
    later = x.Arith("+", n, one, Int(1, 10))
    assert measured((later,), (n,), (x.Arith("-", n, one, Int(-1, 8)),))
    assert not measured((n,), (later,), (n,))
    for wrong in (
        ((three,), (two,)), ((three,), (two, one), (one,)), ((three,), (two,), ()),
        ((x.YES,), (x.YES,), (x.NO,)),
    ):  # fmt: skip
        assert not measured(*wrong)


def test_a_measure_is_no_truth() -> None:
    of = program("choose A\n  a\nchoose B\n  b\ndraw", "c: every play ends")

    def measured(first: tuple[x.Expr, ...], second: tuple[x.Expr, ...]) -> bool:
        measure = tuple(zip(places(of), (first, second), strict=True))
        return accepted(of, replace(certificate(of), measure=measure))

    one, two = (x.Const(n, Int(n, n)) for n in (1, 2))
    assert measured((two,), (one,))
    assert not measured((x.YES,), (x.NO,))
    assert not measured((two, x.YES), (one, x.YES))
    assert not measured((x.YES, two), (x.YES, one))


def test_a_measure_is_given_where_chance_decides_too() -> None:
    of = program("choose A\n  a\nroll k of (0..1)\ndraw", "c: every play ends")
    one, two = (x.Const(n, Int(n, n)) for n in (1, 2))
    both = tuple(zip(places(of), ((two,), (one,)), strict=True))
    assert accepted(of, replace(certificate(of), measure=both))
    for some in (both[:1], both[1:]):
        assert not accepted(of, replace(certificate(of), measure=some))


def test_somebody_can_always_act() -> None:
    for guard, fine in (("when n < 9", False), ("when n <= 9", True)):
        play = f"repeat\n  choose A\n    up {guard}\n      if n < 9: n := n + 1"
        of = program(play, "c: someone can always act")
        assert accepted(of, certificate(of)) is fine, guard
    play = "repeat\n  choose A\n    up when n < 5\n      n := (n + 1) mod 3"
    of = program(play, "c: someone can always act", "low: always n < 3")
    assert accepted(of, certificate(of, ["low"]))
    assert not accepted(of, certificate(of))
