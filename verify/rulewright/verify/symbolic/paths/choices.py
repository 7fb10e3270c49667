"""What may be chosen at a node, symbolically: one literal per action, or one per part of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Expr
from rulewright.dsl.ir.program import Chance, Decision, Parameter
from rulewright.engines.game import Action

from ...effort.encoding import ENCODING
from ...solvers.terms.terms import Term
from ..expressions.environment import SymbolicFrame, element_type
from ..values.numbers import Cases, GuardedInteger
from ..values.values import SymbolicValue
from .basic_paths import RestingState
from .executor import Executor
from .path_conditions import Flow, consequences


@dataclass(frozen=True, slots=True)
class SymbolicAction:
    """A choice that the play may take at a node: when it does, and with which arguments."""

    taken: Term
    choice: int
    args: tuple[GuardedInteger, ...]


@dataclass(frozen=True, slots=True)
class Branching:
    """One choice of a node as a way on: its options, where it goes, and what makes it legal."""

    options: tuple[SymbolicAction, ...]
    block: int
    flow: Flow
    constraints: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class SymbolicChoice:
    """A choice of a decision, or chance as one."""

    parameters: tuple[Parameter, ...]
    guard: Expr
    block: int
    weighed: bool


def forms(node: Decision | Chance) -> tuple[SymbolicChoice, ...]:
    """The choices of a node; chance is one choice with a weight."""
    if isinstance(node, Chance):
        return (SymbolicChoice((node.parameter,), node.weight, node.block, True),)
    return tuple(SymbolicChoice(c.parameters, c.guard, c.block, False) for c in node.choices)


class Branchings:
    """Makes the branchings of resting states."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.t, self.v, self.n = executor.t, executor.v, executor.n

    def legal(self, node: Decision | Chance, rest: RestingState) -> Iterator[tuple[Action, Term]]:
        """Every action that may be legal in the state, and when it is."""
        for number, form in enumerate(forms(node)):
            for args, term in self._tuples(form, rest):
                yield Action(number, args), term

    def branchings(
        self, node: Decision | Chance, rest: RestingState, prefix: str
    ) -> list[Branching]:
        """The ways on. New variables begin with ``prefix``; ``rest.condition`` is not asserted."""
        found = []
        for number, form in enumerate(forms(node)):
            sizes = (ty.size(element_type(p.over.type)) for p in form.parameters)
            make = self._joint if prod(sizes) <= ENCODING.joint else self._factored
            branching = make(form, number, rest, f"{prefix}_{number}")
            if branching is not None:
                found.append(branching)
        return found

    # --- one literal per action ---------------------------------------------------------------

    def _joint(
        self, form: SymbolicChoice, number: int, rest: RestingState, prefix: str
    ) -> Branching | None:
        legal = list(self._tuples(form, rest))
        if not legal:
            return None
        options, constraints = [], []
        ways: list[list[tuple[int, Term]]] = [[] for _ in form.parameters]
        for args, term in legal:
            name = "_".join((prefix, *(str(a).replace("-", "m") for a in args)))
            taken = self.t.variable(name)
            constraints.append(self.t.implies(taken, term))
            options.append(SymbolicAction(taken, number, tuple(self.n.constant(a) for a in args)))
            for way, arg in zip(ways, args, strict=True):
                way.append((arg, taken))
        chosen = [self.n.gather(way) for way in ways]
        taken = self.t.or_(option.taken for option in options)
        known = frozenset((taken,))
        if len(legal) == 1:
            known |= consequences(self.t, legal[0][1])
        elif len(legal) <= ENCODING.guarded:
            known |= consequences(self.t, self._allowed(form, chosen, rest))
        flow = self._flow(form, chosen, taken, known, rest)
        return Branching(tuple(options), form.block, flow, tuple(constraints))

    def _tuples(
        self, form: SymbolicChoice, rest: RestingState
    ) -> Iterator[tuple[tuple[int, ...], Term]]:
        yield from self._extend(
            form, form.parameters, (), self.t.true, SymbolicFrame(rest.slots, {})
        )

    def _extend(
        self,
        form: SymbolicChoice,
        parameters: Sequence[Parameter],
        args: tuple[int, ...],
        condition: Term,
        frame: SymbolicFrame,
    ) -> Iterator[tuple[tuple[int, ...], Term]]:
        if not parameters:
            term = self.t.and_((condition, self._guard(form, frame)))
            if term is not self.t.false:
                yield args, term
            return
        first, *others = parameters
        t = element_type(first.over.type)
        over = self.executor.evaluator.set(first.over, frame)
        for value, bit in self.v.elements(t, over):
            inner = frame.bind(first.name, self.v.element(t, value))
            here = self.t.and_((condition, bit))
            yield from self._extend(form, others, (*args, value), here, inner)

    def _guard(self, form: SymbolicChoice, frame: SymbolicFrame) -> Term:
        if not form.weighed:
            return self.executor.evaluator.truth(form.guard, frame)
        weight = self.executor.evaluator.number(form.guard, frame)
        return self.n.less(self.n.constant(0), weight)

    # --- one literal per choice and argument --------------------------------------------------

    def _factored(
        self, form: SymbolicChoice, number: int, rest: RestingState, prefix: str
    ) -> Branching | None:
        constraints: list[Term] = []
        chosen: list[Cases] = []
        for i, parameter in enumerate(form.parameters):
            lo, hi = ty.bounds(element_type(parameter.over.type))
            if lo == hi:
                chosen.append(self.n.constant(lo))
                continue
            cases = {v: self.t.variable(f"{prefix}_p{i}_{v - lo}") for v in range(lo, hi + 1)}
            constraints += self.t.exactly_one(cases.values())
            chosen.append(self.n.of(cases))
        taken = self.t.variable(prefix)
        allowed = self._allowed(form, chosen, rest)
        if allowed is self.t.false:
            return None
        constraints.append(self.t.implies(taken, allowed))
        known = frozenset((taken,)) | consequences(self.t, allowed)
        flow = self._flow(form, chosen, taken, known, rest)
        return Branching(
            (SymbolicAction(taken, number, tuple(chosen)),), form.block, flow, tuple(constraints)
        )

    def _allowed(self, form: SymbolicChoice, chosen: Sequence[Cases], rest: RestingState) -> Term:
        """Whether the symbolic arguments are legal."""
        frame = SymbolicFrame(rest.slots, {})
        conditions = []
        for parameter, number in zip(form.parameters, chosen, strict=True):
            t = element_type(parameter.over.type)
            over = self.executor.evaluator.set(parameter.over, frame)
            conditions.append(self.executor.evaluator.member(t, number, over))
            frame = frame.bind(parameter.name, self.v.typed(t, number))
        return self.t.and_((*conditions, self._guard(form, frame)))

    # --- both ---------------------------------------------------------------------------------

    def _flow(
        self,
        form: SymbolicChoice,
        chosen: Sequence[Cases],
        taken: Term,
        known: frozenset[Term],
        rest: RestingState,
    ) -> Flow:
        slots = dict(rest.slots)
        for parameter, number in zip(form.parameters, chosen, strict=True):
            value: SymbolicValue = self.v.typed(self.executor.types[parameter.variable], number)
            slots[parameter.variable] = self.executor.slot(value)
        here = consequences(self.t, rest.condition) | rest.known
        return Flow(frozenset((taken,)), known | here, slots)


def chosen_action(options: Sequence[SymbolicAction], model: Mapping[str, bool]) -> Action:
    """The action that a model of the constraints takes."""
    for option in options:
        if _holds(option.taken, model):
            return Action(option.choice, tuple(_value(arg, model) for arg in option.args))
    raise ValueError("the model takes no action")


def literals(option: SymbolicAction) -> set[Term]:
    """The variables that determine whether an option is taken, and with which arguments."""
    found = {option.taken}
    for arg in option.args:
        assert isinstance(arg, Cases)
        found.update(condition for _, condition in arg.items)
    return {term for term in found if term.op == "var"}


def _holds(term: Term, model: Mapping[str, bool]) -> bool:
    return term.op == "true" or model.get(str(term.value), False)


def _value(number: GuardedInteger, model: Mapping[str, bool]) -> int:
    assert isinstance(number, Cases)
    return next(v for v, condition in number.items if _holds(condition, model))
