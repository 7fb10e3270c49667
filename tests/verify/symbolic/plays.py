"""Resting states of the reference interpreter inside the solver's encoding."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference_eval import Position as Resting
from tests.reference_eval import Reference
from tests.verify.symbolic.assigned import Assigned, Model, assign

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Bool, Int, List, Map, Set, Type, bounds, default, size
from rulewright.engines.game import Action
from rulewright.verify.solvers.terms.terms import Term, TermBuilder
from rulewright.verify.symbolic.expressions.environment import VersionedValue
from rulewright.verify.symbolic.paths.basic_paths import PathEnds, RestingState
from rulewright.verify.symbolic.paths.choices import SymbolicAction, literals
from rulewright.verify.symbolic.paths.unrolling import (
    Transitions,
    UnrolledDecision,
    UnrolledPosition,
)
from rulewright.verify.symbolic.values.numbers import Wide, width_of
from rulewright.verify.symbolic.values.value_counters import counters
from rulewright.verify.symbolic.values.values import (
    Bits,
    Entries,
    SymbolicList,
    SymbolicValue,
    SymbolicValues,
)


@dataclass
class Encoded:
    """The encoding of any state of a program, to be filled with known ones."""

    program: Program

    def __post_init__(self) -> None:
        self.reference = Reference(self.program)
        self.transitions = Transitions(self.program)
        self.position = free(self.transitions)
        self.move: UnrolledDecision | None = self.transitions.advance(self.position, "m")

    def model(self, state: Resting) -> Model:
        """The assignment that makes the free state this one."""
        values, slots = self.reference.scope(state).values, self.position.before
        model: Model = {}
        for v in self.program.variables:
            if v.kind != "scratch":
                assign(v.type, slots[v.name].value, values[v.name], model)
        for own in counters(self.program).values():
            for counter in own:
                held = values[counter.variable]
                assert isinstance(held, tuple)
                number = slots[counter.name].value
                assert isinstance(number, Wide)
                model[str(number.term.value)] = sum(v == counter.value for v in held)
        if state.node in self.position.rests:
            model[str(self.position.rests[state.node].condition.value)] = 1
        return model

    def legal(self, state: Resting) -> list[Action]:
        """The legal actions of a state, by the encoding."""
        assigned = Assigned(self.model(state))
        node = self.program.nodes[state.node]
        rest = self.position.rests[state.node]
        return [a for a, term in self.transitions.options.legal(node, rest) if assigned(term)]

    def after(self, state: Resting, action: Action) -> Resting | None:
        """The state after an action; None if the encoding forbids the action."""
        assert self.move is not None
        model = self.model(state)
        for node, options in self.move.options.items():
            for option in options:
                take(option, action if node == state.node else NOTHING, model)
        assigned = Assigned(model)
        if not all(assigned(c) for c in self.move.constraints):
            return None
        assert not assigned(self.move.position.ends.diverged)
        return self.resting(self.move.position, assigned)

    def resting(self, position: UnrolledPosition, assigned: Assigned) -> Resting:
        """The only state that a position is under an assignment; its counters must be right."""
        (found,) = [
            (node, rest)
            for node, rest in self.transitions.states(position)
            if assigned(rest.condition)
        ]
        node, rest = found
        kept = [v for v in self.program.variables if v.kind != "scratch"]
        for own in counters(self.program).values():
            for counter in own:
                t = self.transitions.executor.types[counter.variable]
                held = assigned.value(t, rest.slots[counter.variable].value)
                assert isinstance(held, tuple)
                counted = assigned.value(Int(0, counter.keys), rest.slots[counter.name].value)
                assert counted == sum(v == counter.value for v in held), counter
        values = tuple(assigned.value(v.type, rest.slots[v.name].value) for v in kept)
        return Resting(node, values)


NOTHING = Action(-1, ())


def free(transitions: Transitions) -> UnrolledPosition:
    """A position that is any state at any node where play goes on."""
    program, executor, v = transitions.program, transitions.executor, transitions.v
    slots: dict[str, VersionedValue] = {}
    for variable in program.variables:
        if variable.kind == "scratch":
            slots[variable.name] = executor.constant(variable.name, default(variable.type))
        else:
            slots[variable.name] = executor.slot(_any(v, variable.type, f"f_{variable.name}"))
    for own in counters(program).values():
        for counter in own:
            term = vector(transitions.t, f"f_{counter.name}", width_of(0, counter.keys))
            slots[counter.name] = executor.slot(Wide(term, 0, counter.keys))
    rests = {}
    for number in sorted(transitions.going_on_nodes):
        here = transitions.t.variable(f"f_at{number}")
        reset_values = executor.analysis.reset_values[number]
        own_slots = executor.with_constants(slots, reset_values)
        rests[number] = RestingState(here, frozenset((here,)), own_slots)
    return UnrolledPosition(PathEnds(rests, {}, transitions.t.false, ()), slots)


def vector(t: TermBuilder, hint: str, width: int) -> Term:
    """A number that may be anything: in programs each begins as one that is known."""
    return t._make("var", (), width, t._name(hint))


def _any(v: SymbolicValues, t: Type, name: str) -> SymbolicValue:
    """A value in new variables; that it is one of the type is left to who assigns them."""
    match t:
        case Bool():
            return v.t.variable(name)
        case Set(element):
            return Bits(tuple(v.t.variable(f"{name}_{i}") for i in range(size(element))))
        case Map(key, inner):
            return Entries(tuple(_any(v, inner, f"{name}_{i}") for i in range(size(key))))
        case List(element, limit):
            length = v.number(_any(v, Int(0, limit), f"{name}_n"))
            return SymbolicList(
                length, tuple(_any(v, element, f"{name}_{i}") for i in range(limit))
            )
    lo, hi = bounds(t)
    if hi - lo >= 64:
        return Wide(vector(v.t, name, width_of(lo, hi)), lo, hi)
    return v.n.of({k: v.t.variable(f"{name}_is{k - lo}") for k in range(lo, hi + 1)})


def take(option: SymbolicAction, action: Action, model: Model) -> None:
    """Assign the variables of an option so that it is taken if it is the action."""
    chosen = option.choice == action.choice
    for term in literals(option):
        model.setdefault(str(term.value), 0)
    if not chosen:
        # Its arguments do not matter, but they must be some.
        for arg in option.args:
            model.update({str(c.value): 1 for _, c in arg.items[:1] if c.op == "var"})
        return
    conditions: list[Term] = []
    for arg, value in zip(option.args, action.args, strict=False):
        here = [c for v, c in arg.items if v == value]
        if not here:
            return
        conditions += here
    for term in (option.taken, *conditions):
        if term.op == "var":
            model[str(term.value)] = 1
