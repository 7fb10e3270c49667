"""The canonical layout."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.format import format_text

from ..session import Session


def register(session: Session) -> None:
    """Answer formatting; a text that cannot be read stays as it is."""

    @session.server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        known = session.document(params.text_document.uri)
        if known is None:
            return []
        try:
            text = format_text(known.text, known.file)
        except RulesetError:
            return []
        if text == known.text:
            return []
        end = lsp.Position(known.text.count("\n") + 1, 0)
        return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), text)]
