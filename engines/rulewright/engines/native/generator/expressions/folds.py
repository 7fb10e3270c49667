"""Folds over sets: each is a loop, and a C local that holds the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, contextmanager

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Stmt
from rulewright.dsl.ir.types import Int, Option, is_scalar, lowest, none_of, size
from rulewright.dsl.ir.walk import children

from ....codegen.unions import union_of
from ..builder import CEmitContext, WritesExpression
from ..code import CExpression, truth
from ..shapes import element
from ..writer import CWriter
from . import sets


def unless(e: x.Expr, s: CEmitContext, w: CWriter, leave: str) -> None:
    """Write statements that ``leave`` if ``e`` does not hold."""
    _leave_if(e, False, s, w, leave)


def _leave_if(e: x.Expr, held: bool, s: CEmitContext, w: CWriter, leave: str) -> None:
    """Write statements that ``leave`` if ``e`` is ``held``."""
    match e:
        case x.And(args) | x.Or(args) if isinstance(e, x.Or if held else x.And):
            for arg in args:
                _leave_if(arg, held, s, w, leave)
        case x.Not(arg):
            _leave_if(arg, not held, s, w, leave)
        case x.Const(True | False as value) if value is not held:
            pass
        case _:
            w.line(f"if ({'' if held else '!'}{s.code(e, w).text}) {leave}")


def beforehand(
    parts: Iterable[x.Expr | Stmt], bound: AbstractSet[str], s: CEmitContext, w: CWriter
) -> CEmitContext:
    """Write what a loop that binds ``bound`` would compute on every pass; returns the scope inside."""
    for e in s.module.costs.invariants(parts, bound):
        if e not in s.known:
            s = s.with_known(e, s.copy(s.code(e, w), e.type, w))
    return s


@contextmanager
def loop(
    e: x.Quantifier | x.Filter | x.Best, s: CEmitContext, w: CWriter
) -> Iterator[CEmitContext]:
    """A loop over the selected elements; what is written inside is its body."""
    where = None if isinstance(e, x.Best) else e.where
    s = beforehand([p for p in children(e) if p not in (e.var, e.over)], {e.var.name}, s, w)
    with sets.each(e.var, e.over, s, w) as inner:
        if where is not None:
            unless(where, inner, w, "continue;")
        yield inner


def _quantifier(e: x.Quantifier, s: CEmitContext, w: CWriter) -> CExpression:
    match e.kind:
        case "all" | "some":
            return _truth(e, s, w)
        case "count" | "sum":
            if e.kind == "count" and e.where is None:
                return s.code(x.Size(e.over, Int(0, 0)), w)
            return _number(e, s, w)
        case "min" | "max":
            return _extreme(e, s, w)
    raise TypeError(f"no C for {e.kind}")


def _truth(e: x.Quantifier, s: CEmitContext, w: CWriter) -> CExpression:
    assert e.body is not None
    found, every = s.module.fresh("t"), e.kind == "all"
    w.line(f"rw_int {found} = {int(every)};")
    with loop(e, s, w) as inner:
        leave = f"{{ {found} = {int(not every)}; break; }}"
        _leave_if(e.body, not every, inner, w, leave)
    return truth(found)


def _number(e: x.Quantifier, s: CEmitContext, w: CWriter) -> CExpression:
    found, n, lo, hi = s.module.fresh("t"), size(element(e.over.type)), 0, 1
    w.line(f"rw_int {found} = 0;")
    with loop(e, s, w) as inner:
        added = "1"
        if e.body is not None:
            code = inner.code(e.body, w)
            added, lo, hi = code.text, min(0, code.lo), max(0, code.hi)
        w.line(f"{found} += {added};")
    return CExpression(found, lo * n, hi * n)


def _extreme(e: x.Quantifier, s: CEmitContext, w: CWriter) -> CExpression:
    assert isinstance(e.type, Option)
    assert e.body is not None
    found, any_, none = s.module.fresh("t"), s.module.fresh("t"), none_of(e.type)
    w.line(f"rw_int {found} = {none}, {any_} = 0;")
    with loop(e, s, w) as inner:
        value = inner.keep(inner.code(e.body, w), e.body.type, w)
        test = f"{value.text} {'<' if e.kind == 'min' else '>'} {found}"
        w.line(f"if (!{any_} || {test}) {{ {found} = {value.text}; {any_} = 1; }}")
    return CExpression(found, min(none, value.lo), max(none, value.hi))


def _bit(e: x.Filter | x.Best, s: CEmitContext) -> CExpression:
    return sets.single(s.shifted(s.locals[e.var.name], -lowest(e.type.element)), e.type)


def _filter(e: x.Filter, s: CEmitContext, w: CWriter) -> CExpression:
    found = s.module.fresh("t")
    w.line(f"{s.module.register(e.type)} {found} = {sets.empty(e.type).text};")
    union = union_of(e)
    if union is None:
        with loop(e, s, w) as inner:
            w.line(f"{found} = {sets.union(CExpression(found), _bit(e, inner), e.type).text};")
        return CExpression(found)
    with ExitStack() as loops:
        for part in union.loops:
            s = loops.enter_context(loop(part, s, w))
        more = s.code(union.body, w)
        w.line(f"{found} = {sets.union(CExpression(found), more, e.type).text};")
    return CExpression(found)


def _best(e: x.Best, s: CEmitContext, w: CWriter) -> CExpression:
    found, best, any_ = s.module.fresh("t"), s.module.fresh("t"), s.module.fresh("t")
    w.line(f"{s.module.register(e.type)} {found} = {sets.empty(e.type).text};")
    w.line(f"rw_int {best} = 0, {any_} = 0;")
    assert is_scalar(e.key.type)
    with loop(e, s, w) as inner:
        key = inner.keep(inner.code(e.key, w), e.key.type, w)
        bit = _bit(e, inner)
        with w.block(f"if (!{any_} || {key.text} {'>' if e.most else '<'} {best})"):
            w.line(f"{found} = {bit.text}; {best} = {key.text}; {any_} = 1;")
        with w.block(f"else if ({key.text} == {best})"):
            w.line(f"{found} = {sets.union(CExpression(found), bit, e.type).text};")
    return CExpression(found)


KINDS: Mapping[type, WritesExpression] = {
    x.Quantifier: _quantifier,
    x.Filter: _filter,
    x.Best: _best,
}
