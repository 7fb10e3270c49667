"""The command ``rulewright``."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING

from .arguments.options import OptionParser
from .exits import Exit, InputError, Terminated, exit_when_interrupted, wrapped_message
from .terminal.console import Console, UnwrittenError, notices, this_console

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

ENDING = (signal.SIGTERM,) if sys.platform == "win32" else (signal.SIGTERM, signal.SIGHUP)
SAME = 1.0
"""Signals within this many seconds count as one: some are sent both to a process and to its group."""

NEW_OBJECTS = 20_000
"""New objects between two runs of the cycle collector: programs consist of many objects that stay, and
of no cycles."""


COMMANDS = {
    "new": "rulesets", "check": "rulesets", "fmt": "rulesets", "lsp": "rulesets", "verify": "answers",
    "show": "answers", "report": "answers", "explore": "plays", "simulate": "plays", "play": "plays",
    "replay": "plays", "build": "engines", "explain": "rulesets", "compare": "answers", "conform": "engines",
    "serve": "engines", "record": "engines",
}  # fmt: skip
"""The commands, each a module of its name in a room of ``commands``: the one that is named is loaded, and no other."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    gc.set_threshold(NEW_OBJECTS)
    console = this_console()
    with ended_in_order():
        try:
            words = sys.argv[1:] if arguments is None else arguments
            args = parser(words).parse_args(words)
        except SystemExit as stop:
            return stop.code if isinstance(stop.code, int) else Exit.WRONG_INPUT
        except (KeyboardInterrupt, BrokenPipeError, UnwrittenError) as error:
            return _stopped(console, error)
        return run(args, console)


class Parser(OptionParser):
    """A parser whose messages are safe to show: they quote what is wrong."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        console = this_console()
        if file is sys.stdout:
            console.write([message.rstrip("\n")])
            console.flush()
        else:
            console.tell(message.rstrip("\n"))


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of a command line: of the command that it names, or of all if it names none.

    They are loaded here and not before: an interrupt meanwhile is handled like any other.
    """
    from .arguments.options import debug_option

    result: argparse.ArgumentParser = Parser(
        prog="rulewright",
        parents=[debug_option()],
        description="Tells you whether the rules of a tabletop game say what you think they say.",
        epilog="Exit codes: 0 all is as expected, 1 something is not, 2 the input is wrong, "
        "3 undecided within the budget, 4 a fault of the tool, 130 interrupted, 141 nobody read "
        "the rest of the answer, 143 ended by the system.",
    )
    commands = result.add_subparsers(title="commands", metavar="COMMAND", required=True)
    named = next((word for word in words if not word.startswith("-")), "")
    for name in [named] if named in COMMANDS else COMMANDS:
        import_module(f".commands.{COMMANDS[name]}.{name}", __package__).add(commands)
    return result


def run(args: argparse.Namespace, console: Console) -> int:
    """Run a sub-command; whatever goes wrong becomes a message and an exit code."""
    try:
        with notices(console.err):
            code = int(args.run(args, console))
        console.flush()
    except InputError as error:
        console.tell(wrapped_message(f"rulewright: {error}"))
        return Exit.WRONG_INPUT
    except (KeyboardInterrupt, BrokenPipeError, UnwrittenError) as error:
        return _stopped(console, error)
    except Exception as error:
        return _failed(args, console, error)
    return code


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Treat termination by the system like an interrupt: what is known is shown, and no work goes on."""
    before_that = -SAME

    def end(number: int, frame: object) -> None:
        nonlocal before_that
        now = time.monotonic()
        if now - before_that >= SAME:
            before_that = now
            raise Terminated(Exit(128 + number))

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {n: signal.signal(n, end) for n in ENDING if signal.getsignal(n) is signal.SIG_DFL}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stopped(console: Console, error: BaseException) -> int:
    """The exit code for an answer that nobody waits for, or that cannot be written."""
    if isinstance(error, KeyboardInterrupt):
        console.tell("rulewright: interrupted")
        return exit_when_interrupted(error)
    with suppress(OSError, ValueError):
        # The interpreter would complain of it again when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), console.out.fileno())
    if isinstance(error, BrokenPipeError):
        return Exit.NOBODY_READS
    console.tell(f"rulewright: the answer cannot be written: {error}")
    return Exit.WRONG_INPUT


def _failed(args: argparse.Namespace, console: Console, error: Exception) -> int:
    from rulewright.dsl.diagnostics import RulesetError
    from rulewright.engines.game import EndlessLoop, EngineUnavailable, LongMove

    from ..limits import OutOfTime
    from ..stategraph.graph import OutOfMemory

    if isinstance(error, RulesetError):
        console.tell(str(error))
        return Exit.WRONG_INPUT
    if isinstance(error, EndlessLoop):
        console.tell(
            wrapped_message(f"rulewright: the rules run on and never come to rest: {error}")
        )
        return Exit.NOT_AS_EXPECTED
    if isinstance(error, OutOfTime):
        console.tell("rulewright: undecided: the time of the budget is up; raise --budget")
        return Exit.UNDECIDED
    if isinstance(error, LongMove):
        console.tell(wrapped_message(f"rulewright: undecided: {error}"))
        return Exit.UNDECIDED
    if isinstance(error, EngineUnavailable | OutOfMemory):
        console.tell(wrapped_message(f"rulewright: the native engine cannot do this: {error}"))
        return Exit.WRONG_INPUT
    if vars(args).get("debug"):
        sys.excepthook = lambda *fault: console.tell("".join(traceback.format_exception(*fault)))
        raise error
    what = str(error).splitlines()[0] if str(error) else ""
    console.tell(f"rulewright: a fault of this tool: {type(error).__name__}: {what}")
    console.tell("Run it again as: rulewright … --debug")
    return Exit.TOOL_FAULT


if __name__ == "__main__":
    sys.exit(main())
