"""Steps in directions on boards whose places have two coordinates, and the tables made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..ir.types import Enum, Option, Set, none_of
from .board import BoardTable
from .masks import mask

Coordinate = tuple[int, int]
DirectionSteps = tuple[tuple[int | None, ...], ...]
"""For each place, for each direction: the place one step on, or None beyond the edge."""


def steps(places: Sequence[Coordinate], directions: Sequence[Coordinate]) -> DirectionSteps:
    """Where one step in each direction leads from each place.

    >>> steps([(0, 0), (1, 0)], [(1, 0), (-1, 0)])
    ((1, None), (None, 0))
    """
    index = {place: k for k, place in enumerate(places)}
    return tuple(tuple(index.get((x + dx, y + dy)) for dx, dy in directions) for x, y in places)


def along(all_steps: DirectionSteps, start: int, direction: int) -> Iterator[int]:
    """The places that one step, two steps, … reach, up to the edge or a gap."""
    at = all_steps[start][direction]
    while at is not None:
        yield at
        at = all_steps[at][direction]


def neighbours(all_steps: DirectionSteps, directions: Sequence[int]) -> tuple[int, ...]:
    """For each place, the places one step away in one of these directions."""
    return tuple(mask(k for d in directions if (k := row[d]) is not None) for row in all_steps)


def step_table(place: Enum, direction: Enum, all_steps: DirectionSteps) -> BoardTable:
    """``step(place, direction)``: the next place or none."""
    option = Option(place)
    edge = none_of(option)
    values = tuple(edge if k is None else k for row in all_steps for k in row)
    return BoardTable("step", (place, direction), option, values)


def ray_table(place: Enum, direction: Enum, all_steps: DirectionSteps) -> BoardTable:
    """``ray(place, direction)``: the set of the places that repeated steps reach."""
    values = tuple(
        mask(along(all_steps, k, d))
        for k in range(len(place.labels))
        for d in range(len(direction.labels))
    )
    return BoardTable("ray", (place, direction), Set(place), values)


def beyond_table(
    place: Enum,
    direction: Enum,
    places: Sequence[Coordinate],
    directions: Sequence[Coordinate],
) -> BoardTable:
    """``beyond(place, direction)``: the set of the places in that direction, past any gap."""
    further = [_further(places, direction_) for direction_ in directions]
    values = tuple(row[k] for k in range(len(places)) for row in further)
    return BoardTable("beyond", (place, direction), Set(place), values)


def _further(places: Sequence[Coordinate], direction: Coordinate) -> list[int]:
    """For each place, those that some number of steps, at least one, leads to.

    ``direction`` leads to a neighbour: places in line with one another are whole steps apart.
    """
    dx, dy = direction
    lines: dict[int, list[int]] = {}
    for k, (x, y) in enumerate(places):
        lines.setdefault(x * dy - y * dx, []).append(k)
    result = [0] * len(places)
    for line in lines.values():
        beyond = 0
        for k in sorted(line, key=lambda k: -(places[k][0] * dx + places[k][1] * dy)):
            result[k] = beyond
            beyond |= 1 << k
    return result
