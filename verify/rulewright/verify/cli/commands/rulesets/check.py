"""``rulewright check``: is a ruleset sound as a text?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...arguments.options import Commands, files_argument, output_options
from ...arguments.select import paths
from ...exits import Exit, InputError
from ...terminal.console import Console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.dsl.diagnostics import Diagnostic, RulesetError


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "check", parents=[output_options()], help="find what is wrong in the text of rulesets"
    )
    files_argument(parser)
    parser.add_argument(
        "--explain", metavar="CODE", help="say what the code of a message means, with an example"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Print every diagnostic of every file."""
    from rulewright.dsl.diagnostics import RulesetError
    from rulewright.dsl.elaborate.citations import LEFT_OVER
    from rulewright.dsl.load import load

    from ....findings.origins.examples import example_diagnostics
    from ....findings.origins.expected_numbers import larger_games, number_diagnostics
    from ....findings.unasked.look import warnings
    from ....results.verdict import counted

    if args.explain is not None:
        return explain(args, console)
    files = paths(args.rulesets)
    errors: list[RulesetError] = []
    noticed: list[Diagnostic] = []
    uncounted = 0
    sources: dict[str, str] = {}
    for path in files:
        try:
            ruleset = load(path)
            noticed += warnings(ruleset)
            failed = example_diagnostics(path, ruleset) + number_diagnostics(path, ruleset)
            if failed:
                raise RulesetError(failed, {str(path): ruleset.tree.source})
            sources[str(path)] = ruleset.tree.source
            uncounted += larger_games(path, ruleset)
        except RulesetError as error:
            errors.append(error)
            if {d.code for d in error.diagnostics} <= LEFT_OVER:  # no other error hides anything
                noticed += warnings(load(path, every=False))
                sources |= error.sources
    if args.format == "json":
        console.write_json(
            {
                "files": [str(path) for path in files],
                "diagnostics": _json(errors),
                "warnings": [_diagnostic(d) for d in noticed],
            }
        )
    elif errors:
        console.write(_summary(len(files), errors))
    else:
        sound = "1 ruleset is sound" if len(files) == 1 else f"{len(files)} rulesets are sound"
        console.write([f"{sound}; {counted(len(noticed), 'warning')}" if noticed else sound])
        if uncounted:
            games = counted(uncounted, "larger game")
            console.write([f"the numbers that are expected of {games} are counted by 'verify'"])
    if args.format != "json":
        console.write("\n" + d.render(sources, "warning: ") for d in noticed)
    return Exit.WRONG_INPUT if errors else Exit.AS_EXPECTED


def explain(args: argparse.Namespace, console: Console) -> Exit:
    """Print the meaning of a code, and an example that triggers it."""
    from rulewright.dsl.codes.explanation import Codes
    from rulewright.dsl.diagnostics import near_or_some

    codes = Codes().all
    if args.rulesets:
        raise InputError("--explain is about a code, not about files")
    row = codes.get(args.explain.upper())
    if row is None:
        hint = near_or_some(args.explain.upper(), codes)
        raise InputError(f"there is no code {args.explain}; {hint}")
    if args.format == "json":
        console.write_json(
            {
                "code": row.code,
                "title": row.title,
                "about": row.about,
                "example": list(row.lines()),
            }
        )
    else:
        console.write(
            [
                f"{row.code}: {row.title}",
                "",
                row.about,
                "",
                "Lines with - get it, with + they do not:",
                "",
            ]
        )
        console.write(row.lines())
    return Exit.AS_EXPECTED


def _summary(files: int, errors: Sequence[RulesetError]) -> list[str]:
    from ....results.verdict import counted

    total = sum(len(error.diagnostics) for error in errors)
    head = f"{counted(total, 'error')} in {len(errors)} of {counted(files, 'ruleset')}"
    return [head, *(f"\n{error}" for error in errors)]


def _json(errors: Sequence[RulesetError]) -> list[dict[str, object]]:
    return [_diagnostic(d) for error in errors for d in error.diagnostics]


def _diagnostic(diagnostic: Diagnostic) -> dict[str, object]:
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    }
