"""Mends a kept play that changed rules no longer allow: what can still be played is.

Impossible moves are left out; where that leads nowhere, a move that the rules now ask for is made in
between. The result counts for what the engine shows and for nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

from rulewright.engines.game import Action, Game, IllegalAction, Unrested

from ..effort.answering import RECHECKING
from ..plays.play import ReplayError, actor
from ..portfolio.methods.simulation import sampled_answer
from ..properties.registry import kind_of
from ..properties.target import LassoTarget, Target, TrapTarget, shows
from ..properties.witness import replay
from ..results.check_result import CheckResult
from .kept import KeptPlay

S = TypeVar("S", bound=Hashable)


def mended(game: Game[S], number: int, kept: KeptPlay) -> CheckResult | None:
    """The answer of the play as far as it can be mended, or None if it shows nothing."""
    target = kind_of(game.program.checks[number]).target(number, 0)
    if isinstance(target, LassoTarget | TrapTarget) or len(kept.moves) > RECHECKING.mended_moves:
        return None
    try:
        actions = _first_showing(game, target, kept.moves)
        if actions is None:
            return None
        return sampled_answer(game, number, replay(game, actions, target))
    except (ReplayError, Unrested):
        return None


def _first_showing(
    game: Game[S], target: Target, moves: Sequence[tuple[str, str]]
) -> tuple[Action, ...] | None:
    """The actions up to where the target is first shown."""
    states, actions = [game.new()], list[Action]()
    for action in _played(game, moves):
        actions.append(action)
        states.append(game.apply_legal(states[-1], action))
        if shows(game, tuple(states), target):
            return tuple(actions)
    return None


def _played(game: Game[S], moves: Sequence[tuple[str, str]]) -> Iterator[Action]:
    """The kept moves that are possible, with moves made in between; then forced moves."""
    state, left, made = game.new(), list(moves), 0
    while left and made < RECHECKING.mended_moves:
        legal = game.legal(state)
        if not legal:
            return
        action = _as_kept(game, state, left[0])
        if action is not None:
            del left[0]
        else:
            between = (
                a for a in legal[: RECHECKING.mended_tries] if _leads_to(game, state, a, left[0])
            )
            action = next(between, None)
        if action is None:
            later = (
                (n, found)
                for n, move in enumerate(left[1 : 1 + RECHECKING.mended_tries], 1)
                if (found := _as_kept(game, state, move)) is not None
            )
            number, action = next(later, (0, legal[0]))
            del left[: number + (number > 0)]
        yield action
        state, made = game.apply_legal(state, action), made + 1
    for _ in range(RECHECKING.mended_tries):
        legal = game.legal(state)
        if len(legal) != 1:
            return
        yield legal[0]
        state = game.apply_legal(state, legal[0])


def _as_kept(game: Game[S], state: S, move: tuple[str, str]) -> Action | None:
    """The action that a kept move means here, if it is possible."""
    who, text = move
    if actor(game, state) != who:
        return None
    try:
        return game.parse(state, text)
    except IllegalAction:
        return None


def _leads_to(game: Game[S], state: S, action: Action, move: tuple[str, str]) -> bool:
    return _as_kept(game, game.apply_legal(state, action), move) is not None
