"""Which positions of labelled graphs no play tells apart, by refining a partition.

Positions are put into classes by what is seen there, and classes are split by where equal moves
lead, until nothing splits any more (Kanellakis and Smolka, CCS expressions, finite state processes,
and three problems of equivalence, Information and Computation 86, 1990). The round in which two
positions part is the length of the shortest play that tells them apart.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Graph:
    """What is seen at each position, and where each move leads; position 0 is the start."""

    seen: Sequence[Hashable]
    moves: Sequence[Mapping[Hashable, int]]


class Explorable(Protocol):
    """A game that can be explored whole."""

    def graph(self, *, table: bool) -> Graph:
        """All positions, with what lies on the table as part of what is seen, or without it."""


Lengths = tuple[int | None, int | None]
"""Of the shortest plays after which the rules differ, and after which anything does."""


def lengths(one: Explorable, two: Explorable) -> Lengths:
    """How far two games are the same."""
    rules, anything = (
        parting(one.graph(table=table), two.graph(table=table)) for table in (False, True)
    )
    return rules, anything


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
