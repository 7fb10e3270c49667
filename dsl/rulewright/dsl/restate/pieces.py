"""Syntax without places in a text: forms with holes, constants, types."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from ..elaborate.expressions.coercions import NONE
from ..elaborate.symbols.symbol_table import SymbolTable
from ..ir import code as x
from ..ir import fold
from ..ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    Set,
    Type,
    Value,
    field_values,
    none_of,
)  # fmt: skip
from ..parsing.ast_builder.base import RESERVED
from ..span import Span
from ..syntax import expressions as e
from ..syntax.node import Name

NOWHERE = Span("", 1, 1, 1, 1)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_COMPARATORS: tuple[e.Comparator, ...] = get_args(e.Comparator)


@dataclass(frozen=True, slots=True)
class SyntaxTemplate:
    """Syntax with holes, and what the holes stand for.

    ``names``: the locals that it binds, in the order in which the elaborator asks for them.
    ``same``: it has the same value, though perhaps not the same expression.
    """

    syntax: e.Expression
    holes: tuple[x.Expr, ...] = ()
    names: tuple[x.Local, ...] = ()
    same: bool = False


def hole(number: int) -> e.Reference:
    """The place of a part in a form."""
    return e.Reference(f"${number}", span=NOWHERE)


def speakable(name: str) -> bool:
    """Whether an expression can mention the name."""
    return bool(_NAME.match(name)) and name not in RESERVED


def named(text: str) -> Name:
    """A name without a place."""
    return Name(text, span=NOWHERE)


def call(name: str, count: int, via: str | None = None) -> e.Application:
    """``name($0, $1, …)``."""
    along = None if via is None else named(via)
    return e.Application(named(name), tuple(map(hole, range(count))), along, span=NOWHERE)


def exact(word: str, count: int, t: e.TypeSyntax | None = None) -> e.Exact:
    """``$word($0, $1, … : t)``."""
    return e.Exact(word, tuple(map(hole, range(count))), t, span=NOWHERE)


def type_syntax(t: Type, world: SymbolTable) -> e.TypeSyntax | None:
    """A type as it is written, None if that is impossible."""
    match t:
        case Bool():
            return plain(e.Reference("Bool", span=NOWHERE))
        case Int(lo, hi):
            return plain(e.Interval(number_syntax(lo), number_syntax(hi), span=NOWHERE))
        case Record(of=inner) if inner is not None:
            within = type_syntax(inner, world)
            return None if within is None else e.SetType(within, span=NOWHERE)
        case Enum(name, _) | Record(name, _) if name:
            known = world.types.get(name) == t and speakable(name)
            return plain(e.Reference(name, span=NOWHERE)) if known else None
        case Record(_, fields):
            ordered = all(name == f"_{i}" for i, (name, _) in enumerate(fields))
            parts = _all_syntax((field for _, field in fields), world) if ordered else None
            return None if parts is None else e.KeyType(parts, span=NOWHERE)
        case Option(inner):
            within = type_syntax(inner, world)
            return e.OptionType(within, span=NOWHERE) if isinstance(within, e.PlainType) else None
        case Set(element) | List(element, _):
            of = type_syntax(element, world)
            if not isinstance(of, e.PlainType | e.OptionType | e.SetType):
                return None
            if isinstance(t, List):
                return e.ListType(of, number_syntax(t.limit), span=NOWHERE)
            return e.SetType(of, span=NOWHERE)
        case Map(key, value):
            keys = [k for _, k in key.fields] if isinstance(key, Record) and not key.name else [key]
            first, last = _all_syntax(keys, world), type_syntax(value, world)
            if first is None or last is None:
                return None
            return e.MapType(first, last, span=NOWHERE)
        case _:
            return None


def _all_syntax(types: Iterable[Type], world: SymbolTable) -> tuple[e.TypeSyntax, ...] | None:
    """Types as they are written, None if that is impossible for one of them."""
    found = [type_syntax(t, world) for t in types]
    parts = tuple(part for part in found if part is not None)
    return parts if len(parts) == len(found) else None


def constant_fields(record: x.Const) -> tuple[x.Expr, ...]:
    """The fields of a known record."""
    t, value = record.type, record.value
    assert isinstance(t, Record)
    assert isinstance(value, int)
    return tuple(x.Const(v, field) for _, field, v in field_values(t, value))


def number_syntax(value: int) -> e.Expression:
    number = e.Number(abs(value), span=NOWHERE)
    return number if value >= 0 else e.Negative(number, span=NOWHERE)


def written(value: Value) -> e.Expression:
    """A value in the notation of ``$const``."""
    if isinstance(value, bool):
        return e.Truth(value, span=NOWHERE)
    if isinstance(value, int):
        return number_syntax(value)
    return e.ListLiteral(tuple(written(v) for v in value), span=NOWHERE)


def plain(expression: e.Expression) -> e.PlainType:
    return e.PlainType(expression, span=NOWHERE)


def compare(op: str, left: e.Expression, right: e.Expression) -> e.Comparison:
    word = next(w for w in _COMPARATORS if w == op)
    return e.Comparison(word, left, right, span=NOWHERE)


def relaxed(part: x.Expr) -> tuple[x.Expr, ...]:
    """What may be written for a part if the elaborator adds the rest by itself; the part itself
    comes last."""
    found: list[x.Expr] = []
    match part:
        case x.Convert(arg):
            found += relaxed(arg)
        case x.Unwrap(arg):
            found.append(arg)
        case x.Lookup(x.Const(_, Map(Enum() as key, Set())), place) if place.type == key:
            found.append(place)
        case x.Const(value, Option(inner) as t, _):
            if value == none_of(t):
                found.append(NONE)
            else:
                found += relaxed(x.Const(value, inner))
        case x.Const(value, Int(lo, hi)) if lo < hi and isinstance(value, int):
            found.append(fold.number(value))
        case x.Const(0, Set()):
            found.append(_EMPTY_SET)
        case x.Const((), List()):
            found.append(_EMPTY_LIST)
        case x.Const(tuple(value), List(element, limit)) if len(value) < limit:
            found.append(x.Const(value, List(element, len(value))))
        case x.SetOf((item,)):
            found.append(item)
    return (*found, part)


_EMPTY_SET = fold.empty_set(NONE.type.inner) if isinstance(NONE.type, Option) else NONE
_EMPTY_LIST = x.Const((), List(NONE.type.inner, 0)) if isinstance(NONE.type, Option) else NONE
