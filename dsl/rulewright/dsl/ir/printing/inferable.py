"""Whether the parts of an expression imply its type, so that its text need not state it."""

from __future__ import annotations

from .. import code as x
from ..fold import arith
from ..types import Bool, Int, List, Map, Option, Record, Set, Type, size


def inferable(node: x.Expr) -> bool:
    """Whether the type of ``node`` is the one that follows from its parts.

    Names have the type of their declaration. If nothing follows, the answer is no.
    """
    match node:
        case x.Local() | x.Var() | x.Call() | x.Convert():
            return True
        case x.Not() | x.And() | x.Or() | x.Compare() | x.In() | x.At() | x.After():
            return node.type == x.BOOL
        case x.Const(value, type_, name):
            exact = isinstance(type_, Int) and type_.lo == value == type_.hi
            return bool(name) or exact or isinstance(type_, Bool)
        case x.Filter(_, source) | x.Best(_, source) | x.Combine(_, source) | x.Permute(source):
            return node.type == source.type
        case x.Reach(_, source) | x.Slice(source):
            return node.type == source.type
        case x.If(_, then, otherwise):
            return node.type == then.type == otherwise.type
        case x.Arith():
            return _arith_inferable(node)
        case x.Quantifier():
            return _quantifier_inferable(node)
        case _:
            return _elements_inferable(node)


def _arith_inferable(node: x.Arith) -> bool:
    left, right = node.left.type, node.right.type
    if not (isinstance(left, Int) and isinstance(right, Int)):
        return False
    if node.op in {"div", "mod"} and right.lo <= 0:
        return False
    return node.type == arith(node.op, node.left, node.right).type


def _quantifier_inferable(node: x.Quantifier) -> bool:
    match node.kind:
        case "all" | "some":
            return node.type == x.BOOL
        case "count":
            return node.type == _number_of(node.over.type)
        case "min" | "max":
            inner = node.type.inner if isinstance(node.type, Option) else None
            return node.body is not None and node.body.type == inner
        case _:
            return False


def _elements_inferable(node: x.Expr) -> bool:
    match node:
        case x.Size(of):
            return node.type == _number_of(of.type)
        case x.Lookup(map_):
            return isinstance(map_.type, Map) and node.type == map_.type.value
        case x.MapOf(var, body, type_):
            return (type_.key, type_.value) == (var.type, body.type)
        case x.SetOf(items, type_):
            return bool(items) and all(i.type == type_.element for i in items)
        case x.ListOf(items, type_):
            same = bool(items) and all(i.type == type_.element for i in items)
            return same and type_.limit == len(items)
        case x.Concat(left, right, type_):
            a, b = left.type, right.type
            if not (isinstance(a, List) and isinstance(b, List)):
                return False
            return type_ == List(a.element, a.limit + b.limit) and a.element == b.element
        case x.Item(list_, _, _, type_):
            return isinstance(list_.type, List) and type_.inner == list_.type.element
        case x.Field(record, name, type_):
            return isinstance(record.type, Record) and (name, type_) in record.type.fields
        case x.Unwrap(arg, type_):
            return isinstance(arg.type, Option) and type_ == arg.type.inner
        case _:
            return False


def _number_of(t: Type) -> Int | None:
    """The range of the number of elements of a value of ``t``."""
    if isinstance(t, Set):
        return Int(0, size(t.element))
    return Int(0, t.limit) if isinstance(t, List) else None
