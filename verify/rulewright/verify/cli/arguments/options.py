"""The options that several sub-commands share."""

from __future__ import annotations

import argparse
import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from rulewright.engines.common.move_limit import MOVE_LIMIT

from ...limits import Budget
from ..exits import InputError, wrapped_message

if TYPE_CHECKING:
    from ...explicit.searcher import Searcher

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where sub-commands are added."""

MEMORY_IN_C = "--memory bounds a search in C: it does not go with --engine python"
ENGINES = ("auto", "python", "native")
"""The engines that can search; see `searcher`."""


def game_options(*, many: bool, required: bool = False) -> argparse.ArgumentParser:
    """Which ruleset, and which of its games: a parent for a sub-command's parser."""
    parser = OptionParser(add_help=False)
    if many:
        parser.add_argument(
            "rulesets",
            nargs="*",
            metavar="RULESET",
            help="a file, or the name of a shipped ruleset (default: all shipped)",
        )
    else:
        parser.add_argument(
            "rulesets",
            nargs=None if required else "?",
            metavar="RULESET",
            help="a file, or the name of a shipped ruleset",
        )
    group = parser.add_argument_group("which game")
    group.add_argument("--variant", metavar="NAME", help="a variant of the ruleset")
    if many:
        group.add_argument(
            "--instance",
            action=Instances,
            metavar="NAME",
            help="a named instance of the ruleset (may be repeated)",
        )
    else:
        group.add_argument("--instance", metavar="NAME", help="a named instance of the ruleset")
    group.add_argument(
        "--set",
        action=SettingsAction,
        convert=whole,
        default={},
        metavar="NAME=VALUE",
        help="set a parameter (may be repeated)",
    )
    group.add_argument(
        "--reading",
        action=SettingsAction,
        convert=str,
        default={},
        metavar="NAME=OPTION",
        help="choose an option of a reading (may be repeated)",
    )
    return parser


def files_argument(parser: argparse.ArgumentParser) -> None:
    """The files of rulesets, all shipped ones if none is named."""
    parser.add_argument("rulesets", nargs="*", metavar="FILE", help="default: all shipped rulesets")


def move_option() -> argparse.ArgumentParser:
    """How long a move may be: a parent for the parser of each sub-command that plays."""
    parser = OptionParser(add_help=False)
    parser.add_argument(
        "--move-limit",
        type=positive,
        default=MOVE_LIMIT,
        metavar="N",
        help="give up on a move after so many passes of its loops: what follows it is unknown "
        f"(default: {MOVE_LIMIT})",
    )
    return parser


def seed_option() -> argparse.ArgumentParser:
    """With which random numbers: a parent for the parser of each sub-command that draws some."""
    parser = OptionParser(add_help=False)
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="for random play")
    return parser


def work_options() -> argparse.ArgumentParser:
    """How long, and with which random numbers: a parent for a sub-command's parser."""
    parser = OptionParser(add_help=False, parents=[seed_option()])
    parser.add_argument("--budget", type=seconds, metavar="SECONDS", help="how long it may take")
    return parser


def effort_options() -> argparse.ArgumentParser:
    """How far to go, and who does it: a parent for a sub-command's parser."""
    parser = OptionParser(add_help=False)
    group = parser.add_argument_group("how far")
    group.add_argument(
        "--effort",
        choices=("brief", "quick", "normal", "thorough"),
        help="how far each question is taken, however busy the machine is (default: normal; of a "
        "game whose answers are kept, for what does not hold any more, brief; with --each-reading quick)",
    )
    group.add_argument(
        "--jobs", type=positive, metavar="N", help="so many processes (default: one for each core)"
    )
    group.add_argument(
        "--cluster", metavar="ADDRESS", help="let the workers of a Dask scheduler do it"
    )
    return parser


def kept_options() -> argparse.ArgumentParser:
    """What is done with kept answers: a parent for a sub-command's parser."""
    parser = OptionParser(add_help=False)
    group = parser.add_argument_group("kept answers")
    group.add_argument(
        "--answers", type=Path, metavar="FILE", help="default: the ruleset's name with .answers"
    )
    group.add_argument("--fresh", action="store_true", help="look for everything again")
    group.add_argument("--update", action="store_true", help="keep what was found")
    group.add_argument(
        "--frozen",
        action="store_true",
        help="for continuous integration: exit with 1 unless every answer is as it was kept",
    )
    return parser


def search_options() -> argparse.ArgumentParser:
    """On which engine to search, and how far: a parent for a sub-command's parser."""
    parser = OptionParser(add_help=False)
    group = parser.add_argument_group("search")
    group.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="auto: in Python, and if that takes long and there is a C compiler, once more in C",
    )
    group.add_argument("--states", type=positive, metavar="N", help="stop after so many positions")
    group.add_argument(
        "--memory", type=positive, metavar="MB", help="for a search in C (default: half of it all)"
    )
    return parser


def search_budget(args: argparse.Namespace, seconds: float | None) -> Budget:
    """The budget described by ``search_options``, with that many seconds."""
    return Budget(seconds, args.states, None if args.memory is None else args.memory * 10**6)


