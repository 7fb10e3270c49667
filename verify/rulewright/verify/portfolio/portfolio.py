"""Answering the checks of one game in this process, one task after the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from rulewright.engines.game import Game

from ..effort.proving import PROVING
from ..effort.schedule import Round, Schedule
from ..execution.workers import Serial, Workers
from ..explicit.searcher import PythonSearcher, Searcher
from ..limits import Budget
from ..results.check_result import InstanceResult
from .agenda import Agenda
from .conduct import Subject, conduct
from .provers import NoProver, Prover
from .tools import Tools

S = TypeVar("S", bound=Hashable)


def searched(positions: int | None, plays: int, units: int = PROVING.units) -> Schedule:
    """A complete search, and for what it leaves open random plays and a prover."""
    return Schedule(
        (
            Round(positions=positions, megabytes=0),
            Round(plays=plays),
            Round(proof=units, bounded=units),
            Round(shorter=units),
        )
    )


def answer_checks(
    game: Game[S],
    budget: Budget,
    *,
    only: frozenset[str] | None = None,
    seed: int = 0,
    plays: int = PROVING.plays,
    schedule: Schedule | None = None,
    searcher: Searcher | None = None,
    prover: Prover | None = None,
    compiled: bool = False,
    workers: Workers | None = None,
    progress: Callable[[int], None] = lambda states: None,
) -> InstanceResult:
    """What can be found out about the game's instance within the budget.

    With ``only``, the checks of these names are answered, and no others. Without a ``schedule``,
    everything is searched that the budget allows, and then ``plays`` are played at random.
    """
    checks = [n for n, c in enumerate(game.program.checks) if only is None or c.name in only]
    agenda = Agenda(game.program, checks, schedule or searched(budget.states, plays))
    tools = Tools(
        game, searcher or PythonSearcher(), prover or NoProver(), seed, budget.memory, compiled
    )
    subject = Subject(game.program.instance.name, tools, agenda)
    conduct([subject], workers or Serial(), budget.start())
    return agenda.result()
