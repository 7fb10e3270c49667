"""Which expressions are left open, and what they may be then: by the variables that matter and by width."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product

import pytest
from tests import ir_build as build
from tests.verify.kernel.meaning.expressions.test_each_expression import (
    DIGIT,
    EXPRESSIONS,
    FEW,
    IN_T,
    ONE_P,
    PLACES,
    TABLE,
    THREE,
    UNBOUND,
    VARIABLES,
    WORTH,
    E,
    compared,
    each,
    number,
    quantified,
    v,
)
from tests.verify.kernel.meaning.valuation import Valuation

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.meaning.expressions.dispatch import meaning_of
from rulewright.verify.kernel.meaning.expressions.evaluation import Frame, KernelMeaning
from rulewright.verify.kernel.meaning.known import Known
from rulewright.verify.kernel.meaning.numbers import RangedNumber
from rulewright.verify.kernel.meaning.terms import KernelTerm, KernelTermBuilder
from rulewright.verify.kernel.meaning.values import AnyValue, Content, KernelValues, Members

ALL = " ".join(VARIABLES)


def meaning(
    followed: str, core: str = "", widest: int = 0, *, of: Program | None = None
) -> KernelMeaning:
    names = frozenset(followed.split()), frozenset(core.split())
    return meaning_of(Known(of or each()), KernelValues(KernelTermBuilder()), *names, widest)


def frame(
    m: KernelMeaning, known: str = "", node: int | None = None, *, seen: bool = False
) -> Frame:
    """All variables hold anything, but for those that are known; ``seen``: and were looked at."""
    variables: dict[str, Content] = {}
    for name, one in VARIABLES.items():
        anything = m.v.any(one.type) if seen else AnyValue(one.type)
        variables[name] = m.v.constant(one.type, one.initial) if name in known.split() else anything
    return Frame(variables, {}, node)


POSITIVE = compared("<", number(0), WORTH)
HEAVY = x.Filter(E, v["s"], POSITIVE, PLACES)
BELOW_I = quantified("count", None, compared("<", E, v["i"]), x.Const(0b111, PLACES))
IF_B = quantified("some", v["b"], None, x.Const(0b111, PLACES))
LEAST, DOUBLE = quantified("min", E, None, v["s"]), quantified("sum", E, None, v["s"])
NEAR = x.Lookup(v["near"], v["p"], PLACES)
AT = quantified("some", x.At((1,)), None, v["s"])
UNION = x.Combine("union", v["s"], v["t"], PLACES)


@pytest.mark.parametrize(
    ("e", "followed", "core", "widest", "known", "is_open"),
    [
        # It goes through something and reads what is not followed; or has nothing to do with the core.
        (HEAVY, ALL, "", 0, "", False),
        (HEAVY, "s worth", "s", 0, "", False),
        (HEAVY, "s worth", "worth", 0, "", False),
        (HEAVY, "s worth", "b", 0, "", True),
        (HEAVY, "s", "s", 0, "", True),
        (HEAVY, "s", "s", 0, "s worth", True),
        (BELOW_I, "i", "i", 0, "", False),
        (BELOW_I, "i", "b", 0, "", True),
        (BELOW_I, "i", "b", 0, "i", False),
        (BELOW_I, "b", "b", 0, "i", True),
        (IF_B, "b", "i", 0, "", True),
        (IF_B, "b", "i", 0, "b", False),
        (quantified("sum", v["k"], compared("<", E, v["i"]), v["s"]), "s k i", "b", 0, "i", True),
        # So does what stands in a map, unless it is one scalar or the map is known.
        (NEAR, "near p", "b", 0, "", True),
        (NEAR, "near p", "near", 0, "", False),
        (NEAR, "p", "near", 0, "", False),
        (x.Lookup(v["worth"], v["p"], DIGIT), "worth p", "b", 0, "", False),
        (x.Lookup(TABLE, v["p"], PLACES), "p", "b", 0, "", False),
        # All else is what it is; so is what asks where play rests.
        (compared("<", v["i"], v["k"]), "", "b", 0, "", False),
        (UNION, "b", "b", 0, "", False),
        (AT, "b", "b", 0, "", False),
        # It goes through too much.
        (DOUBLE, ALL, ALL, 3, "", False),
        (DOUBLE, ALL, ALL, 2, "", True),
        (BELOW_I, ALL, ALL, 2, "", True),
        (BELOW_I, ALL, ALL, 2, "i", False),
        (UNION, ALL, ALL, 2, "", False),
        (compared("<", DOUBLE, v["i"]), ALL, ALL, 2, "", False),
        (LEAST, "s", "s", 2, "", False),
        (LEAST, "b", "s", 2, "", True),
        (quantified("min", x.Arith("+", E, number(1), DIGIT), None, v["s"]), ALL, ALL, 2, "", True),
    ],
)
def test_what_is_left_open(
    e: x.Expr, followed: str, core: str, widest: int, known: str, is_open: bool
) -> None:
    for seen in (False, True):
        m = meaning(followed, core, widest)
        f = frame(m, known, node=1, seen=seen)
        assert m.is_taken_whole(e, f) is is_open
        m.value(e, f)
        assert m.is_taken_whole(e, f), "it was asked for"


def test_nothing_is_left_open_where_nobody_says_how_much_is_too_much() -> None:
    m = meaning_of(
        Known(each()), KernelValues(KernelTermBuilder()), frozenset(VARIABLES), frozenset(VARIABLES)
    )
    assert not m.is_taken_whole(DOUBLE, frame(m))


def test_what_goes_through_a_local_is_about_what_it_is_made_from() -> None:
    """From whatever that is made from, and wherever the local gets its value."""
    one, two = x.Local("one", PLACES), x.Local("two", PLACES)
    counted = quantified("count", None, None, two)
    for core, is_open in (("s", False), ("t", False), ("b", True)):
        m = meaning("s t p worth", core)
        f = frame(m)
        f = f.bind(one, m.given(one, v["s"], f))
        f = f.bind(two, m.given(two, x.Combine("union", one, v["t"], PLACES), f))
        assert m.is_taken_whole(counted, f) is is_open
        m.given(two, ONE_P, f)
        assert m.is_taken_whole(counted, f) is is_open


@pytest.mark.parametrize(("core", "is_open"), [("s", False), ("b", True)])
def test_what_goes_through_a_parameter_is_about_what_it_is_given(core: str, is_open: bool) -> None:
    among = x.Local("among", PLACES)
    body = quantified("count", None, None, among)
    of = replace(each(), functions=(build.Function("many", (among,), body.type, body),))
    m = meaning("s p worth", core, of=of)
    m.value(x.Call("many", (v["s"],), body.type), frame(m))
    inside = frame(m).bind(among, m.v.any(PLACES))
    assert m.is_taken_whole(body, inside) is is_open


# --- what it may be then --------------------------------------------------------------------------


def free(terms: Iterable[KernelTerm]) -> list[KernelTerm]:
    """The variables in some terms."""
    found: dict[KernelTerm, None] = {}
    waiting = [*terms]
    while waiting:
        term = waiting.pop()
        waiting += term.args
        if term.op == "var":
            found[term] = None
    return [*found]


def possible(m: KernelMeaning, e: x.Expr, f: Frame, given: Mapping[str, int]) -> set[ty.Value]:
    """All that a set may be, if some sets are these."""
    found = m.members(e, f)
    inputs = {name: m.members(v[name], f) for name in given}
    fixed = {bit for one in inputs.values() for bit in one.bits}
    others = [term for term in free(found.bits) if term not in fixed]
    assert all(term.width == 0 for term in others)
    results = set()
    for bits in product((False, True), repeat=len(others)):
        valuation = Valuation(m.v)
        for name, one in inputs.items():
            valuation.give(one, PLACES, given[name])
        for term, bit in zip(others, bits, strict=True):
            valuation.give(term, ty.Bool(), bit)
        results.add(valuation.value(Members(found.bits), PLACES))
    return results


def parts(mask: int) -> set[ty.Value]:
    return {part for part in range(8) if part & ~mask == 0}


MOST = x.Best(E, v["s"], WORTH, True, PLACES)
MOST_HEAVY = x.Best(E, HEAVY, E, True, PLACES)
BOTH = x.Filter(E, v["s"], x.And((IN_T, x.Compare("<", number(0), x.Lookup(v["worth"], UNBOUND, DIGIT)))), PLACES)  # fmt: skip
NEITHER = x.Filter(E, v["s"], x.And((POSITIVE, POSITIVE)), PLACES)


@pytest.mark.parametrize("s", [0b000, 0b100, 0b101, 0b111])
def test_what_may_be_left_open_is_a_part_of_what_is_followed(s: int) -> None:
    t = 0b110
    anything = set(range(8))
    for e, followed, widest, expected in (
        # The best of some: one of them at least, if there are any.
        (MOST, "s", 0, parts(s) - {0} or {0}),
        (MOST, "s worth", 3, parts(s) - {0} or {0}),
        (MOST, "worth", 0, anything),
        # The best of a part: perhaps none, if nothing but its width is in the way.
        (MOST_HEAVY, "s worth", 2, parts(s)),
        (MOST_HEAVY, "s", 2, anything),
        (MOST_HEAVY, "s worth", 3, anything),
        (MOST_HEAVY, "worth", 2, anything),
        # Of several conditions those are kept that are followed, and the others not looked at.
        (BOTH, "s t", 0, parts(s & t)),
        (BOTH, "t", 0, anything),
        (NEITHER, "s t", 0, anything),
        (HEAVY, "s", 0, anything),
    ):
        m = meaning(followed, "b", widest)
        given = {"s": s, "t": t}
        assert possible(m, e, frame(m), given) == expected, (e, followed, widest)


def told_apart(t: ty.Int, told: bool) -> None:
    """A count of what is below a local is left open; it is one number for each value of the local."""
    local = x.Local("below", t)
    e = quantified("count", None, compared("<", E, local), v["s"])
    m = meaning(ALL, ALL, 1)
    of = m.n.variable(t.lo, t.hi)
    f = frame(m)
    found = m.number(e, f.bind(local, of))
    single = [m.number(e, f.bind(local, m.n.constant(k))) for k in range(t.lo, t.hi + 1)]
    assert len(set(single)) == len(single)
    for i, k in enumerate(range(t.lo, t.hi + 1)):
        valuation = Valuation(m.v)
        valuation.give(of, t, k)
        for at, one in enumerate(single):
            valuation.give(one, THREE, 1 if at == i else 2)
        if told:
            assert valuation.of(found.term) == 1
    assert (found.term.op == "var") is not told


@pytest.mark.parametrize("lo", [-9, 0, 10])
def test_of_a_local_with_few_values_there_is_an_open_value_for_each(lo: int) -> None:
    """So what is asked of a known one is what it is of any one that turns out to be that one."""
    told_apart(ty.Int(lo, lo + 1), True)
    told_apart(ty.Int(lo, lo + 7), True)
    told_apart(ty.Int(lo, lo + 8), False)


def test_a_local_that_is_no_number_is_not_told_apart() -> None:
    yes = x.Local("yes", ty.Bool())
    e = quantified("count", None, yes, v["s"])
    m = meaning(ALL, ALL, 1)
    found = m.number(e, frame(m).bind(yes, m.t.variable(0)))
    assert found.term.op == "var"
    m = meaning("b", "b")
    few = x.Local("few", FEW)
    f = frame(m).bind(few, m.n.variable(0, 1))
    assert m.number(quantified("count", None, compared("<", E, few), v["s"]), f).term.op == "var"


# --- what is remembered, and what is gone through -------------------------------------------------


def test_a_value_is_remembered_for_what_it_depends_on() -> None:
    m = meaning("")
    f = frame(m)
    here, there = Frame(f.variables, {}, 1), Frame(f.variables, {}, 3)
    at = EXPRESSIONS["at"]
    elsewhere = x.At((1,))
    assert (m.truth(at, here), m.truth(at, there)) == (m.t.true, m.t.true)
    assert (m.truth(elsewhere, here), m.truth(elsewhere, there)) == (m.t.true, m.t.false)
    open_ = quantified("count", None, None, v["s"])
    assert m.number(open_, here) is m.number(open_, there)
    assert m.number(open_, frame(m)) is not m.number(open_, here)


def test_an_expression_without_a_meaning_is_refused() -> None:
    m = KernelMeaning(
        Known(each()), KernelValues(KernelTermBuilder()), frozenset(), frozenset(), {}, 0
    )
    with pytest.raises(TypeError, match="gives no meaning to Not"):
        m.value(x.Not(v["b"]), frame(m))


def test_only_what_may_be_in_a_set_is_gone_through() -> None:
    m = meaning(ALL)
    f = frame(m)
    ((one, sure),) = m.elements(ONE_P, f)
    assert (one, sure) == (m.value(v["p"], f), m.t.true)
    assert [(m.n.known(e), inside) for e, inside in m.elements(x.Const(0b101, PLACES), f) if isinstance(e, RangedNumber)] == [
        (1, m.t.true),
        (3, m.t.true),
    ]  # fmt: skip
    assert len([*m.elements(v["s"], f)]) == 3
