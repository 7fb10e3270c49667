"""Where a name is introduced, and where it is used: across rules, clauses and tables of cards."""

from __future__ import annotations

from lsprotocol import types as lsp

from ..session import Session


def register(session: Session) -> None:
    """Answer where definitions and references are."""

    @session.server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        found = session.occurrence(params.text_document.uri, params.position)
        if found is None or found[0].index is None:
            return []
        known, here = found[0].index, found[1]
        return [session.location(span) for span in known.defined(here.symbol)]

    @session.server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = session.occurrence(params.text_document.uri, params.position, whole=True)
        if found is None or found[0].index is None:
            return []
        known, symbol = found[0].index, found[1].symbol
        spans = known.used(symbol)
        if params.context.include_declaration:
            spans = [*known.defined(symbol), *spans]
        return [session.location(span) for span in spans]
