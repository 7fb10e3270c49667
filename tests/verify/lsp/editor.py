"""An editor: the client of pytest-lsp, which starts ``rulewright lsp`` and speaks to it over its standard streams.

It says of itself what an editor of its name can do, and holds every answer against that and against the protocol.
"""

from __future__ import annotations

import asyncio
import sys
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from lsprotocol import types as lsp
from pygls.protocol import default_converter
from pygls.uris import from_fs_path
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.checks import LspSpecificationWarning
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

START = "import sys; from rulewright.verify.cli.main import main; sys.exit(main(['lsp']))"
ALL = lsp.Range(lsp.Position(0, 0), lsp.Position(10_000, 0))


class Editor:
    """One open file: its text, and what was said of it."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client = client
        self.path = path
        self.uri = from_fs_path(str(path)) or ""
        self.document = lsp.TextDocumentIdentifier(self.uri)
        self.text = path.read_text("utf-8")
        self.said: dict[str, list[lsp.Diagnostic]] = {}
        self._answers: asyncio.Queue[list[lsp.Diagnostic]] = asyncio.Queue()
        self._version = 1

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            self.said[params.uri] = list(params.diagnostics)
            if params.uri == self.uri:
                self._answers.put_nowait(self.said[self.uri])

    async def open(self) -> list[lsp.Diagnostic]:
        """Open the file."""
        item = lsp.TextDocumentItem(self.uri, "rulewright", 1, self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.answer()

    async def change(self, text: str) -> list[lsp.Diagnostic]:
        """Write another text."""
        self.text, self._version = text, self._version + 1
        document = lsp.VersionedTextDocumentIdentifier(self._version, self.uri)
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))
        return await self.answer()

    async def answer(self) -> list[lsp.Diagnostic]:
        """What is said of the file next."""
        return await self._answers.get()

    def at(self, text: str, number: int = 0, inside: int = 0) -> lsp.Position:
        """Where a piece of the text stands for the so-manieth time."""
        place = -1
        for _ in range(number + 1):
            place = self.text.index(text, place + 1)
        before = self.text[: place + inside]
        return lsp.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)

    def applied(self, edits: list[lsp.TextEdit]) -> str:
        """The text with edits."""
        lines = self.text.split("\n")
        for edit in sorted(
            edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True
        ):
            start, end = edit.range.start, edit.range.end
            head = lines[start.line][: start.character]
            tail = lines[end.line][end.character :] if end.line < len(lines) else ""
            lines[start.line : end.line + 1] = (head + edit.new_text + tail).split("\n")
        return "\n".join(lines)


VS_CODE, NEOVIM, EMACS = "visual-studio-code", "neovim", "emacs"


@asynccontextmanager
async def editor(path: Path, name: str = VS_CODE) -> AsyncIterator[Editor]:
    """An editor with a file that is not yet open."""
    client = LanguageClient(converter_factory=default_converter)
    noted = {lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS}  # by Editor
    handlers = {m: f for m, f in DEFAULT_CLIENT_FEATURES.items() if m not in noted}
    register_lsp_features(client, handlers)
    with warnings.catch_warnings():
        warnings.simplefilter("error", LspSpecificationWarning)
        await client.start_io(sys.executable, "-c", START)
        try:
            await client.initialize_session(
                lsp.InitializeParams(capabilities=client_capabilities(name))
            )
            yield Editor(client, path)
        finally:
            await client.shutdown_session()
            await client.stop()
