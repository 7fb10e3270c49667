"""Random plays in C that take branches which no play took yet: the Python engine has time for few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Check, Program
from rulewright.dsl.ir.types import Bool
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame

from ...portfolio.perform import Tools, perform
from ...portfolio.task import Task
from ...results.verdict import Reached
from .branches import mark_of

PLAYS = 500
"""Four times as many take hardly more branches of the shipped games."""


def plays_to_branches(
    marked: Program, ways: Sequence[int], seed: int, moves: int
) -> Iterator[tuple[Action, ...]]:
    """For each of some ways on of branches a play of at most so many moves that takes it, if there is one among so
    many plays. ``marked``: from :func:`.branches.branched`; where nothing can be compiled there are fewer plays.
    """
    if not ways:
        return
    checks = tuple(
        Check(f"way_{way}", "reachable", x.Var(mark_of(way), Bool()), None, "") for way in ways
    )
    game = PythonGame(replace(marked, checks=checks))
    task = Task("random play", tuple(range(len(checks))), PLAYS, moves=moves)
    found = perform(Tools(game, seed=seed, compiled=True), task, None, lambda count, what: None)
    for _, answer in sorted(found.answers.items()):
        if isinstance(answer.verdict, Reached):
            yield tuple(move.action for move in answer.verdict.witness.play.moves)
