"""The open documents of one client."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.inputs.locate import SUFFIX
from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular
from rulewright.dsl.span import Span

from . import places
from .documents import Document, documents
from .index import SymbolOccurrence

MAX_BESIDE = 4_000_000
"""Bytes of a clause file or a table that is looked into."""
SOON = 3
"""So many looks at a ruleset are taken before anything is said: one for each game, and a last one."""


class Session:
    """What features ask for: documents as they stand in the editor, and places in them."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self._known: dict[str, Document] = {}
        self._further: dict[str, Iterator[Document]] = {}

    def text(self, uri: str) -> str:
        """A document as it stands in the editor."""
        return self.server.workspace.get_text_document(uri).source

    def document(self, uri: str) -> Document | None:
        """The ruleset of a document, as far as it was looked at; None for another file."""
        path = places.path_of(uri)
        if path.suffix != SUFFIX:
            return None
        text = self.text(uri)
        known = self._known.get(uri)
        if known is None or known.text != text:
            self._further[uri] = documents(path, text, known)
            for known in islice(self._further[uri], SOON):
                self._known[uri] = known
        return known

    def further(self, uri: str) -> Document | None:
        """The same when one game more was looked at."""
        known = self.document(uri)
        if known is not None and not known.whole:
            known = self._known[uri] = next(self._further[uri])
        return known

    def whole(self, uri: str) -> Document | None:
        """The same when all was looked at."""
        known = self.document(uri)
        while known is not None and not known.whole:
            known = self.further(uri)
        return known

    def anew(self, uri: str) -> Document | None:
        """The same, looked at again: a file beside it may have changed."""
        self._known.pop(uri, None)
        return self.document(uri)

    def rulesets(self) -> list[str]:
        """The open rulesets."""
        return [uri for uri in self.server.workspace.text_documents if uri.endswith(SUFFIX)]

    def lines(self, file: str) -> list[str]:
        """The text of a file, as it is open or as it lies on disk."""
        uri = places.uri_of(file)
        if uri in self.server.workspace.text_documents:
            return self.server.workspace.get_text_document(uri).source.splitlines(keepends=True)
        try:
            return read_regular(Path(file), MAX_BESIDE).decode("utf-8").splitlines(keepends=True)
        except (UnreadableFileError, UnicodeDecodeError):
            return []

    def range(self, span: Span) -> lsp.Range:
        """The range of a span."""
        return places.range_of(span, self.lines(span.file), self.server.workspace.position_codec)

    def location(self, span: Span) -> lsp.Location:
        """Where a span is."""
        return lsp.Location(places.uri_of(span.file), self.range(span))

    def point(self, uri: str, position: lsp.Position) -> tuple[int, int]:
        """Line and column of a position, from 1."""
        lines = self.lines(str(places.path_of(uri)))
        return places.point_of(position, lines, self.server.workspace.position_codec)

    def occurrence(
        self, uri: str, position: lsp.Position, *, whole: bool = False
    ) -> tuple[Document, SymbolOccurrence] | None:
        """The name at a position, and the ruleset that knows it: of a clause file, one that is open.

        ``whole``: when all of the ruleset was looked at.
        """
        path = str(places.path_of(uri))
        look = self.whole if whole else self.document
        own = look(uri)
        asked = [own] if own else [look(other) for other in self.rulesets()]
        line, column = self.point(uri, position)
        for known in asked:
            found = (
                None if known is None or known.index is None else known.index.at(path, line, column)
            )
            if known is not None and found is not None:
                return known, found
        return None

    def diagnosed(self, uri: str, within: lsp.Range) -> list[Diagnostic]:
        """What is said of lines of a document."""
        known = self.document(uri)
        if known is None:
            return []
        first, last = within.start.line + 1, within.end.line + 1
        return [
            d
            for d in (*known.diagnostics, *known.unsure)
            if d.span.file == known.file and first <= d.span.line <= last
        ]
