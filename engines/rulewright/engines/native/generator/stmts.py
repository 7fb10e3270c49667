"""Statements of the IR as statements of C; expressions that look ahead; functions."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Each, Let, Require, Stmt, Store, When
from rulewright.dsl.ir.program import Function
from rulewright.dsl.ir.types import List, Map, Set, Type, is_scalar, size

from ...game import EngineUnavailable
from .builder import CEmitContext, WritesExpression, loaded, short
from .code import CExpression, comment, truth
from .expressions.convert import as_type
from .expressions.folds import unless
from .expressions.scalars import index
from .expressions.sets import each
from .shapes import scalar_bounds, words
from .writer import CWriter

FAULT = "return RW_FAULT({});"


def run(body: tuple[Stmt, ...], s: CEmitContext, w: CWriter, fault: str = FAULT) -> CEmitContext:
    """Write a statement list; returns the scope at its end, with what it bound.

    ``fault`` is the statement that leaves with a fault; it has a place for the fault's number.
    """
    for stmt in body:
        match stmt:
            case Let(local, value):
                code = as_type(s.code(value, w), value.type, local.type, s, w)
                s = s.bind(local, s.copy(code, local.type, w, short(local)))
            case Store():
                _store(stmt, s, w, fault)
            case When(condition, then, otherwise):
                _when(condition, then, otherwise, s, w, fault)
            case Each(local, over, inner):
                with each(local, over, s, w) as scope:
                    run(inner, scope, w, fault)
            case Require(condition, number):
                unless(condition, s, w, fault.format(number))
            case _:
                raise TypeError(f"no C for {type(stmt).__name__}")
    return s


def _when(
    condition: x.Expr,
    then: tuple[Stmt, ...],
    otherwise: tuple[Stmt, ...],
    s: CEmitContext,
    w: CWriter,
    fault: str,
) -> None:
    with w.block(f"if ({s.code(condition, w).text})"):
        run(then, s, w, fault)
    if otherwise:
        with w.block("else"):
            run(otherwise, s, w, fault)


def _store(stmt: Store, s: CEmitContext, w: CWriter, fault: str) -> None:
    t, path = s.module.types[stmt.var], s.variable(stmt.var)
    code = s.code(stmt.value, w)
    target = t
    if stmt.key is not None:
        assert isinstance(t, Map)
        target = t.value
    wrong = _misfit(target, stmt.value.type, code, s, w)
    if wrong is not None:
        if stmt.fault is None:
            raise EngineUnavailable(f"what is stored in {stmt.var!a} is not certain to fit")
        w.line(f"if ({wrong.text}) {fault.format(stmt.fault)}")
    code = as_type(code, stmt.value.type, target, s, w)
    if stmt.key is not None:
        assert isinstance(t, Map)
        path = f"{path}.v[{index(stmt.key, t.key, s, w).text}]"
    w.line(f"{path} = {code.text};")


def _misfit(
    t: Type, source: Type, code: CExpression, s: CEmitContext, w: CWriter
) -> CExpression | None:
    """The condition that ``code`` is not a value of ``t``; None if it always is one."""
    if is_scalar(t):
        lo, hi = scalar_bounds(t)
        if code.within(lo, hi):
            return None
        return truth(f"({code.text} < {lo} || {code.text} > {hi})")
    match t, source:
        case Set(element), Set(other):
            return _set_misfit(size(element), size(other), source, code)
        case List(element, limit), List(other, most):
            too_long = truth(f"{code.text}.n > {limit}") if most > limit else None
            n = f"(rw_int){code.text}.n"
            inside = _misfit_inside(element, other, n, code, s, w)
        case Map(key, element), Map(_, other):
            too_long = None
            inside = _misfit_inside(element, other, str(size(key)), code, s, w)
        case _:
            raise TypeError(f"no values of {source} are values of {t}")
    if too_long is None or inside is None:
        return too_long or inside
    return truth(f"({too_long.text} || {inside.text})")


def _set_misfit(n: int, m: int, source: Set, code: CExpression) -> CExpression | None:
    if m <= n:
        return None
    if words(source) > 1:
        return truth(f"rw_beyond{words(source)}({code.text}, {n})")
    return truth(f"({code.text} >> {n} != 0)")


def _misfit_inside(
    t: Type, source: Type, n: str, code: CExpression, s: CEmitContext, w: CWriter
) -> CExpression | None:
    """Whether one of the ``n`` items of ``code`` is not a value of ``t``."""
    if t == source:
        return None
    found, i, body = s.module.fresh("t"), s.module.fresh("i"), CWriter()
    wrong = _misfit(t, source, loaded(f"{code.text}.v[{i}]", source), s, body)
    if wrong is None:
        return None
    w.line(f"rw_int {found} = 0;")
    with w.block(f"for (rw_int {i} = 0; !{found} && {i} < {n}; {i}++)"):
        w.add(body)
        w.line(f"{found} = {wrong.text};")
    return truth(found)


def _after(e: x.After, s: CEmitContext, w: CWriter) -> CExpression:
    """The body runs on a copy of the variables; a fault leaves the answer at no."""
    found, draft, end = s.module.fresh("t"), s.module.fresh("d"), s.module.fresh("end")
    w.line(f"rw_int {found} = 0;")
    inside = CWriter()
    inner = run(e.body, s.elsewhere(f"(&{draft})"), inside, f"goto {end};")
    inside.line(f"{found} = {inner.code(e.result, inside).text};")
    with w.block(""):
        w.line(f"rw_draft {draft} = *{s.draft};")
        w.add(inside)
    w.line(f"{end}: ;")
    return truth(found)


def function(f: Function, s: CEmitContext) -> tuple[str, CExpression]:
    """Write a function of the program; returns its name and the range of its values."""
    module = s.module
    ident, w = module.fresh("f", f.name), CWriter()
    scope, params = CEmitContext(module), ["const rw_draft *d"]
    for p in f.params:
        name = module.fresh("x", short(p))
        if is_scalar(p.type):
            params.append(f"rw_int {name}")
            code = CExpression(name, *scalar_bounds(p.type))
        elif isinstance(p.type, Set):
            params.append(f"{module.register(p.type)} {name}")
            code = CExpression(name)
        else:
            params.append(f"const {module.shape(p.type)} *{name}")
            code = CExpression(f"(*{name})")
        scope = scope.bind(p, code)
    w.line(comment(f"{f.name}{' by ' if f.clauses else ''}{', '.join(f.clauses)}"))
    with w.block(f"static RW_PURE {module.register(f.type)} {ident}({', '.join(params)})"):
        code = as_type(scope.code(f.body, w), f.body.type, f.type, scope, w)
        w.line(f"return {code.text};")
    module.add(w)
    return ident, code


def _call(e: x.Call, s: CEmitContext, w: CWriter) -> CExpression:
    module = s.module
    f = module.functions[e.function]
    if f.name not in module.written:
        module.written[f.name] = function(f, s)
    ident, result = module.written[f.name]
    args = [s.draft]
    for p, arg in zip(f.params, e.args, strict=True):
        code = as_type(s.code(arg, w), arg.type, p.type, s, w)
        if is_scalar(p.type) and not code.within(*scalar_bounds(p.type)):
            raise EngineUnavailable(f"what {f.name!a} is given is not certain to fit")
        rows = not is_scalar(p.type) and not isinstance(p.type, Set)
        args.append(f"&{code.text}" if rows else code.text)
    text = f"{ident}({', '.join(args)})"
    if is_scalar(f.type):
        return CExpression(text, result.lo, result.hi)
    if isinstance(f.type, Set):
        return as_type(CExpression(text), f.type, e.type, s, w)
    return as_type(s.copy(CExpression(text), f.type, w), f.type, e.type, s, w)


KINDS: Mapping[type, WritesExpression] = {x.After: _after, x.Call: _call}
