"""Counts plays without playing each of them."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import TypeVar

from rulewright.engines.game import Game

from ..execution.interruption import ending_in_time
from ..limits import Deadline, OutOfTime
from .components import components, cyclic
from .graph import StateGraph

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")


def perft(game: Game[S], length: int, deadline: Deadline) -> tuple[int, ...]:
    """For 1, 2, … up to ``length``: the number of action sequences of that length.

    The result is shorter if the deadline passes. Sequences that meet in one state are continued together.
    """
    counts: list[int] = []
    with suppress(OutOfTime), ending_in_time(deadline):
        _count(game, length, deadline, counts)
    return tuple(counts)


def _count(game: Game[S], length: int, deadline: Deadline, counts: list[int]) -> None:
    layer: dict[S, int] = {game.new(): 1}
    while len(counts) < length:
        following: dict[S, int] = {}
        for state, ways in layer.items():
            if deadline.passed():
                return
            for action in game.legal(state):
                target = game.apply(state, action)
                following[target] = following.get(target, 0) + ways
        counts.append(sum(following.values()))
        layer = following


def count_plays(graph: StateGraph[S, M]) -> int | None:
    """The number of different complete plays in a complete graph; None if it is unbounded.

    A play is complete where it is over or stuck.
    """
    if not graph.complete:
        raise ValueError("only a complete graph tells the number of plays")
    plays = [0] * len(graph.states)
    for component in components(graph):
        if cyclic(graph, component):
            return None
        state = component[0]
        following = graph.successors(state)
        plays[state] = sum(plays[target] for target in following) if following else 1
    return plays[0]
