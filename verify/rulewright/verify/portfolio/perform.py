"""Doing a task: the same task comes to the same, wherever and whenever it is done."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from rulewright.dsl.ir.program import Program
from rulewright.engines.game import MOVE_LIMIT, EngineUnavailable, Game

from ..effort.playing import UNCOMPILED
from ..effort.running import INTERRUPTING
from ..execution.interruption import ending_in_time
from ..explicit.searcher import PythonSearcher, Searcher, SearchRequest, SearchResult
from ..limits import Budget, Deadline, OutOfTime
from ..progress import Tell
from ..results.check_result import CheckResult, Coverage
from ..results.verdict import Unknown, counted, stopped_at
from ..stategraph.graph import OUT_OF_TIME, OutOfMemory
from .methods import explicit
from .methods.guided import guided_in_c
from .methods.proof import look_for_play, look_for_proof, shorten
from .methods.sampling import sample_in_c
from .methods.shorter import defect_in_fewer_moves, with_fewer_moves
from .methods.simulation import RandomPlays, sample
from .provers import NoProver, Prover
from .task import Task, TaskOutcome

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Tools(Generic[S]):
    """A game, and who works on it.

    ``compiled``: whether random plays are played in C. ``memory``: bytes for a search in C.
    """

    game: Game[S]
    searcher: Searcher = field(default_factory=PythonSearcher)
    prover: Prover = field(default_factory=NoProver)
    seed: int = 0
    memory: int | None = None
    compiled: bool = False

    def __reduce__(self) -> tuple[Callable[..., Tools[Any]], tuple[object, ...]]:
        """Games are made again on the other side: modules that were generated do not travel."""
        rest = (self.searcher, self.prover, self.seed, self.memory, self.compiled)
        return tools_for, (self.game.program, self.game.move_limit, *rest)


def tools_for(program: Program, move_limit: int = MOVE_LIMIT, *rest: Any) -> Tools[Any]:
    """The tools for a program, on the Python engine."""
    from rulewright.engines.python.game import PythonGame

    return Tools(PythonGame(program, move_limit), *rest)


def perform(tools: Tools[S], task: Task, seconds: float | None, tell: Tell) -> TaskOutcome:
    """Do a task, in so many seconds at most; what had to be given up is cut."""
    deadline = Budget(seconds).start()
    try:
        return _perform(tools, task, deadline, tell)
    except OutOfTime:
        return TaskOutcome(came_to=OUT_OF_TIME.why, cut=True)


def _perform(tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
    match task.way:
        case "complete search":
            return _search(tools, task, deadline, tell)
        case "random play":
            return _sample(tools, task, deadline, tell)
        case "guided play":
            return _guided(tools, task, deadline, tell)
        case "proof":
            return _each(tools, task, deadline, look_for_proof)
        case "bounded search":
            return _each(tools, task, deadline, look_for_play)
        case "fewer moves":
            return _fewer_moves(tools, task, deadline)
        case "shorter play":
            return _shorten(tools, task, deadline)


def _search(tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
    game = tools.game
    budget = Budget(deadline.left(), _positions(game, task), tools.memory)
    request = SearchRequest(
        game, budget, frozenset(task.checks), lambda states: tell(states, "positions")
    )
    searched = tools.searcher.ask(request)
    with ending_in_time(deadline, INTERRUPTING.grace):
        answers = explicit.answers(game, searched.graph, searched.observed, task.checks)
        defects = explicit.defects(game, searched.graph, searched.observed)
    coverage = _coverage(searched)
    stopped = coverage.stopped
    return TaskOutcome(
        answers=answers,
        defects=tuple(defects),
        coverage=coverage,
        came_to=str(stopped.why) if stopped else f"all {counted(coverage.states, 'position')}",
        cut=stopped == OUT_OF_TIME,
    )


def _positions(game: Game[S], task: Task) -> int | None:
    """How many positions there is room for; states of games that are no programs are small."""
    if task.amount is None:
        return None
    from rulewright.engines.native.generator.states import States

    size = States(game.program).size if game.program.variables else 1
    return max(1, min(task.amount, task.room // (size + BESIDE))) if task.room else task.amount


BESIDE = 40
"""Bytes that a search needs beside each position."""


def _coverage(searched: SearchResult[S]) -> Coverage:
    graph = searched.graph
    return Coverage(
        states=len(graph.states),
        transitions=graph.transitions,
        depth=graph.depth,
        terminal=graph.terminal,
        stopped=graph.stopped,
        engine=searched.engine,
    )


def _sample(tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
    plays, game = task.amount or 0, tools.game
    found: RandomPlays | None = None
    if tools.compiled:
        with suppress(EngineUnavailable, OutOfMemory):
            found = sample_in_c(
                game, task.checks, tools.seed, plays, task.moves, deadline,
                lambda done: tell(done, "plays"),
            )  # fmt: skip
        plays //= UNCOMPILED.plays if found is None else 1
    if found is None:
        found = sample(game, task.checks, tools.seed, plays, task.moves, deadline)
    return TaskOutcome(
        answers=found.answers,
        defects=found.defects,
        plays=found.plays,
        came_to=f"{counted(found.plays, 'play')} that came to rest",
        cut=deadline.passed(),
    )


def _guided(tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
    if not tools.compiled:
        return TaskOutcome(came_to="only compiled games are fast enough")
    try:
        found = guided_in_c(
            tools.game, task.checks[: task.toward], task.checks, tools.seed, task.amount or 0,
            task.moves, deadline, lambda done: tell(done, "trials"), task.answers,
        )  # fmt: skip
    except (EngineUnavailable, OutOfMemory) as error:
        return TaskOutcome(came_to=str(error))
    return TaskOutcome(
        answers=found.answers,
        defects=found.defects,
        came_to=f"{counted(found.plays, 'trial')} that came to rest",
        cut=deadline.passed(),
    )


Look = Callable[..., CheckResult]


def _each(tools: Tools[S], task: Task, deadline: Deadline, look: Look) -> TaskOutcome:
    answers: dict[int, CheckResult] = {}
    for number in task.checks:
        try:
            with ending_in_time(deadline):
                answers[number] = look(
                    tools.game, number, tools.prover, task.amount or 0, deadline, task.known
                )
        except OutOfTime:
            check = tools.game.program.checks[number]
            answers[number] = CheckResult(check, stopped_at(OUT_OF_TIME))
    why = [a.verdict.why for a in answers.values() if isinstance(a.verdict, Unknown)]
    return TaskOutcome(answers, came_to="; ".join(dict.fromkeys(why)), cut=deadline.passed())


def _shorten(tools: Tools[S], task: Task, deadline: Deadline) -> TaskOutcome:
    answers = dict(zip(task.checks, task.answers, strict=True))
    for number, answer in tuple(answers.items()):
        with suppress(OutOfTime), ending_in_time(deadline):
            answers[number] = replace(
                shorten(tools.game, number, answer, tools.prover, task.amount or 0, deadline),
                attempts=answer.attempts,
            )
    return TaskOutcome(answers, came_to="", cut=deadline.passed())


def _fewer_moves(tools: Tools[S], task: Task, deadline: Deadline) -> TaskOutcome:
    answers = dict(zip(task.checks, task.answers, strict=True))
    for number, answer in tuple(answers.items()):
        with suppress(OutOfTime), ending_in_time(deadline):
            answers[number] = with_fewer_moves(
                tools.game, answer, task.amount or 0, deadline, compiled=tools.compiled
            )
    defects = list(task.defects)
    for place, defect in enumerate(defects):
        with suppress(OutOfTime), ending_in_time(deadline):
            defects[place] = defect_in_fewer_moves(
                tools.game, defect, task.amount or 0, deadline, compiled=tools.compiled
            )
    return TaskOutcome(answers, tuple(defects), came_to="", cut=deadline.passed())
