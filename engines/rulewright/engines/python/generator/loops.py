"""Folds over sets: written as loops, each in a function that returns the result of the fold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, contextmanager

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Stmt
from rulewright.dsl.ir.types import Bool, Int, Map, Option, bounds, lowest, none_of
from rulewright.dsl.ir.walk import children

from ...codegen.unions import union_of
from .builder import ExprKind, PythonEmitContext, helper
from .exprs import element_type, test
from .text.code import SHIFT, PythonExpression, minus, negated
from .text.writer import PythonWriter

CONTINUE, BREAK = "continue", "break"


def give(e: x.Expr, s: PythonEmitContext, w: PythonWriter) -> None:
    """Write statements that return ``e``."""
    match e:
        case x.And((only,)) | x.Or((only,)):
            give(only, s, w)
        case x.Quantifier("all" | "some") | x.And() | x.Or() if _loops(e):
            _give_truth(e, s, w)
        case x.If(condition, then, otherwise) if _loops(condition, then, otherwise):
            with w.block(f"if {test(condition, s).text}:"):
                give(then, s, w)
            give(otherwise, s, w)
        case x.Quantifier():
            _give_number(e, s, w)
        case x.Filter():
            _give_filter(e, s, w)
        case x.Best():
            _give_best(e, s, w)
        case _:
            w.line(f"return {s.code(e).text}")


def unless(e: x.Expr, s: PythonEmitContext, w: PythonWriter, leave: str) -> None:
    """Write statements that ``leave`` (return, raise, continue or break) if ``e`` does not hold."""
    _leave_if(e, False, s, w, leave)


def _leave_if(e: x.Expr, held: bool, s: PythonEmitContext, w: PythonWriter, leave: str) -> None:
    """Write statements that ``leave`` if ``e`` is ``held``.

    One of several decides whether a disjunction holds, and whether a conjunction does not.
    """
    one_decides = isinstance(e, x.Or if held else x.And)
    match e:
        case x.And(args) | x.Or(args) if one_decides:
            for arg in args:
                _leave_if(arg, held, s, w, leave)
        case x.And((only,)) | x.Or((only,)):
            _leave_if(only, held, s, w, leave)
        case x.And((first, *rest)) | x.Or((first, *rest)) if _loops(*rest):
            with w.block(f"if {_held(first, held, s)}:"):
                _leave_if(type(e)(tuple(rest)), held, s, w, leave)
        case x.Not(arg):
            _leave_if(arg, not held, s, w, leave)
        case x.Quantifier("all" | "some" as kind) if held == (kind == "all"):
            with loop(e, s, w) as inner:
                _leave_if(_body(e), not held, inner, w, BREAK)
            with w.block("else:"):
                w.line(leave)
        case x.Quantifier("all" | "some") if leave not in (CONTINUE, BREAK):
            with loop(e, s, w) as inner:
                _leave_if(_body(e), held, inner, w, leave)
        case x.Const(True | False as value) if value is not held:
            pass
        case _:
            with w.block(f"if {_held(e, held, s)}:"):
                w.line(leave)


def _held(e: x.Expr, held: bool, s: PythonEmitContext) -> str:
    code = test(e, s)
    return code.text if held else negated(code)


@contextmanager
def loop(
    e: x.Quantifier | x.Filter | x.Best, s: PythonEmitContext, w: PythonWriter
) -> Iterator[PythonEmitContext]:
    """A ``for`` over the selected elements; what is written inside is its body."""
    where = None if isinstance(e, x.Best) else e.where
    s = beforehand([p for p in children(e) if p not in (e.var, e.over)], {e.var.name}, s, w)
    with each(e.var, e.over, s, w) as inner:
        if where is not None:
            unless(where, inner, w, CONTINUE)
        yield inner


def beforehand(
    parts: Iterable[x.Expr | Stmt], bound: AbstractSet[str], s: PythonEmitContext, w: PythonWriter
) -> PythonEmitContext:
    """Write what a loop that binds ``bound`` would compute on every pass; returns the scope inside."""
    for e in s.module.costs.invariants(parts, bound):
        if e not in s.known:
            ident = s.names.fresh(
                f"the {e.function if isinstance(e, x.Call) else type(e).__name__}"
            )
            w.line(f"{ident} = {s.code(e).text}")
            s = s.with_known(e, PythonExpression(ident))
    return s


@contextmanager
def each(
    var: x.Local, over: x.Expr, s: PythonEmitContext, w: PythonWriter
) -> Iterator[PythonEmitContext]:
    """A ``for`` over all elements of a set, ascending."""
    t = element_type(over.type)
    values = _values(over, s)
    if values is not None or (lowest(t) == 0 and not isinstance(t, Bool)):
        inner, ident = s.bind(var)
        with w.block(f"for {ident} in {values or f'bits({s.code(over).text})'}:"):
            yield inner
        return
    i = s.names.fresh("i")
    source = s.code(over).text
    inner, ident = s.bind(var)
    with w.block(f"for {i} in bits({source}):"):
        value = f"{i} != 0" if isinstance(t, Bool) else minus(PythonExpression(i), -lowest(t)).text
        w.line(f"{ident} = {value}")
        yield inner


def _values(over: x.Expr, s: PythonEmitContext) -> str | None:
    """A constant tuple of the elements of ``over``, if there is one."""
    constants = s.module.constants
    match over:
        case x.Const():
            return constants.elements(over)
        case x.Lookup(x.Const() as table, key):
            assert isinstance(table.type, Map)
            return f"{constants.element_rows(table)}[{minus(s.code(key), lowest(table.type.key)).text}]"
    return None


def _loops(*parts: x.Expr) -> bool:
    """Whether a part is a fold, or contains one that decides its truth value."""
    return any(
        isinstance(e, x.Quantifier | x.Filter | x.Best)
        or (isinstance(e, x.And | x.Or) and _loops(*e.args))
        or (isinstance(e, x.Not) and _loops(e.arg))
        for e in parts
    )


def _body(e: x.Quantifier) -> x.Expr:
    assert e.body is not None, "only a count has no body"
    return e.body


def _give_truth(e: x.Expr, s: PythonEmitContext, w: PythonWriter) -> None:
    if isinstance(e, x.Or) or (isinstance(e, x.Quantifier) and e.kind == "some"):
        _leave_if(e, True, s, w, "return True")
        w.line("return False")
    else:
        _leave_if(e, False, s, w, "return False")
        w.line("return True")


def _give_number(e: x.Quantifier, s: PythonEmitContext, w: PythonWriter) -> None:
    match e.kind:
        case "count" | "sum":
            total = s.names.fresh("number" if e.kind == "count" else "total")
            w.line(f"{total} = 0")
            with loop(e, s, w) as inner:
                added = "1" if e.body is None else inner.code(e.body).text
                w.line(f"{total} += {added}")
            w.line(f"return {total}")
        case "min" | "max":
            _give_extreme(e, s, w)
        case _:
            raise TypeError(f"no loop for {e.kind}")


def _give_extreme(e: x.Quantifier, s: PythonEmitContext, w: PythonWriter) -> None:
    """Of the values of an option's type, none is the greatest: ``min`` may begin there."""
    assert isinstance(e.type, Option)
    found, value = s.names.fresh(f"{e.kind}imum"), s.names.fresh("value")
    none, lo = none_of(e.type), bounds(e.type)[0]
    w.line(f"{found} = {none if e.kind == 'min' else lo - 1}")
    with loop(e, s, w) as inner:
        w.line(f"{value} = {inner.code(_body(e)).text}")
        with w.block(f"if {value} {'<' if e.kind == 'min' else '>'} {found}:"):
            w.line(f"{found} = {value}")
    w.line(
        f"return {found}" if e.kind == "min" else f"return {found} if {found} >= {lo} else {none}"
    )


