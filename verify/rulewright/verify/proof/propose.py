"""Which invariants are tried: from the supplies, the program's own conditions, and what plays show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.expr import And, Expr, Not
from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.program import Chance, Decision, Program
from rulewright.dsl.ir.stmt import Branch, Require, When
from rulewright.dsl.ir.walk import free_locals, walk

from ..symbolic.dependencies import Analysis
from ..symbolic.executor import Executor
from .samples import Sample
from .state_candidates import (
    Absent,
    Among,
    Candidate,
    Conserved,
    Holds,
    NeverAt,
    OneOf,
    Related,
)

MOST_VALUES = 16
"""A variable that showed more values at a node is not described by them."""


def places_of_play(program: Program) -> dict[int, str]:
    """The nodes at which play goes on, with their names."""
    return {
        i: node.name for i, node in enumerate(program.nodes) if isinstance(node, Decision | Chance)
    }


def conservation(executor: Executor) -> Iterator[Conserved]:
    """For each kind of component: that none is lost, none appears."""
    for account in executor.accounts:
        name, t = account.supply, executor.types[account.supply]
        what = "what is"
        if account.key is not None and isinstance(t, ty.Map):
            key = ty.show_value(t.key, account.key)
            name, what = f"{name}[{key}]", f"every {key}"
        places = " and ".join(f"{what} in {place}" for place in account.places)
        together = f"{name} and {places} are" if places else f"{name} is"
        yield Conserved(account, f"{together} always {executor.totals[account]}")


def unreached(program: Program, samples: Sequence[Sample]) -> Iterator[NeverAt]:
    """The nodes that random plays did not come to."""
    seen = {sample.node for sample in samples}
    for node, name in places_of_play(program).items():
        if node not in seen:
            yield NeverAt(node, f"play never comes to the decision '{name}'")


def absences(executor: Executor) -> Iterator[Absent]:
    """For each node and value of a map: that no key holds it."""
    for node, name in places_of_play(executor.program).items():
        for own in executor.counters.values():
            for counter in own:
                t = executor.types[counter.variable]
                assert isinstance(t, ty.Map)
                assert not isinstance(t.value, ty.Set | ty.List)
                value = ty.show_value(t.value, counter.value)
                yield Absent(node, counter, f"at '{name}' no {counter.variable} is {value}")


def conditions(analysis: Analysis) -> Iterator[Holds]:
    """Every condition that the program branches on, and its opposite, at every node."""
    program = analysis.program
    scratch = {v.name for v in program.variables if v.kind == "scratch"}
    gone = analysis.forgotten
    for expression in dict.fromkeys(_branched_on(program)):
        reads = analysis.needs.of(expression).variables
        if free_locals(expression) or not reads or reads & scratch:
            continue
        shown = show_expr(expression)
        for node, name in places_of_play(program).items():
            if not reads & gone[node].keys():
                yield Holds(node, expression, True, f"at '{name}': {shown}")
                yield Holds(node, expression, False, f"at '{name}' not: {shown}")


def _branched_on(program: Program) -> Iterator[Expr]:
    found: list[Expr] = []
    for block in program.blocks:
        if isinstance(block.terminator, Branch):
            found.append(block.terminator.condition)
        found += [s.condition for s in walk(*block.body) if isinstance(s, When | Require)]
    for expression in found:
        for part in expression.args if isinstance(expression, And) else (expression,):
            yield part.arg if isinstance(part, Not) else part


def checked(program: Program) -> Iterator[Holds]:
    """What the checks of the ruleset say of every state."""
    for check in program.checks:
        if check.kind in ("always", "never"):
            wanted = check.kind == "always"
            yield Holds(None, check.property, wanted, f"check {check.name}")


def among(executor: Executor) -> Iterator[Among]:
    """For each set of keys of a map: that the map holds, or does not hold, a value at all of them."""
    gone = executor.analysis.forgotten
    sets = {
        v.name: v.type
        for v in executor.program.variables
        if isinstance(v.type, ty.Set) and v.kind != "scratch"
    }
    for node, place in places_of_play(executor.program).items():
        for name, t in sets.items():
            for mapped, counters in executor.counters.items():
                of = executor.types[mapped]
                assert isinstance(of, ty.Map)
                if of.key != t.element or {name, mapped} & gone[node].keys():
                    continue
                assert not isinstance(of.value, ty.Set | ty.List)
                for counter in counters:
                    for wanted in (True, False):
                        value = ty.show_value(of.value, counter.value)
                        text = f"at '{place}' every {mapped} in {name} is {'' if wanted else 'not '}{value}"
                        yield Among(node, name, mapped, counter.value, wanted, text)


def shown(analysis: Analysis, samples: Sequence[Sample]) -> Iterator[Candidate]:
    """What was true of the variables whenever a random play came to a node."""
    program, gone = analysis.program, analysis.forgotten
    for node, name in places_of_play(program).items():
        states = [sample.values for sample in samples if sample.node == node]
        if not states:
            continue
        alive = {
            v.name: v.type
            for v in program.variables
            if v.kind != "scratch" and v.name not in gone[node]
        }
        for variable, t in alive.items():
            inner = t.value if isinstance(t, ty.Map) else t
            if isinstance(inner, ty.Set | ty.List | ty.Map):
                continue
            values = frozenset(_numbers(states, variable))
            if len(values) < ty.size(inner) and len(values) <= MOST_VALUES:
                listed = ", ".join(ty.show_value(inner, _value(inner, v)) for v in sorted(values))
                yield OneOf(node, variable, values, f"at '{name}' {variable} is one of {listed}")
        yield from _related(node, name, alive, states)


def _related(
    node: int, name: str, alive: Mapping[str, ty.Type], states: Sequence[Mapping[str, ty.Value]]
) -> Iterator[Related]:
    scalars = [v for v, t in alive.items() if ty.is_scalar(t)]
    for a, b in combinations(scalars, 2):
        if alive[a] != alive[b]:
            continue
        for op, left, right in (("==", a, b), ("!=", a, b), ("<=", a, b), ("<=", b, a)):
            if all(_true(op, state[left], state[right]) for state in states):
                yield Related(node, op, left, right, f"at '{name}' {left} {op} {right}")


def _true(op: str, a: ty.Value, b: ty.Value) -> bool:
    assert isinstance(a, int)
    assert isinstance(b, int)
    return {"==": a == b, "!=": a != b, "<=": a <= b}[op]


def _numbers(states: Sequence[Mapping[str, ty.Value]], variable: str) -> Iterator[int]:
    for state in states:
        value = state[variable]
        for entry in value if isinstance(value, tuple) else (value,):
            assert isinstance(entry, int)
            yield int(entry)


def _value(t: ty.Type, value: int) -> ty.Value:
    return bool(value) if isinstance(t, ty.Bool) else value
