"""Walks over places: where one comes to from a place, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.oracles.language.values import Items, Value, ascending

Near = Callable[[Value], Iterable[Value]]
"""The neighbours of a place, in the order of places."""


def steps(start: Value, inside: frozenset[Value], near: Near) -> dict[Value, int]:
    """How many steps away each place is that can be come to without leaving ``inside``."""
    if start not in inside:
        return {}
    found, waiting = {start: 0}, [start]
    for place in waiting:
        for other in near(place):
            if other in inside and other not in found:
                found[other] = found[place] + 1
                waiting.append(other)
    return found


def components(inside: frozenset[Value], near: Near) -> Items:
    """By the relation's walks, as the reference has it: those of each least place."""
    found: list[tuple[Value, Value]] = []
    for place in ascending(inside):
        reached = frozenset(steps(place, inside, near))
        if ascending(reached)[0] == place:
            found.append((place, reached))
    return Items.of(found)
