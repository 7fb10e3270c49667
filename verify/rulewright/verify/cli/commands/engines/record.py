"""`rulewright record`: plays with everything that can be seen in them, for an engine's own tests."""

from __future__ import annotations

import argparse

from ....effort.conforming import EXAMINING
from ...arguments.options import (
    Commands,
    debug_option,
    game_options,
    move_option,
    positive,
    seed_option,
)
from ...arguments.select import one
from ...exits import Exit
from ...terminal.console import Console


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "record",
        parents=[game_options(many=False), seed_option(), move_option(), debug_option()],
        help="write plays as a corpus that an engine's own tests can replay",
        description="Write random plays with legal actions, views and outcomes, one JSON object "
        "a line; see docs/engines.md.",
    )
    parser.add_argument(
        "--plays",
        type=positive,
        default=EXAMINING.recorded,
        metavar="N",
        help=f"default: {EXAMINING.recorded}",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Write the corpus to standard output."""
    from random import Random

    from ....conform.corpus import corpus_line
    from ....conform.rules.expected import beginning
    from ....conform.trials.trial import random_play

    chosen = one(args)
    game = chosen.game()
    for number in range(args.plays):
        texts = random_play(beginning(game), Random(f"{args.seed} {number}"))
        console.write_source(corpus_line(game, texts))
    return Exit.AS_EXPECTED
