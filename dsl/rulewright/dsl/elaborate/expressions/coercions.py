"""Which types fit where, and the conversions between them."""

from __future__ import annotations

from dataclasses import dataclass

from ...diagnostics import Edit, Hint
from ...ir import code as x
from ...ir import fold
from ...ir.types import (
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
    is_scalar,
    lowest,
    members,
    none_of,
    optional,
    show,
    size,
)  # fmt: skip
from ..symbols import facts, ranges

NOBODY = Enum("", ())
"""The element type of ``{}``, ``[]`` and ``none`` before it is known."""

NONE = x.Const(0, Option(NOBODY))


MAY_BE_NONE = "this may be none; test it with 'is not none' first"


@dataclass(frozen=True, slots=True)
class TypeMismatch:
    """Why a value does not fit: the code of the diagnostic, its message, and a hint."""

    code: str
    reason: str
    hint: str = ""


def convert(value: x.Expr, expected: Type, present: frozenset[x.Expr]) -> x.Expr | TypeMismatch:
    """``value`` as a value of ``expected``, if every value of it is one.

    An option that is known to be present counts as its content, and a number as one of the range in
    which it is known to be.
    """
    have = value.type
    if have == expected:
        return value
    there = isinstance(have, Option) and facts.is_there(value, present)
    if there and not isinstance(expected, Option):
        return convert(fold.unwrap(value), expected, present)
    match have, expected:
        case Option(), Option():
            return _convert_option(value, have, expected, present)
        case Option(inner), _ if is_scalar(expected) and _fits(inner, expected):
            return TypeMismatch("E202", MAY_BE_NONE)
        case _, Option(target):
            inside = convert(value, target, present)
            if isinstance(inside, TypeMismatch):
                return inside if isinstance(have, Int) else _expected(have, expected)
            return fold.convert(inside, expected)
        case Set(), Set():
            return _convert_set(value, have, expected)
        case List(), List():
            return _convert_list(value, have, expected)
        case Set(), Record(of=element) if element is not None and isinstance(value, x.Const):
            inside = convert(value, Set(element), present)
            return x.Const(inside.value, expected) if isinstance(inside, x.Const) else inside
        case Record("", _), Record(_, _):
            return _named_record(value, have, expected, present)
        case _:
            if is_scalar(have) and is_scalar(expected) and _fits(have, expected):
                return fold.convert(value, expected)
            if isinstance(have, Int) and isinstance(expected, Int):
                return _number(value, expected, present)
            return _expected(have, expected)


def _number(value: x.Expr, expected: Int, present: frozenset[x.Expr]) -> x.Expr | TypeMismatch:
    """A number as one of a range that its type does not fit into, if it is known to be in it."""
    found = facts.range_of(value, present)
    if _fits(found, expected) or (isinstance(value, x.Const) and facts.NEVER in present):
        return ranges.clamped(value, expected)
    plain = ranges.plain(value)
    if isinstance(plain, x.If):
        test = plain.condition
        then = convert(plain.then, expected, present.union(facts.present(test)))
        other = convert(plain.otherwise, expected, present.union(facts.present(fold.not_(test))))
        if not isinstance(then, TypeMismatch) and not isinstance(other, TypeMismatch):
            return fold.if_(test, then, other, expected)
    return TypeMismatch("E203", _outside(found, expected))


def _convert_option(
    value: x.Expr, have: Option, expected: Option, present: frozenset[x.Expr]
) -> x.Expr | TypeMismatch:
    if have.inner == NOBODY:
        return x.Const(none_of(expected), expected)
    inside = convert(fold.unwrap(value), expected.inner, present)
    if isinstance(inside, TypeMismatch):
        return _expected(have, expected)
    if isinstance(value, x.Const):
        missing = value.value == none_of(have)
        return x.Const(none_of(expected), expected) if missing else fold.convert(inside, expected)
    is_none = fold.compare("==", value, x.Const(none_of(have), have))
    nothing = x.Const(none_of(expected), expected)
    return fold.if_(is_none, nothing, fold.convert(inside, expected), expected)


def _convert_set(value: x.Expr, have: Set, expected: Set) -> x.Expr | TypeMismatch:
    a, b = have.element, expected.element
    if a == NOBODY:
        return x.Const(0, expected)
    if members(a) == NOBODY and members(b) is not None and isinstance(value, x.Const):
        return x.Const(value.value, expected)
    if _fits(a, b) and lowest(a) == lowest(b):
        return fold.convert(value, expected)
    if isinstance(value, x.Const) and isinstance(value.value, int) and _fits(a, b):
        return x.Const(value.value << lowest(a) - lowest(b), expected, value.name)
    return _expected(have, expected)


def _convert_list(value: x.Expr, have: List, expected: List) -> x.Expr | TypeMismatch:
    if have.element == NOBODY:
        return x.Const((), expected)
    if _fits(have.element, expected.element) and have.limit <= expected.limit:
        return fold.convert(value, expected)
    return _expected(have, expected)


