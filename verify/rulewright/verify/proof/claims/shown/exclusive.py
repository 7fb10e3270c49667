"""That nothing is in two places: a card is in one hand, or in the pile, or on the table.

Rules that store components in sets, lists and options never state it; plays show where it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import number, total
from rulewright.dsl.ir.program import Variable

from ....effort.proving import CLAIMING
from ....kernel.certificate import Claim
from ..conservation import counted


def exclusive(
    variables: Sequence[Variable], positions: Sequence[Mapping[str, ty.Value]]
) -> Iterator[Claim]:
    """For each thing that may lie in several of the variables: in all positions it is in at most one.

    And that it is in one, where it always is. Nothing about types of which anything is ever in two places.
    """
    for element, some in held_by(variables).items():
        held = [[*_held(some, position)] for position in positions]
        if all(len(things) == len(set(things)) for things in held):
            lowest = ty.lowest(element)
            counts = {k: _counted(some, k) for k in range(lowest, lowest + ty.size(element))}
            known = {kind: count for kind, count in counts.items() if count is not None}
            # Where both hold, the stronger one comes first, for all kinds: it mostly suffices.
            for kind, count in known.items():
                if all(kind in things for things in held):
                    yield Claim(x.Compare("==", count, number(1)), summed=True)
            for count in known.values():
                yield Claim(x.Compare("<=", count, number(1)), summed=True)


def held_by(variables: Sequence[Variable]) -> dict[ty.Scalar, list[Variable]]:
    """For each type of things the variables that hold some of them."""
    found: dict[ty.Scalar, list[Variable]] = {}
    for variable in variables:
        element = _element(variable)
        if element is not None and ty.size(element) <= CLAIMING.exclusive:
            found.setdefault(element, []).append(variable)
    return found


def _element(v: Variable) -> ty.Scalar | None:
    """The type of the things that a variable holds."""
    match v.type:
        case ty.Map(key, ty.Int()) if v.kind == "supply":
            return key
        case ty.Map(_, inner) | inner:
            match inner:
                case ty.Set(element) | ty.List(element, _) | ty.Option(element):
                    return element
                case _:
                    return None


def _held(places: Sequence[Variable], position: Mapping[str, ty.Value]) -> Iterator[int]:
    """The things that lie in the places, each as often as it does."""
    for v in places:
        value = position[v.name]
        if v.kind == "supply" and isinstance(value, tuple):
            lowest = ty.lowest(_key(v))
            for kind, number in enumerate(value, lowest):
                assert isinstance(number, int)
                yield from [kind] * number
        else:
            yield from _things(v.type, value)


def _key(supply: Variable) -> ty.Scalar:
    assert isinstance(supply.type, ty.Map)
    return supply.type.key


def _things(t: ty.Type, value: ty.Value) -> Iterator[int]:
    match t:
        case ty.Map(_, inner):
            assert isinstance(value, tuple)
            for one in value:
                yield from _things(inner, one)
        case ty.Set():
            assert isinstance(value, int)
            yield from (int(thing) for thing in ty.elements(t, value) if isinstance(thing, int))
        case ty.List():
            assert isinstance(value, tuple)
            yield from (int(thing) for thing in value if isinstance(thing, int))
        case ty.Option():
            assert isinstance(value, int)
            if value != ty.none_of(t):
                yield int(value)


def _counted(places: Sequence[Variable], kind: int) -> x.Expr | None:
    """In how many of the places a thing lies; None if that cannot be written for one of them."""
    counts = [count for v in places if (count := _count(v, kind)) is not None]
    return total(counts) if len(counts) == len(places) else None


def _count(place: Variable, kind: int) -> x.Expr | None:
    match place.type:
        case ty.Map(key, ty.Int() as amount) if place.kind == "supply":
            return x.Lookup(x.Var(place.name, place.type), x.Const(kind, key), amount)
        case _:
            return counted(place, kind)
