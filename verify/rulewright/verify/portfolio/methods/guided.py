"""Answers that plays give which are led to what the questions ask for; see ``branch_distance``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from rulewright.engines.game import Game

from ...explicit.branch_distance import measured
from ...explicit.native.build import compiled
from ...explicit.native.guided import led
from ...explicit.native.search import Ask
from ...explicit.searcher import asks
from ...limits import Deadline
from ...properties.registry import kind_of
from ...results.check_result import CheckResult, Defect
from .sampling import shown
from .simulation import RandomPlays

S = TypeVar("S", bound=Hashable)


def guided_in_c(
    game: Game[S], toward: Sequence[int], checks: Collection[int], seed: int, most: int,
    moves: int, deadline: Deadline, progress: Callable[[int], None],
) -> RandomPlays:  # fmt: skip
    """At most so many moves toward what each of some checks asks for, in plays of at most so many moves.

    All ``checks`` are watched on the way; what is seen already is not led to. Where one of those
    checks says of no position how near it is, play is led to what other checks ask for as well, for
    that is often on the way. Raises EngineUnavailable, OutOfMemory, OutOfTime, EngineMismatch.
    """
    program, numbers = measured(game.program, tuple(_targets(game, toward)))
    if not numbers:
        return RandomPlays(0, {}, ())
    machine = compiled(game, program)
    answers: dict[int, CheckResult] = {}
    defects: dict[str, Defect] = {}
    plays = 0
    for strategy, number in enumerate(numbers):
        open_ = frozenset(checks) - answers.keys()
        if deadline.passed() or not open_.intersection(toward):
            break
        if number in answers:
            continue
        watched = [a if a is not Ask.MARKED else Ask.NOTHING for a in asks(game, open_)]
        found = led(machine, strategy, watched, seed, most, moves, deadline)
        seen = replace(found.seen, again=None)
        these = shown(game, open_, seen, found.play)
        answers |= these.answers
        for defect in these.defects:
            defects.setdefault(defect.message, defect)
        plays += these.plays
        progress(plays)
    return RandomPlays(plays, answers, tuple(defects.values()))


def _targets(game: Game[S], toward: Sequence[int]) -> Iterator[int]:
    """Those of the checks, and if one of them cannot be led to, of all that look for a play."""
    yield from toward
    _, led_to = measured(game.program, toward)
    if len(led_to) < len(toward):
        for number, check in enumerate(game.program.checks):
            if number not in toward and kind_of(check).seeks == "witness" and check.expected:
                yield number
