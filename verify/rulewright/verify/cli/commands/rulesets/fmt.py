"""`rulewright fmt`: rulesets in their canonical layout."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ...arguments.options import Commands, debug_option, files_argument
from ...arguments.select import paths
from ...exits import Exit, InputError
from ...terminal.console import Console, write_file


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "fmt", parents=[debug_option()], help="lay out rulesets in the one canonical way"
    )
    files_argument(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="change nothing, and show what would change; exit 1 if anything would",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Format the files, or say which would change."""
    from rulewright.dsl.format import format_text

    changed: list[tuple[Path, str, str]] = []
    for path in paths(args.rulesets):
        text = _read(path)
        formatted = format_text(text, str(path))
        if formatted != text:
            changed.append((path, text, formatted))
    if not args.check:
        for path, _, formatted in changed:
            write_file(path, formatted)
    verb = "would change" if args.check else "changed"
    for path, text, formatted in changed:
        console.write([f"{verb}: {path}"])
        if args.check:
            console.write(_difference(text, formatted))
    if not changed:
        console.write(["nothing to change"])
    return Exit.NOT_AS_EXPECTED if args.check and changed else Exit.AS_EXPECTED


def _difference(text: str, formatted: str) -> Iterator[str]:
    """What would change: lines with - are there, and lines with + are what they would be."""
    import difflib

    lines = difflib.unified_diff(text.splitlines(), formatted.splitlines(), n=1, lineterm="")
    return islice(lines, 2, None)  # without the names of files, which are told already


def _read(path: Path) -> str:
    from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular
    from rulewright.dsl.load import MAX_BYTES

    try:
        return read_regular(path, MAX_BYTES).decode("utf-8")
    except UnreadableFileError as error:
        raise InputError(f"cannot read {path}: {error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is no text in UTF-8") from error
