"""Above each check: a command to run it, and its last result."""

from __future__ import annotations

import asyncio
import sys

from lsprotocol import types as lsp

from rulewright.dsl.elaborate.citations import all_parts
from rulewright.dsl.syntax import parts as p

from ..places import path_of
from ..session import Session

RUN, SHOW = "rulewright.runCheck", "rulewright.showFinding"
_START = "import sys; from rulewright.verify.cli.main import main; sys.exit(main())"


def register(session: Session) -> None:
    """Answer lenses, and do what they name in a process of its own."""
    server = session.server

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        uri = params.text_document.uri
        known = session.document(uri)
        if known is None or known.examined is None:
            return []
        found: list[lsp.CodeLens] = []
        for part in all_parts(known.examined.ruleset.tree):
            if isinstance(part, p.CheckPart | p.AgreePart):
                place = session.range(part.name.span)
                for title, command in (("run this check", RUN), ("show this finding", SHOW)):
                    arguments = [uri, part.name.text]
                    found.append(
                        lsp.CodeLens(place, lsp.Command(title, command, arguments=arguments))
                    )
        return found

    @server.command(RUN)
    async def run(uri: str, check: str) -> str:
        return await _said(
            session, "verify", str(path_of(uri)), "--check", check, "--fresh", "--effort", "quick"
        )

    @server.command(SHOW)
    async def show(uri: str, check: str) -> str:
        return await _said(session, "show", str(path_of(uri)), check)


async def _said(session: Session, *words: str) -> str:
    """What a command prints; shown to the user, too."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _START, *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    out, _ = await process.communicate()
    text = out.decode("utf-8", "replace")
    session.server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
    return text
