"""``rulewright new``: a folder with a ruleset that runs, its clauses, a check and a test."""

from __future__ import annotations

import argparse
import re
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from ...arguments.options import Commands, debug_option
from ...exits import Exit, InputError
from ...terminal.console import Console

MARK = "NAME"
"""Stands for the name of the game in the files, and in their names."""


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "new", parents=[debug_option()], help="begin a ruleset: a folder with a game that runs"
    )
    parser.add_argument("name", metavar="NAME", help="of the game and of the folder that is made")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Write the folder; an existing one is left alone."""
    texts = beginning(args.name)
    folder = Path(args.name)
    try:
        if folder.exists() or folder.is_symlink():
            raise InputError(f"{folder} is there already")
        with TemporaryDirectory(dir=folder.parent, prefix=".new-") as made:
            for name, text in texts.items():
                (Path(made) / name).write_text(text, "utf-8")
            Path(made).chmod(0o755)
            Path(made).rename(folder)
            Path(made).mkdir()  # what must be removed after a failure
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror or error}") from error
    rules = folder / f"{args.name}.rules"
    console.write(
        [
            *(str(folder / name) for name in texts),
            "",
            f"rulewright check {rules}     is the text sound?",
            f"rulewright verify {rules}    what do the rules imply?",
            f"pytest {folder}",
        ]
    )
    return Exit.AS_EXPECTED


def beginning(name: str) -> dict[str, str]:
    """The files of a new game by their names. Raises InputError for a name that cannot be one."""
    from rulewright.dsl.diagnostics import RulesetError
    from rulewright.dsl.parsing.parse import parse

    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        raise InputError(f"{name!r} cannot be the name of a game: letters, digits and _ can")
    template = files("rulewright.verify.cli") / "template"
    texts = {
        entry.name.replace(MARK, name): entry.read_text("utf-8").replace(MARK, name)
        for entry in sorted(template.iterdir(), key=lambda entry: entry.name)
        if entry.is_file()
    }
    try:
        parse(texts[f"{name}.rules"], f"{name}.rules")
    except RulesetError as error:
        raise InputError(error.diagnostics[0].message) from None
    return texts
