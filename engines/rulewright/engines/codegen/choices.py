"""What must hold for a choice to be legal, and the loops that go through its legal arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.choices import parameters_of
from rulewright.dsl.ir.program import Chance, Choice, Parameter
from rulewright.dsl.ir.types import Int

from .read_sets import free_locals


def conditions(choice: Choice | Chance) -> tuple[x.Expr, ...]:
    """What must hold, part by part; elements of weight 0 never come."""
    if isinstance(choice, Choice):
        return _conjuncts(choice.guard)
    return (x.Compare("<", x.Const(0, Int(0, 0)), choice.weight),)


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the nested loops over a choice's parameters.

    ``guards``: those that can be evaluated there and no further out; ``parameter``: what the next
    loop goes through, None inside all loops; ``inside``: what is read further in; ``unbound``: the
    names of the parameters that are not known yet.
    """

    depth: int
    guards: tuple[x.Expr, ...]
    parameter: Parameter | None
    inside: tuple[x.Expr, ...]
    unbound: frozenset[str]


def levels(choice: Choice | Chance) -> Iterator[Level]:
    """The loops that go through the legal arguments of a choice, from the outermost on."""
    parameters, waiting = parameters_of(choice), conditions(choice)
    for depth in range(len(parameters) + 1):
        unbound = frozenset(p.name for p in parameters[depth:])
        ready, waiting = _by_readiness(waiting, unbound)
        parameter = parameters[depth] if depth < len(parameters) else None
        inside = (*waiting, *(p.over for p in parameters[depth + 1 :]))
        yield Level(depth, ready, parameter, inside, unbound)


def _by_readiness(
    guards: Iterable[x.Expr], unbound: AbstractSet[str]
) -> tuple[tuple[x.Expr, ...], tuple[x.Expr, ...]]:
    """The guards that read none of the parameters that are still ``unbound``, and the others."""
    ready: list[x.Expr] = []
    later: list[x.Expr] = []
    for guard in guards:
        free = unbound.isdisjoint(local.name for local in free_locals(guard))
        (ready if free else later).append(guard)
    return tuple(ready), tuple(later)


def _conjuncts(e: x.Expr) -> tuple[x.Expr, ...]:
    if not isinstance(e, x.And):
        return (e,)
    return tuple(part for arg in e.args for part in _conjuncts(arg))
