"""Answers that a search gives, complete or not."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice, pairwise
from typing import TypeVar

from rulewright.dsl.ir.program import Check, Decision, Fault
from rulewright.engines.game import Action, Game

from ...explicit.observer import Observed
from ...plays.play import move
from ...properties.target import (
    DeadlockTarget,
    DivergenceTarget,
    FaultTarget,
    LassoTarget,
    TrapTarget,
    diverges,
)
from ...properties.witness import Witness, replay
from ...results.check_result import LOOKING, CheckResult, Defect
from ...results.verdict import (
    Bounded,
    Proved,
    Reached,
    Refuted,
    Unknown,
    Verdict,
    counted,
)
from ...stategraph.bfs import action_between
from ...stategraph.fixpoints import always_globally
from ...stategraph.graph import OUT_OF_MEMORY, EngineMismatch, OutOfMemory, StateGraph
from ...stategraph.lasso import Lasso, shortest_lasso

S = TypeVar("S", bound=Hashable)

FUTURE = 20_000
"""What a faster engine says to hold for ever is replayed in so many states at most."""
TRIES = 50
"""So many states are tried whether their future is small enough for that."""


def found(check: Check, witness: Witness) -> Verdict:
    """The verdict on a check for which a witness was found."""
    return Reached(witness) if check.kind in LOOKING else Refuted(witness)


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
        match check.kind:
            case "ends":
                return _ends(game, graph, observed, check)
            case "forever":
                return _forever(game, graph, observed, number)
    except OutOfMemory as error:
        return CheckResult(check, Unknown(str(error), OUT_OF_MEMORY.advice))
    if check.kind == "acts":
        witness = _stuck_witness(game, graph, graph.stuck[0]) if graph.stuck else None
    else:
        witness = _hit_witness(game, graph, observed, number)
    return CheckResult(
        check, _no_witness(graph, check) if witness is None else found(check, witness)
    )


def _shorter(graph: StateGraph[S, Action]) -> str:
    """What to say of a play that is found last where positions come again or are all known."""
    return "not all was searched: there may be a shorter one" if graph.stopped else ""


def _no_witness(graph: StateGraph[S, Action], check: Check) -> Verdict:
    if graph.stopped is None:
        places = counted(len(graph.states), "position")
        actions = counted(graph.transitions, "action")
        return Proved("complete search", (f"all {places} and {actions} were visited",))
    within = graph.distance(graph.expanded)
    if check.kind == "acts":
        within -= 1
    if check.kind == "forever" or within < 1:
        return Unknown(graph.stopped.why, graph.stopped.advice)
    return Bounded(within)


def _hit_witness(
    game: Game[S], graph: StateGraph[S, Action], observed: Observed, check: int
) -> Witness | None:
    hit = observed.hits.get(check)
    if hit is None:
        return None
    last = () if hit.action is None else (hit.action,)
    return replay(game, (*graph.path(hit.state), *last), hit.target)


def _stuck_witness(game: Game[S], graph: StateGraph[S, Action], state: int) -> Witness:
    return replay(game, graph.path(state), DeadlockTarget())


def _forever(
    game: Game[S], graph: StateGraph[S, Action], observed: Observed, number: int
) -> CheckResult:
    """The nearest state after which the property always holds, if possible one with successors."""
    check = game.program.checks[number]
    marks = always_globally(graph, observed.satisfying[number])
    first = marks.find(1)
    if first < 0:
        return CheckResult(check, _no_witness(graph, check))
    going_on = (s for s in _marked(marks, first) if graph.successors(s))
    if graph.analysis is None:
        state = next(going_on, first)
    else:
        tried = list(islice(going_on, TRIES))
        small = (s for s in tried or [first] if _future_is_small(graph, s))
        state = next(small, -1)
    if state < 0:
        why = f"it holds for ever after some play, but in more than {FUTURE:,} positions"
        return CheckResult(check, Unknown(why, "take a smaller instance"))
    witness = replay(game, graph.path(state), TrapTarget(number))
    note = "only where play is over" if witness.play.outcome else _shorter(graph)
    return CheckResult(check, found(check, witness), note)


def _marked(marks: bytearray, state: int) -> Iterator[int]:
    while state >= 0:
        yield state
        state = marks.find(1, state + 1)


def _future_is_small(graph: StateGraph[S, Action], state: int) -> bool:
    known = {state}
    waiting = [state]
    while waiting and len(known) <= FUTURE:
        new = set(graph.successors(waiting.pop())) - known
        known |= new
        waiting += new
    return len(known) <= FUTURE


def _ends(
    game: Game[S], graph: StateGraph[S, Action], observed: Observed, check: Check
) -> CheckResult:
    if observed.divergent is not None:
        witness = replay(game, graph.path(observed.divergent), DivergenceTarget())
        return CheckResult(check, found(check, witness))
    lasso = shortest_lasso(graph)
    if lasso is None:
        return CheckResult(check, _no_witness(graph, check))
    note = _shorter(graph) if lasso.shortest else "there may be a shorter one"
    return CheckResult(check, found(check, _lasso_witness(game, graph, lasso)), note)


def _lasso_witness(game: Game[S], graph: StateGraph[S, Action], lasso: Lasso) -> Witness:
    actions = list(graph.path(lasso.stem[-1]))
    for source, target in pairwise(lasso.loop):
        action = action_between(game, graph.states[source], graph.states[target])
        if action is None:
            raise EngineMismatch(f"no action leads from state {source} to state {target}")
        actions.append(action)
    return replay(game, actions, LassoTarget(len(lasso.stem) - 1))


def defects(game: Game[S], graph: StateGraph[S, Action], observed: Observed) -> list[Defect]:
    """Each different fault, and each decision at which play gets stuck, with a shortest play.

    An action after which the rules never come to rest is trouble, too.

    Stuck positions are left out if a check of the ruleset asks about them.
    """
    result = [
        fault_defect(replay(game, graph.path(state), FaultTarget()))
        for state in observed.faults.values()
    ]
    if observed.divergent is not None:
        witness = replay(game, graph.path(observed.divergent), DivergenceTarget())
        result.append(running_trouble(game, witness, graph.states[observed.divergent]))
    if any(check.kind == "acts" for check in game.program.checks):
        return result
    return result + [deadlock_defect(_stuck_witness(game, graph, state)) for state in graph.stuck]


def running_trouble(game: Game[S], witness: Witness, place: S) -> Defect:
    """An action after which the rules never come to rest; the play leads to ``place``, before it."""
    action = next(a for a in game.legal(place) if diverges(game, place, a))
    message = f"after {game.text(place, action)!r} the rules run on and never come to rest"
    return Defect(message, move(game, place, action).clauses, witness)


def deadlock_defect(witness: Witness) -> Defect:
    """A decision without a legal option."""
    node = witness.play.last_node
    name = f" ({node.name})" if isinstance(node, Decision) and node.name else ""
    clauses = node.clauses if isinstance(node, Decision) else ()
    return Defect(f"play is stuck: no legal option{name}", clauses, witness)


def fault_defect(witness: Witness) -> Defect:
    """A fault."""
    outcome = witness.play.outcome
    label = "fault" if outcome is None else outcome.label
    node = witness.play.last_node
    declared = isinstance(node, Fault) and node.declared
    return Defect(label, () if outcome is None else outcome.clauses, witness, declared)
