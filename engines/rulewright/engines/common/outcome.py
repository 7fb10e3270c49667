"""How a play ended, from what an engine computes at the node; whom a check is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl.ir.program import Chance, Check, Decision, End, Fault, Program
from rulewright.dsl.ir.unknown import refuse

from ..game import Outcome

NOBODY = "nobody"
"""The label of a win by the empty set of players."""


def outcome_at(
    program: Program,
    number: int,
    winners: Callable[[], int],
    scores: Callable[[], Sequence[int] | None],
) -> Outcome | None:
    """How play ended at a node, or None while it goes on.

    The mask of the players who win and the scores are asked for only at an end.
    """
    node = program.nodes[number]
    match node:
        case End():
            return _ended(program, node, winners(), scores())
        case Fault():
            return Outcome("fault", (), None, fault_label(node), node.clauses)
        case Decision() | Chance():
            return None
        case _:
            refuse(node)


def fault_label(fault: Fault) -> str:
    """The label of the outcome at a fault, for programs."""
    return f"fault: {fault.message}"


def player_of(program: Program, check: Check, player: int | None) -> int:
    """The number that tells generated code whom a check is about: -1 for nobody.

    Raises ValueError for a player if the check is about none, for none if it is about one, and for
    a player who does not exist.
    """
    if (player is None) != (check.player is None):
        raise ValueError("a player must be given for a check about one, and for no other")
    if player is None:
        return -1
    if not 0 <= player < len(program.players.labels):
        raise ValueError(f"there is no player {player}")
    return player


def _ended(program: Program, node: End, winners: int, scores: Sequence[int] | None) -> Outcome:
    who = tuple(i for i in range(len(program.players.labels)) if winners >> i & 1)
    names = "+".join(program.players.labels[i] for i in who) or NOBODY
    label = {"win": names, "draw": "draw", "lose": "lost"}[node.kind]
    ranking = None if scores is None else tuple(scores)
    return Outcome(node.kind, who, ranking, label, node.clauses)
