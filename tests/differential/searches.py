"""Complete search by the tool against all positions of the second meaning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracles.language import Fault, Graph, Position, Verdict, verdict
from tests.oracles.language.search import shortest_return

from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks

from .plays import same_position, same_step

SECONDS = 60.0


def verdicts(graph: Graph, program: Any) -> list[Verdict]:
    """What the second meaning says of each check."""
    return [verdict(graph, number) for number in range(len(program.checks))]


def same_verdicts(graph: Graph, game: Any, searcher: Any = None) -> Any:
    """Assert that a complete search has the same answers; its report."""
    report = answer_checks(
        game, Budget(SECONDS, states=50 * len(graph.positions) + 50), plays=0, searcher=searcher
    )
    assert not report.coverage.stopped, ("stopped", report.coverage)
    for answer, mine in zip(report.answers, verdicts(graph, game.program), strict=True):
        name = f"{answer.check.name} ({answer.check.kind})"
        assert answer.holds == mine.holds, ("verdict", name, answer.holds, mine.holds)
        if answer.has_witness and answer.check.kind != "forever" and not answer.note:
            length = len(answer.verdict.witness)
            if length != mine.length:
                assert answer.check.kind == "ends", ("length", name, length, mine.length)
                least = _least_return(graph)
                assert least <= length < mine.length, ("length", name, length, least, mine.length)
    found = {t.declared for t in report.defects if t.message.startswith("fault")}
    ends = (q.end for q in graph.positions)
    assert found == {end.declared for end in ends if isinstance(end, Fault)}, ("faults", found)
    return report


def walk_together(graph: Graph, game: Any, most: int) -> None:
    """Go wherever play can come to, on both.

    Asserts that both say the same wherever they come, and that no two states are one position.
    """
    oracle = graph.oracle
    first = (oracle.new()[0], game.new())
    known: dict[Position, Any] = {first[0]: first[1]}
    pairs, waiting = {first}, [first]
    for position, state in waiting:
        same_position(oracle, position, game, state)
        for choice in range(len(oracle.legal(position))):
            stepped = same_step(oracle, position, game, state, choice)
            if stepped is None or stepped in pairs:
                continue
            pairs.add(stepped)
            after, other = stepped
            assert known.setdefault(after, other) == other, ("counted twice", known[after], other)
            waiting.append(stepped)
            if len(waiting) > most:
                return


def _least_return(graph: Graph) -> int:
    """The length of the shortest play that comes back, if positions that no play can tell apart are one:
    where a procedure was called from is none of what is said, so that the tool may take two for one."""
    assert not graph.running_on
    kinds, first = _kinds(graph), dict[int, int]()
    for position, kind in enumerate(kinds):
        first.setdefault(kind, position)  # the nearest: they stand in the order of their distance
    merged = Graph(graph.oracle)
    for position in first.values():
        merged.positions.append(graph.positions[position])
        merged.depth.append(graph.depth[position])
        merged.edges.append([kinds[to] for to in graph.edges[position]])
    length = shortest_return(merged)
    assert length is not None
    return length


def classes(graph: Graph) -> int:
    """How many positions there are that some play can tell apart: none can be fewer."""
    return len(set(_kinds(graph)))


def _kinds(graph: Graph) -> list[int]:
    """For each position a number, which two share where both say the same and go on to the same, whatever is
    chosen; they count from 0 on in the order in which they come."""
    first: dict[object, int] = {}
    kinds = [first.setdefault(_said(graph, q), len(first)) for q in graph.positions]
    ways, count = list(_ways(graph)), len(first)
    while True:
        numbers: dict[object, int] = {}
        kinds = [
            numbers.setdefault((kind, tuple((text, kinds[to]) for text, to in way)), len(numbers))
            for kind, way in zip(kinds, ways, strict=True)
        ]
        if len(numbers) == count:
            return kinds
        count = len(numbers)


def _said(graph: Graph, position: Position) -> object:
    oracle = graph.oracle
    texts = tuple(a.text for a in oracle.legal(position))
    return (position.state, oracle.decides(position), position.end, texts)


def _ways(graph: Graph) -> Iterator[list[tuple[str, int]]]:
    for position, targets in zip(graph.positions, graph.edges, strict=True):
        texts = [a.text for a in graph.oracle.legal(position)]
        yield list(zip(texts, targets, strict=False))
