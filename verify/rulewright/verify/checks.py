"""Answering every check of an instance within a budget.

First a complete search, all checks in one pass. What it leaves open, random plays try to answer
with a witness, and then a prover is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TypeVar

from rulewright.engines.interface import Game

from . import by_search
from .budget import Budget, Deadline
from .by_chance import Sampling, sample
from .by_proof import claim_of, prove, shorten
from .hunt import Hunt
from .provers import NoProver, Prover
from .report import Answer, Coverage, Report, Trouble
from .search.explore import explore
from .verdict import Bounded, Sampled, Unknown, counted

S = TypeVar("S", bound=Hashable)

SEARCH_SHARE = 0.3
CHANCE_SHARE = 0.1
PLAYS = 10_000
"""So many random plays at most."""
PROVER_SECONDS = 60.0
"""What a prover gets for a check if the budget has no limit in seconds."""


def answer_checks(
    game: Game[S],
    budget: Budget,
    *,
    only: str | None = None,
    seed: int = 0,
    plays: int = PLAYS,
    prover: Prover | None = None,
    progress: Callable[[int], None] = lambda states: None,
) -> Report:
    """What can be found out about the game's instance within the budget.

    With ``only``, the check of this name is answered alone.
    """
    deadline = budget.start()
    checks = [n for n, c in enumerate(game.program.checks) if only is None or c.name == only]
    hunt = Hunt(game, frozenset(checks), progress)
    graph = explore(game, budget.share(SEARCH_SHARE), hunt)
    answers = by_search.answers(game, graph, hunt, checks)
    troubles = by_search.troubles(game, graph, hunt)
    if not graph.complete and _open(answers):
        chance = sample(game, _open(answers), seed, plays, budget.share(CHANCE_SHARE).start())
        answers |= chance.answers
        troubles = _merge(troubles, chance.troubles)
        _ask(game, answers, chance, prover or NoProver(), deadline)
    return Report(
        instance=game.program.instance,
        answers=tuple(answers[number] for number in checks),
        troubles=tuple(troubles),
        coverage=Coverage(
            states=len(graph.states),
            transitions=graph.transitions,
            depth=graph.depth,
            terminal=graph.terminal,
            stopped=graph.stopped,
        ),
    )


def _ask(
    game: Game[S], answers: dict[int, Answer], chance: Sampling, prover: Prover, deadline: Deadline
) -> None:
    """Ask the prover for what is open, and then for shorter plays than the random ones."""
    waiting = [n for n in _open(answers) if claim_of(answers[n].check, n) is not None]
    waiting += sorted(chance.answers)
    for turn, number in enumerate(waiting):
        seconds = _seconds(deadline.left(), len(waiting) - turn)
        if number in chance.answers:
            answers[number] = shorten(game, number, answers[number], prover, seconds)
        else:
            asked = prove(game, number, prover, seconds)
            answers[number] = _stronger(answers[number], asked, chance)


def _open(answers: dict[int, Answer]) -> list[int]:
    return [number for number, answer in sorted(answers.items()) if answer.holds is None]


def _seconds(left: float | None, checks: int) -> float:
    return PROVER_SECONDS if left is None else left / checks


def _merge(known: list[Trouble], more: tuple[Trouble, ...]) -> list[Trouble]:
    messages = {trouble.message for trouble in known}
    return known + [trouble for trouble in more if trouble.message not in messages]


def _stronger(before: Answer, asked: Answer, chance: Sampling) -> Answer:
    """The better of what the search and a prover say, with what random plays add."""
    if asked.holds is not None:
        return asked
    sampled = f"{counted(chance.plays, 'random play')} showed nothing either"
    match before.verdict, asked.verdict:
        case Bounded(searched), Bounded(solved):
            return replace(asked, verdict=Bounded(max(searched, solved)), note=sampled)
        case Bounded(), _:
            return replace(before, note=sampled)
        case _, Bounded():
            return replace(asked, note=sampled)
        case Unknown(why, _), _ if chance.plays and before.check.kind != "forever":
            return replace(before, verdict=Sampled(chance.plays), note=why)
        case _:
            return before
