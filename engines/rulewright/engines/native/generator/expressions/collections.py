"""Maps and lists that are constructed: each is a C local that is filled before it is used."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.types import List, Map, Set, Type, is_scalar, lowest, size

from ..builder import CEmitContext, WritesExpression, loaded
from ..code import CExpression
from ..shapes import scalar_bounds, stored
from ..writer import CWriter
from .convert import as_type, copy_items
from .scalars import certain
from .sets import each_value


def storable(e: x.Expr, t: Type, s: CEmitContext, w: CWriter) -> CExpression:
    """``e`` in a form that can be stored as a value of ``t``."""
    code = as_type(s.code(e, w), e.type, t, s, w)
    return certain(code, t, "an entry") if is_scalar(t) else code


def _map_of(e: x.MapOf, s: CEmitContext, w: CWriter) -> CExpression:
    ident = s.module.fresh("t")
    w.line(f"{s.module.shape(e.type)} {ident};")
    if size(e.type.key) == 0:
        w.line(f"memset(&{ident}, 0, sizeof {ident});")
    with each_value(e.var, Set(e.type.key), s, w) as inner:
        value = storable(e.body, e.type.value, inner, w)
        place = inner.locals[e.var.name]
        w.line(f"{ident}.v[{place.text} - {lowest(e.type.key)}] = {value.text};")
    return CExpression(ident)


def _permute(e: x.Permute, s: CEmitContext, w: CWriter) -> CExpression:
    of, by = s.code(e.map, w), s.code(e.by, w)
    assert isinstance(e.by.type, Map)
    assert isinstance(e.map.type, Map)
    ident, i = s.module.fresh("t"), s.module.fresh("i")
    w.line(f"{s.module.shape(e.map.type)} {ident};")
    n = max(1, size(e.type.key))
    with w.block(f"for (int {i} = 0; {i} < {n}; {i}++)"):
        w.line(f"{ident}.v[{i}] = {of.text}.v[{by.text}.v[{i}] - {lowest(e.type.key)}];")
    return as_type(CExpression(ident), e.map.type, e.type, s, w)


def _list_of(e: x.ListOf, s: CEmitContext, w: CWriter) -> CExpression:
    t, ident = e.type, s.module.fresh("t")
    values = [storable(item, t.element, s, w) for item in e.items[: t.limit]]
    items = ", ".join(_narrow(value, t) for value in values)
    w.line(f"{s.module.shape(t)} {ident} = {{{len(values)}, {{{items or '0'}}}}};")
    return CExpression(ident)


def _narrow(value: CExpression, t: List) -> str:
    lo, hi = scalar_bounds(t.element)
    return f"({stored(min(0, lo), max(hi, t.limit)).name}){value.text}"


def _concat(e: x.Concat, s: CEmitContext, w: CWriter) -> CExpression:
    left, right = s.code(e.left, w), s.code(e.right, w)
    ident, most = s.module.fresh("t"), e.type.limit
    w.line(f"{s.module.shape(e.type)} {ident} = {{0}};")
    n, more = s.module.fresh("n"), s.module.fresh("n")
    w.line(f"rw_int {n} = {left.text}.n < {most} ? {left.text}.n : {most};")
    w.line(f"rw_int {more} = {right.text}.n < {most} - {n} ? {right.text}.n : {most} - {n};")
    copy_items(ident, "0", left.text, "0", n, s, w)
    copy_items(ident, n, right.text, "0", more, s, w)
    w.line(f"{ident}.n = {n} + {more};")
    return CExpression(ident)


def _slice(e: x.Slice, s: CEmitContext, w: CWriter) -> CExpression:
    """Both ends are clamped to the list's length; an end before the start leaves nothing."""
    of = s.code(e.list, w)
    start, stop = s.code(e.start, w), s.code(e.stop, w)
    ident, first, n = s.module.fresh("t"), s.module.fresh("n"), s.module.fresh("n")
    w.line(f"{s.module.shape(e.type)} {ident} = {{0}};")
    w.line(f"rw_int {first} = rw_cut({start.text}, {of.text}.n);")
    w.line(f"rw_int {n} = rw_cut(rw_cut({stop.text}, {of.text}.n) - {first}, {e.type.limit});")
    copy_items(ident, "0", of.text, first, n, s, w)
    w.line(f"{ident}.n = {n};")
    return CExpression(ident)


def row(of: CExpression, t: Map, i: str) -> CExpression:
    """The value at the key with ordinal ``i``."""
    return loaded(f"{of.text}.v[{i}]", t.value)


KINDS: Mapping[type, WritesExpression] = {
    x.MapOf: _map_of,
    x.Permute: _permute,
    x.ListOf: _list_of,
    x.Concat: _concat,
    x.Slice: _slice,
}
