"""What a position is: where play can rest, and the kind of each such place.

A *position* is a place of the text where play rests and the values of what can still be read there,
or seen by somebody: the variables that the ruleset declares, and those parameters, loop variables
and locals that some continuation reads before it sets them. Whatever differs in nothing else is one
position (see :class:`~.program.Reset`, and ``elaborate/cfg``, which ensures it).

Searches, random play, bounded search, comparison and replay ask here which places there are.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeGuard

from .program import Chance, Decision, End, Fault, Node
from .unknown import refuse


class Rest(StrEnum):
    """Why play rests. A deadlock depends on the position; the others are properties of the place."""

    DECISION = "decision"
    """A player decides."""
    CHANCE = "chance"
    """Chance decides."""
    END = "end"
    """Play is over, and the rules say who has won."""
    FAULT = "fault"
    """Play is over because the rules are contradicted by the situation: the variables are as
    before."""
    GAP = "gap"
    """Play is over because the ruleset says that the rules are silent here."""
    DEADLOCK = "deadlock"
    """Somebody, or chance, is to decide and has no legal option."""


def rest_of(node: Node) -> Rest:
    """Why play rests at a node; whether a decision has a legal option is not examined."""
    match node:
        case Decision():
            return Rest.DECISION
        case Chance():
            return Rest.CHANCE
        case End():
            return Rest.END
        case Fault(declared=declared):
            return Rest.GAP if declared else Rest.FAULT
        case _:
            refuse(node)


def goes_on(node: Node) -> TypeGuard[Decision | Chance]:
    """Whether a player or chance decides at a node."""
    return rest_of(node) in (Rest.DECISION, Rest.CHANCE)


def unanswered(node: Node) -> TypeGuard[Fault]:
    """Whether play is over at a node without an outcome: at a fault or a gap."""
    return rest_of(node) in (Rest.FAULT, Rest.GAP)
