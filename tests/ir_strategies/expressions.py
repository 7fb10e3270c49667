"""Well-typed expressions over what a context holds, and statements, which may stand in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import strategies as st
from tests import ir_build as build

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Each, Require, Stmt, Store, When
from rulewright.dsl.ir.program import Function, Variable
from rulewright.dsl.ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    Scalar,
    Set,
    Type,
    size,
)

from .types import (
    BOOL,
    CELL,
    CELLS,
    NUMBERS,
    PAIR,
    ROW,
    SIGNED,
    SMALL,
    TYPES,
    WIDE,
    values,
)

TOP = 3
"""The depth at which an expression is never just a variable or a constant."""


@dataclass(frozen=True)
class Context:
    """What an expression may read, and how deep it may still grow."""

    variables: tuple[Variable, ...]
    locals: tuple[x.Local, ...] = ()
    functions: tuple[Function, ...] = ()
    depth: int = TOP
    looking_ahead: bool = True

    def deeper(self, *locals_: x.Local) -> Context:
        hidden = {local.name for local in locals_}
        kept = tuple(local for local in self.locals if local.name not in hidden)
        return replace(self, depth=self.depth - 1, locals=(*kept, *locals_))

    def fresh(self, t: Scalar) -> x.Local:
        """A local that is bound next; few names, so that they often hide one another."""
        return x.Local("ijk"[len(self.locals) % 3], t)


Draw = Callable[[st.SearchStrategy[x.Expr]], x.Expr]


@st.composite
def expressions(draw: Draw, t: Type, c: Context) -> x.Expr:
    """An expression of type ``t``."""
    leaves: list[st.SearchStrategy[x.Expr]] = [st.builds(x.Const, values(t), st.just(t))]
    leaves += [st.just(x.Var(v.name, v.type)) for v in c.variables if v.type == t]
    leaves += [st.just(local) for local in c.locals if local.type == t]
    if c.depth <= 0:
        return draw(st.one_of(leaves))
    if c.depth >= TOP:
        leaves = []
    return draw(st.one_of(*leaves, *_general(t, c), *_special(t, c)))


def _general(t: Type, c: Context) -> list[st.SearchStrategy[x.Expr]]:
    """Kinds of expression that there are for every type."""
    inner = c.deeper()
    found: list[st.SearchStrategy[x.Expr]] = [
        st.builds(
            x.If, expressions(BOOL, inner), expressions(t, inner), expressions(t, inner), st.just(t)
        )
    ]
    for f in c.functions:
        if f.type == t:
            args = st.tuples(*(expressions(p.type, inner) for p in f.params))
            found.append(st.builds(x.Call, st.just(f.name), args, st.just(t)))
    for v in c.variables:
        if isinstance(v.type, Map) and v.type.value == t:
            key = expressions(v.type.key, inner)
            found.append(st.builds(x.Lookup, expressions(v.type, inner), key, st.just(t)))
    return found


def _special(t: Type, c: Context) -> list[st.SearchStrategy[x.Expr]]:
    match t:
        case Bool():
            return [*_truths(c), *_parts(t, c)]
        case Int():
            return [*_integers(t, c), *_parts(t, c)]
        case Option():
            return _options(t, c)
        case Record():
            inner = c.deeper()
            fields = st.tuples(*(expressions(f, inner) for _, f in t.fields))
            return [st.builds(x.Make, fields, st.just(t)), *_parts(t, c)]
        case Set():
            return _sets(t, c)
        case List():
            return _lists(t, c)
        case Map():
            return _maps(t, c)
        case _:
            return _parts(t, c)


def _parts(t: Scalar, c: Context) -> list[st.SearchStrategy[x.Expr]]:
    """A field of a record, what is in an option."""
    inner = c.deeper()
    found: list[st.SearchStrategy[x.Expr]] = [
        st.builds(x.Field, expressions(PAIR, inner), st.just(name), st.just(t))
        for name, field in PAIR.fields
        if field == t
    ]
    if not isinstance(t, Option) and Option(t) in TYPES:
        found.append(st.builds(x.Unwrap, expressions(Option(t), inner), st.just(t)))
    return found


def _truths(c: Context) -> list[st.SearchStrategy[x.Expr]]:
    inner = c.deeper()
    truth = expressions(BOOL, inner)
    several = st.lists(truth, max_size=3).map(tuple)
    found: list[st.SearchStrategy[x.Expr]] = [
        st.builds(x.Not, truth),
        st.builds(x.And, several),
        st.builds(x.Or, several),
        st.sampled_from(TYPES).flatmap(lambda t: _comparisons(t, inner)),
        st.sampled_from((CELLS, NUMBERS)).flatmap(
            lambda t: st.builds(x.In, _near(t.element, inner), expressions(t, inner))
        ),
        _folds("all", BOOL, c),
        _folds("some", BOOL, c),
    ]
    if c.looking_ahead:
        found.append(_afters(c))
    return found


def _near(t: Scalar, c: Context) -> st.SearchStrategy[x.Expr]:
    """An expression of ``t`` or of a type that goes beyond it."""
    wider = [Option(t)] if isinstance(t, Enum | Int) else []
    more = [WIDE] if isinstance(t, Int) else []
    return st.one_of([expressions(other, c) for other in (t, *wider, *more)])


def _comparisons(t: Type, c: Context) -> st.SearchStrategy[x.Expr]:
    ordered = not isinstance(t, Map | List)
    ops = ("==", "!=", *(("<=",) if isinstance(t, Set) else ("<", "<=") if ordered else ()))
    left = _near(t, c) if isinstance(t, Enum | Int) else expressions(t, c)
    return st.builds(x.Compare, st.sampled_from(ops), left, expressions(t, c))


def _folds(kind: str, t: Type, c: Context) -> st.SearchStrategy[x.Expr]:
    def over(element: Scalar) -> st.SearchStrategy[x.Expr]:
        var = c.fresh(element)
        inner = c.deeper(var)
        body: Type = SMALL if kind == "sum" else t.inner if isinstance(t, Option) else BOOL
        return st.builds(
            x.Quantifier,
            st.just(kind),
            st.just(var),
            sets(element, c.deeper()),
            st.none() | expressions(BOOL, inner),
            st.none() if kind == "count" else expressions(body, inner),
            st.just(t),
        )

    elements: tuple[Scalar, ...] = (CELL, SIGNED, BOOL)
    return st.sampled_from(elements).flatmap(over)


def sets(element: Scalar, c: Context) -> st.SearchStrategy[x.Expr]:
    """An expression of a set, often a constant one."""
    return st.one_of(st.just(x.every(element)), expressions(Set(element), c))


def _afters(c: Context) -> st.SearchStrategy[x.Expr]:
    inner = replace(c.deeper(), looking_ahead=False)
    return st.builds(x.After, statements(inner, 0), expressions(BOOL, inner))


def _integers(t: Int, c: Context) -> list[st.SearchStrategy[x.Expr]]:
    """Arithmetic is exact: only such operands are drawn whose result ``t`` surely holds."""
    found: list[st.SearchStrategy[x.Expr]] = []
    inner = c.deeper()
    if t.lo <= -9 and t.hi >= 9:
        small = st.sampled_from((SMALL, SIGNED))
        operands = st.tuples(small, small).flatmap(
            lambda two: st.tuples(expressions(two[0], inner), expressions(two[1], inner))
        )
        found.append(
            st.builds(
                lambda op, two: x.Arith(op, two[0], two[1], Int(-9, 9)),
                st.sampled_from(("+", "-", "*")),
                operands,
            ).map(lambda e: x.Convert(e, t))
        )
    if t.lo <= 0 and t.hi >= 12:
        found += [
            _folds("count", t, c),
            _folds("sum", t, c),
            st.builds(
                x.Size,
                expressions(CELLS, inner) | expressions(ROW, inner),
                st.just(t),
            ),
        ]
    if t == SMALL:
        wide = expressions(WIDE, inner)
        third = st.builds(lambda e: x.Arith("mod", e, build.num(3), Int(0, 2)), wide)
        found.append(third.map(lambda e: x.Arith("+", e, build.num(1), SMALL)))
    if t == SIGNED:
        narrow = expressions(WIDE, inner)
        found.append(narrow.map(lambda e: x.Arith("div", e, build.num(10), SIGNED)))
    return found


def _options(t: Option, c: Context) -> list[st.SearchStrategy[x.Expr]]:
    inner = c.deeper()
    found: list[st.SearchStrategy[x.Expr]] = [
        st.builds(x.Convert, expressions(t.inner, inner), st.just(t)),
        _folds("min", t, c),
        _folds("max", t, c),
    ]
    if t == Option(SMALL):
        index = expressions(WIDE, inner)
        found.append(st.builds(x.Item, expressions(ROW, inner), index, st.booleans(), st.just(t)))
    if t == Option(SIGNED):
        row = expressions(ROW, inner)
        one = st.builds(
            x.Item, row, expressions(SIGNED, inner), st.booleans(), st.just(Option(SMALL))
        )
        found.append(
            one.map(
                lambda e: x.Convert(x.Arith("-", x.Unwrap(e, SMALL), build.num(2), Int(-1, 1)), t)
            )
        )
        ends = expressions(CELL, inner)
        walk = st.tuples(ends, ends, sets(CELL, inner), expressions(Map(CELL, CELLS), inner))
        steps = Option(Int(0, 3))
        found.append(walk.map(lambda w: _shifted(x.Distance(*w, steps), steps)))
    return found


def _shifted(e: x.Expr, t: Option) -> x.Expr:
    """Steps 0..3 as -2..1, none as 2: no step more than the three is possible on four cells."""
    gone = x.Compare("==", e, build.none(t))
    less = x.Arith("-", x.Unwrap(e, Int(0, 3)), build.num(2), Int(-2, 1))
    return x.Convert(x.If(gone, build.num(2), less, SIGNED), Option(SIGNED))


def _sets(t: Set, c: Context) -> list[st.SearchStrategy[x.Expr]]:
    inner, var = c.deeper(), c.fresh(t.element)
    inside = c.deeper(var)
    same = expressions(t, inner)
    items = st.lists(expressions(t.element, inner), max_size=3).map(tuple)
    found: list[st.SearchStrategy[x.Expr]] = [
        st.just(x.every(t.element)),
        st.builds(x.SetOf, items, st.just(t)),
        st.builds(
            x.Combine,
            st.sampled_from(("union", "intersection", "difference")),
            same,
            same,
            st.just(t),
        ),
        st.builds(x.Filter, st.just(var), same, expressions(BOOL, inside), st.just(t)),
        st.builds(
            x.Best, st.just(var), same, expressions(SIGNED, inside), st.booleans(), st.just(t)
        ),
    ]
    if t == CELLS:
        near = expressions(Map(CELL, CELLS), inner)
        found.append(st.builds(x.Reach, expressions(CELL, inner), same, near, st.just(t)))
    return found


def _lists(t: List, c: Context) -> list[st.SearchStrategy[x.Expr]]:
    inner = c.deeper()
    index = expressions(SIGNED, inner)
    items = st.lists(expressions(t.element, inner), max_size=t.limit).map(tuple)
    both = st.builds(
        x.Concat,
        expressions(t, inner),
        expressions(t, inner),
        st.just(List(t.element, 2 * t.limit)),
    )
    return [
        st.builds(x.ListOf, items, st.just(t)),
        st.builds(x.Slice, expressions(t, inner), index, index, st.just(t)),
        st.builds(x.Slice, both, st.just(build.num(0)), st.just(build.num(t.limit)), st.just(t)),
    ]


def _maps(t: Map, c: Context) -> list[st.SearchStrategy[x.Expr]]:
    inner, var = c.deeper(), c.fresh(t.key)
    found: list[st.SearchStrategy[x.Expr]] = [
        st.builds(x.MapOf, st.just(var), expressions(t.value, c.deeper(var)), st.just(t))
    ]
    if t.key == CELL:
        order = st.permutations(range(size(CELL))).map(tuple)
        by = st.builds(x.Const, order, st.just(Map(CELL, CELL)))
        either = st.builds(x.If, expressions(BOOL, inner), by, by, st.just(Map(CELL, CELL)))
        found.append(st.builds(x.Permute, expressions(t, inner), either, st.just(t)))
    return found


def statements(c: Context, fault: int, most: int = 3) -> st.SearchStrategy[tuple[Stmt, ...]]:
    """A statement list; every store may go wrong with ``fault``, and some do."""
    return st.lists(_statement(c, fault), max_size=most).map(tuple)


def _statement(c: Context, fault: int) -> st.SearchStrategy[Stmt]:
    inner = c.deeper()
    found: list[st.SearchStrategy[Stmt]] = [
        st.sampled_from(c.variables).flatmap(lambda v: _stores(v, inner, fault)),
        st.builds(Require, expressions(BOOL, inner), st.just(fault)),
    ]
    if c.depth > 1:
        local = c.fresh(CELL)
        found += [
            st.builds(
                When,
                expressions(BOOL, inner),
                statements(inner, fault, 2),
                statements(inner, fault, 2),
            ),
            st.builds(
                Each,
                st.just(local),
                sets(CELL, inner),
                statements(c.deeper(local), fault, 2),
            ),
        ]
    return st.one_of(found)


def _stores(v: Variable, c: Context, fault: int) -> st.SearchStrategy[Stmt]:
    name = st.just(v.name)
    whole = st.builds(Store, name, st.none(), _too_wide(v.type, c), st.just(fault))
    if not isinstance(v.type, Map):
        return whole
    key = expressions(v.type.key, c)
    return whole | st.builds(Store, name, key, _too_wide(v.type.value, c), st.just(fault))


def _too_wide(t: Type, c: Context) -> st.SearchStrategy[x.Expr]:
    """A value for a variable of type ``t``, which it need not have."""
    match t:
        case Int():
            return expressions(t, c) | expressions(WIDE, c)
        case List(element, limit):
            longer = List(element, 2 * limit)
            both = st.builds(x.Concat, expressions(t, c), expressions(t, c), st.just(longer))
            return expressions(t, c) | both
        case _:
            return expressions(t, c)
