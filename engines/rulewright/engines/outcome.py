"""How a play ended, from what an engine computes at the node."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.ir.program import End, Fault, Program

from .interface import Outcome

NOBODY = "nobody"
"""The label of a win by the empty set of players."""


def ended(program: Program, node: End, winners: int, scores: Sequence[int] | None) -> Outcome:
    """The outcome at an end; ``winners`` is the mask of the players who win."""
    who = tuple(i for i in range(len(program.players.labels)) if winners >> i & 1)
    names = "+".join(program.players.labels[i] for i in who) or NOBODY
    label = {"win": names, "draw": "draw", "lose": "lost"}[node.kind]
    ranking = None if scores is None else tuple(scores)
    return Outcome(node.kind, who, ranking, label, node.clauses)


def fault(node: Fault) -> Outcome:
    """The outcome where the rules do not say what happens."""
    return Outcome("fault", (), None, f"fault: {node.message}", node.clauses)
