"""That nothing is lost: what is in a supply and the places of its components are together everything.

The ruleset says where the components of a supply go (:class:`~rulewright.dsl.ir.program.Supply`); whether
they are ever lost on the way is for the kernel to find out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import arith, number, total
from rulewright.dsl.ir.program import Program, Supply, Variable

from ...kernel.certificate import Claim

_KEY, _AT = "place", "position"


def conserved(program: Program) -> Iterator[Claim]:
    """For each supply, and each kind of component in it, that their number is constant; and for each board
    on which they stand, that as many fields are empty as there are more fields than pieces, plus the pieces
    elsewhere."""
    variables = {variable.name: variable for variable in program.variables}
    for supply in program.supplies:
        yield from _of(supply, variables)
        yield from _empty(supply, variables)


def _of(supply: Supply, variables: dict[str, Variable]) -> Iterator[Claim]:
    own = variables[supply.variable]
    places = [variables[name] for name in supply.places]
    if not isinstance(own.type, ty.Map):
        parts = [_whole(place) for place in (own, *places)]
        if None not in parts:
            many = sum(_added(place.initial) for place in (own, *places))
            yield _always([part for part in parts if part is not None], many)
        return
    lo, hi = ty.bounds(own.type.key)
    for kind in range(lo, hi + 1):
        key = x.Const(kind, own.type.key)
        left = x.Lookup(x.Var(own.name, own.type), key, own.type.value)
        held = [counted(place, kind) for place in places]
        if None in held or not isinstance(left.type, ty.Int):
            return
        assert isinstance(own.initial, tuple)
        many = _added(own.initial[kind - lo]) + sum(_kinds(p.type, p.initial, kind) for p in places)
        yield _always([left, *(part for part in held if part is not None)], many)


def _empty(supply: Supply, variables: dict[str, Variable]) -> Iterator[Claim]:
    places = [variables[name] for name in (supply.variable, *supply.places)]
    pieces = sum(_standing(place.initial, place.type) for place in places)
    for board in places[1:]:
        if not isinstance(board.type, ty.Map) or not isinstance(board.type.value, ty.Option):
            continue
        key, t = x.Local(_KEY, board.type.key), board.type.value
        entry = x.Lookup(x.Var(board.name, board.type), key, t)
        most = ty.Int(0, ty.size(board.type.key))
        free = _is(entry, t, ty.none_of(t))
        empty = x.Quantifier("count", key, x.every(board.type.key), free, None, most)
        elsewhere = [_how_many(place) for place in places if place is not board]
        if None not in elsewhere:
            there = total(part for part in elsewhere if part is not None)
            more = arith("+", there, number(most.hi - pieces))
            yield Claim(x.Compare("==", more, empty), summed=True)


def _how_many(place: Variable) -> x.Expr | None:
    """How many components, of whatever kind, lie in a place."""
    t, var = place.type, x.Var(place.name, place.type)
    match t:
        case ty.List(_, limit):
            return x.Size(var, ty.Int(0, limit))
        case ty.Set(element):
            return x.Size(var, ty.Int(0, ty.size(element)))
        case _:
            return _whole(place)


def _standing(value: ty.Value, t: ty.Type) -> int:
    """How many components lie in a place that holds a value."""
    match t, value:
        case ty.Map(_, inner), tuple():
            return sum(_standing(entry, inner) for entry in value)
        case ty.List(), tuple():
            return len(value)
        case ty.Set(), int():
            return value.bit_count()
        case ty.Option(), int():
            return int(value != ty.none_of(t))
        case _:
            return _added(value)


def _always(parts: list[x.Expr], many: int) -> Claim:
    return Claim(x.Compare("==", total(parts), number(many)), summed=True)


def _whole(place: Variable) -> x.Expr | None:
    """The total of a variable that holds a number, or one for each of its keys."""
    t, var = place.type, x.Var(place.name, place.type)
    if isinstance(t, ty.Int):
        return var
    if not isinstance(t, ty.Map) or not isinstance(t.value, ty.Int):
        return None
    key, size = x.Local(_KEY, t.key), ty.size(t.key)
    most = ty.Int(min(0, t.value.lo) * size, max(0, t.value.hi) * size)
    entry = x.Lookup(var, key, t.value)
    return x.Quantifier("sum", key, x.every(t.key), None, entry, most)


def counted(place: Variable, kind: int) -> x.Expr | None:
    """How many components of a kind lie in a place; None if sets of sets would have to be distinguished."""
    t, var = place.type, x.Var(place.name, place.type)
    if ty.is_scalar(t) or isinstance(t, ty.Set):
        return x.If(_is(var, t, kind), number(1), number(0), ty.Int(0, 1))
    if isinstance(t, ty.List):
        return _in_list(var, t, kind)
    if not isinstance(t, ty.Map) or isinstance(t.value, ty.Map):
        return None
    key = x.Local(_KEY, t.key)
    entry = x.Lookup(var, key, t.value)
    most = ty.Int(0, ty.size(t.key))
    if isinstance(t.value, ty.List):
        each = _in_list(entry, t.value, kind)
        most = ty.Int(0, most.hi * t.value.limit)
        return x.Quantifier("sum", key, x.every(t.key), None, each, most)
    return x.Quantifier("count", key, x.every(t.key), _is(entry, t.value, kind), None, most)


def _in_list(e: x.Expr, t: ty.List, kind: int) -> x.Expr:
    """How often a kind occurs in a list."""
    positions = ty.Int(0, max(0, t.limit - 1))
    at = x.Local(_AT, positions)
    item = ty.optional(t.element) if not isinstance(t.element, ty.Option) else t.element
    here = _is(x.Item(e, at, False, item), item, kind)
    return x.Quantifier("count", at, x.every(positions), here, None, ty.Int(0, t.limit))


def _is(e: x.Expr, t: ty.Scalar | ty.Set, kind: int) -> x.Expr:
    if isinstance(t, ty.Set):
        return x.In(x.Const(kind, t.element), e)
    return x.Compare("==", e, x.Const(kind, t))


def _added(value: ty.Value) -> int:
    return sum(map(_added, value)) if isinstance(value, tuple) else int(value)


def _kinds(t: ty.Type, value: ty.Value, kind: int) -> int:
    """How many components of a kind lie in a place that holds a value."""
    match t, value:
        case ty.Map(_, inner), tuple():
            return sum(_kinds(inner, entry, kind) for entry in value)
        case ty.List(), tuple():
            return value.count(kind)
        case ty.Set(), int():
            return int(kind in ty.elements(t, value))
        case _:
            return int(value == kind)
