"""``rulewright play``: play a game in the terminal, against others or against random players."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from ....draw.style import wrapped
from ....findings.subject import settings
from ...arguments.options import Commands, debug_option, game_options, move_option, seed_option
from ...arguments.select import one
from ...exits import Exit, InputError
from ...terminal.console import Console


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "play",
        parents=[game_options(many=False), seed_option(), move_option(), debug_option()],
        help="play a game in the terminal",
    )
    parser.add_argument(
        "--human",
        action="append",
        metavar="PLAYER",
        help="who is played at this terminal; 'all' or 'none'; may be repeated "
        "(default: the first player; all others play at random)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Play one game."""
    from ...terminal.game import TerminalGame

    if not args.rulesets:
        args.rulesets = _ask(console)
    chosen = one(args)
    game: Any = chosen.game()
    humans = _humans(args.human, chosen.program.players.labels)
    heading = f"{chosen.name}: {settings(chosen.program.instance)}"
    console.write(textwrap.wrap(heading, console.columns, subsequent_indent="  "))
    return TerminalGame(game, humans, args.seed, console).play()


def _ask(console: Console) -> str:
    from rulewright.dsl.inputs.locate import rulesets

    names = [path.stem for path in rulesets()]
    console.write(wrapped("Which game? " + ", ".join(names), max(20, min(console.columns, 100))))
    line = console.read()
    if not line.strip():
        raise InputError(f"which ruleset? Shipped are: {', '.join(names)}")
    return line.strip()


def _humans(names: list[str] | None, players: tuple[str, ...]) -> frozenset[int]:
    if names is None:
        return frozenset({0})
    if names in (["all"], ["none"]):
        return frozenset(range(len(players))) if names == ["all"] else frozenset()
    alone = next((name for name in names if name in ("all", "none") and name not in players), None)
    if alone is not None:
        raise InputError(f"--human {alone} goes without another --human")
    unknown = [name for name in names if name not in players]
    if unknown:
        from rulewright.dsl.diagnostics import near

        hint = near(unknown[0], players) or f"players are {', '.join(players)}"
        raise InputError(f"there is no player {unknown[0]}; {hint}")
    return frozenset(players.index(name) for name in names)
