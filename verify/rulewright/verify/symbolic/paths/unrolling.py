"""The states of a play after so many decisions, as one formula for each number of decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Decision, Program

from ...effort.encoding import ENCODING
from ...solvers.queries.term_solver import TermSolver
from ...solvers.solver import SolverLimit, Unsat
from ...solvers.terms.terms import Term, TermBuilder
from ..analysis.analysis import Analysis
from ..expressions.environment import SymbolicFrame, VersionedValue
from ..values.values import SymbolicValues
from .basic_paths import PathEnds, RestingState, Runner
from .choices import Branchings, SymbolicAction
from .executor import Executor
from .path_conditions import Flow, consequences

LOOK = SolverLimit.of(ENCODING.loop_units)
"""The solver's limit for showing that a loop ends."""


@dataclass(frozen=True, slots=True)
class UnrolledPosition:
    """Where play may be after some decisions; ``faults`` keep the values of ``before``."""

    ends: PathEnds
    before: Mapping[str, VersionedValue]

    @property
    def rests(self) -> Mapping[int, RestingState]:
        """The resting states other than those after a fault on the way."""
        return self.ends.rests


@dataclass(frozen=True, slots=True)
class UnrolledDecision:
    """One decision: its options by node, what they require, and where play is then."""

    options: Mapping[int, tuple[SymbolicAction, ...]]
    constraints: tuple[Term, ...]
    position: UnrolledPosition

    def all_options(self) -> list[SymbolicAction]:
        """The options of every node."""
        return [option for options in self.options.values() for option in options]


class Transitions:
    """Makes the formulas of a program's plays."""

    def __init__(
        self,
        program: Program,
        tick: Callable[[], None] = lambda: None,
        solver: TermSolver | None = None,
    ) -> None:
        self.program = program
        self.t = TermBuilder(tick)
        self.analysis = Analysis(program)
        self.executor = Executor(self.analysis, self.t)
        self.v: SymbolicValues = self.executor.v
        self.options = Branchings(self.executor)
        self._reset_values = self.analysis.reset_values
        self.going_on_nodes = frozenset(i for i, node in enumerate(program.nodes) if goes_on(node))
        self._solver = solver or TermSolver()
        self._runner = Runner(self.executor, tick, self._possible)

    def _possible(self, conditions: frozenset[Term], cut: int) -> bool:
        ordered = sorted(conditions, key=lambda term: term.number)
        if not ordered or ordered[-1].number < cut:
            return True
        return not isinstance(self._solver.measured(ordered, LOOK, cut=cut)[0], Unsat)

    # --- positions ----------------------------------------------------------------------------

    def first(self) -> UnrolledPosition:
        """The beginning of play."""
        slots = self.executor.with_constants(
            {}, {v.name: v.initial for v in self.program.variables}
        )
        flow = Flow(frozenset(), frozenset(), slots)
        return UnrolledPosition(self._runner.run([(self.program.entry, flow)]), slots)

    def going_on(self, position: UnrolledPosition) -> dict[int, RestingState]:
        """The resting states from which play goes on."""
        return {
            number: rest for number, rest in position.rests.items() if number in self.going_on_nodes
        }

    def states(self, position: UnrolledPosition) -> Iterator[tuple[int, RestingState]]:
        """Every resting state, those at faults too, with its node."""
        yield from position.rests.items()
        for number, condition in position.ends.faults.items():
            slots = self.executor.with_constants(position.before, self._reset_values[number])
            yield number, RestingState(condition, frozenset(), slots)

    # --- one decision -------------------------------------------------------------------------

    def advance(self, position: UnrolledPosition, prefix: str) -> UnrolledDecision | None:
        """One decision from a position; None if play cannot go on there.

        The constraints say that play does go on: they exclude every end and every stuck state.
        """
        rests = self.going_on(position)
        if not rests:
            return None
        constraints = [self.t.or_(rest.condition for rest in rests.values())]
        if len(rests) == 1:
            # There is no other place to be: what brought play here is asserted once.
            number, rest = next(iter(rests.items()))
            known = rest.known | consequences(self.t, rest.condition)
            rests = {number: replace(rest, condition=self.t.true, known=known)}
        options: dict[int, tuple[SymbolicAction, ...]] = {}
        starts: list[tuple[int, Flow]] = []
        for number, rest in rests.items():
            found: list[SymbolicAction] = []
            node = self.program.nodes[number]
            assert goes_on(node)
            for branching in self.options.branchings(node, rest, f"{prefix}_n{number}"):
                found += branching.options
                starts.append((branching.block, branching.flow))
                constraints += branching.constraints
            options[number] = tuple(found)
            for option in found:
                constraints.append(self.t.implies(option.taken, rest.condition))
        taken = [option.taken for found in options.values() for option in found]
        if not taken:
            return None
        constraints += self.t.exactly_one(taken)
        sure = self.t.or_(t for _, flow in starts for t in flow.path)
        ends = self._runner.run(starts, frozenset((sure,)))
        return UnrolledDecision(
            options,
            (*constraints, *ends.facts),
            UnrolledPosition(ends, self._before(rests)),
        )

    def _before(self, rests: Mapping[int, RestingState]) -> Mapping[str, VersionedValue]:
        *others, last = rests.values()
        slots = dict(last.slots)
        for rest in others:
            for name, slot in rest.slots.items():
                if slot.version != slots[name].version:
                    value = self.v.choose(rest.condition, slot.value, slots[name].value)
                    slots[name] = self.executor.slot(value)
        return slots

    # --- what may be asked about a position ---------------------------------------------------

    def frame(self, node: int, rest: RestingState) -> SymbolicFrame:
        """What a check reads in a resting state."""
        return SymbolicFrame(rest.slots, {}, node)

    def stuck(self, position: UnrolledPosition) -> Term:
        """Whether there is a decision (or chance) without a legal option."""
        found = []
        for number, rest in self.going_on(position).items():
            node = self.program.nodes[number]
            assert goes_on(node)
            legal = [term for _, term in self.options.legal(node, rest)]
            found.append(self.t.and_((rest.condition, self.t.not_(self.t.or_(legal)))))
        return self.t.or_(found)

    def acted(self, before: UnrolledPosition, move: UnrolledDecision, player: int) -> Term:
        """Whether the move is a player's."""
        found = []
        for number, options in move.options.items():
            node = self.program.nodes[number]
            if isinstance(node, Decision):
                rest = before.rests[number]
                decides = self.executor.evaluator.number(node.player, self.frame(number, rest))
                here = self.t.or_(option.taken for option in options)
                found.append(self.t.and_((here, self.executor.n.is_(decides, player))))
        return self.t.or_(found)
