"""The ways from one cut point to the next ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.program import Chance, Decision, Fault

from ..kernel.certificate import CutPoint
from ..solvers.terms import Term, Terms
from ..symbolic.basic_paths import Arrivals, Rest, Runner
from ..symbolic.choices import Form, forms
from ..symbolic.dependencies import Analysis
from ..symbolic.environment import Frame, Slot, element_type
from ..symbolic.havoc import ConeExecutor
from ..symbolic.path_conditions import Flow, assume
from .cuts import loop_heads
from .invariants import ExpressionInvariant
from .linear_tracking import LinearInvariant, linear_invariants, tracking


@dataclass(frozen=True, slots=True)
class PathBundle:
    """All that may happen from a cut point (None: the beginning) to the next ones.

    ``before`` are the values at the place; ``faults`` the nodes that are faults.
    """

    source: CutPoint | None
    executor: ConeExecutor
    before: Mapping[str, Slot]
    arrivals: Arrivals
    faults: frozenset[int]

    @property
    def diverges(self) -> bool:
        """Whether it may go on for ever, as far as one can tell."""
        return self.arrivals.diverged is not self.executor.t.false

    def ends_at(self, point: CutPoint | None) -> bool:
        """Whether a way ends at the cut point."""
        return any(end == point for end, _ in self.ends())

    def ends(self) -> Iterator[tuple[CutPoint, Rest]]:
        """Where the ways end, other than in faults."""
        for node, rest in self.arrivals.rests.items():
            if node not in self.faults:
                yield CutPoint("node", node), rest
        for block, rest in self.arrivals.cuts.items():
            yield CutPoint("block", block), rest


class PathBundles:
    """Makes the bundles of a program over a cone of variables."""

    def __init__(
        self,
        analysis: Analysis,
        cone: frozenset[str],
        watched: frozenset[int],
        claims: Sequence[ExpressionInvariant],
        unrolled: bool,
        tick: Callable[[], None],
    ) -> None:
        """``claims``: those of which sums are to be followed, if they compare any."""
        self._unrolled = unrolled
        self._analysis = analysis
        self._program = program = analysis.program
        self._cone = cone
        self._watched = watched
        self._tick = tick
        self.cuts = loop_heads(program.blocks)
        self._forgotten = analysis.forgotten
        self._faults = frozenset(i for i, n in enumerate(program.nodes) if isinstance(n, Fault))
        self.linear_invariants: tuple[LinearInvariant, ...] = ()
        self.linear_invariants = linear_invariants(self.executor().evaluator, claims)

    def cut_points(self) -> list[CutPoint]:
        """Every cut point from which a way leads on."""
        nodes = self._program.nodes
        return [
            *(CutPoint("node", i) for i, n in enumerate(nodes) if isinstance(n, Decision | Chance)),
            *(CutPoint("block", b) for b in sorted(self.cuts)),
        ]

    def all(self) -> Iterator[PathBundle]:
        """Every bundle, that of the beginning first."""
        executor = self.executor()
        known = {v.name: v.initial for v in self._program.variables}
        slots = executor.unchanged(executor.with_constants({}, known))
        yield self._bundle(None, executor, slots, self._program.entry, _nowhere(slots))
        for point in self.cut_points():
            if point.kind == "block":
                executor = self.executor()
                slots = self._unknown(executor)
                yield self._bundle(point, executor, slots, point.number, _nowhere(slots))
                continue
            node = self._program.nodes[point.number]
            assert isinstance(node, Decision | Chance)
            for form in forms(node):
                executor = self.executor()
                slots = self.at_node(executor, point.number)
                flow = self._chosen(executor, form, slots)
                yield self._bundle(point, executor, slots, form.block, flow)

    def at_node(self, executor: ConeExecutor, node: int) -> dict[str, Slot]:
        """Any state that rests at a node."""
        return executor.with_constants(self._unknown(executor), self._forgotten[node])

    def executor(self) -> ConeExecutor:
        """An executor for a state by itself."""
        return ConeExecutor(
            self._analysis,
            Terms(self._tick),
            self._cone,
            tracking(self.linear_invariants),
            self._watched,
            self._unrolled,
        )

    def _unknown(self, executor: ConeExecutor) -> dict[str, Slot]:
        return executor.unchanged(
            {v.name: executor.anything(v.name) for v in self._program.variables}
        )

    def _bundle(
        self,
        point: CutPoint | None,
        executor: ConeExecutor,
        before: Mapping[str, Slot],
        block: int,
        flow: Flow,
    ) -> PathBundle:
        runner = Runner(executor, self._tick, _maybe, self.cuts)
        return PathBundle(point, executor, before, runner.run([(block, flow)]), self._faults)

    def _chosen(self, executor: ConeExecutor, form: Form, slots: Mapping[str, Slot]) -> Flow:
        """What is known where a choice was made with any arguments for which it is legal."""
        evaluator, v, t = executor.evaluator, executor.v, executor.t
        after = dict(slots)
        frame = Frame(slots, {})
        flow = _nowhere(slots)
        for parameter in form.parameters:
            of = element_type(parameter.over.type)
            value = v.free(of, f"chosen{executor.version()}", evaluator.facts)
            if evaluator.knows(parameter.over):
                over = evaluator.set(parameter.over, frame)
                flow = assume(t, flow, evaluator.member(of, v.number(value), over))
            frame = frame.bind(parameter.name, value)
            number = v.number(value)
            after[parameter.variable] = executor.slot(
                v.typed(executor.types[parameter.variable], number)
            )
        if not form.weighed:
            flow = assume(t, flow, evaluator.truth(form.guard, frame))
        elif evaluator.knows(form.guard):
            weight = evaluator.number(form.guard, frame)
            flow = assume(t, flow, executor.n.less(executor.n.constant(0), weight))
        return Flow(flow.path, flow.known, after)


def _nowhere(slots: Mapping[str, Slot]) -> Flow:
    return Flow(frozenset(), frozenset(), slots)


def _maybe(conditions: frozenset[Term], cut: int) -> bool:
    return True
