"""Resting states of the reference interpreter inside the solver's encoding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tests.reference_eval import Position as Resting
from tests.reference_eval import Reference
from tests.verify.symbolic.assigned import Assigned, Model, assign

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Int, Value
from rulewright.engines.game import Action
from rulewright.verify.solvers.terms import Term
from rulewright.verify.symbolic.accounts import Account
from rulewright.verify.symbolic.choices import Option, literals
from rulewright.verify.symbolic.numbers import Wide
from rulewright.verify.symbolic.unrolling import Move, Position, Transitions
from rulewright.verify.symbolic.value_counters import counters


@dataclass
class Encoded:
    """The encoding of any state of a program, to be filled with known ones."""

    program: Program

    def __post_init__(self) -> None:
        self.reference = Reference(self.program)
        self.transitions = Transitions(self.program)
        self.position, self.constraints = self.transitions.free("f")
        self.move: Move | None = self.transitions.advance(self.position, "m")

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
        return [a for a, term in self.transitions.options.legal(node, rest) if assigned(term)]  # type: ignore[arg-type]

    def after(self, state: Resting, action: Action) -> Resting | None:
        """The state after an action; None if the encoding forbids the action."""
        assert self.move is not None
        model = self.model(state)
        for node, options in self.move.options.items():
            for option in options:
                take(option, action if node == state.node else NOTHING, model)
        assigned = Assigned(model)
        begun = self.reference.scope(state).values
        if not all(assigned(c) for c in (*self.constraints, *self.move.constraints)):
            return None
        assert not assigned(self.move.position.arrivals.diverged)
        return self.resting(self.move.position, assigned, begun)

    def resting(
        self, position: Position, assigned: Assigned, begun: Mapping[str, Value]
    ) -> Resting:
        """The only state that a position is under an assignment; its counters must be right.

        So must the drifts of accounts since the state with the values ``begun``.
        """
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
        now = {
            v.name: assigned.value(v.type, rest.slots[v.name].value) for v in self.program.variables
        }
        for account in self.transitions.executor.accounts:
            drift = assigned.value(Int(0, 0), rest.slots[account.drift].value)
            assert drift == components(account, now) - components(account, begun), account
        values = tuple(assigned.value(v.type, rest.slots[v.name].value) for v in kept)
        return Resting(node, values)


NOTHING = Action(-1, ())


def components(account: Account, values: Mapping[str, Value]) -> int:
    """How many components of an account there are (its supply has keys from 0, or none)."""
    left = values[account.supply]
    if account.key is None:
        return sum(flat(values[name]).total() for name in account.variables)
    assert isinstance(left, tuple)
    number = left[account.key]
    assert isinstance(number, int)
    return number + sum(flat(values[place])[account.key] for place in account.places)


class Items(Counter[int]):
    """Integers and how often they are there; ``total`` is their sum."""

    def total(self) -> int:
        return sum(value * times for value, times in self.items())


def flat(value: Value) -> Items:
    """The integers in a value."""
    if isinstance(value, tuple):
        found = Items()
        for inner in value:
            found.update(flat(inner))
        return found
    return Items([int(value)])


def take(option: Option, action: Action, model: Model) -> None:
    """Assign the variables of an option so that it is taken if it is the action."""
    chosen = option.choice == action.choice
    for term in literals(option):
        model.setdefault(str(term.value), 0)
    if not chosen:
        # Its arguments do not matter, but they must be some.
        for arg in option.args:
            model.update({str(c.value): 1 for _, c in arg.items[:1] if c.op == "var"})  # type: ignore[union-attr]
        return
    conditions: list[Term] = []
    for arg, value in zip(option.args, action.args, strict=False):
        here = [c for v, c in arg.items if v == value]  # type: ignore[union-attr]
        if not here:
            return
        conditions += here
    for term in (option.taken, *conditions):
        if term.op == "var":
            model[str(term.value)] = 1
