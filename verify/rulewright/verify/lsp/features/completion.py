"""Completions: names, those of the right type first, and words of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from lsprotocol import types as lsp

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.elaborate.expressions.coercions import TypeMismatch, convert
from rulewright.dsl.elaborate.symbols.uses import PossibleNames
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.types import Type, show
from rulewright.dsl.load import examining
from rulewright.dsl.parsing.grammar import words

from ..documents import Document
from ..session import Session

_HERE = "name_that_is_asked_for"
"""Stands in the text where one types; the elaborator says what it expected there."""


def register(session: Session) -> None:
    """Answer completion."""

    @session.server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=["[", "(", " "]),
    )
    def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        known = session.document(params.text_document.uri)
        if known is None:
            return []
        line, column = session.point(params.text_document.uri, params.position)
        return list(proposals(known, line, column))


def proposals(known: Document, line: int, column: int) -> Iterator[lsp.CompletionItem]:
    """What can stand at a place, the likeliest first."""
    lines = known.text.split("\n")
    before = lines[line - 1][: column - 1]
    cite = re.search(r"(?:\bby|,)\s*\[([a-z0-9_.\-]*)$", before)
    if cite is not None:
        yield from _clauses(known)
        return
    prefix = re.search(r"[A-Za-z_]\w*$", before)
    start = prefix.start() if prefix else len(before)
    rest = re.sub(r"^\w+", "", lines[line - 1][column - 1 :])
    lines[line - 1] = f"{before[:start]}{_HERE}{rest}"
    asked = _asked(known, "\n".join(lines))
    if asked is None:
        kind = lsp.CompletionItemKind.Keyword
        yield from (lsp.CompletionItem(word, kind=kind) for word in sorted(words()))
        return
    for name, value in sorted(asked.names().items()):
        fits = asked.expected is not None and _fits(value, asked.expected)
        yield lsp.CompletionItem(
            name,
            kind=lsp.CompletionItemKind.Variable,
            detail=show(value.type) if value is not None else None,
            sort_text=f"{0 if fits else 1}{name}",
            preselect=fits or None,
        )


def _fits(value: x.Expr | None, expected: Type) -> bool:
    return value is not None and not isinstance(convert(value, expected, frozenset()), TypeMismatch)


def _asked(known: Document, text: str) -> PossibleNames | None:
    """What the elaborator expected at the name that stands for what one types."""
    with suppress(RulesetError):
        for found in examining(text, known.file, None):
            if _HERE in found.report.asked:
                return found.report.asked[_HERE]
    return None


def _clauses(known: Document) -> Iterator[lsp.CompletionItem]:
    clauses = known.examined.ruleset.clauses if known.examined else None
    for clause in clauses.clauses if clauses else ():
        yield lsp.CompletionItem(
            clause.id, kind=lsp.CompletionItemKind.Reference, detail=clause.text
        )
