"""Messages while typing: errors, and what is probably unintended."""

from __future__ import annotations

import asyncio

from lsprotocol import types as lsp

from rulewright.dsl.diagnostics import Diagnostic

from ..documents import Document
from ..places import uri_of
from ..session import Session

PAUSE = 0.15
"""Seconds in which nobody types before a text is looked at."""


def register(session: Session) -> None:
    """Say what is wrong whenever a text is opened or changed, or a file beside it is saved."""
    server = session.server

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        await _look(session, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        text = session.text(uri)
        await asyncio.sleep(PAUSE)
        if _still(session, uri, text):
            await _look(session, uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        for uri in session.rulesets():
            session.anew(uri)
            await _look(session, uri)


async def _look(session: Session, uri: str) -> None:
    """Publish what is soon known, and in the end all; between games whatever else is asked is answered."""
    known = session.document(uri)
    while known is not None:
        publish(session, uri, known)
        if known.whole:
            break
        while not known.whole:
            await asyncio.sleep(0)
            further = session.further(uri) if _still(session, uri, known.text) else None
            if further is None:
                return
            known = further


def _still(session: Session, uri: str, text: str) -> bool:
    """Whether a document is open and has this text."""
    return uri in session.server.workspace.text_documents and session.text(uri) == text


def publish(session: Session, uri: str, known: Document) -> None:
    """Send what is said of a ruleset, and of the files beside it."""
    said: dict[str, list[lsp.Diagnostic]] = {uri: []}
    for d, severity in (
        *((d, lsp.DiagnosticSeverity.Error) for d in known.diagnostics),
        *((d, lsp.DiagnosticSeverity.Warning) for d in known.unsure),
    ):
        said.setdefault(uri_of(d.span.file), []).append(message(session, d, severity))
    for where, diagnostics in said.items():
        session.server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(where, diagnostics)
        )


def message(
    session: Session, diagnostic: Diagnostic, severity: lsp.DiagnosticSeverity
) -> lsp.Diagnostic:
    """A diagnostic as the protocol has it; its hint stands in a line of its own."""
    hint = f"\nhint: {diagnostic.hint}" if diagnostic.hint else ""
    return lsp.Diagnostic(
        session.range(diagnostic.span), diagnostic.message + hint, severity,
        code=diagnostic.code, source="rulewright",
    )  # fmt: skip
