"""Spans of files as ranges of the protocol, and back."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from rulewright.dsl.span import Span


def range_of(span: Span, lines: list[str], codec: PositionCodec) -> lsp.Range:
    """The range of a span in a text, in the units that the client counts in."""
    start = lsp.Position(max(0, span.line - 1), max(0, span.column - 1))
    end = lsp.Position(max(0, span.end_line - 1), max(0, span.end_column - 1))
    return codec.range_to_client_units(lines, lsp.Range(start, end))


def point_of(position: lsp.Position, lines: list[str], codec: PositionCodec) -> tuple[int, int]:
    """Line and column, from 1."""
    here = codec.position_from_client_units(lines, position)
    return here.line + 1, here.character + 1


def path_of(uri: str) -> Path:
    """The file of a document."""
    return Path(to_fs_path(uri) or uri)


def uri_of(file: str) -> str:
    """The document of a file."""
    return from_fs_path(file) or file
