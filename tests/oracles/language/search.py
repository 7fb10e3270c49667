"""Every position of a small game, and what follows from that for its checks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.oracles.language.game import CHANCE, Oracle, Position
from tests.oracles.language.statements.run import Endless

from rulewright.dsl.syntax import parts as p


class TooMany(Exception):  # noqa: N818
    """There are more positions than were asked for."""


@dataclass
class Graph:
    """Positions in the order of their distance; ``edges`` lead from each to those after it.

    ``running_on``: positions with an action after which the rules never come to rest.
    """

    oracle: Oracle
    positions: list[Position] = field(default_factory=list)
    numbers: dict[Position, int] = field(default_factory=dict)
    depth: list[int] = field(default_factory=list)
    edges: list[list[int]] = field(default_factory=list)
    running_on: list[int] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)

    def verdict(self, name: str) -> Verdict:
        """What there is to say of the check or the agreement of that name."""
        names = [check.name.text for check in self.oracle.world.checks]
        return verdict(self, names.index(name))


@dataclass(frozen=True)
class Verdict:
    """Whether a check holds, and the length of the shortest play that decides it, if one does."""

    holds: bool
    length: int | None


def search(oracle: Oracle, most: int) -> Graph:
    """All positions. Raises TooMany, and Endless where play never rests at all."""
    graph = Graph(oracle)

    def number(position: Position, depth: int) -> int:
        if position not in graph.numbers:
            if len(graph.positions) == most:
                raise TooMany
            graph.numbers[position] = len(graph.positions)
            graph.positions.append(position)
            graph.depth.append(depth)
        return graph.numbers[position]

    number(oracle.new()[0], 0)
    for i, position in enumerate(graph.positions):
        graph.edges.append([])
        actions = oracle.legal(position)
        if not actions and position.end is None:
            graph.stuck.append(i)
        for action in actions:
            try:
                after, _ = oracle.step(position, action)
            except Endless:
                graph.running_on.append(i)
                continue
            graph.edges[i].append(number(after, graph.depth[i] + 1))
    return graph


def verdict(graph: Graph, check: int) -> Verdict:
    """Whether a check holds in a whole game."""
    part = graph.oracle.world.checks[check]
    kind = "always" if isinstance(part, p.AgreePart) else part.kind
    match kind:
        case "never" | "always" | "reachable":
            wanted = kind != "always"
            found = (
                i for i, q in enumerate(graph.positions) if graph.oracle.holds(check, q) == wanted
            )
            return _shown(graph, found, kind == "reachable")
        case "never_by" | "some_by":
            return Verdict(*_by(graph, check, kind == "some_by"))
        case "forever":
            return _shown(graph, _lasting(graph, check), True)
        case "acts":
            return _shown(graph, graph.stuck, False)
    if graph.running_on:
        return Verdict(False, min(graph.depth[i] for i in graph.running_on))
    length = shortest_return(graph)
    return Verdict(length is None, length)


def _shown(graph: Graph, found: Iterable[int], good: bool) -> Verdict:
    lengths = [graph.depth[i] for i in found]
    return Verdict(bool(lengths) == good, min(lengths, default=None))


def _by(graph: Graph, check: int, good: bool) -> tuple[bool, int | None]:
    oracle, best = graph.oracle, None
    for i, position in enumerate(graph.positions):
        player = oracle.decides(position)
        if player in {None, CHANCE} or (best is not None and graph.depth[i] + 1 >= best):
            continue
        if any(oracle.holds(check, graph.positions[j], player) for j in set(graph.edges[i])):
            best = graph.depth[i] + 1
    return (best is not None) == good, best


def _lasting(graph: Graph, check: int) -> list[int]:
    """Positions in which a property holds, and in all that can follow."""
    kept = {i for i, q in enumerate(graph.positions) if graph.oracle.holds(check, q)}
    while True:
        lost = {i for i in kept if not kept.issuperset(graph.edges[i])}
        if not lost:
            return sorted(kept)
        kept -= lost


def shortest_return(graph: Graph) -> int | None:
    """The length of the shortest play whose last position was there before; None if none is."""
    best: int | None = None
    for start in range(len(graph.positions)):
        if best is not None and graph.depth[start] + 1 >= best:
            continue
        steps, waiting = {start: 0}, deque([start])
        while waiting:
            here = waiting.popleft()
            if start in graph.edges[here]:
                length = graph.depth[start] + steps[here] + 1
                best = length if best is None else min(best, length)
                break
            for after in graph.edges[here]:
                if after not in steps:
                    steps[after] = steps[here] + 1
                    waiting.append(after)
    return best
