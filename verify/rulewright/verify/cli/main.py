"""The command ``rulewright``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from . import build, check, compare, explain, explore, fmt, play, replay, simulate, verify
from .console import Console, console, notices
from .exits import Exit, InputError
from .options import debug_option

COMMANDS = (check, fmt, verify, explore, simulate, play, replay, build, explain, compare)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        args = parser().parse_args(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else Exit.WRONG_INPUT
    return run(args, console())


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    result = argparse.ArgumentParser(
        prog="rulewright",
        parents=[debug_option()],
        description="Tells you whether the rules of a tabletop game say what you think they say.",
        epilog="Exit codes: 0 all is as expected, 1 something is not, 2 the input is wrong, "
        "3 undecided within the budget, 4 a fault of the tool.",
    )
    commands = result.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return result


def run(args: argparse.Namespace, place: Console) -> int:
    """Run a sub-command; whatever goes wrong becomes a message and an exit code."""
    try:
        with notices(place.err):
            code = int(args.run(args, place))
        place.out.flush()
    except InputError as error:
        print(f"rulewright: {error}", file=place.err)
        return Exit.WRONG_INPUT
    except KeyboardInterrupt:
        print("rulewright: interrupted", file=place.err)
        return Exit.UNDECIDED
    except BrokenPipeError:
        # Nobody reads the rest; keep the interpreter from complaining when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.AS_EXPECTED
    except Exception as error:
        return _failed(args, place, error)
    return code


def _failed(args: argparse.Namespace, place: Console, error: Exception) -> int:
    from rulewright.dsl.diagnostics import RulesetError
    from rulewright.engines.game import EndlessLoop
    from rulewright.engines.native.code import Unavailable

    from ..stategraph.graph import NoRoom

    if isinstance(error, RulesetError):
        print(error, file=place.err)
        return Exit.WRONG_INPUT
    if isinstance(error, EndlessLoop):
        print(f"rulewright: the rules run on and never come to rest: {error}", file=place.err)
        return Exit.NOT_AS_EXPECTED
    if isinstance(error, Unavailable | NoRoom):
        print(f"rulewright: the native engine cannot do this: {error}", file=place.err)
        return Exit.WRONG_INPUT
    if getattr(args, "debug", False):
        raise error
    what = str(error).splitlines()[0] if str(error) else ""
    print(f"rulewright: a fault of this tool: {type(error).__name__}: {what}", file=place.err)
    print("Run it again as: rulewright … --debug", file=place.err)
    return Exit.TOOL_FAULT


if __name__ == "__main__":
    sys.exit(main())
