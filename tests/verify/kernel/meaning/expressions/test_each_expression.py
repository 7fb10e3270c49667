"""What the kernel makes of each kind of expression, for all values of the variables that it reads.

They may hold anything; what is made of them comes to what the interpreter of the IR finds.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random

import pytest
from tests import ir_build as build
from tests.reference_eval import Scope, evaluate
from tests.verify.kernel.meaning.test_values import all_values
from tests.verify.kernel.meaning.test_walks import can_be
from tests.verify.kernel.meaning.valuation import Free, given, setting

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Program, Variable
from rulewright.verify.kernel.meaning.expressions.evaluation import Frame
from rulewright.verify.kernel.meaning.numbers import RangedNumber
from rulewright.verify.kernel.setting import anything

TRUTH, FEW, DIGIT, PLACE = ty.Bool(), ty.Int(0, 1), ty.Int(-1, 2), ty.Int(1, 3)
PLACES, WIDE, MAYBE = ty.Set(PLACE), ty.Int(-99, 99), ty.Option(PLACE)
PAIR = ty.Record("pair", (("one", ty.Int(2, 4)), ("yes", TRUTH), ("two", FEW)))

VARIABLES = {
    v.name: v
    for v in (
        build.state("b", TRUTH, False),
        build.state("c", TRUTH, False),
        build.state("i", DIGIT, 0),
        build.state("k", DIGIT, 0),
        build.state("p", PLACE, 1),
        build.state("q", PLACE, 1),
        build.state("o", MAYBE, 4),
        build.state("maybe_yes", ty.Option(TRUTH), 2),
        build.state("s", PLACES, 0),
        build.state("t", PLACES, 0),
        build.state("pair", PAIR, 0),
        build.state("worth", ty.Map(PLACE, DIGIT), (0, 0, 0)),
        build.state("near", ty.Map(PLACE, PLACES), (0, 0, 0)),
        build.state("row", ty.List(PLACE, 2), ()),
    )
}
v = {name: build.var(variable) for name, variable in VARIABLES.items()}
THREE, E = ty.Int(0, 3), x.Local("e", PLACE)
IN_T, TWICE = x.In(E, v["t"]), x.Arith("*", E, build.num(2), WIDE)
WORTH = x.Lookup(v["worth"], E, DIGIT)
P = x.Const(1, PLACE)
MORE = ty.Int(1, 5)
UNBOUND = x.Local("unbound", PLACE)
"""What is not looked at need not be there."""
FAULT = 0


END = x.Local("end", PLACE)
END_IN_T = x.In(END, v["t"])


def those_before(within: x.Expr, steps: x.Expr, asked: x.Expr, start: x.Expr = E) -> x.Filter:
    """The elements of ``s`` from which a walk gets to a place of which something is so."""
    walk = x.Reach(start, within, steps, PLACES)
    return x.Filter(E, v["s"], x.Quantifier("some", END, walk, None, asked, TRUTH), PLACES)


def number(value: int) -> x.Const:
    return x.Const(value, WIDE)


def every(t: ty.Scalar) -> x.Expr:
    return build.every(t)


def quantified(kind: str, body: x.Expr | None, where: x.Expr | None, over: x.Expr) -> x.Quantifier:
    types = {"all": TRUTH, "some": TRUTH, "count": THREE, "sum": WIDE}
    best = ty.Option(ty.Int(-2, 6)) if body is TWICE else MAYBE
    return x.Quantifier(kind, E, over, where, body, types.get(kind, best))  # type: ignore[arg-type]


def compared(op: str, left: x.Expr, right: x.Expr) -> x.Compare:
    return x.Compare(op, left, right)  # type: ignore[arg-type]


ONE_P = x.SetOf((v["p"],), PLACES)
WITH_ONE, WITHOUT_ONE = (x.Combine(op, v["s"], ONE_P, PLACES) for op in ("union", "difference"))
WITH_ONE_AGAIN = x.Combine("union", WITHOUT_ONE, x.SetOf((v["q"],), PLACES), PLACES)
TABLE = x.Const((0b010, 0b101, 0b010), ty.Map(PLACE, PLACES))
RING = x.Const((0b010, 0b100, 0b001), ty.Map(PLACE, PLACES))
FEW_1 = x.Const(1, FEW)
TWO = ty.Record("two", (("place", PLACE), ("yes", TRUTH)))
BY_TWO = x.Const((-1, 2, 0, 1, 2, 0), ty.Map(TWO, DIGIT))
MADE: dict[str, x.Expr] = {
    "by a condition": x.Filter(E, v["s"], IN_T, PLACES),
    "by one on one": x.Filter(E, ONE_P, IN_T, PLACES),
    "of none": x.SetOf((), PLACES),
    "of two": x.SetOf((v["p"], x.Const(3, PLACE)), PLACES),
    "that is known": x.Const(0b101, PLACES),
    "in one of two ways": x.If(
        v["b"], x.Filter(E, build.every(PLACE), IN_T, PLACES), x.Const(0b010, PLACES), PLACES
    ),
    "in one of two ways, of which one is open": x.If(v["b"], ONE_P, v["s"], PLACES),
    **{
        f"as the {op} of two": x.Combine(op, x.Filter(E, v["s"], IN_T, PLACES), ONE_P, PLACES)  # type: ignore[arg-type]
        for op in ("union", "intersection", "difference")
    },
}
"""Sets whose members can be told one by one."""
STEPS = ty.Option(ty.Int(0, 2))
STORE = x.Store("i", None, x.Arith("+", v["i"], build.num(1), WIDE), FAULT)

EXPRESSIONS: dict[str, x.Expr] = {
    "not": x.Not(v["b"]),
    "and": x.And((v["b"], v["c"])),
    "or": x.Or((v["b"], v["c"])),
    **{f"numbers {op}": compared(op, v["i"], v["k"]) for op in ("==", "!=", "<", "<=")},
    **{f"sets {op}": compared(op, v["s"], v["t"]) for op in ("==", "!=", "<=")},
    **{f"calculated {op}": x.Arith(op, v["i"], v["k"], WIDE) for op in "+-*"},  # type: ignore[arg-type]
    **{
        f"{op} by three": x.Arith(op, v["i"], build.num(3), WIDE)  # type: ignore[arg-type]
        for op in ("div", "mod")
    },
    "if": x.If(v["b"], v["i"], v["k"], DIGIT),
    "if yes": x.If(x.YES, v["i"], v["k"], DIGIT),
    "if no": x.If(x.NO, v["i"], v["k"], DIGIT),
    "if of sets": x.If(v["b"], v["s"], v["t"], PLACES),
    "if of what may be a truth": x.If(
        v["b"], x.Convert(v["c"], ty.Option(TRUTH)), v["maybe_yes"], ty.Option(TRUTH)
    ),
    "if, where the other is nothing": x.If(x.YES, v["i"], UNBOUND, DIGIT),
    "if, where one is nothing": x.If(x.NO, UNBOUND, v["i"], DIGIT),
    "least of nothing": quantified("min", UNBOUND, x.NO, v["s"]),
    "make": x.Make((x.Arith("+", v["p"], build.num(1), ty.Int(2, 4)), v["b"], x.Const(1, FEW)), PAIR),
    "field one": x.Field(v["pair"], "one", ty.Int(2, 4)),
    "field two": x.Field(v["pair"], "two", FEW),
    "field yes": x.Field(v["pair"], "yes", TRUTH),
    "convert": x.Convert(v["p"], MAYBE),
    "convert a truth": x.Convert(v["b"], ty.Option(TRUTH)),
    "convert a set": x.Convert(v["s"], PLACES),
    "convert a set to a larger one": x.Combine(
        "difference", every(MORE), x.Convert(v["s"], ty.Set(MORE)), ty.Set(MORE)
    ),
    "unwrap": x.Unwrap(v["o"], PLACE),
    "unwrap a truth": x.Unwrap(v["maybe_yes"], TRUTH),
    "unwrap nothing": x.Unwrap(x.Const(4, MAYBE), PLACE),
    "call": x.Call("less", (v["k"], v["i"]), TRUTH),
    "after": x.After((STORE,), compared("<", v["i"], v["k"])),
    "after what cannot be": x.After(
        (x.Store("i", None, number(9), FAULT),), compared("<", v["i"], v["k"])
    ),
    "at": x.At((1, 3)),
    "not at": x.At((3,)),
    **{
        f"{kind} {'of some' if where else 'of all'}": quantified(kind, body, where, v["s"])
        for kind, body in (
            ("all", compared("<", E, v["q"])), ("some", compared("<", E, v["q"])),
            ("count", None), ("sum", TWICE), ("min", E), ("max", E), ("min", E), ("max", E),
        )
        for where in (None, IN_T)
    },
    "most worth": quantified("max", TWICE, IN_T, v["s"]),
    "least worth": quantified("min", TWICE, IN_T, v["s"]),
    "least of those that are given": quantified("min", E, IN_T, every(PLACE)),
    "sum of worths": quantified("sum", WORTH, None, v["s"]),
    "count of a set of one": quantified("count", None, IN_T, ONE_P),
    "filter": x.Filter(E, v["s"], IN_T, PLACES),
    "filter one": x.Filter(E, ONE_P, IN_T, PLACES),
    "most": x.Best(E, v["s"], WORTH, True, PLACES),
    "least": x.Best(E, v["s"], WORTH, False, PLACES),
    "set of one": ONE_P,
    "set of two": x.SetOf((v["p"], v["q"]), PLACES),
    "set of none": x.SetOf((), PLACES),
    "set of what may be none": x.SetOf((v["o"],), ty.Set(MAYBE)),
    "set of truths": x.SetOf((v["b"], v["c"]), ty.Set(TRUTH)),
    **{
        op: x.Combine(op, v["s"], v["t"], PLACES)  # type: ignore[arg-type]
        for op in ("union", "intersection", "difference")
    },
    **{
        f"{op} with one": x.Combine(op, v["s"], ONE_P, PLACES)  # type: ignore[arg-type]
        for op in ("union", "intersection", "difference")
    },
    "in": x.In(v["p"], v["s"]),
    "none in": x.In(v["o"], v["s"]),
    "another number in": x.In(v["i"], v["s"]),
    **{f"in what is made {name}": x.In(v["q"], made) for name, made in MADE.items()},
    **{f"none in what is made {name}": x.In(v["o"], made) for name, made in MADE.items()},
    "a number that is far from it in what is made of two": x.In(
        x.Arith("*", v["i"], build.num(9), WIDE), MADE["of two"]
    ),
    "a record in": x.In(
        v["pair"], x.SetOf((x.Make((x.Const(3, ty.Int(2, 4)), v["b"], FEW_1), PAIR),), ty.Set(PAIR))
    ),
    "lookup by two": x.Lookup(BY_TWO, x.Make((v["p"], v["b"]), TWO), DIGIT),
    "lookup by two, one of them known": x.Lookup(BY_TWO, x.Make((v["p"], x.YES), TWO), DIGIT),
    "size": x.Size(v["s"], THREE),
    "size with one more": x.Size(WITH_ONE, THREE),
    "size without one": x.Size(WITHOUT_ONE, THREE),
    "size with one more of those without it": x.Size(WITH_ONE_AGAIN, THREE),
    "size of a list": x.Size(v["row"], ty.Int(0, 2)),
    "lookup": x.Lookup(v["worth"], v["p"], DIGIT),
    "map": x.Lookup(x.MapOf(E, TWICE, ty.Map(PLACE, WIDE)), v["p"], WIDE),
    "permuted": x.Permute(v["worth"], x.Const((3, 1, 2), ty.Map(PLACE, PLACE)), ty.Map(PLACE, DIGIT)),
    "list": x.ListOf((v["p"], v["q"]), ty.List(PLACE, 2)),
    "one behind another": x.Concat(v["row"], x.ListOf((v["p"],), ty.List(PLACE, 1)), ty.List(PLACE, 3)),
    "part of a list": x.Slice(v["row"], v["i"], v["k"], ty.List(PLACE, 2)),
    "item": x.Item(v["row"], v["i"], back=False, type=MAYBE),
    "item from the back": x.Item(v["row"], v["i"], back=True, type=MAYBE),
    "reach": x.Reach(v["p"], every(PLACE), TABLE, PLACES),
    "reach within one part": x.Reach(v["p"], x.Const(0b011, PLACES), RING, PLACES),
    "reach by ways that change": x.Reach(v["p"], every(PLACE), v["near"], PLACES),
    "those from which one gets there": those_before(x.Const(0b011, PLACES), TABLE, END_IN_T),
    "those from which one gets there one way": those_before(x.Const(0b011, PLACES), RING, END_IN_T),
    "those from which one gets to what they ask": those_before(x.Const(0b111, PLACES), TABLE, x.Compare("<", E, END)),
    "those from which one gets there from another place": those_before(x.Const(0b011, PLACES), TABLE, END_IN_T, v["p"]),
    "distance": x.Distance(v["p"], v["q"], v["s"], RING, STEPS),
    "distance there and back": x.Distance(v["p"], v["q"], v["s"], TABLE, STEPS),
    "distance by ways that change": x.Distance(P, v["q"], v["s"], v["near"], STEPS),
}  # fmt: skip

MANY = 150


def values_of(variables: list[Variable]) -> list[dict[str, ty.Value]]:
    """All values of some variables, or some of them if there are very many."""
    found = [
        dict(zip((v.name for v in variables), values, strict=True))
        for values in product(*(all_values(v.type) for v in variables))
    ]
    return found if len(found) <= MANY else Random(0).sample(found, MANY)


def each() -> Program:
    i, k = x.Local("a", DIGIT), x.Local("b", DIGIT)
    less = build.Function("less", (i, k), TRUTH, x.Compare("<", i, k))
    return build.program("each", tuple(VARIABLES.values()), (), (), functions=(less,))


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_an_expression_comes_to_what_it_means(name: str) -> None:
    of = each()
    s, e, held = setting(of), EXPRESSIONS[name], anything(of)
    symbolic = s.meaning.value(e, Frame(held, {}, 1))
    again = s.meaning.value(e, Frame(held, {}, 1))
    assert again is symbolic, "it is remembered"
    reads = [VARIABLES[name] for name in sorted(s.meaning.reads(e).variables)]
    for values in values_of(reads):
        plain = {v.name: v.initial for v in of.variables} | values
        valuation = given(s, held, plain, [name for name in VARIABLES if name not in values])
        expected = evaluate(e, Scope(of, plain, {}, 1))
        assert valuation.value(symbolic, e.type) == expected, values
        for term, fact in s.values.facts.items():
            with suppress(Free):
                assert valuation.of(fact), term


@pytest.mark.parametrize("t", [DIGIT, ty.Int(-2, 3), ty.Int(0, 2), ty.Int(-1, 1), ty.Int(0, 1)])
def test_of_a_set_of_one_it_is_known_which_unless_that_may_be_outside(t: ty.Int) -> None:
    """A number that is none of the values that can be in a set is in none."""
    s, held = setting(each()), anything(each())
    f = Frame(held, {})
    one = s.meaning.members(x.SetOf((v["i"],), ty.Set(t)), f)
    inside = t.lo <= DIGIT.lo and DIGIT.hi <= t.hi
    assert one.only == (s.meaning.number(v["i"], f) if inside else None)
    for value in range(-1, 3):
        valuation = given(s, held, {"i": value}, [name for name in VARIABLES if name != "i"])
        assert [valuation.of(bit) for bit in one.bits] == [
            k == value for k in range(t.lo, t.hi + 1)
        ]


@pytest.mark.parametrize("name", ["union with one", "difference with one", "union", "difference"])
def test_a_set_made_of_another_is_not_counted_anew(name: str) -> None:
    s, held = setting(each()), anything(each())
    f = Frame(held, {})

    def how_many(of: x.Expr) -> RangedNumber:
        return s.meaning.number(x.Size(of, ty.Int(0, 3)), f)

    before, grown = s.meaning.members(v["s"], f), s.meaning.members(EXPRESSIONS[name], f).grown
    assert grown is not None
    assert grown.of is before
    assert how_many(EXPRESSIONS[name]) == s.values.n.add(how_many(v["s"]), grown.by)


def test_a_set_grows_by_the_size_of_another_of_which_it_has_nothing() -> None:
    """If that size is asked about elsewhere, it is the same number."""
    s, held = setting(each()), anything(each())
    f = Frame(held, {})
    t, n = s.values.t, s.values.n
    one, other = s.meaning.members(v["s"], f), s.meaning.members(v["t"], f)
    grown = s.meaning.members(EXPRESSIONS["union"], f).grown
    assert grown is not None
    in_both = n.count(t.and_(pair) for pair in zip(one.bits, other.bits, strict=True))
    assert grown.by == n.subtract(n.count(other.bits), in_both)
    assert s.meaning.members(EXPRESSIONS["intersection"], f).grown is None


def test_where_it_is_open_where_one_may_walk_it_is_left_to_facts_where_one_gets_to() -> None:
    s = setting(each())
    f = Frame(anything(each()), {})
    some = x.Combine("union", v["s"], x.Const(1, PLACES), PLACES)
    for within, left in ((v["s"], True), (some, True), (x.Const(0b011, PLACES), False)):
        reached = s.meaning.members(x.Reach(P, within, RING, PLACES), f)
        assert any(bit in s.values.facts for bit in reached.bits) is left


@pytest.mark.thorough
def test_those_from_which_one_gets_somewhere_are_told_by_one_walk_there_and_back() -> None:
    s, of = setting(each()), each()
    held = anything(of)
    e = those_before(
        x.Combine("union", v["t"], x.SetOf((v["p"],), PLACES), PLACES), TABLE, END_IN_T
    )
    bits = s.meaning.members(e, Frame(held, {})).bits
    reads = [VARIABLES[name] for name in ("s", "t", "p")]
    t = s.t
    for values in values_of(reads)[::3]:
        plain = {v.name: v.initial for v in of.variables} | values
        expected = evaluate(e, Scope(of, plain, {}, 1))
        known = [
            t.same(bit, t.truth(bool(values[name] >> k & 1)))
            for name in ("s", "t")
            for k, bit in enumerate(s.meaning.members(v[name], Frame(held, {})).bits)
        ]
        known.append(s.values.n.is_(s.meaning.number(v["p"], Frame(held, {})), values["p"]))
        wrong = [
            t.not_(t.same(bit, t.truth(bool(expected >> k & 1)))) for k, bit in enumerate(bits)
        ]
        assert can_be(s.values, [*known, *map(t.not_, wrong)]), "the set that it is"
        assert not can_be(s.values, [*known, t.or_(wrong)]), "and no other one"
