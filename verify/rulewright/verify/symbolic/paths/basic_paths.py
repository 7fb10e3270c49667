"""From an action to the resting states that may follow: blocks in order, paths merged."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.code import Branch, Goto, Stop
from rulewright.dsl.ir.unknown import refuse

from ...effort.encoding import ENCODING
from ...solvers.terms.terms import Term
from ..expressions.environment import VersionedValue
from .executor import Executor, Run
from .path_conditions import Flow, assume, merged


@dataclass(frozen=True, slots=True)
class RestingState:
    """A resting state at a node: when it is there, and the values then."""

    condition: Term
    known: frozenset[Term]
    slots: Mapping[str, VersionedValue]


@dataclass(frozen=True, slots=True)
class PathEnds:
    """Where a run comes to rest: the ordinary nodes, the faults, and when it does not end.

    ``facts`` are true in any case.
    """

    rests: Mapping[int, RestingState]
    faults: Mapping[int, Term]
    diverged: Term
    facts: tuple[Term, ...]


class Runner:
    """Runs a program's blocks symbolically."""

    def __init__(
        self,
        executor: Executor,
        tick: Callable[[], None],
        possible: Callable[[frozenset[Term], int], bool],
    ) -> None:
        """``possible``: whether conditions can be true together, whatever the terms older than a number
        are."""
        self.executor = executor
        self.t = executor.t
        self._ranks = executor.analysis.ranks
        self._blocks = executor.program.blocks
        self._tick = tick
        self._possible = possible
        self._reset_values = executor.analysis.reset_values

    def run(
        self, starts: Sequence[tuple[int, Flow]], sure: frozenset[Term] = frozenset()
    ) -> PathEnds:
        """Run from blocks until everything has come to rest.

        ``starts`` exclude one another; ``sure`` are conditions that are asserted anyway.
        """
        t, run = self.t, Run()
        waiting: dict[int, list[Flow]] = {}
        queue: list[tuple[int, int]] = []
        visits = [0] * len(self._blocks)
        started = [0] * len(self._blocks)
        stopped: dict[int, list[Flow]] = {}
        diverged: list[Term] = []

        def send(block: int, flow: Flow) -> None:
            if block not in waiting:
                heapq.heappush(queue, (self._ranks[block], block))
            waiting.setdefault(block, []).append(flow)

        for block, flow in starts:
            send(block, flow)
        while queue:
            self._tick()
            _, number = heapq.heappop(queue)
            flow = merged(t, waiting.pop(number), self.executor.joined, sure)
            visits[number] += 1
            if visits[number] == 1:
                started[number] = len(t)
            elif visits[number] >= ENCODING.asked_visit and not self._possible(
                flow.path, started[number]
            ):
                continue
            if visits[number] > ENCODING.visits:
                diverged.append(t.and_(flow.path))
                continue
            end = self.executor.execute(self._blocks[number].body, flow, {}, run)
            if end is None:
                continue
            flow, locals_ = end
            last = self._blocks[number].terminator
            match last:
                case Stop(node):
                    slots = self.executor.with_constants(flow.slots, self._reset_values[node])
                    stopped.setdefault(node, []).append(Flow(flow.path, flow.known, slots))
                case Goto(target):
                    send(target, flow)
                case Branch(condition, then, otherwise):
                    way = self.executor.decide(condition, flow, locals_, run)
                    for term, target in ((way, then), (t.not_(way), otherwise)):
                        if term is not t.false:
                            send(target, assume(t, flow, term))
                case _:
                    refuse(last)
        return PathEnds(
            {node: self._rest(flows) for node, flows in sorted(stopped.items())},
            _joined(self, run.faults),
            t.or_(diverged),
            tuple(run.facts),
        )

    def _rest(self, flows: list[Flow]) -> RestingState:
        flow = merged(self.t, flows, self.executor.joined)
        return RestingState(self.t.and_(flow.path), flow.known, flow.slots)


def _joined(runner: Runner, faults: Sequence[tuple[Term, int]]) -> dict[int, Term]:
    found: dict[int, list[Term]] = {}
    for condition, number in faults:
        found.setdefault(number, []).append(condition)
    return {number: runner.t.or_(terms) for number, terms in sorted(found.items())}
