"""Kept plays, played again: only what the engine shows of them counts."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from rulewright.dsl.ir.positions import Rest
from rulewright.dsl.ir.program import Check
from rulewright.engines.common.positions import rest_in
from rulewright.engines.game import Action, Game, Unrested

from ..effort.answering import RECHECKING
from ..effort.searching import LASTING
from ..limits import Budget
from ..plays.play import Play, ReplayError, played
from ..portfolio.methods.explicit import (
    deadlock_defect,
    divergence_defect,
    fault_defect,
    found,
)
from ..properties.registry import kind_of
from ..properties.target import (
    DeadlockTarget,
    DivergenceTarget,
    FaultTarget,
    LassoTarget,
    Target,
    TrapTarget,
)
from ..properties.witness import Witness, replay
from ..results.check_result import CheckResult, Defect
from ..stategraph.bfs import explore
from .kept import KeptPlay

S = TypeVar("S", bound=Hashable)


def kept_play(play: Play) -> KeptPlay:
    """A play as it is kept."""
    return KeptPlay(tuple((move.actor, move.text) for move in play.moves), play.loop)


def shown_again(game: Game[S], number: int, kept: KeptPlay) -> CheckResult:
    """What a kept play shows about a check. Raises ReplayError if it shows nothing."""
    check = game.program.checks[number]
    actions, last = _played(game, kept)
    target = _claim(check, number, kept)
    if (
        isinstance(target, TrapTarget)
        and explore(game, Budget(states=LASTING.future), first=last).stopped
    ):
        raise ReplayError(f"more than {LASTING.future:,} positions follow it")
    return CheckResult(check, found(check, _replayed(game, actions, target)))


def defect_again(game: Game[S], kept: KeptPlay) -> Defect:
    """The defect that a kept play reaches. Raises ReplayError if it reaches none."""
    actions, last = _played(game, kept)
    if rest_in(game, last) in (Rest.FAULT, Rest.GAP):
        return fault_defect(_replayed(game, actions, FaultTarget()))
    if rest_in(game, last) is Rest.DEADLOCK:
        return deadlock_defect(_replayed(game, actions, DeadlockTarget()))
    return divergence_defect(game, _replayed(game, actions, DivergenceTarget()), last)


def _replayed(game: Game[S], actions: tuple[Action, ...], target: Target) -> Witness:
    try:
        return replay(game, actions, target)
    except Unrested as error:
        raise ReplayError(str(error)) from error


def _claim(check: Check, number: int, kept: KeptPlay) -> Target:
    target = kind_of(check).target(number, kept.again)
    if kept.again is not None and not isinstance(target, LassoTarget):
        raise ReplayError("it goes round, which nobody asked about")
    return target


def _played(game: Game[S], kept: KeptPlay) -> tuple[tuple[Action, ...], S]:
    """The actions that the moves mean, and the position after them."""
    if len(kept.moves) > RECHECKING.moves:
        raise ReplayError(f"it has more than {RECHECKING.moves:,} moves")
    return played(game, ((f"move {n}", *move) for n, move in enumerate(kept.moves, 1)))
