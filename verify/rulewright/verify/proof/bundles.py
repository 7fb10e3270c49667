"""The ways from one cut point to the next ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.program import Chance, Decision, Fault

from ..solvers.terms import Term, Terms
from ..symbolic.basic_paths import Arrivals, Rest, Runner
from ..symbolic.choices import Form, forms
from ..symbolic.dependencies import Analysis
from ..symbolic.environment import Frame, Slot, element_type
from ..symbolic.havoc import ConeExecutor
from ..symbolic.path_conditions import Flow, assume
from .claims import Says
from .cut_points import Place
from .cuts import loop_heads
from .linear_tracking import Line, lines


@dataclass(frozen=True, slots=True)
class Region:
    """All that may happen from a place (None: the beginning) to the next ones.

    ``before`` are the values at the place; ``faults`` the nodes that are faults.
    """

    source: Place | None
    executor: ConeExecutor
    before: Mapping[str, Slot]
    arrivals: Arrivals
    faults: frozenset[int]

    @property
    def diverges(self) -> bool:
        """Whether it may go on for ever, as far as one can tell."""
        return self.arrivals.diverged is not self.executor.t.false

    def ends_at(self, place: Place | None) -> bool:
        """Whether a way ends at the place."""
        return any(end == place for end, _ in self.ends())

    def ends(self) -> Iterator[tuple[Place, Rest]]:
        """Where the ways end, other than in faults."""
        for node, rest in self.arrivals.rests.items():
            if node not in self.faults:
                yield Place("node", node), rest
        for block, rest in self.arrivals.cuts.items():
            yield Place("block", block), rest


class Regions:
    """Makes the regions of a program over a cone of variables."""

    def __init__(
        self,
        analysis: Analysis,
        cone: frozenset[str],
        watched: frozenset[int],
        claims: Sequence[Says],
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
        self.lines: tuple[Line, ...] = ()
        self.lines = lines(self.executor().evaluator, claims)

    def places(self) -> list[Place]:
        """Every place from which a way leads on."""
        nodes = self._program.nodes
        return [
            *(Place("node", i) for i, n in enumerate(nodes) if isinstance(n, Decision | Chance)),
            *(Place("block", b) for b in sorted(self.cuts)),
        ]

    def all(self) -> Iterator[Region]:
        """Every region, that of the beginning first."""
        executor = self.executor()
        known = {v.name: v.initial for v in self._program.variables}
        slots = executor.begun(executor.with_constants({}, known))
        yield self._region(None, executor, slots, self._program.entry, _nowhere(slots))
        for place in self.places():
            if place.kind == "block":
                executor = self.executor()
                slots = self._unknown(executor)
                yield self._region(place, executor, slots, place.number, _nowhere(slots))
                continue
            node = self._program.nodes[place.number]
            assert isinstance(node, Decision | Chance)
            for form in forms(node):
                executor = self.executor()
                slots = self.at_node(executor, place.number)
                flow = self._chosen(executor, form, slots)
                yield self._region(place, executor, slots, form.block, flow)

    def at_node(self, executor: ConeExecutor, node: int) -> dict[str, Slot]:
        """Any state that rests at a node."""
        return executor.with_constants(self._unknown(executor), self._forgotten[node])

    def executor(self) -> ConeExecutor:
        """An executor for a state by itself."""
        return ConeExecutor(
            self._analysis,
            Terms(self._tick),
            self._cone,
            self._watched,
            self.lines,
            self._unrolled,
        )

    def _unknown(self, executor: ConeExecutor) -> dict[str, Slot]:
        return executor.begun({v.name: executor.anything(v.name) for v in self._program.variables})

    def _region(
        self,
        place: Place | None,
        executor: ConeExecutor,
        before: Mapping[str, Slot],
        block: int,
        flow: Flow,
    ) -> Region:
        runner = Runner(executor, self._tick, _maybe, self.cuts)
        return Region(place, executor, before, runner.run([(block, flow)]), self._faults)

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
