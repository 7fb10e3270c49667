"""``rulewright build``: a game as source code that runs."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from rulewright.dsl.ir.program import Program

from ....findings.subject import Selected
from ...arguments.options import Commands, debug_option, game_options
from ...arguments.select import refuse_namesakes, several
from ...exits import Exit, InputError
from ...terminal.console import Console, check_places, write_file

TARGETS = {"python": ".py", "c": ".c", "ir": ".txt"}
"""What can be generated, and how such files end; ``ir``: the program that all others read."""


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "build",
        parents=[game_options(many=True), debug_option()],
        help="generate source code from rulesets",
    )
    parser.add_argument(
        "--target", choices=tuple(TARGETS), default="python", help="default: python"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="PATH",
        help="a file, or, for several games, a folder (default: print one game; several go to "
        "the folder 'generated')",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Generate the code of each game and print or write it."""
    source = _generator(args.target)
    selected = several(args, instances=False)
    refuse_namesakes(selected)
    if len(selected) == 1:
        code = source(selected[0].program)
        if args.output is None:
            console.write_source(code.rstrip("\n"))
        else:
            check_places(args.output)
            write_file(args.output, code)
            console.write([f"wrote {args.output}"])
        return Exit.AS_EXPECTED
    folder = args.output or Path("generated")
    for chosen in selected:
        path = folder / f"{file_name(chosen)}{TARGETS[args.target]}"
        write_file(path, source(chosen.program))
        console.write([f"wrote {path}"])
    return Exit.AS_EXPECTED


def _generator(target: str) -> Callable[[Program], str]:
    """What writes a program in the language that is asked for."""
    if target == "python":
        from rulewright.engines.python.generator.module import source

        return source
    if target == "ir":
        from rulewright.dsl.ir.printing.program import show_program

        return show_program
    from rulewright.engines.game import EngineUnavailable
    from rulewright.engines.native.generator.module import source as in_c

    def or_refused(program: Program) -> str:
        try:
            return in_c(program)
        except EngineUnavailable as reason:
            raise InputError(f"this game cannot be written in C: {reason}") from None

    return or_refused


def file_name(chosen: Selected) -> str:
    """A name of letters, digits and underscores, such as ``circle_small``."""
    return re.sub(r"\W+", "_", chosen.name, flags=re.ASCII)