def searcher(args: argparse.Namespace) -> Searcher:
    """The searcher. Raises InputError if there is no such engine on this machine."""
    from ...explicit.searcher import NativeSearcher, PythonSearcher, TieredSearcher

    if args.engine == "python":
        if args.memory is not None:
            raise InputError(MEMORY_IN_C)
        return PythonSearcher()
    from rulewright.engines.native.compiler import available

    missing = available()
    if args.engine == "auto":
        return PythonSearcher() if missing else TieredSearcher()
    if missing:
        raise InputError(f"there is no native engine here: {missing}")
    return NativeSearcher()


def output_options(*more: str) -> argparse.ArgumentParser:
    """Text for people or JSON for programs, or ``more``: a parent for a sub-command's parser."""
    parser = debug_option()
    parser.add_argument(
        "--format", choices=("text", "json", *more), default="text", help="of the answer"
    )
    return parser


def debug_option() -> argparse.ArgumentParser:
    """``--debug``, in any place: a parent for a sub-command's parser."""
    parser = OptionParser(add_help=False)
    parser.add_argument(
        "--debug",
        action="store_true",
        default=argparse.SUPPRESS,
        help="show the traceback of a fault of the tool",
    )
    return parser


class OptionAction(argparse.Action, ABC):
    """The treatment of a value on the command line; ``option`` is as it was written there."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Receive a value."""
        self.take(namespace, values, option_string)

    @abstractmethod
    def take(self, namespace: argparse.Namespace, value: object, option: str | None) -> None:
        """Store a value where it belongs. Raises ArgumentError."""


class Once(OptionAction):
    """Stores a value; a second one would silently replace the first, so it is refused."""

    def take(self, namespace: argparse.Namespace, value: object, option: str | None) -> None:
        """Store the value."""
        given: frozenset[str] = vars(namespace).get("given", frozenset())
        if option is not None and self.dest in given:
            raise argparse.ArgumentError(self, "is given twice; there can be one")
        namespace.given = given | {self.dest}
        vars(namespace)[self.dest] = value


class Instances(OptionAction):
    """Collects the names of instances; ``instance`` is the first, ``instances`` are all."""

    def take(self, namespace: argparse.Namespace, value: object, option: str | None) -> None:
        """Add one."""
        known: tuple[str, ...] = vars(namespace).get("instances", ())
        namespace.instances = tuple(dict.fromkeys((*known, str(value))))
        namespace.instance = namespace.instances[0]


class OptionParser(argparse.ArgumentParser):
    """A parser whose options can be given once, unless they allow more."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.register("action", None, Once)
        self.register("action", "store", Once)

    def parse_known_args(self, *args: Any, **kwargs: Any) -> Any:
        """Each command states which options it has."""
        found, unknown = super().parse_known_args(*args, **kwargs)
        if unknown:
            words = list(args[0]) if args and args[0] is not None else []
            self.error(
                self._of_a_flag(words, unknown[0]) or f"unrecognized arguments: {' '.join(unknown)}"
            )
        return found, unknown

    def _of_a_flag(self, words: Sequence[str], value: str) -> str:
        """The message if that is a value behind an option that takes none; else nothing."""
        for option, word in pairwise(words):
            action = self._option_string_actions.get(option)
            if word == value and action is not None and action.nargs == 0:
                return f"{option} takes no value, and {value!r} stands behind it; it means: {action.help}"
        return ""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, without listing all options first."""
        before = f"{self.prog}: error: "
        self.exit(
            2, f"{before}{wrapped_message(message, before)}\n  all options: {self.prog} --help\n"
        )


class SettingsAction(OptionAction):
    """Collects ``NAME=VALUE`` into a mapping."""

    def __init__(self, *args: Any, convert: type[int] | type[str] = str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.convert = convert

    def take(self, namespace: argparse.Namespace, value: object, option: str | None) -> None:
        """Add one setting."""
        name, equals, text = (part.strip() for part in str(value).partition("="))
        if not (name and equals and text):
            raise argparse.ArgumentError(self, f"{value!r} should look like {self.metavar}")
        known: Mapping[str, int | str] = vars(namespace)[self.dest] or {}
        if name in known:
            raise argparse.ArgumentError(self, f"{name} is set twice")
        try:
            converted = self.convert(text)
        except (ValueError, argparse.ArgumentTypeError) as error:
            raise argparse.ArgumentError(self, f"{name}: {error}") from error
        vars(namespace)[self.dest] = {**known, name: converted}


LONGEST = 40
"""The most characters of a number; no more are quoted, and reading thousands of digits takes long."""


def _short_enough(text: str) -> str:
    if len(text) > LONGEST:
        raise argparse.ArgumentTypeError(f"{text[:LONGEST]!r}… is too long for a number")
    return text


def whole(text: str) -> int:
    """A whole number of at most nine digits."""
    try:
        number = int(_short_enough(text), 10)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
    if abs(number) >= 10**9:
        raise argparse.ArgumentTypeError(f"{text} is too large")
    return number


def natural(text: str, least: int = 0) -> int:
    """A whole number of at least 0."""
    number = whole(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"{text} should be at least {least}")
    return number


def positive(text: str) -> int:
    """A whole number of at least 1."""
    return natural(text, 1)


def seconds(text: str) -> float:
    """A number of seconds, at least 0."""
    try:
        number = float(_short_enough(text))
    except ValueError:
        number = math.nan
    if not (number >= 0 and math.isfinite(number)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return number
