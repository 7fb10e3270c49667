"""Answers that a search gives, complete or not."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from contextlib import suppress
from typing import TypeVar

from rulewright.dsl.ir.program import Check, Decision, Fault, Program
from rulewright.engines.game import Action, Game

from ...limits import OutOfTime
from ...plays.play import move
from ...properties.kind import Evidence, Undetermined
from ...properties.observed import Observed
from ...properties.registry import kind_of
from ...properties.target import DeadlockTarget, DivergenceTarget, FaultTarget, diverges
from ...properties.witness import Witness, replay
from ...results.check_result import CheckResult, Defect
from ...results.verdict import (
    Bounded,
    Explained,
    Proved,
    Reached,
    Refuted,
    Unknown,
    Verdict,
    counted,
    stopped_at,
)
from ...stategraph.graph import OUT_OF_MEMORY, OUT_OF_TIME, OutOfMemory, StateGraph

S = TypeVar("S", bound=Hashable)


def found(check: Check, witness: Witness) -> Verdict:
    """The verdict on a check for which a witness was found."""
    return Reached(witness) if kind_of(check).seeks == "witness" else Refuted(witness)


def answers(
    game: Game[S], graph: StateGraph[S, Action], observed: Observed, checks: Iterable[int]
) -> dict[int, CheckResult]:
    """An answer to each of these checks, by number; some may be bounded or unknown.

    Raises ReplayError or EngineMismatch if the search was done on another engine than ``game``, and
    that engine plays another game.
    """
    return {number: _answer(game, graph, observed, number) for number in checks}


def _answer(
    game: Game[S], graph: StateGraph[S, Action], observed: Observed, number: int
) -> CheckResult:
    check = game.program.checks[number]
    try:
        match kind_of(check).find(game, graph, observed, number):
            case Evidence(actions, target, note):
                return CheckResult(check, found(check, replay(game, actions, target)), note)
            case Undetermined(why, advice):
                return CheckResult(check, Unknown(Explained(why), advice))
            case None:
                return CheckResult(check, _nothing_found(graph, check))
    except OutOfMemory as error:
        return CheckResult(check, Unknown(Explained(str(error)), OUT_OF_MEMORY.advice))
    except OutOfTime:
        return CheckResult(check, stopped_at(OUT_OF_TIME))


def _nothing_found(graph: StateGraph[S, Action], check: Check) -> Verdict:
    if graph.stopped is None:
        places = counted(len(graph.states), "position")
        actions = counted(graph.transitions, "action")
        return Proved(graph.finished(), (f"all {places} and {actions} were visited",))
    within = kind_of(check).excluded(graph)
    if within < 1:
        return stopped_at(graph.stopped)
    return Bounded(within)


def defects(game: Game[S], graph: StateGraph[S, Action], observed: Observed) -> list[Defect]:
    """Each different fault, and each decision at which play gets stuck, with a shortest play.

    An action after which the rules never come to rest is a defect, too. What there is no time to
    play again is left out.

    Stuck positions are left out if a check of the ruleset asks about them.
    """
    result: list[Defect] = []
    with suppress(OutOfTime):
        for state in observed.faults.values():
            result.append(fault_defect(replay(game, graph.path(state), FaultTarget())))
        if observed.divergent is not None:
            witness = replay(game, graph.path(observed.divergent), DivergenceTarget())
            result.append(divergence_defect(game, witness, graph.states[observed.divergent]))
        if not asks_about_deadlock(game.program):
            for state in graph.stuck:
                deadlock = replay(game, graph.path(state), DeadlockTarget())
                result.append(deadlock_defect(deadlock))
    return result


def asks_about_deadlock(program: Program) -> bool:
    """Whether a check of the ruleset is about decisions without a legal option."""
    targets = (kind_of(check).target(n) for n, check in enumerate(program.checks))
    return any(isinstance(target, DeadlockTarget) for target in targets)


def divergence_defect(game: Game[S], witness: Witness, place: S) -> Defect:
    """An action after which the rules never come to rest; the play leads to ``place``, before it."""
    action = next(a for a in game.legal(place) if diverges(game, place, a))
    message = f"after {game.text(place, action)!r} the rules run on and never come to rest"
    return Defect(message, move(game, place, action).clauses, witness)


def deadlock_defect(witness: Witness) -> Defect:
    """A decision without a legal option."""
    node = witness.play.last_node
    name = f" ({node.name})" if isinstance(node, Decision) and node.name else ""
    return Defect(f"play is stuck: no legal option{name}", node.clauses, witness)


def fault_defect(witness: Witness) -> Defect:
    """A fault."""
    outcome = witness.play.outcome
    label = "fault" if outcome is None else outcome.label
    node = witness.play.last_node
    declared = isinstance(node, Fault) and node.declared
    return Defect(label, () if outcome is None else outcome.clauses, witness, declared)
