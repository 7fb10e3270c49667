"""The option that names the text of a rulebook, and its use."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.dsl.inputs.regular_file import UnreadableFileError
from rulewright.dsl.inputs.rulebook import Rulebook, read_rulebook

from ..exits import InputError
from .options import OptionParser

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset

log = logging.getLogger("rulewright")


def rulebook_option() -> argparse.ArgumentParser:
    """Where the rulebook's text is: a parent for a sub-command's parser."""
    parser = OptionParser(add_help=False)
    parser.add_argument(
        "--rulebook",
        type=Path,
        metavar="FILE",
        help="the rulebook as a file of text: what clauses point at in it is shown beside them",
    )
    return parser


def passages(args: argparse.Namespace, ruleset: Ruleset | None) -> Mapping[str, str]:
    """The text of the rulebook, by the name of the clause that points there.

    Nothing without the option. Raises InputError for a file that is not text.
    """
    if args.rulebook is None:
        return {}
    clauses = () if ruleset is None or ruleset.clauses is None else ruleset.clauses.clauses
    rulebook = _read(args.rulebook)
    for name in rulebook.beyond(clauses):
        log.warning(
            "[%s] points at lines that %s does not have: it has %s",
            name, args.rulebook, f"{len(rulebook.lines):,}",
        )  # fmt: skip
    if all(clause.lines is None for clause in clauses):
        log.warning("no clause points at lines of a rulebook: write {lines 12-14} after its text")
    return rulebook.passages(clauses)


def of_one_ruleset(args: argparse.Namespace) -> None:
    """Raises InputError if a rulebook is given for more than one ruleset, or cannot be read."""
    if args.rulebook is None:
        return
    if len(args.rulesets) != 1:
        raise InputError("--rulebook goes with one RULESET")
    _read(args.rulebook)


def _read(file: Path) -> Rulebook:
    try:
        return read_rulebook(file)
    except UnreadableFileError as error:
        raise InputError(f"{file} cannot be read: {error}") from None
