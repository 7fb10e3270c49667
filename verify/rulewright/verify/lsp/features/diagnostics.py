"""Messages as one types: errors, and what is probably not meant."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.dsl.diagnostics import Diagnostic

from ..places import uri_of
from ..session import Session


def register(session: Session) -> None:
    """Say what is wrong whenever a text is opened or changed, or a file beside it is saved."""
    server = session.server

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        publish(session, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        publish(session, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        for uri in session.rulesets():
            session.anew(uri)
            publish(session, uri)


def publish(session: Session, uri: str) -> None:
    """Send what is said of a ruleset, and of the files beside it."""
    known = session.document(uri)
    if known is None:
        return
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
