"""``rulewright explore``: how many positions a game has, and how it can end."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ....draw.style import wrapped
from ....effort.answering import WAITING
from ....findings.subject import Selected, identification, settings
from ....limits import Budget, Deadline
from ....plays.spoken import outcome
from ....results.verdict import counted
from ....stategraph.count import count_plays
from ....stategraph.graph import StateGraph
from ...arguments.options import (
    Commands,
    game_options,
    move_option,
    output_options,
    positive,
    search_budget,
    search_options,
    searcher,
    work_options,
)
from ...arguments.select import several
from ...exits import Exit, InputError
from ...terminal.console import Console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....results.check_result import EngineName


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "explore",
        parents=[
            game_options(many=True),
            work_options(),
            move_option(),
            search_options(),
            output_options(),
        ],
        help="count positions, actions and ends by complete search",
    )
    parser.add_argument(
        "--turns",
        action="store_true",
        help="count only positions between whole turns, and different ways on between them",
    )
    parser.add_argument(
        "--perft", type=positive, metavar="N", help="count action sequences of length 1 to N"
    )
    parser.add_argument(
        "--count-plays",
        "--games",
        action="store_true",
        help="count the complete plays, too",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Search each game with an equal share of the time that is left."""
    if "seed" in vars(args).get("given", ()):
        raise InputError("--seed is for random play: a complete search draws nothing")
    if args.count_plays and args.turns:
        raise InputError("--count-plays counts sequences of actions: it does not go with --turns")
    if args.perft:
        for option in ("count_plays", "turns", "states"):
            if vars(args)[option]:
                other = f"--{option.replace('_', '-')}"
                raise InputError(
                    f"--perft counts sequences of actions alone: it does not go with {other}"
                )
    number = next((word for word in args.rulesets if word.isdigit()), "")
    if number and (args.count_plays or args.turns):
        option = "--count-plays" if args.count_plays else "--turns"
        raise InputError(f"{option} takes no number, and {number} is no ruleset")
    selected = several(args, instances=False)
    deadline = Budget(WAITING.explore if args.budget is None else args.budget).start()
    if args.perft:
        return _perft(args, selected, deadline, console)
    results: list[dict[str, object]] = []
    complete = True
    for number, chosen in enumerate(selected):
        share = (deadline.left() or 0.0) / (len(selected) - number)
        graph, engine, unrested = _search(args, chosen, search_budget(args, share), console)
        complete = complete and graph.complete
        if args.format == "json":
            results.append(_json(chosen, graph, unrested, args))
        else:
            size = max(20, min(console.columns, 100))
            for line in _text(chosen, graph, engine, unrested, args):
                console.write(wrapped(line, size, "    "))
    if args.format == "json":
        console.write_json(results[0] if len(results) == 1 else results)
    return Exit.AS_EXPECTED if complete else Exit.UNDECIDED


def _search(
    args: argparse.Namespace, chosen: Selected, budget: Budget, console: Console
) -> tuple[StateGraph[Any, Any], EngineName, int | None]:
    """The result, the engine that searched, and the moves to the nearest position where a move never
    comes to rest (unknown for turns)."""
    from ....explicit.searcher import SearchRequest
    from ....stategraph.turns import has_turns

    if args.turns and not has_turns(chosen.program):
        raise InputError(f"{chosen.name} has no 'turns' loop, so nothing says what a turn is")
    showing, who = console.progress(chosen.name), searcher(args)
    request = SearchRequest(
        chosen.game(), budget, progress=showing, keep_transitions=args.count_plays
    )
    try:
        if args.turns:
            return *who.turns(request), None
        found = who.ask(request)
        at = found.observed.divergent
        return found.graph, found.engine, None if at is None else len(found.graph.path(at))
    finally:
        showing.done()


def _json(
    chosen: Selected, graph: StateGraph[Any, Any], unrested: int | None, args: argparse.Namespace
) -> dict[str, object]:
    never = {} if unrested is None else {"never_rests_after": unrested}
    plays = {"plays": count_plays(graph) if graph.complete else None} if args.count_plays else {}
    return {
        "states": len(graph.states),
        "transitions": graph.transitions,
        "depth": graph.depth,
        "terminal": dict(graph.terminal),
        "complete": graph.complete,
        "stopped": None if graph.stopped is None else str(graph.stopped),
        "instance": identification(chosen.program.instance),
        **plays,
        **never,
    }


def _text(
    chosen: Selected, graph: StateGraph[Any, Any], engine: EngineName, unrested: int | None,
    args: argparse.Namespace,
) -> list[str]:  # fmt: skip
    how = "complete" if graph.complete else f"not complete: {graph.stopped}"
    ways = counted(graph.transitions, "way" if args.turns else "action")
    between = " from turn to turn" if args.turns else ""
    ends = [f"{outcome(chosen.program, k)} {n:,}" for k, n in graph.terminal.items()]
    lines = [
        f"{chosen.name}: {counted(len(graph.states), 'position')}, {ways}{between}, "
        f"depth {graph.depth}; {how}",
        f"  {settings(chosen.program.instance)}; searched on the {engine} engine",
        f"  ends: {', '.join(ends) or 'none'}",
    ]
    if unrested is not None:
        moves = counted(unrested, "move")
        lines.append(
            f"  after {moves} there is one that never comes to rest; it counts as no action"
        )
    if args.count_plays:
        count = count_plays(graph) if graph.complete else None
        unknown = "no bound: play can go on for ever" if graph.complete else "unknown"
        lines.append(f"  complete plays: {unknown if count is None else f'{count:,}'}")
    return lines


def _perft(
    args: argparse.Namespace, selected: Sequence[Selected], deadline: Deadline, console: Console
) -> Exit:
    from ....explicit.searcher import SearchRequest

    results: list[dict[str, object]] = []
    complete = True
    for chosen in selected:
        budget = search_budget(args, deadline.left())
        counts, engine = searcher(args).perft(SearchRequest(chosen.game(), budget), args.perft)
        complete = complete and len(counts) == args.perft
        results.append({"perft": counts, "instance": identification(chosen.program.instance)})
        if args.format == "text":
            where = "" if engine == "Python" else f" ({engine} engine)"
            numbers = " ".join(f"{n:,}" for n in counts) or "no time"
            console.write([f"{chosen.name}: {numbers}{where}"])
    if args.format == "json":
        console.write_json(results[0] if len(results) == 1 else results)
    return Exit.AS_EXPECTED if complete else Exit.UNDECIDED
