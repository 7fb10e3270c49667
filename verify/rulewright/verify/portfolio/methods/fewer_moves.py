"""Plays made shorter: moves are left out and brought forward, whole rounds together.

A row of moves is left out, and play goes on with those that come after it. What cannot be done any
more is left out, too. If that does not show what it should: whoever is to decide does the first
of the moves left that can be done, wherever it stood, and the first legal one if there is none. The
engine is the judge of all of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from rulewright.engines.game import Action, EngineUnavailable, Game, IllegalAction, Unrested

from ...effort.playing import SHORTENING, UNCOMPILED
from ...explicit.native.build import native_game
from ...limits import Deadline
from ...plays.leaving_out import without_rows
from ...plays.play import ReplayError
from ...progress import Tell
from ...properties.target import (
    DeadlockTarget,
    DivergenceTarget,
    FaultTarget,
    LassoTarget,
    StepTarget,
    Target,
    TrapTarget,
    shows,
)
from ...properties.witness import Witness, replay
from ...results.attempt import Way
from ...results.check_result import CheckResult, Defect
from ...results.verdict import Reached, Refuted
from ..method import Finds, Method, improved
from ..task import Task, TaskOutcome
from ..tools import Tools
from .explicit import found

S = TypeVar("S", bound=Hashable)


class FewerMoves(Method):
    """Makes known answers and defects better."""

    way: ClassVar[Way] = "fewer moves"
    finds: ClassVar[Finds] = "plays"
    unit = "moves tried"
    shortens = True

    def perform(self, tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
        """Leave moves out of the plays of the task's answers and defects."""
        game, compiled, most = tools.game, tools.compiled, task.amount or 0
        answers = improved(
            task.answers,
            lambda known: with_fewer_moves(game, known, most, deadline, compiled=compiled),
            deadline,
        )
        defects = improved(
            task.defects,
            lambda known: defect_in_fewer_moves(game, known, most, deadline, compiled=compiled),
            deadline,
        )
        return TaskOutcome(
            dict(zip(task.checks, answers, strict=True)), tuple(defects), cut=deadline.passed()
        )


def with_fewer_moves(
    game: Game[S], answer: CheckResult, most: int, deadline: Deadline, *, compiled: bool = True
) -> CheckResult:
    """The answer with its play as short as can be made so, trying at most so many moves."""
    if not isinstance(answer.verdict, Reached | Refuted):
        return answer
    before = answer.verdict.witness
    after = fewer_moves(game, before, most, deadline, compiled=compiled)
    if len(after) == len(before):
        return answer
    return replace(answer, verdict=found(answer.check, after))


def defect_in_fewer_moves(
    game: Game[S], defect: Defect, most: int, deadline: Deadline, *, compiled: bool = True
) -> Defect:
    """The same defect with a play as short as can be made so, trying at most so many moves.

    Where the rules run on for ever it is left as it is: a shorter play might run on elsewhere.
    """
    before = defect.witness
    node = before.play.positions[-1].node
    target: Target
    match before.target:
        case FaultTarget():
            target = FaultTarget(node)
        case DeadlockTarget():
            target = DeadlockTarget(node)
        case _:
            return defect
    actions = (move.action for move in before.play.moves)
    after = fewer_moves(game, replay(game, actions, target), most, deadline, compiled=compiled)
    return replace(defect, witness=after) if len(after) < len(before) else defect


def fewer_moves(
    game: Game[S], witness: Witness, most: int, deadline: Deadline, *, compiled: bool = True
) -> Witness:
    """A play that shows the same and is no longer.

    ``compiled``: moves are tried in C if that can be done here. What is given was played on ``game``.
    What only a search of all that can follow shows is left as it is: of most plays that are tried
    nobody knows how much follows.
    """
    if isinstance(witness.target, TrapTarget):
        return witness
    actions = tuple(move.action for move in witness.play.moves)
    fast: Game[Any] = game
    if compiled:
        with suppress(EngineUnavailable):
            fast = native_game(game)
    tried = most // UNCOMPILED.moves if fast is game else most
    shortener = _Shortener(fast, witness.target, tried, deadline)
    shorter = shortener.shortened(actions)
    if shorter is None or len(shorter.actions) >= len(actions):
        return witness
    try:
        return replay(game, shorter.actions, shorter.target)
    except ReplayError:
        return witness


@dataclass(frozen=True, slots=True)
class _Tried(Generic[S]):
    """A play: its states, one more than actions, after how many of them a turn begins, and what
    it shows."""

    states: tuple[S, ...]
    actions: tuple[Action, ...]
    turns: tuple[int, ...]
    target: Target


