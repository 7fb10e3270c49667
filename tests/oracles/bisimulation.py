"""Which positions of labelled graphs no play tells apart, by refining a partition.

Positions are put into classes by what is seen there, and classes are split by where equal moves
lead, until nothing splits any more (Kanellakis and Smolka, CCS expressions, finite state processes,
and three problems of equivalence, Information and Computation 86, 1990). The round in which two
positions part is the length of the shortest play that tells them apart.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Graph:
    """What is seen at each position, and where each move leads; position 0 is the start."""

    seen: Sequence[Hashable]
    moves: Sequence[Mapping[Hashable, int]]


def parting(one: Graph, two: Graph) -> int | None:
    """The length of the shortest play that tells the starts apart, or None if there is none."""
    seen = [*one.seen, *two.seen]
    shift = len(one.seen)
    moves = [
        *(dict(row) for row in one.moves),
        *({move: to + shift for move, to in row.items()} for row in two.moves),
    ]
    classes = _numbered(seen)
    count, rounds = len(set(classes)), 0
    while classes[0] == classes[shift]:
        finer = _numbered(
            [
                (mine, frozenset((move, classes[to]) for move, to in row.items()))
                for mine, row in zip(classes, moves, strict=True)
            ]
        )
        if len(set(finer)) == count:
            return None
        classes, count, rounds = finer, len(set(finer)), rounds + 1
    return rounds


def _numbered(keys: Sequence[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]
