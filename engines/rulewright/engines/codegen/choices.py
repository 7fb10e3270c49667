"""What can be chosen at a node, with what arguments, and what must hold for it to be legal."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Fault, Node, Parameter
from rulewright.dsl.ir.types import Int

from .read_sets import free_locals


def choices_of(node: Node) -> tuple[Choice | Chance, ...]:
    """What can be chosen at a node; chance has one choice, its own."""
    match node:
        case Decision():
            return node.choices
        case Chance():
            return (node,)
        case End() | Fault():
            return ()


def parameters_of(choice: Choice | Chance) -> tuple[Parameter, ...]:
    """The parameters of what somebody or chance decides."""
    return choice.parameters if isinstance(choice, Choice) else (choice.parameter,)


def conditions(choice: Choice | Chance) -> tuple[x.Expr, ...]:
    """What must hold, part by part; elements of weight 0 never come."""
    if isinstance(choice, Choice):
        return _conjuncts(choice.guard)
    return (x.Compare("<", x.Const(0, Int(0, 0)), choice.weight),)


def by_readiness(
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
