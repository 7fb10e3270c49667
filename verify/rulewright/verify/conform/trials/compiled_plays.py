"""Plays in C that reach what no play reached yet: random ones, and continuations from an archive of positions.

The Python engine has time for few.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import program_family
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Check, Decision, Program, Variable
from rulewright.dsl.ir.types import Bool
from rulewright.dsl.marks import MarkPlace, free_prefix, with_marks
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import Action, EngineUnavailable
from rulewright.engines.python.game import PythonGame

from ...effort.conforming import COVERING
from ...effort.playing import ArchiveStyle
from ...explicit.branch_distance import measured
from ...explicit.native.build import compiled
from ...explicit.native.random_plays.archive import Aim, plays_to_any
from ...explicit.native.search import SearchFor
from ...limits import Deadline
from ...portfolio.perform import perform
from ...portfolio.task import Task
from ...portfolio.tools import Tools
from ...results.verdict import Reached
from ...stategraph.graph import OutOfMemory
from .branches import option_name, places
from .coverage import Goal

STYLE = ArchiveStyle(COVERING.breadth, advised=False)


def random_plays(
    marked: Program, marks: Sequence[str], seed: int, moves: int, deadline: Deadline
) -> Iterator[tuple[Action, ...]]:
    """For each of some variables a play of at most ``moves`` moves that sets it, if a limited number of
    plays contains one.

    If nothing can be compiled there are fewer plays.
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
    ruleset: Ruleset, program: Program, left: Callable[[], Collection[Goal]],
    known: Sequence[Sequence[Action]], seed: int, longest: int, deadline: Deadline,
) -> Iterator[tuple[str, ...]]:  # fmt: skip
    """Plays, as texts, that cover a branch or an option that is ``left``, which is asked again after
    each play.

    They continue from the positions of ``known`` plays and of one another. None if nothing can be
    compiled.
    """
    goals, marked = watching(ruleset, program, left())
    if not goals:
        return
    with suppress(EngineUnavailable, OutOfMemory):
        game = PythonGame(_asking(marked, tuple(goals.values())))
        ways = measured(game.program, range(len(goals)))
        machine = compiled(game, ways.program)

        def sought() -> list[int]:
            still = left()
            return [number for number, goal in enumerate(goals) if goal in still]

        aim = Aim(0, SearchFor.TRUE, ways.measures[0], ways.cell, ways.cell + 1, 0)
        for actions in plays_to_any(
            machine, aim, sought, STYLE, seed, COVERING.guided, longest, deadline, known
        ):
            yield tuple(_texts(game, actions))


def watching(
    ruleset: Ruleset, program: Program, sought: Collection[Goal]
) -> tuple[Mapping[Goal, str], Program]:
    """The program with a variable for each of these goals that is a branch or an option; and the name of
    each variable."""
    prefix = free_prefix(ruleset)
    goals: dict[Goal, str] = {}
    there: dict[str, MarkPlace] = {}
    for number, (name, place) in enumerate(dict(places(ruleset)).items()):
        if ("branch", name) in sought:
            there[goals.setdefault(("branch", name), f"{prefix}{number}")] = place
    try:
        marked = program_family(with_marks(ruleset, there), program, ())
    except RulesetError:
        marked, goals = program, {}
    blocks, nodes, options = list(marked.blocks), list(marked.nodes), dict[Goal, str]()
    for number, node in enumerate(marked.nodes):
        if isinstance(node, Decision):
            choices = list(node.choices)
            for place_of, choice in enumerate(choices):
                goal: Goal = ("option", option_name(node, choice))
                if goal in sought:
                    mark = options.setdefault(goal, f"{prefix}option_{len(options)}")
                    setting = x.Store(mark, None, x.YES, None)
                    choices[place_of] = replace(choice, block=len(blocks))
                    blocks.append(x.Block(goal[1], (setting,), x.Goto(choice.block)))
            nodes[number] = replace(node, choices=tuple(choices))
    new = (Variable(mark, Bool(), False, "state", "none") for mark in options.values())
    changed = replace(
        marked, nodes=tuple(nodes), blocks=tuple(blocks), variables=(*marked.variables, *new)
    )
    return goals | options, changed


def _texts(game: PythonGame, actions: Sequence[Action]) -> Iterator[str]:
    state = game.new()
    for action in actions:
        yield game.text(state, action)
        state = game.apply_legal(state, action)


def _asking(marked: Program, marks: Sequence[str]) -> Program:
    """The program whose only questions are whether these variables can be set."""
    return replace(
        marked,
        checks=tuple(Check(mark, "reachable", x.Var(mark, Bool()), None, "") for mark in marks),
    )