def _bit(e: x.Filter | x.Best, inner: PythonEmitContext) -> str:
    bit = minus(inner.locals[e.var.name], lowest(e.type.element))
    return f"1 << {bit.at(SHIFT + 1)}"


def _give_filter(e: x.Filter, s: PythonEmitContext, w: PythonWriter) -> None:
    found = s.names.fresh("found")
    w.line(f"{found} = 0")
    union = union_of(e)
    if union is None:
        with loop(e, s, w) as inner:
            w.line(f"{found} |= {_bit(e, inner)}")
    else:
        with ExitStack() as loops:
            for part in union.loops:
                s = loops.enter_context(loop(part, s, w))
            w.line(f"{found} |= {s.code(union.body).text}")
    w.line(f"return {found}")


def _give_best(e: x.Best, s: PythonEmitContext, w: PythonWriter) -> None:
    found, best, key = (s.names.fresh(name) for name in ("found", "best", "key"))
    w.line(f"{found} = {best} = 0")
    with loop(e, s, w) as inner:
        w.line(f"{key} = {inner.code(e.key).text}")
        with w.block(f"if not {found} or {key} {'>' if e.most else '<'} {best}:"):
            w.line(f"{found} = {_bit(e, inner)}")
            w.line(f"{best} = {key}")
        with w.block(f"elif {key} == {best}:"):
            w.line(f"{found} |= {_bit(e, inner)}")
    w.line(f"return {found}")


def _quantifier(e: x.Quantifier, s: PythonEmitContext) -> PythonExpression:
    if e.kind == "count" and e.where is None and e.body is None:
        return s.code(x.Size(e.over, Int(0, 0)))
    return helper(e, s, e.kind, give)


def _filter(e: x.Filter, s: PythonEmitContext) -> PythonExpression:
    return helper(e, s, "those", give)


def _best(e: x.Best, s: PythonEmitContext) -> PythonExpression:
    return helper(e, s, "best", give)


def _map_of(e: x.MapOf, s: PythonEmitContext) -> PythonExpression:
    keys = s.module.constants.elements(x.every(e.type.key))
    inner, ident = s.bind(e.var)
    return PythonExpression(f"tuple([{inner.code(e.body).text} for {ident} in {keys}])")


KINDS: Mapping[type, ExprKind] = {
    x.Quantifier: _quantifier,
    x.Filter: _filter,
    x.Best: _best,
    x.MapOf: _map_of,
}
