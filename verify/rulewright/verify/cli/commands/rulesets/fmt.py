"""`rulewright fmt`: rulesets in their canonical layout."""

from __future__ import annotations

import argparse
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
        "--check", action="store_true", help="change nothing; exit 1 if anything would change"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Format the files, or say which would change."""
    from rulewright.dsl.format import format_text

    changed: list[tuple[Path, str]] = []
    for path in paths(args.rulesets):
        text = _read(path)
        formatted = format_text(text, str(path))
        if formatted != text:
            changed.append((path, formatted))
    if not args.check:
        for path, formatted in changed:
            write_file(path, formatted)
    verb = "would change" if args.check else "changed"
    console.write(f"{verb}: {path}" for path, _ in changed)
    if not changed:
        console.write(["nothing to change"])
    return Exit.NOT_AS_EXPECTED if args.check and changed else Exit.AS_EXPECTED


def _read(path: Path) -> str:
    from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular
    from rulewright.dsl.load import MAX_BYTES

    try:
        return read_regular(path, MAX_BYTES).decode("utf-8")
    except UnreadableFileError as error:
        raise InputError(f"cannot read {path}: {error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is no text in UTF-8") from error
