"""``rulewright simulate``: many games, at random or by strategies, and how they end."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ....effort.playing import SIMULATING
from ....findings.subject import Selected
from ....limits import Budget
from ....render.simulations import Column, sample_json, text
from ....simulation.strategy_profile import compared, shown
from ...arguments.options import (
    Commands,
    game_options,
    move_option,
    natural,
    output_options,
    positive,
    work_options,
)
from ...arguments.select import several
from ...arguments.strategy_profile import profile
from ...exits import Exit, InputError
from ...terminal.console import Console

if TYPE_CHECKING:
    from rulewright.engines.game import Game

    from ....simulation.simulate import SimulationResult
    from ....simulation.strategy_profile import StrategyProfile


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "simulate",
        parents=[game_options(many=True), work_options(), move_option(), output_options()],
        help="play many games, at random or by strategies, and count how they end",
        description="Plays many games and counts how they end, with 95 % intervals (Wilson). "
        "What is sampled is never proved. The same seed brings the same games.",
    )
    parser.add_argument(
        "--games", "--plays", type=positive, metavar="N", help=f"default: {SIMULATING.games}"
    )
    parser.add_argument(
        "--strategy",
        action="append",
        default=[],
        metavar="[PLAYER=]NAME",
        help="a strategy of the ruleset that everybody follows, or one player (may be repeated); "
        "all others play at random",
    )
    parser.add_argument(
        "--vs",
        action="store_true",
        help="beside it, the same where everybody plays at random, and where one alone does not",
    )
    parser.add_argument(
        "--jobs", type=positive, metavar="N", help="processes to share the work (default: 1)"
    )
    parser.add_argument(
        "--engine",
        choices=("auto", "python", "native"),
        default="auto",
        help="the same games on any; auto: in Python, and in C if that pays and there is a compiler",
    )
    parser.add_argument(
        "--limit",
        type=positive,
        default=SIMULATING.moves,
        metavar="N",
        help=f"cut a game off after so many actions (default: {SIMULATING.moves})",
    )
    parser.add_argument(
        "--play",
        type=natural,
        metavar="N",
        help="show game number N of this seed, move by move (the first is 0)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Sample each game; a fault in any of them is unexpected."""
    if args.vs and not args.strategy:
        raise InputError("--vs compares a strategy with random play: name one with --strategy")
    selected = several(args, instances=False)
    asked = [profile(chosen.name, chosen.program, args.strategy) for chosen in selected]
    if args.play is not None:
        _refuse_more_than_one_game(args, selected)
        return _show(args, console, selected[0], asked[0])
    tables = [
        (s, compared(own) if args.vs else [own]) for s, own in zip(selected, asked, strict=True)
    ]
    results: list[object] = []
    samples: list[SimulationResult] = []
    for chosen, columns in _sampled(args, console, tables):
        samples += [column.sample for column in columns]
        if args.format == "json":
            results.append(sample_json(chosen, columns))
        else:
            size = max(20, min(console.columns, 100))
            console.write(text(chosen, columns, _games(args), size))
    if args.format == "json":
        console.write_json(results[0] if len(results) == 1 else results)
    return _exit(samples, _games(args))


def _refuse_more_than_one_game(args: argparse.Namespace, selected: Sequence[Selected]) -> None:
    """Say so if ``--play`` stands beside what is about many games."""
    once = (("vs", False), ("games", None), ("jobs", None), ("budget", None), ("engine", "auto"))
    for option, default in once:
        if vars(args)[option] != default:
            raise InputError(f"--play shows one game: it does not go with --{option}")
    if len(selected) > 1:
        raise InputError("--play shows a game of one ruleset: name it")


def _games(args: argparse.Namespace) -> int:
    return args.games or SIMULATING.games


def _exit(samples: Sequence[SimulationResult], games: int) -> Exit:
    from ....simulation.simulate import PlayEnd

    if any(sample.faulty for sample in samples):
        return Exit.NOT_AS_EXPECTED
    short = any(s.plays < games or PlayEnd.TOO_LONG in s.ends for s in samples)
    return Exit.UNDECIDED if short else Exit.AS_EXPECTED


def _sampled(
    args: argparse.Namespace,
    console: Console,
    tables: Sequence[tuple[Selected, Sequence[StrategyProfile]]],
) -> Iterator[tuple[Selected, list[Column]]]:
    """The samples of each game, a column for each way to play it; all have the same share of the time."""
    deadline = Budget(SIMULATING.seconds if args.budget is None else args.budget).start()
    waiting = sum(len(ways) for _, ways in tables)
    for chosen, ways in tables:
        columns: list[Column] = []
        for own in ways:
            share = Budget((deadline.left() or 0.0) / waiting).start()
            columns.append(_column(args, console, chosen, own, share.left() or 0.0))
            waiting -= 1
        yield chosen, columns


def _column(
    args: argparse.Namespace,
    console: Console,
    chosen: Selected,
    own: StrategyProfile,
    seconds: float,
) -> Column:
    """The sample of one way to play."""
    from ....simulation.simulate import simulate

    how = shown(chosen.program, own)
    showing = console.progress(f"{chosen.name}, {how}")
    sample = simulate(
        chosen.game(),
        _games(args),
        args.seed,
        args.limit,
        Budget(seconds).start(),
        showing,
        profile=own,
        jobs=args.jobs or 1,
        faster=None if args.engine == "python" else partial(_native, chosen, args.engine),
        initial_seconds=0.0 if args.engine == "native" else SIMULATING.initial_seconds,
    )
    showing.done()
    return Column(how, own, sample)


def _native(chosen: Selected, engine: str) -> Game[Any] | None:
    """The game on the native engine; if there is none, InputError if it was asked for."""
    from rulewright.engines.game import EngineUnavailable
    from rulewright.engines.native.game import NativeGame
    from rulewright.engines.native.generator.code import tell_python_serves

    try:
        return NativeGame(chosen.program, move_limit=chosen.move_limit)
    except EngineUnavailable as error:
        if engine == "native":
            raise InputError(f"there is no native engine here: {error}") from error
        tell_python_serves(error)
        return None


def _show(
    args: argparse.Namespace, console: Console, chosen: Selected, own: StrategyProfile
) -> Exit:
    """One game, move by move."""
    from ....draw.plays import play_lines
    from ....plays.itf import to_json
    from ....plays.play import play_of
    from ....simulation.simulate import SimulationSetup

    game = chosen.game()
    table = SimulationSetup(game, args.seed, args.limit, own)
    play = play_of(game, table.actions(args.play))
    if args.format == "json":
        console.write_json(to_json(play))
    else:
        how = shown(chosen.program, own)
        console.write([f"{chosen.name}: game {args.play} of seed {args.seed}, {how}"])
        console.write(play_lines(play, console.style, "last"))
    done = table.played(args.play, Budget().start())
    return Exit.NOT_AS_EXPECTED if done and done.end.is_defect else Exit.AS_EXPECTED
