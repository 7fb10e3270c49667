"""What the constructors of the IR fold: always to the same meaning, and as far as they can."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Literal

import pytest
from tests.ir_examples import dice
from tests.reference_eval import Scope, evaluate

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir.types import Bool, Enum, Int, Map, Option, Record, Scalar, Set, Value, bounds

PROGRAM = dice()
BOOL = Bool()
SUIT = Enum("Suit", ("clubs", "hearts", "spades"))
CARD = Record("Card", (("rank", Int(2, 4)), ("suit", SUIT), ("drawn", BOOL)))
P, Q, R = (x.Local(name, BOOL) for name in "pqr")
N, M = x.Local("n", Int(-2, 3)), x.Local("m", Int(1, 3))
S, T = x.Local("s", Set(Int(3, 5))), x.Local("t", Set(Int(3, 5)))
MAYBE = x.Local("maybe", Option(Int(3, 5)))
NONE = x.Const(6, Option(Int(3, 5)))
ONE_NUMBER = [x.Const(value, Int(value, value)) for value in range(-2, 4)]


def values(t: Scalar | Set) -> Iterator[Value]:
    if isinstance(t, Set):
        lo, hi = bounds(t.element)
        yield from range(1 << hi - lo + 1)
    else:
        lo, hi = bounds(t)
        yield from (bool(v) if isinstance(t, Bool) else v for v in range(lo, hi + 1))


def same(folded: x.Expr, plain: x.Expr, *names: x.Local) -> None:
    """Both have the same value and type of value, whatever the locals are."""
    spaces: list[Any] = [list(values(name.type)) for name in names]
    for chosen in product(*spaces):
        scope = Scope(PROGRAM, {}, dict(zip((n.name for n in names), chosen, strict=True)))
        assert evaluate(folded, scope) == evaluate(plain, scope), chosen


TRUTHS = [x.YES, x.NO, P, Q, x.Not(P), x.And((P, Q)), x.Or((P, Q)), x.And((Q, R))]


@pytest.mark.parametrize("length", [0, 1, 2, 3])
def test_and_and_or_mean_what_they_say(length: int) -> None:
    for args in product(TRUTHS, repeat=length):
        same(fold.and_(args), x.And(args), P, Q, R)
        same(fold.or_(args), x.Or(args), P, Q, R)


def test_and_and_or_are_flat_without_constants_and_repetitions() -> None:
    assert fold.and_([]) == fold.and_([x.YES, x.YES]) == x.YES
    assert fold.or_([]) == fold.or_([x.NO, x.NO]) == x.NO
    assert fold.and_([P, x.NO, Q]) == x.NO
    assert fold.or_([P, x.YES, Q]) == x.YES
    for build, kind, idle in ((fold.and_, x.And, x.YES), (fold.or_, x.Or, x.NO)):
        assert build([P]) == build([P, idle, P]) == P
        assert build([P, kind((Q, R)), Q]) == kind((P, Q, R))
        assert build([Q, P]) == kind((Q, P))


def test_not() -> None:
    assert fold.not_(x.YES) == x.NO
    assert fold.not_(x.NO) == x.YES
    assert fold.not_(x.Not(P)) == P
    assert fold.not_(P) == x.Not(P)


OPS: tuple[Literal["==", "!=", "<", "<="], ...] = ("==", "!=", "<", "<=")


@pytest.mark.parametrize("op", OPS)
def test_comparisons(op: Literal["==", "!=", "<", "<="]) -> None:
    for left, right in product([*ONE_NUMBER, N, M], repeat=2):
        folded = fold.compare(op, left, right)
        same(folded, x.Compare(op, left, right), N, M)
        known = left == right or (isinstance(left, x.Const) and isinstance(right, x.Const))
        assert isinstance(folded, x.Const if known else x.Compare)
    assert fold.compare(op, N, M) == x.Compare(op, N, M)


@pytest.mark.thorough
def test_part_of_is_no_comparison_of_numbers() -> None:
    masks = [x.Const(mask, Set(Int(3, 5))) for mask in range(8)]
    for left, right in product([*masks, S, T], repeat=2):
        for op in ("==", "!=", "<="):
            folded = fold.compare(op, left, right)
            same(folded, x.Compare(op, left, right), S, T)
    assert fold.compare("<=", masks[0b010], masks[0b101]) == x.NO
    assert fold.compare("<=", masks[0b100], masks[0b110]) == x.YES


NUMBERS = [
    x.Local(f"{name}{lo}", Int(lo, hi))
    for name in "ab"
    for lo, hi in ((-3, -1), (-2, 3), (0, 2), (2, 5), (4, 5))
]


@pytest.mark.parametrize("op", ["+", "-", "*"])
def test_sums_have_exactly_the_range_of_their_values(op: Literal["+", "-", "*"]) -> None:
    apply = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[op]
    for left, right in product([*NUMBERS[:5], *ONE_NUMBER], [*NUMBERS[5:], *ONE_NUMBER]):
        results = {apply(a, b) for a in _reach(left) for b in _reach(right)}
        folded = fold.arith(op, left, right)
        assert folded.type == Int(min(results), max(results))
        if len(results) == 1:
            assert folded == x.Const(results.pop(), folded.type)
        else:
            assert folded == x.Arith(op, left, right, folded.type)


def test_quotients_and_remainders() -> None:
    for left, by in product([*NUMBERS[:5], *ONE_NUMBER], range(1, 7)):
        divisor = x.Const(by, Int(by, by))
        quotients = {a // by for a in _reach(left)}
        assert fold.arith("div", left, divisor).type == Int(min(quotients), max(quotients))
        remainders = [a % by for a in _reach(left)]
        found = fold.arith("mod", left, divisor)
        if len({a // by for a in _reach(left)}) == 1:
            assert found.type == Int(min(remainders), max(remainders))
        else:
            assert found.type == Int(0, by - 1)
        if len(set(remainders)) > 1:
            assert found == x.Arith("mod", left, divisor, found.type)


def test_a_constant_of_a_wide_type_is_the_number_that_it_is() -> None:
    seven = x.Const(7, Int(0, 100))
    assert fold.arith("+", seven, seven) == fold.number(14) == x.Const(14, Int(14, 14))
    assert fold.arith("-", N, seven) == x.Arith("-", N, seven, Int(-9, -4))


def _reach(arg: x.Expr) -> range:
    assert isinstance(arg.type, Int)
    return range(arg.type.lo, arg.type.hi + 1)


def test_if() -> None:
    assert fold.if_(x.YES, N, M, Int(-2, 3)) == N
    assert fold.if_(x.NO, N, M, Int(-2, 3)) == M
    assert fold.if_(P, N, N, N.type) == N
    assert fold.if_(P, N, M, Int(-2, 3)) == x.If(P, N, M, Int(-2, 3))
    assert fold.if_(P, x.YES, x.NO, BOOL) == P
    assert fold.if_(P, x.NO, x.YES, BOOL) == x.Not(P)
    for then, otherwise in product([x.YES, x.NO, Q, R], repeat=2):
        same(fold.if_(P, then, otherwise, BOOL), x.If(P, then, otherwise, BOOL), P, Q, R)
    assert fold.if_(P, x.YES, Q, BOOL) == x.If(P, x.YES, Q, BOOL)
    assert fold.if_(P, Q, x.NO, BOOL) == x.If(P, Q, x.NO, BOOL)
    assert fold.if_(P, x.NO, Q, BOOL) == x.If(P, x.NO, Q, BOOL)
    assert fold.if_(P, Q, x.YES, BOOL) == x.If(P, Q, x.YES, BOOL)


def test_convert_and_unwrap() -> None:
    wide, option = Int(-9, 9), Option(Int(-9, 9))
    assert fold.convert(N, N.type) is N
    assert fold.convert(N, wide) == x.Convert(N, wide)
    assert fold.convert(x.Convert(N, wide), option) == x.Convert(N, option)
    assert fold.convert(x.Const(1, Int(1, 1), "one"), wide) == x.Const(1, wide, "one")
    assert fold.unwrap(x.Convert(N, Option(Int(-2, 3)))) == N
    assert fold.unwrap(x.Convert(N, option)) == x.Unwrap(x.Convert(N, option), wide)
    assert fold.unwrap(MAYBE) == x.Unwrap(MAYBE, Int(3, 5))
    assert fold.unwrap(NONE) == x.Const(3, Int(3, 5)), "the lowest value where there is none"
    assert fold.unwrap(x.Const(4, MAYBE.type)) == x.Const(4, Int(3, 5))


def test_in_a_set_that_is_known() -> None:
    element = x.Local("n", Int(3, 5))
    for mask in range(8):
        known = x.Const(mask, Set(Int(3, 5)))
        found = fold.in_(element, known)
        same(found, x.In(element, known), element)
        assert isinstance(found, x.Const if mask in (0, 7) else x.In)
        for value in (3, 4, 5):
            constant = x.Const(value, Int(3, 5))
            assert fold.in_(constant, known) == fold.truth(mask >> value - 3 & 1 == 1)
    assert fold.in_(x.Const(4, Int(3, 5)), S) == x.In(x.Const(4, Int(3, 5)), S)


@pytest.mark.thorough
def test_sets() -> None:
    four, five = x.Const(4, Int(3, 5)), x.Const(5, Int(3, 5))
    assert fold.empty_set(Int(3, 5)) == x.Const(0, Set(Int(3, 5)))
    assert fold.set_of([], Set(Int(3, 5))) == x.Const(0, Set(Int(3, 5)))
    assert fold.set_of([four, five, four], Set(Int(3, 5))) == x.Const(0b110, Set(Int(3, 5)))
    assert fold.set_of([four, M], Set(Int(3, 5))) == x.SetOf((four, M), Set(Int(3, 5)))
    known = [x.Const(mask, Set(Int(3, 5))) for mask in range(8)]
    for op in ("union", "intersection", "difference"):
        for left, right in product([*known, S], [*known, T]):
            found = fold.combine(op, left, right)
            plain = x.Combine(op, left, right, Set(Int(3, 5)))
            same(found, plain, S, T)
            constant = isinstance(left, x.Const) and isinstance(right, x.Const)
            assert found == plain or constant
            assert isinstance(found, x.Const) is constant


def test_records() -> None:
    for rank, suit, drawn in product((2, 3, 4), range(3), (False, True)):
        parts = (x.Const(rank, Int(2, 4)), x.Const(suit, SUIT), x.Const(drawn, BOOL))
        made = fold.make(parts, CARD)
        assert made == x.Const(((rank - 2) * 3 + suit) * 2 + drawn, CARD)
        for name, part in zip(("rank", "suit", "drawn"), parts, strict=True):
            assert fold.field(made, name) == part
            assert type(fold.field(made, name).value) is type(part.value)
    mixed = (x.Const(2, Int(2, 4)), x.Local("suit", SUIT), x.YES)
    assert fold.make(mixed, CARD) == x.Make(mixed, CARD)
    assert fold.field(x.Make(mixed, CARD), "suit") == mixed[1]
    card = x.Local("card", CARD)
    assert fold.field(card, "suit") == x.Field(card, "suit", SUIT)


def test_lookup() -> None:
    by = Map(Int(3, 5), SUIT)
    known, key = x.Const((2, 0, 1), by), x.Local("key", Int(3, 5))
    assert [fold.lookup(known, x.Const(k, Int(3, 5))) for k in (3, 4, 5)] == [
        x.Const(suit, SUIT) for suit in (2, 0, 1)
    ]
    assert fold.lookup(known, key) == x.Lookup(known, key, SUIT)
    held = x.Local("held", by)
    assert fold.lookup(held, x.Const(3, Int(3, 5))) == x.Lookup(held, x.Const(3, Int(3, 5)), SUIT)


def test_constants() -> None:
    assert [c.value for c in fold.constants(Int(3, 5))] == [3, 4, 5]
    assert [c.value for c in fold.constants(Int(3, 5), 0b101)] == [3, 5]
    assert fold.constants(BOOL) == [x.NO, x.YES]
    assert [type(c.value) for c in fold.constants(BOOL)] == [bool, bool]
    assert fold.constants(SUIT, 0b010) == [x.Const(1, SUIT)]
    assert fold.truth(True) == x.YES
    assert fold.truth(False) == x.NO


V = x.Local("v", Int(3, 5))
KINDS: dict[Literal["all", "some", "count", "sum", "min", "max"], Any] = {
    "all": (BOOL, x.Compare("<", V, x.Const(5, Int(3, 5))), x.YES),
    "some": (BOOL, x.Compare("<", V, x.Const(4, Int(3, 5))), x.NO),
    "count": (Int(0, 3), None, fold.number(0)),
    "sum": (Int(0, 15), V, fold.number(0)),
    "min": (Option(Int(3, 5)), V, NONE),
    "max": (Option(Int(3, 5)), V, NONE),
}


@pytest.mark.parametrize("kind", KINDS)
def test_quantifiers(kind: Literal["all", "some", "count", "sum", "min", "max"]) -> None:
    t, body, of_nothing = KINDS[kind]
    nothing, every = x.Const(0, S.type), x.Const(7, S.type)
    above = x.Compare("<", x.Const(3, Int(3, 5)), V)
    assert fold.quantifier(kind, V, nothing, None, body, t) == of_nothing
    assert fold.quantifier(kind, V, nothing, above, body, t) == of_nothing
    assert fold.quantifier(kind, V, nothing, x.YES, body, t) == of_nothing
    assert fold.quantifier(kind, V, S, x.NO, body, t) == of_nothing
    for over, where in product([S, every], [None, x.YES, above]):
        found = fold.quantifier(kind, V, over, where, body, t)
        kept = None if where == x.YES else where
        assert found == x.Quantifier(kind, V, over, kept, body, t)


def test_quantifiers_with_a_known_body() -> None:
    for kind, body, known in (
        ("all", x.YES, x.YES), ("all", x.NO, None), ("some", x.NO, x.NO), ("some", x.YES, None),
    ):  # fmt: skip
        found = fold.quantifier(kind, V, S, P, body, BOOL)
        plain = x.Quantifier(kind, V, S, P, body, BOOL)
        assert found == (known or plain)