class _Shortener(Generic[S]):
    def __init__(self, game: Game[S], target: Target, most: int, deadline: Deadline) -> None:
        self._game, self._target = game, target
        self._left, self._deadline = most, deadline
        # What takes long to see is looked for at the end alone.
        self._anywhere = not isinstance(target, DivergenceTarget)

    def shortened(self, actions: Sequence[Action]) -> _Tried[S] | None:
        """None if the actions do not show it here."""
        start = _Tried((self._game.new(),), (), (), self._target)
        whole = self._played(start, actions, len(actions))
        players = len(self._game.program.players.labels)
        ladder = [
            *((_turns, players * rounds) for rounds in SHORTENING.rounds),
            *((_turns, turns) for turns in range(players - 1, 0, -1)),
            *((_everywhere, width) for width in SHORTENING.moves),
        ]
        return whole and without_rows(whole, ladder, self._without, self._over)

    def _over(self) -> bool:
        return self._left <= 0 or self._deadline.passed()

    def _without(self, play: _Tried[S], start: int, end: int) -> _Tried[S] | None:
        turns = tuple(turn for turn in play.turns if turn <= start)
        head = _Tried(play.states[: start + 1], play.actions[:start], turns, play.target)
        rest, most = play.actions[end:], len(play.actions) - 1
        return self._played(head, rest, most) or self._rearranged(head, rest, most)

    def _played(self, head: _Tried[S], rest: Sequence[Action], most: int) -> _Tried[S] | None:
        """Play on with what can be done of the rest, in its order."""
        trial = _Trial(self._game, head, self._target, anywhere=self._anywhere)
        for action in rest:
            if trial.shown or len(trial.actions) >= most:
                break
            self._left -= 1
            trial.goes_on(action)
        return trial.result(most)

    def _rearranged(self, head: _Tried[S], rest: Sequence[Action], most: int) -> _Tried[S] | None:
        """Play on with whatever can be done of the rest first, and else with any move."""
        trial = _Trial(self._game, head, self._target, anywhere=self._anywhere)
        waiting = list(rest)
        while waiting and not trial.shown and len(trial.actions) < most and not self._over():
            done = next((n for n, action in enumerate(waiting) if trial.goes_on(action)), None)
            self._left -= 1 + (len(waiting) if done is None else done)
            if done is not None:
                del waiting[done]
            elif not trial.goes_on_somehow():
                break
        return trial.result(most)


class _Trial(Generic[S]):
    """A play that goes on from its head; ``shown`` is what it shows so far."""

    def __init__(self, game: Game[S], head: _Tried[S], target: Target, *, anywhere: bool) -> None:
        self._game, self._target, self._anywhere = game, target, anywhere
        self._states, self.actions, self._turns = [*head.states], [*head.actions], [*head.turns]
        self._first: dict[S, int] = {}
        for number, state in enumerate(head.states):
            self._first.setdefault(state, number)
        self.shown = self._seen() if anywhere else None

    def goes_on(self, action: Action) -> bool:
        """Do that, if it can be done."""
        try:
            step = self._game.step(self._states[-1], action)
        except (IllegalAction, Unrested):
            return False
        self.actions.append(action)
        self._states.append(step.state)
        if step.turns:
            self._turns.append(len(self.actions))
        if self._anywhere:
            self.shown = self._seen()
        self._first.setdefault(step.state, len(self.actions))
        return True

    def goes_on_somehow(self) -> bool:
        """Do the first thing that can be done."""
        return any(self.goes_on(action) for action in self._game.legal(self._states[-1]))

    def result(self, most: int) -> _Tried[S] | None:
        """The play, if it shows what it should in so many moves."""
        if len(self.actions) > most:
            return None
        shown = self.shown or self._seen()
        if shown is None:
            return None
        return _Tried(tuple(self._states), tuple(self.actions), tuple(self._turns), shown)

    def _seen(self) -> Target | None:
        """What the play shows, if that is what it should."""
        if isinstance(self._target, LassoTarget):
            since = self._first.get(self._states[-1], len(self.actions))
            return LassoTarget(since) if since < len(self.actions) else None
        last = self._states[-2:] if isinstance(self._target, StepTarget) else self._states[-1:]
        return self._target if shows(self._game, last, self._target) else None


def _turns(play: _Tried[S]) -> Sequence[int]:
    return (0, *play.turns)


def _everywhere(play: _Tried[S]) -> Sequence[int]:
    return range(len(play.actions) + 1)
