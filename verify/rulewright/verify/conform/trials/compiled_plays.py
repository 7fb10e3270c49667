"""Plays in C that come where no play came yet: random ones, and such as go on from an archive of positions.

The Python engine has time for few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Check, Program
from rulewright.dsl.ir.types import Bool
from rulewright.engines.game import Action, EngineUnavailable
from rulewright.engines.python.game import PythonGame

from ...effort.conforming import COVERING
from ...effort.playing import ArchiveStyle
from ...explicit.branch_distance import measured
from ...explicit.native.build import compiled
from ...explicit.native.random_plays.archive import Aim, explore_from_archive
from ...explicit.native.search import SearchFor
from ...limits import Deadline
from ...portfolio.perform import Tools, perform
from ...portfolio.task import Task
from ...results.verdict import Reached
from ...stategraph.graph import OutOfMemory

STYLE = ArchiveStyle(COVERING.breadth, advised=False)


def random_plays(
    marked: Program, marks: Sequence[str], seed: int, moves: int, deadline: Deadline
) -> Iterator[tuple[Action, ...]]:
    """For each of some variables a play of at most so many moves that sets it, if there is one among so many plays.

    Where nothing can be compiled there are fewer plays.
    """
    if not marks:
        return
    game = PythonGame(_asking(marked, marks))
    task = Task("random play", tuple(range(len(marks))), COVERING.compiled_plays, moves=moves)
    tools = Tools(game, seed=seed, compiled=True)
    found = perform(tools, task, deadline.left(), lambda count, what: None)
    for _, answer in sorted(found.answers.items()):
        if isinstance(answer.verdict, Reached):
            yield tuple(move.action for move in answer.verdict.witness.play.moves)


def plays_toward(
    marked: Program, missed: Callable[[], Sequence[str]], known: Sequence[Sequence[Action]],
    seed: int, longest: int, deadline: Deadline,
) -> Iterator[tuple[Action, ...]]:  # fmt: skip
    """Plays that set variables, one after the other, that are ``missed``: asked again after each play.

    They go on from the positions of plays that are ``known`` and of one another. None where nothing can be compiled.
    """
    marks = tuple(missed())
    with suppress(EngineUnavailable, OutOfMemory):
        game = PythonGame(_asking(marked, marks))
        ways = measured(game.program, range(len(marks)))
        machine = compiled(game, ways.program)
        plays = list(known)
        for number, mark in enumerate(marks):
            if deadline.passed():
                return
            if mark not in missed():
                continue
            aim = Aim(number, SearchFor.TRUE, ways.measures[number], ways.cell, ways.cell + 1, 0)
            explored = explore_from_archive(
                machine, aim, STYLE, seed, COVERING.guided, longest, deadline, plays
            )
            if explored.play is not None:
                _, actions = explored.play
                plays.append(actions)
                yield tuple(actions)


def _asking(marked: Program, marks: Sequence[str]) -> Program:
    """The program that asks nothing but whether these variables can be set."""
    return replace(
        marked,
        checks=tuple(Check(mark, "reachable", x.Var(mark, Bool()), None, "") for mark in marks),
    )
