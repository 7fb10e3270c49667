"""One type's value as another's: values stay the same, but their storage may differ."""

from __future__ import annotations

from rulewright.dsl.ir.types import List, Map, Set, Type, is_scalar, size

from ..builder import CEmitContext, loaded
from ..code import CExpression, truth
from ..shapes import shape, words
from ..writer import CWriter


def as_type(
    code: CExpression, source: Type, target: Type, s: CEmitContext, w: CWriter
) -> CExpression:
    """``code`` of type ``source``, which is a value of ``target``, converted to that type."""
    if source == target or is_scalar(source):
        return code
    match source, target:
        case Set(), Set():
            return _set(code, words(source), words(target), s, w)
        case Map(), Map() if shape(source).name != shape(target).name:
            ident = s.module.fresh("t")
            w.line(f"{s.module.shape(target)} {ident};")
            i = s.module.fresh("i")
            with w.block(f"for (int {i} = 0; {i} < {max(1, size(target.key))}; {i}++)"):
                item = as_type(
                    loaded(f"{code.text}.v[{i}]", source.value), source.value, target.value, s, w
                )
                w.line(f"{ident}.v[{i}] = {item.text};")
            return CExpression(ident)
        case List(), List() if shape(source).name != shape(target).name:
            ident = s.module.fresh("t")
            w.line(f"{s.module.shape(target)} {ident} = {{0}};")
            w.line(f"{ident}.n = {code.text}.n < {target.limit} ? {code.text}.n : {target.limit};")
            copy_items(ident, "0", code.text, "0", f"{ident}.n", s, w)
            return CExpression(ident)
    return code


def copy_items(
    to: str, at: str, source: str, first: str, n: str, s: CEmitContext, w: CWriter
) -> None:
    """Copy ``n`` items of a list from place ``first`` to place ``at`` of another."""
    i = s.module.fresh("i")
    left = i if at == "0" else f"{at} + {i}"
    right = i if first == "0" else f"{first} + {i}"
    w.line(f"for (rw_int {i} = 0; {i} < {n}; {i}++) {to}.v[{left}] = {source}.v[{right}];")


def _set(code: CExpression, source: int, target: int, s: CEmitContext, w: CWriter) -> CExpression:
    """A set of ``source`` words as one of ``target`` words."""
    if source == target:
        return code
    if source == 1:
        return CExpression(f"((rw_set{target}){{{{{code.text}}}}})")
    ident = s.module.fresh("t")
    w.line(f"rw_set{source} {ident} = {code.text};")
    if target == 1:
        return CExpression(f"{ident}.w[0]")
    words = ", ".join(f"{ident}.w[{i}]" for i in range(min(source, target)))
    return CExpression(f"((rw_set{target}){{{{{words}}}}})")


def equal(
    a: CExpression, first: Type, b: CExpression, second: Type, s: CEmitContext, w: CWriter
) -> CExpression:
    """Whether two sets, maps or lists are equal. If their shapes are equal, their bytes decide."""
    if isinstance(first, Set) and isinstance(second, Set):
        n = max(words(first), words(second))
        a, b = _set(a, words(first), n, s, w), _set(b, words(second), n, s, w)
        return truth(f"rw_same{n}({a.text}, {b.text})" if n > 1 else f"({a.text} == {b.text})")
    if isinstance(first, Map | List) and isinstance(second, Map | List):
        if shape(first).name == shape(second).name:
            return truth(f"(memcmp(&{a.text}, &{b.text}, sizeof {a.text}) == 0)")
        return _items_equal(a, first, b, second, s, w)
    return truth(f"({a.text} == {b.text})")


def _items_equal(
    a: CExpression,
    first: Map | List,
    b: CExpression,
    second: Map | List,
    s: CEmitContext,
    w: CWriter,
) -> CExpression:
    ident, i = s.module.fresh("t"), s.module.fresh("i")
    if isinstance(first, Map) and isinstance(second, Map):
        w.line(f"rw_int {ident} = 1;")
        n, one, other = str(size(first.key)), first.value, second.value
    else:
        assert isinstance(first, List)
        assert isinstance(second, List)
        w.line(f"rw_int {ident} = (rw_int){a.text}.n == (rw_int){b.text}.n;")
        n, one, other = f"(rw_int){a.text}.n", first.element, second.element
    with w.block(f"for (rw_int {i} = 0; {ident} && {i} < {n}; {i}++)"):
        x, y = loaded(f"{a.text}.v[{i}]", one), loaded(f"{b.text}.v[{i}]", other)
        w.line(f"{ident} = {equal(x, one, y, other, s, w).text};")
    return truth(ident)
