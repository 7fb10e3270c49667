"""Sums over little variables, and what each is taken apart into, said by hand; what is no sum."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests import ir_build as build
from tests.reference_eval import Scope, evaluate
from tests.verify.kernel.meaning.test_values import all_values

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Function, Program
from rulewright.verify.kernel.meaning.expressions.dispatch import meaning_of
from rulewright.verify.kernel.meaning.expressions.evaluation import KernelMeaning
from rulewright.verify.kernel.meaning.known import Known
from rulewright.verify.kernel.meaning.terms import KernelTermBuilder
from rulewright.verify.kernel.meaning.values import KernelValues
from rulewright.verify.kernel.sums.parts import SumComparison

TRUTH, FEW, PLACE, WIDE = ty.Bool(), ty.Int(0, 1), ty.Int(1, 3), ty.Int(-99, 99)
PLACES, THREE = ty.Set(PLACE), ty.Int(0, 3)
ROW = build.state("row", ty.List(FEW, 2), ())
N, S = build.state("n", ty.Int(-1, 2), 0), build.state("s", PLACES, 0)
M = build.state("m", ty.Map(PLACE, ty.Int(0, 2)), (0, 0, 0))
LIT = build.state("lit", ty.Map(PLACE, TRUTH), (False,) * 3)
n, s, m, lit, row = (build.var(v) for v in (N, S, M, LIT, ROW))
P, Q, I = x.Local("p", PLACE), x.Local("q", PLACE), x.Local("i", FEW)  # noqa: E741
MAYBE, W = x.Local("maybe", ty.Option(PLACE)), x.Local("w", PLACES)
every = build.every(PLACE)


def num(value: int) -> x.Const:
    return x.Const(value, WIDE)


def at(key: x.Expr) -> x.Lookup:
    return x.Lookup(m, key, ty.Int(0, 2))


def shines(key: x.Expr) -> x.Lookup:
    return x.Lookup(lit, key, TRUTH)


def summed(body: x.Expr, over: x.Expr = every, where: x.Expr | None = None) -> x.Quantifier:
    return x.Quantifier("sum", P, over, where, body, WIDE)


def counted(where: x.Expr | None, over: x.Expr = every) -> x.Quantifier:
    return x.Quantifier("count", P, over, where, None, THREE)


def some(where: x.Expr, over: x.Expr = every, var: x.Local = P) -> x.Filter:
    return x.Filter(var, over, where, PLACES)


def size(of: x.Expr) -> x.Size:
    return x.Size(of, THREE)


def plus(left: x.Expr, right: x.Expr) -> x.Arith:
    return x.Arith("+", left, right, WIDE)


def minus(left: x.Expr, right: x.Expr) -> x.Arith:
    return x.Arith("-", left, right, WIDE)


def times(left: x.Expr, right: x.Expr) -> x.Arith:
    return x.Arith("*", left, right, WIDE)


def one_if(condition: x.Expr) -> x.If:
    return x.If(condition, x.Const(1, FEW), x.Const(0, FEW), FEW)


def is_(left: x.Expr, right: x.Expr) -> x.Compare:
    return x.Compare("==", left, right)


def call(name: str, *args: x.Expr) -> x.Call:
    return x.Call(name, args, {f.name: f.type for f in FUNCTIONS}[name])


def below(left: x.Expr, right: x.Expr) -> x.Compare:
    return x.Compare("<", left, right)


TWO = x.Const(0b101, PLACES)
ONE = x.Const(1, PLACE)
FUNCTIONS = (
    Function("worth", (P,), ty.Int(1, 2), x.If(is_(P, ONE), num(2), num(1), ty.Int(1, 2))),
    Function("held", (Q,), ty.Int(0, 2), at(Q)),
    Function("held_there", (P,), ty.Int(0, 2), at(P)),
    Function("bright", (), PLACES, some(shines(P))),
    Function("with_so_many", (I,), PLACES, some(is_(at(Q), I), every, Q)),
    Function("worth_if_held", (Q,), ty.Int(0, 2), x.If(below(num(0), at(Q)), x.Call("worth", (Q,), ty.Int(1, 2)), num(0), ty.Int(0, 2))),
    Function("shining", (W,), THREE, counted(shines(P), W)),
    Function("first", (), ty.Int(0, 2), at(ONE)),
    Function("first_of", (Q,), ty.Int(0, 2), at(ONE)),
    Function("double", (Q,), ty.Int(0, 4), times(at(Q), num(2))),
)  # fmt: skip

PART = tuple[int, str, tuple[int, ...] | None]
ALL = (1, 2, 3)
K = x.Const(0, FEW)

SUMS: dict[str, tuple[x.Expr, int, list[PART]]] = {
    "a number": (n, 0, [(1, "n", None)]),
    "a wide number": (x.Convert(n, WIDE), 0, [(1, "n", None)]),
    "a wide sum": (
        x.Convert(plus(n, at(ONE)), WIDE), 0, [(1, "n", None), (1, "m", (1,))],
    ),
    "a list": (x.Size(row, ty.Int(0, 2)), 0, [(1, "row", None)]),
    "entries by a table": (
        summed(at(x.Lookup(x.Const((2, 3, 1), ty.Map(PLACE, PLACE)), P, PLACE))), 0,
        [(1, "m", ALL)],
    ),
    "what a table says of those that shine": (
        summed(x.If(shines(P), x.Lookup(x.Const((1, 2, 1), M.type), P, THREE), num(0), THREE)), 0,
        [(1, "lit", (1,)), (1, "lit", (2,)), (1, "lit", (3,))],
    ),
    "entries that are one by a function": (
        summed(one_if(is_(call("held", P), num(1)))), 0, [(1, "m", ALL)],
    ),
    "how many of some of a set": (size(some(below(P, num(2)), s)), 0, [(1, "s", None)]),
    "a number and three": (plus(n, num(3)), 3, [(1, "n", None)]),
    "five and two less than a number": (minus(plus(num(5), n), num(2)), 3, [(1, "n", None)]),
    "a number less another": (minus(n, at(ONE)), 0, [(1, "n", None), (-1, "m", (1,))]),
    "three times, less": (
        minus(num(1), times(minus(n, num(2)), num(3))), 7, [(-3, "n", None)],
    ),
    "a number by itself": (times(n, n), 0, [(1, "n", None)]),
    "an entry": (at(ONE), 0, [(1, "m", (1,))]),
    "all entries": (summed(at(P)), 0, [(1, "m", ALL)]),
    "some entries": (summed(at(P), TWO), 0, [(1, "m", (1, 3))]),
    "all but one": (summed(at(P), every, x.Not(is_(P, ONE))), 0, [(1, "m", (2, 3))]),
    "all, one twice": (
        summed(x.If(is_(P, ONE), times(at(P), num(2)), at(P), WIDE)), 0,
        [(2, "m", (1,)), (1, "m", (2, 3))],
    ),
    "entries and places": (summed(plus(at(P), P)), 6, [(1, "m", ALL)]),
    "entries as wide numbers": (summed(x.Convert(at(P), WIDE)), 0, [(1, "m", ALL)]),
    "truths as numbers": (summed(x.Convert(shines(P), FEW)), 0, [(1, "lit", ALL)]),
    "entries by a function": (summed(call("held", P)), 0, [(1, "m", ALL)]),
    "twice by a function": (summed(call("double", P)), 0, [(2, "m", ALL)]),
    "one entry by a function": (call("first"), 0, [(1, "m", (1,))]),
    "what they are worth": (
        summed(x.If(shines(P), call("worth", P), num(0), THREE)), 0,
        [(1, "lit", (1,)), (1, "lit", (2,)), (1, "lit", (3,))],
    ),
    "what they are worth by a function": (
        summed(times(call("worth_if_held", P), num(2))), 0,
        [(2, "m", (1,)), (2, "m", (2,)), (2, "m", (3,))],
    ),
    "what the shining ones are worth": (
        summed(call("worth", P), every, shines(P)), 0,
        [(1, "lit", (1,)), (1, "lit", (2,)), (1, "lit", (3,))],
    ),
    "entries of some that have one": (
        summed(at(P), some(below(num(0), at(P))), None), 0, [(1, "m", ALL)],
    ),
    "entries of those by another name": (
        summed(at(P), some(below(num(0), at(Q)), TWO, Q), below(at(P), num(2))), 0,
        [(1, "m", (1, 3))],
    ),
    "how many shine": (counted(shines(P)), 0, [(1, "lit", ALL)]),
    "how many there are": (counted(None), 3, []),
    "how many of two shine": (size(some(shines(P), TWO)), 0, [(1, "lit", (1, 3))]),
    "how many of a function's": (size(call("bright")), 0, [(1, "lit", ALL)]),
    "how many of a function's, counted": (counted(None, call("bright")), 0, [(1, "lit", ALL)]),
    "how many of a function's of none": (size(call("with_so_many", K)), 0, [(1, "m", ALL)]),
    "how many of a function's but one": (
        counted(below(num(1), P), call("with_so_many", K)), 0,
        [(1, "m", (1,)), (1, "m", (2,)), (1, "m", (3,))],
    ),
    "a set": (size(s), 0, [(1, "s", None)]),
    "what is not in a set": (
        size(x.Combine("difference", every, s, PLACES)), 0, [(1, "s", None)],
    ),
    "what of two is not in a set": (
        size(x.Combine("difference", TWO, s, PLACES)), 0, [(1, "s", None)],
    ),
    "how many of a set": (counted(None, s), 0, [(1, "s", None)]),
    "what a set is worth": (summed(call("worth", P), s), 0, [(1, "s", None)]),
    "whether one is in a set": (one_if(x.In(ONE, s)), 0, [(1, "s", None)]),
    "what the map comes to in one": (
        summed(at(P), some(below(num(0), at(P)), x.Const(0, PLACES))), 0, [],
    ),
    "if the first": (x.If(is_(ONE, ONE), n, at(ONE), WIDE), 0, [(1, "n", None)]),
    "if another": (x.If(is_(ONE, x.Const(2, PLACE)), n, at(ONE), WIDE), 0, [(1, "m", (1,))]),
    "different bodies": (
        plus(summed(at(P)), size(some(is_(at(P), num(1))))), 0, [(1, "m", ALL), (1, "m", ALL)],
    ),
    "two sums of the same": (plus(at(ONE), at(ONE)), 0, [(1, "m", (1,)), (1, "m", (1,))]),
}  # fmt: skip

SAME = at(P)
MOVED = x.Permute(m, x.Const((2, 1, 3), ty.Map(PLACE, PLACE)), m.type)
NONE = {
    "two locals of one name": is_(
        summed(
            x.Quantifier(
                "sum", x.Local("p", FEW), x.Const(0b10, ty.Set(FEW)), None, at(P), WIDE
            ),
            x.Const(0b100, PLACES),
        ),
        num(0),
    ),
    "no comparison": x.In(ONE, s),
    "sets": x.Compare("<=", s, TWO),
    "truths": is_(shines(ONE), shines(x.Const(2, PLACE))),
    "where play rests": is_(plus(n, one_if(x.At((0,)))), num(0)),
    "the same twice": is_(times(plus(n, n), num(1)), num(1)),
    "an entry twice": is_(plus(summed(SAME), summed(SAME, TWO)), num(1)),
    "one of two variables": is_(x.If(below(n, num(0)), at(ONE), num(1), THREE), num(1)),
    "one of two entries": is_(summed(one_if(is_(at(P), at(ONE)))), num(1)),
    "one of two entries by a function": is_(summed(one_if(is_(at(P), call("first")))), num(1)),
    "by a function that looks elsewhere": is_(
        summed(one_if(is_(at(P), call("first_of", P)))), num(1)
    ),
    "an entry, and the whole": is_(one_if(x.And((is_(m, MOVED), is_(at(ONE), num(1))))), num(1)),
    "an entry at what may change": is_(at(x.Unwrap(n, PLACE)), num(1)),
    "entries of a set that may change": is_(summed(at(P), s), num(1)),
    "entries of a function's set that may change": is_(counted(shines(P), x.Combine("union", s, TWO, PLACES)), num(1)),
    "unbound": is_(plus(n, Q), num(1)),
    "entries of an unbound set": is_(summed(at(P), x.SetOf((Q,), PLACES)), num(1)),
    "bound again": is_(summed(size(some(is_(at(P), num(1))))), num(1)),
    "a function's bound otherwise": is_(
        x.Quantifier("sum", I, build.every(FEW), None, counted(is_(P, I), call("with_so_many", x.Const(1, FEW))), WIDE), num(1)
    ),
    "an entry three times": is_(summed(at(ONE)), num(1)),
    "elements of another type": is_(counted(None, x.Filter(MAYBE, x.Const(0b0111, ty.Set(ty.Option(PLACE))), is_(at(x.Unwrap(MAYBE, PLACE)), num(1)), PLACES)), num(1)),
    "some, bound again": is_(summed(one_if(x.Quantifier("some", P, every, None, is_(at(P), num(1)), TRUTH))), num(1)),
    "a part, bound again": is_(summed(size(x.Combine("union", some(is_(at(P), num(1))), TWO, PLACES))), num(1)),
    "the best, bound again": is_(summed(size(x.Best(P, every, at(P), True, PLACES))), num(1)),
    "a map, bound again": is_(summed(x.Lookup(x.MapOf(P, at(P), M.type), ONE, THREE)), num(1)),
    "a set as an argument": is_(call("shining", TWO), num(1)),
    "what would be after something": is_(one_if(x.After((x.Store("n", None, num(1), 0),), below(n, num(2)))), num(1)),
}  # fmt: skip


def program() -> Program:
    return build.program("sums", (N, S, M, LIT, ROW), (), (), functions=FUNCTIONS)


def meaning() -> KernelMeaning:
    names = frozenset(v.name for v in program().variables)
    return meaning_of(Known(program()), KernelValues(KernelTermBuilder()), names, names)


def all_states(names: frozenset[str]) -> Iterator[dict[str, ty.Value]]:
    """All values of some variables; the others have their first one."""
    variables = program().variables
    given = [all_values(v.type) if v.name in names else [v.initial] for v in variables]
    for values in product(*given):
        yield dict(zip((v.name for v in variables), values, strict=True))


def plain(e: x.Expr, values: dict[str, ty.Value], **bound: int) -> int:
    found = evaluate(e, Scope(program(), dict(values), bound))
    assert isinstance(found, int)
    return found


def worth_of(of: SumComparison, values: dict[str, ty.Value]) -> int:
    """What the parts come to: each body is asked where the variable has the one entry everywhere."""
    total = of.constant
    for part in of.parts:
        bound = {local.name: value for local, value in part.bound}
        if part.keys is None:
            total += part.factor * plain(part.body, values, **bound)
            continue
        entries = values[part.variable]
        assert isinstance(entries, tuple)
        for key in part.keys:
            there = {**values, part.variable: (entries[key - 1],) * 3}
            total += part.factor * plain(part.body, there, **bound)
    return total
