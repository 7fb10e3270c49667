"""Answers that plays give which are led to what the questions ask for; see ``branch_distance``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, TypeVar

from rulewright.engines.game import Action, EngineUnavailable, Game

from ...effort.playing import GUIDING
from ...explicit.branch_distance import Measured, measured
from ...explicit.native.build import compiled
from ...explicit.native.random_plays.archive import Aim, explore_from_archive
from ...explicit.native.random_plays.guided import led
from ...explicit.native.search import Compiled
from ...explicit.searcher import asks
from ...limits import Deadline
from ...progress import Tell
from ...properties.registry import kind_of
from ...properties.target import LassoTarget
from ...properties.witness import replay
from ...results.attempt import Way
from ...results.check_result import CheckResult, Defect
from ...results.verdict import Reached, Refuted, counted
from ...stategraph.graph import OutOfMemory
from ..method import Finds, Method
from ..task import Task, TaskOutcome
from ..tools import Tools
from .sampling import shown, watched
from .simulation import RandomPlays, sampled_answer, short

S = TypeVar("S", bound=Hashable)


class GuidedPlay(Method):
    """Answers with a play; in C only."""

    way: ClassVar[Way] = "guided play"
    finds: ClassVar[Finds] = "plays"
    unit = "moves toward each target"

    def perform(self, tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
        """Play toward what the first of the task's questions ask for, watching all of them."""
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


def guided_in_c(
    game: Game[S], toward: Sequence[int], checks: Collection[int], seed: int, most: int,
    moves: int, deadline: Deadline, progress: Callable[[int], None],
    others: Sequence[CheckResult] = (),
) -> RandomPlays:  # fmt: skip
    """At most so many moves toward what each of some checks asks for, in plays of at most so many moves;
    fewer where positions are large.

    All ``checks`` are watched on the way; what is seen already is not led to. Where one of those
    checks says of no position how near it is, play is led to what other checks ask for as well, for
    that is often on the way; and it goes on from plays that answer ``others``. Raises EngineUnavailable, OutOfMemory, OutOfTime, EngineMismatch.
    """
    known = measured(game.program, tuple(_targets(game, toward)))
    if not known.measures and not any(_comes_again(game, number) for number in toward):
        return RandomPlays(0, {}, ())
    machine = compiled(game, known.program)
    most //= 1 + machine.library.rws_state_size() // GUIDING.large
    answers: dict[int, CheckResult] = {}
    defects: dict[str, Defect] = {}
    plays = 0
    plays_known = list(_plays(others))
    led_to = [n for n in toward if n in known.measures or _comes_again(game, n)]
    tried: dict[int, int] = {}
    for number in led_to * GUIDING.passes:
        if number in answers or tried.get(number) == len(plays_known) or deadline.passed():
            continue
        tried[number] = len(plays_known)
        share = int(most * GUIDING.archive)
        answer = _from_archive(machine, known, number, seed, share, moves, deadline, plays_known)
        if answer is not None:
            answers[number] = answer
            plays_known += _plays([answer])
    for strategy, number in enumerate(known.led):
        open_ = frozenset(checks) - answers.keys()
        if deadline.passed() or not open_.intersection(toward):
            break
        if number in answers:
            continue
        found = led(machine, strategy, watched(game, open_), seed, most, moves, deadline)
        seen = replace(found.seen, again=None)
        these = shown(game, open_, seen, found.play)
        answers |= these.answers
        for defect in these.defects:
            defects.setdefault(defect.message, defect)
        plays += these.plays
        progress(plays)
    return RandomPlays(plays, answers, tuple(defects.values()))


def _from_archive(
    machine: Compiled[S], known: Measured, number: int, seed: int, most: int, moves: int,
    deadline: Deadline, others: Sequence[Sequence[Action]] = (),
) -> CheckResult | None:  # fmt: skip
    """The answer of a play that goes on from an archive, if one is found; then shorter ones are looked for.

    Each way to lead has an equal part of the moves.
    """
    game = machine.game
    again = _comes_again(game, number)
    aim = Aim(
        number, asks(game, frozenset({number}))[number], known.measures.get(number, known.cell),
        known.cell, known.cell + 1, known.owned,
    )  # fmt: skip
    led_to = again or number in known.led
    ways = [s for s in GUIDING.styles if (known.owned or not s.advised) and (led_to or s.advised)]
    for style in ways:
        share, longest, found = most // len(ways), moves, None
        while longest > 0 and not deadline.passed():
            came_to = explore_from_archive(
                machine, aim, style, seed, share, longest, deadline, others
            )
            if came_to.play is None:
                break
            states, actions = came_to.play
            target = kind_of(game.program.checks[number]).target(number, came_to.since)
            found = replay(game, actions, target) if again else short(game, states, actions, target)
            longest = int(len(found) * GUIDING.shorter)
        if found is not None:
            return sampled_answer(game, number, found)
    return None


def _plays(answers: Iterable[CheckResult]) -> Iterator[tuple[Action, ...]]:
    """The plays that show them, those without any left out."""
    for answer in answers:
        match answer.verdict:
            case Reached(witness) | Refuted(witness):
                yield tuple(move.action for move in witness.play.moves)


def _comes_again(game: Game[S], number: int) -> bool:
    """Whether a check looks for a position that comes again."""
    return isinstance(kind_of(game.program.checks[number]).target(number, 0), LassoTarget)


def _targets(game: Game[S], toward: Sequence[int]) -> Iterator[int]:
    """Those of the checks, and if one of them cannot be led to, of all that look for a play."""
    yield from toward
    led_to = measured(game.program, toward).led
    if len(led_to) < len(toward):
        for number, check in enumerate(game.program.checks):
            if number not in toward and kind_of(check).seeks == "witness" and check.expected:
                yield number
