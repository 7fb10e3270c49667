"""A symbolic run in progress: the conditions under which it is here, and its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...effort.encoding import ENCODING
from ...solvers.terms.terms import Term, TermBuilder
from ..expressions.environment import VersionedValue
from ..values.numbers import Cases
from ..values.values import SymbolicValue, SymbolicValues


@dataclass(frozen=True, slots=True)
class Flow:
    """``path``: the conditions that brought it here; ``known``: further conditions that hold with them."""

    path: frozenset[Term]
    known: frozenset[Term]
    slots: Mapping[str, VersionedValue]


def assume(t: TermBuilder, flow: Flow, condition: Term) -> Flow:
    """The flow on which the condition holds."""
    if condition is t.true:
        return flow
    return replace(
        flow, path=flow.path | {condition}, known=flow.known | consequences(t, condition)
    )


def consequences(t: TermBuilder, condition: Term) -> frozenset[Term]:
    """The condition and the conditions that it is made of."""
    found = {condition}
    if condition.op == "and":
        for arg in condition.args:
            found |= consequences(t, arg)
    return frozenset(found)


def under(
    t: TermBuilder, condition: Term, known: frozenset[Term], depth: int = ENCODING.known_depth
) -> Term:
    """The condition, simplified by what is known."""
    if condition in known:
        return t.true
    if t.not_(condition) in known:
        return t.false
    if depth == 0:
        return condition
    match condition.op:
        case "not":
            return t.not_(under(t, condition.args[0], known, depth - 1))
        case "and":
            return t.and_(under(t, arg, known, depth - 1) for arg in condition.args)
        case _:
            return condition


def refined(values: SymbolicValues, value: SymbolicValue, known: frozenset[Term]) -> SymbolicValue:
    """A scalar without the cases that known facts exclude; other values as they are."""
    n = values.n
    if not isinstance(value, Cases) or len(value.items) == 1:
        return value
    cases = {v: under(n.t, condition, known, 2) for v, condition in value.items}
    sure = next((v for v, condition in cases.items() if condition is n.t.true), None)
    return n.of(cases) if sure is None else n.constant(sure)


def merged(
    t: TermBuilder,
    flows: Sequence[Flow],
    joined: Callable[[Term, VersionedValue, VersionedValue], VersionedValue],
    sure: frozenset[Term] = frozenset(),
) -> Flow:
    """The flows, which exclude one another, as one; ``sure`` are conditions asserted anyway.

    ``joined`` gives a variable that is the first slot if a condition holds, otherwise the second.
    """
    if len(flows) == 1:
        return flows[0]
    common = frozenset.intersection(*(flow.path for flow in flows))
    ways = [t.and_(flow.path - common) for flow in flows]
    slots = dict(flows[-1].slots)
    for way, flow in reversed(list(zip(ways[:-1], flows[:-1], strict=True))):
        for name, slot in flow.slots.items():
            other = slots[name]
            if slot.version != other.version:
                slots[name] = joined(way, slot, other)
    here = t.or_(ways)
    known = frozenset.intersection(*(flow.known for flow in flows))
    path = common if here is t.true or here in sure else common | {here}
    return Flow(path, known, slots)
