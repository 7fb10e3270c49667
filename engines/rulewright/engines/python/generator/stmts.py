"""Statements of the IR as statements of Python; expressions that look ahead with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Each, Let, Require, Stmt, Store, When
from rulewright.dsl.ir.types import Bool, List, Map, Set, Type, bounds, size
from rulewright.dsl.ir.unknown import refuse

from .builder import ExprKind, PythonEmitContext, helper
from .exprs import counted, scalar, test
from .loops import each, give, unless
from .text.code import PythonExpression, negated
from .text.writer import PythonWriter


def run(body: tuple[Stmt, ...], s: PythonEmitContext, w: PythonWriter) -> PythonEmitContext:
    """Write a statement list; returns the scope at its end, with what it bound.

    Variables are Python locals of the function that is being written.
    """
    for stmt in body:
        match stmt:
            case Let(local, value):
                text = s.code(value).text
                s, ident = s.bind(local)
                w.line(f"{ident} = {text}")
            case Store():
                _store(stmt, s, w)
            case When():
                _when(stmt, s, w)
            case Each(local, over, inner):
                with each(local, over, s, w) as scope:
                    run(inner, scope, w)
            case Require(condition, fault):
                unless(condition, s, w, _fault(fault))
            case _:
                raise TypeError(f"no Python for {type(stmt).__name__}")
    return s


def stores(body: tuple[Stmt, ...]) -> frozenset[str]:
    """The variables that a statement list stores to (except where it only looks ahead)."""
    found: set[str] = set()
    for stmt in body:
        match stmt:
            case Store():
                found.add(stmt.var)
            case When(_, then, otherwise):
                found |= stores(then) | stores(otherwise)
            case Each(_, _, inner):
                found |= stores(inner)
            case Let() | Require():
                pass
            case _:
                refuse(stmt)
    return frozenset(found)


def _fault(number: int) -> str:
    return f"raise RuleFault({number})"


def _store(stmt: Store, s: PythonEmitContext, w: PythonWriter) -> None:
    t, ident = s.module.types[stmt.var], s.variable(stmt.var)
    value = s.code(stmt.value)
    if stmt.key is None:
        w.line(f"{ident} = {value.text}")
        _checked(t, stmt, ident, s, w)
        return
    assert isinstance(t, Map)
    if stmt.fault is not None:
        name = s.names.fresh("value")
        w.line(f"{name} = {value.text}")
        _checked(t.value, stmt, name, s, w)
        value = PythonExpression(name)
    w.line(f"{ident} = put({ident}, {counted(stmt.key, t.key, s).text}, {value.text})")


def _checked(t: Type, stmt: Store, name: str, s: PythonEmitContext, w: PythonWriter) -> None:
    """The fault of a store, if the value called ``name`` is not a value of ``t``."""
    wrong = None if stmt.fault is None else _misfit(t, stmt.value.type, name, s)
    if wrong is not None and stmt.fault is not None:
        with w.block(f"if {wrong}:"):
            w.line(_fault(stmt.fault))


def _misfit(t: Type, source: Type, name: str, s: PythonEmitContext) -> str | None:
    """The condition that a value of type ``source`` is not one of ``t``; None if it always is."""
    match t, source:
        case Bool(), _:
            return None
        case Set(element), _:
            return f"{name} >> {size(element)} != 0"
        case List(element, limit), List(other, _):
            return _either(f"len({name}) > {limit}", _misfit_inside(element, other, name, s))
        case Map(_, inner), Map(_, other):
            return _misfit_inside(inner, other, name, s)
        case _:
            lo, hi = bounds(scalar(t))
            return f"not {lo} <= {name} <= {hi}"


def _either(first: str, second: str | None) -> str:
    return first if second is None else f"{first} or {second}"


def _misfit_inside(t: Type, source: Type, name: str, s: PythonEmitContext) -> str | None:
    item = s.names.fresh("item")
    wrong = None if t == source else _misfit(t, source, item, s)
    return None if wrong is None else f"any([{wrong} for {item} in {name}])"


def _when(stmt: When, s: PythonEmitContext, w: PythonWriter) -> None:
    condition = test(stmt.condition, s)
    if not stmt.then:
        with w.block(f"if {negated(condition)}:"):
            run(stmt.otherwise, s, w)
        return
    with w.block(f"if {condition.text}:"):
        run(stmt.then, s, w)
    if stmt.otherwise:
        with w.block("else:"):
            run(stmt.otherwise, s, w)


def _give_after(e: x.Expr, s: PythonEmitContext, w: PythonWriter) -> None:
    assert isinstance(e, x.After)
    if not _may_fail(e.body):
        end = run(e.body, s, w)
    else:
        with w.block("try:"):
            end = run(e.body, s, w)
        with w.block("except RuleFault:"):
            w.line("return False")
    give(e.result, end, w)


def _may_fail(body: Iterable[Stmt]) -> bool:
    for stmt in body:
        match stmt:
            case Store(fault=None) | Let():
                pass
            case Store() | Require():
                return True
            case When(_, then, otherwise):
                if _may_fail(then) or _may_fail(otherwise):
                    return True
            case Each(_, _, inner):
                if _may_fail(inner):
                    return True
            case _:
                refuse(stmt)
    return False


def _after(e: x.After, s: PythonEmitContext) -> PythonExpression:
    return helper(e, s, "after", _give_after)


KINDS: Mapping[type, ExprKind] = {x.After: _after}
