"""`rulewright lsp`: the language server, over standard input and output."""

from __future__ import annotations

import argparse
import os
import sys

from ...arguments.options import Commands, debug_option
from ...exits import Exit, InputError
from ...terminal.console import Console


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "lsp", parents=[debug_option()], help="a language server: start it from an editor"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Answer until the editor ends it."""
    try:
        from ....lsp.server import server
    except ModuleNotFoundError as error:
        if error.name not in {"pygls", "lsprotocol"}:
            raise
        raise InputError(
            "the language server needs pygls: pip install 'rulewright[lsp]'"
        ) from error
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out:  # the server closes what it writes to
        server().start_io(stdout=out)
    return Exit.AS_EXPECTED
