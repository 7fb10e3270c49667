"""What can be chosen at a node, by whoever decides there, and with which arguments."""

from __future__ import annotations

from .program import Chance, Choice, Decision, End, Fault, Node, Parameter
from .unknown import refuse


def choices_of(node: Node) -> tuple[Choice | Chance, ...]:
    """What can be chosen at a node; chance has one choice, its own."""
    match node:
        case Decision():
            return node.choices
        case Chance():
            return (node,)
        case End() | Fault():
            return ()
        case _:
            refuse(node)


def parameters_of(choice: Choice | Chance) -> tuple[Parameter, ...]:
    """The parameters of a choice of a player or of chance."""
    return choice.parameters if isinstance(choice, Choice) else (choice.parameter,)
