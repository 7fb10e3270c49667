"""That nothing is in two places: a card is in one hand, or in the pile, or on the table.

Rules that keep components in sets, lists and options never say so; plays show where it is so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import arith, number
from rulewright.dsl.ir.program import Variable

from ...kernel.certificate import Claim
from .conservation import counted

MOST_VALUES = 64
"""Things of a type with more values are not followed one by one."""


def exclusive(
    variables: Sequence[Variable], positions: Sequence[Mapping[str, ty.Value]]
) -> Iterator[Claim]:
    """For each thing that may lie in several of the variables: in all positions it is in one at most.

    Nothing about types of which anything is ever in two places.
    """
    for element, some in held_by(variables).items():
        if all(_apart(some, position) for position in positions):
            lowest = ty.lowest(element)
            for kind in range(lowest, lowest + ty.size(element)):
                yield from _once(some, kind)


def held_by(variables: Sequence[Variable]) -> dict[ty.Scalar, list[Variable]]:
    """For each type of things the variables that hold some of them."""
    found: dict[ty.Scalar, list[Variable]] = {}
    for variable in variables:
        element = _element(variable.type)
        if element is not None and ty.size(element) <= MOST_VALUES:
            found.setdefault(element, []).append(variable)
    return found


def _element(t: ty.Type) -> ty.Scalar | None:
    """Of what a variable holds some."""
    match t:
        case ty.Set(element) | ty.List(element, _) | ty.Option(element):
            return element
        case ty.Map(_, ty.Set() | ty.List() | ty.Option() as inner):
            return _element(inner)
        case _:
            return None


def _apart(places: Sequence[Variable], position: Mapping[str, ty.Value]) -> bool:
    held = [thing for v in places for thing in _things(v.type, position[v.name])]
    return len(held) == len(set(held))


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


def _once(places: Sequence[Variable], kind: int) -> Iterator[Claim]:
    counts = [count for v in places if (count := counted(v, kind)) is not None]
    if len(counts) < len(places):
        return
    together, *others = counts
    for other in others:
        together = arith("+", together, other)
    yield Claim(x.Compare("<=", together, number(1)), summed=True)
