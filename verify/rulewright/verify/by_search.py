"""Answers that a search gives, complete or not."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from rulewright.dsl.ir.program import Check, Decision
from rulewright.engines.interface import Action, Game

from .claims import Faulted, Forever, Returned, RunsOn, Stuck, runs_on
from .hunt import Hunt
from .play import move
from .report import LOOKING, Answer, Trouble
from .search.cycles import Lasso, shortest_lasso
from .search.forever import forever
from .search.graph import Graph
from .verdict import Bounded, Proved, Reached, Refuted, Unknown, Verdict, counted
from .witness import Witness, replay

S = TypeVar("S", bound=Hashable)


def found(check: Check, witness: Witness) -> Verdict:
    """The verdict on a check for which a witness was found."""
    return Reached(witness) if check.kind in LOOKING else Refuted(witness)


def answers(
    game: Game[S], graph: Graph[S, Action], hunt: Hunt[S], checks: Iterable[int]
) -> dict[int, Answer]:
    """An answer to each of these checks, by number; some may be bounded or unknown."""
    return {number: _answer(game, graph, hunt, number) for number in checks}


def _answer(game: Game[S], graph: Graph[S, Action], hunt: Hunt[S], number: int) -> Answer:
    check = game.program.checks[number]
    note = ""
    witness: Witness | None = None
    match check.kind:
        case "ends":
            witness = _endless_witness(game, graph, hunt)
        case "acts":
            witness = _stuck_witness(game, graph, graph.stuck[0]) if graph.stuck else None
        case "forever":
            state = _first_forever(game, graph, hunt.holding[number])
            if state is not None:
                witness = replay(game, graph.path(state), Forever(number))
                note = "only where play is over" if witness.play.outcome else ""
        case _:
            witness = _hit_witness(game, graph, hunt, number)
    if witness is not None:
        return Answer(check, found(check, witness), note)
    return Answer(check, _no_witness(graph, check))


def _no_witness(graph: Graph[S, Action], check: Check) -> Verdict:
    if graph.complete:
        places = counted(len(graph.states), "position")
        actions = counted(graph.transitions, "action")
        return Proved("complete search", (f"all {places} and {actions} were visited",))
    within = graph.distance(graph.expanded)
    if check.kind == "acts":
        within -= 1
    if check.kind == "forever" or within < 1:
        return Unknown(graph.stopped, "raise --budget or take a smaller instance")
    return Bounded(within)


def _hit_witness(
    game: Game[S], graph: Graph[S, Action], hunt: Hunt[S], check: int
) -> Witness | None:
    hit = hunt.hits.get(check)
    if hit is None:
        return None
    last = () if hit.action is None else (hit.action,)
    return replay(game, (*graph.path(hit.state), *last), hit.claim)


def _stuck_witness(game: Game[S], graph: Graph[S, Action], state: int) -> Witness:
    return replay(game, graph.path(state), Stuck())


def _first_forever(game: Game[S], graph: Graph[S, Action], holding: bytearray) -> int | None:
    """The nearest state after which the property always holds, if possible not an end."""
    marks = forever(graph, holding)
    marked = [state for state, mark in enumerate(marks) if mark]
    going_on = (s for s in marked if game.decides(graph.states[s]) is not None)
    return next(going_on, marked[0] if marked else None)


def _endless_witness(game: Game[S], graph: Graph[S, Action], hunt: Hunt[S]) -> Witness | None:
    if hunt.running_on is not None:
        return replay(game, graph.path(hunt.running_on), RunsOn())
    lasso = shortest_lasso(graph)
    return None if lasso is None else _lasso_witness(game, graph, lasso)


def _lasso_witness(game: Game[S], graph: Graph[S, Action], lasso: Lasso) -> Witness:
    actions = list(graph.path(lasso.stem[-1]))
    for source, target in zip(lasso.loop, lasso.loop[1:], strict=False):
        place = graph.states[source]
        actions.append(
            next(a for a in game.legal(place) if game.apply(place, a) == graph.states[target])
        )
    return replay(game, actions, Returned(len(lasso.stem) - 1))


def troubles(game: Game[S], graph: Graph[S, Action], hunt: Hunt[S]) -> list[Trouble]:
    """Each different fault, and each decision at which play gets stuck, with a shortest play.

    An action after which the rules never come to rest is trouble, too.

    Stuck positions are left out if a check of the ruleset asks about them.
    """
    result = [
        fault_trouble(replay(game, graph.path(state), Faulted())) for state in hunt.faults.values()
    ]
    if hunt.running_on is not None:
        result.append(_running_trouble(game, graph, hunt.running_on))
    if any(check.kind == "acts" for check in game.program.checks):
        return result
    first: dict[int, int] = {}
    for state in graph.stuck:
        first.setdefault(game.node(graph.states[state]), state)
    return result + [stuck_trouble(_stuck_witness(game, graph, state)) for state in first.values()]


def _running_trouble(game: Game[S], graph: Graph[S, Action], state: int) -> Trouble:
    place = graph.states[state]
    action = next(a for a in game.legal(place) if runs_on(game, place, a))
    message = f"after {game.text(place, action)!r} the rules run on and never come to rest"
    return Trouble(
        message, move(game, place, action).clauses, replay(game, graph.path(state), RunsOn())
    )


def stuck_trouble(witness: Witness) -> Trouble:
    """A decision without a legal option."""
    node = witness.play.program.nodes[witness.play.positions[-1].node]
    name = f" ({node.name})" if isinstance(node, Decision) and node.name else ""
    clauses = node.clauses if isinstance(node, Decision) else ()
    return Trouble(f"play is stuck: no legal option{name}", clauses, witness)


def fault_trouble(witness: Witness) -> Trouble:
    """A fault."""
    outcome = witness.play.outcome
    label = "fault" if outcome is None else outcome.label
    return Trouble(label, () if outcome is None else outcome.clauses, witness)
