"""`rulewright serve`: a ruleset as an engine, for any program that speaks the protocol."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...arguments.options import Commands, debug_option, game_options, move_option
from ...arguments.select import one
from ...exits import Exit
from ...terminal.console import Console

if TYPE_CHECKING:
    from rulewright.engines.game import Game

    from ....plays.json_values import Json


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "serve",
        parents=[game_options(many=False), move_option(), debug_option()],
        help="play by a ruleset on lines of JSON, for other programs",
        description="Answer requests on standard input, one JSON object a line; see "
        "docs/engines.md.",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Serve the one game that the options name; it takes whatever settings a request names."""
    from ....conform.connection.local import LocalEngine
    from ....conform.connection.server import serve
    from ....conform.rules.ruled import RuledEngine

    chosen = one(args)
    game: Game[Any] = chosen.game()

    def games(asked: dict[str, Json]) -> Game[Any]:
        return game

    engine = LocalEngine(RuledEngine(games), f"rulewright {chosen.name}", "1")
    serve(engine, _lines(console), console.out)
    return Exit.AS_EXPECTED


def _lines(console: Console) -> Iterator[str]:
    while line := console.read():
        yield line