def _named_record(
    value: x.Expr, have: Record, expected: Record, present: frozenset[x.Expr]
) -> x.Expr | TypeMismatch:
    """Several indices as the record whose fields they fill, in order."""
    if len(have.fields) != len(expected.fields):
        return _expected(have, expected)
    fields: list[x.Expr] = []
    for (name, _), (_, t) in zip(have.fields, expected.fields, strict=True):
        fitted = convert(fold.field(value, name), t, present)
        if isinstance(fitted, TypeMismatch):
            return fitted
        fields.append(fitted)
    return fold.make(fields, expected)


def _outside(have: Int, expected: Int) -> str:
    if have.lo == have.hi:
        return f"{have.lo} does not fit here; only {show(expected)} does"
    return f"this ranges over {show(have)}, but only {show(expected)} fits here"


def may_fit(have: Type, expected: Type) -> bool:
    """Whether some numbers of a range, and not all, are in another one."""
    if not isinstance(have, Int) or not isinstance(expected, Int):
        return False
    return have.lo <= expected.hi and expected.lo <= have.hi and not _fits(have, expected)


def wrong_number(name: str, expected: int, given: int) -> str:
    """The message for too many or too few arguments."""
    return f"{name} takes {expected or 'no'} argument{'' if expected == 1 else 's'}, not {given}"


def without_arguments(name: str) -> Hint:
    """The advice where a function is named, and what it is applied to is missing."""
    return Hint(f"write {name}(…)", Edit("()", "behind"))


def _expected(have: Type, expected: Type) -> TypeMismatch:
    hint = ""
    if have == NONE.type and is_scalar(expected) and not isinstance(expected, Option):
        plain = f"({show(expected)})" if isinstance(expected, Int) else show(expected)
        hint = f"what may be none has a type with '?': {plain}?"
    if isinstance(expected, Bool) and isinstance(have, Enum):
        hint = f"ask which one it is: … is {have.labels[0]}"
    return TypeMismatch("E201", f"expected {describe(expected)}, found {describe(have)}", hint)


def _fits(a: Type, b: Type) -> bool:
    """Whether each value of ``a`` is the same value of ``b``."""
    if isinstance(a, Int) and isinstance(b, Int):
        return b.lo <= a.lo and a.hi <= b.hi
    if isinstance(a, Enum) and isinstance(b, Enum):
        return a.name != "" and b.labels[: len(a.labels)] == a.labels and len(a.labels) > 0
    return a == b


def join(a: Type, b: Type) -> Type | None:
    """The smallest type that holds the values of both, or None."""
    if a == b:
        return a
    match a, b:
        case Record(of=element), _ if element is not None and (isinstance(b, Set) or members(b)):
            return join(Set(element), b)
        case Set(), Record(of=element) if element is not None:
            return join(a, Set(element))
        case Int(), Int():
            return Int(min(a.lo, b.lo), max(a.hi, b.hi))
        case Option(inner), Option(other):
            return b if inner == NOBODY else a if other == NOBODY else _join_option(inner, other)
        case Option(inner), _ if is_scalar(b):
            return optional(b) if inner == NOBODY else _join_option(inner, b)
        case _, Option():
            return join(b, a)
        case Set(u), Set(v):
            element = v if u == NOBODY else u if v == NOBODY else _larger(u, v)
            return None if element is None else Set(element)
        case List(Int() as u, n), List(Int() as v, m):
            return List(Int(min(u.lo, v.lo), max(u.hi, v.hi)), max(n, m))
        case List(u, n), List(v, m):
            element = v if u == NOBODY else u if v == NOBODY else _larger(u, v)
            return None if element is None else List(element, max(n, m))
        case Enum(), Enum():
            return _larger(a, b)
        case _:
            return None


def _join_option(a: Scalar, b: Type) -> Type | None:
    inner = join(a, b)
    if inner is None or isinstance(inner, Option | Set | Map | List):
        return None
    return Option(inner)


def _larger(a: Scalar, b: Scalar) -> Scalar | None:
    if NOBODY in (members(a), members(b)) and None not in (members(a), members(b)):
        return b if members(a) == NOBODY else a
    if isinstance(a, Int) and isinstance(b, Int):
        return Int(min(a.lo, b.lo), max(a.hi, b.hi)) if a.lo == b.lo else None
    return b if _fits(a, b) else a if _fits(b, a) else None


def describe(t: Type) -> str:
    """A type in a message: ``a Cell``, ``a number from 1 to 3``, ``a set of Cell``."""
    match t:
        case Int(lo, hi):
            return f"the number {lo}" if lo == hi else f"a number from {lo} to {hi}"
        case Option(inner) if inner == NOBODY:
            return "none"
        case Set(inner) | List(inner, _) if inner == NOBODY:
            return "{}" if isinstance(t, Set) else "[]"
        case Option(inner):
            return f"{describe(inner)} or none"
        case Enum(name, _):
            return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"
        case Map() | List() | Set():
            return f"a {show(t)}" if not isinstance(t, Map) else f"a map {show(t)}"
        case _:
            return "yes or no" if size(t) == 2 and show(t) == "Bool" else f"a {show(t)}"
