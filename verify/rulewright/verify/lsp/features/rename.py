"""Renames something everywhere at once; refused if the ruleset would not stay sound."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import load
from rulewright.dsl.span import Span

from ..documents import Document
from ..index import SymbolOccurrence
from ..places import uri_of
from ..session import Session

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CLAUSE = re.compile(r"[a-z][a-z0-9_.\-]*")
_BESIDE = {".md", ".csv", ".toml", ".rules"}


def register(session: Session) -> None:
    """Answer renaming."""

    @session.server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        found = session.occurrence(params.text_document.uri, params.position, whole=True)
        if found is None:
            return None
        known, here = found
        spans = renamed_at(session, known, here, params.new_name)
        changes: dict[str, list[lsp.TextEdit]] = {}
        for span in spans:
            edit = lsp.TextEdit(session.range(span), params.new_name)
            changes.setdefault(uri_of(span.file), []).append(edit)
        return lsp.WorkspaceEdit(changes=changes)


def renamed_at(session: Session, known: Document, here: SymbolOccurrence, name: str) -> list[Span]:
    """All places of a name. Raises JsonRpcInvalidParams where it cannot be called so."""
    assert known.index is not None
    pattern = _CLAUSE if here.symbol.kind == "clause" else _NAME
    if not pattern.fullmatch(name):
        raise JsonRpcInvalidParams(f"{name!r} cannot be a name")
    if known.diagnostics:
        raise JsonRpcInvalidParams("first mend what is wrong: a use may be hidden behind it")
    spans = sorted({*known.index.defined(here.symbol), *known.index.used(here.symbol)})
    if not known.index.defined(here.symbol):
        raise JsonRpcInvalidParams(f"{here.symbol.name} is a name of the language or of a board")
    texts = {file: "".join(session.lines(file)) for file in {s.file for s in spans}}
    if any(_text_at(texts[s.file], s) != here.symbol.name for s in spans):
        raise JsonRpcInvalidParams(f"{here.symbol.name} has its name from something else")
    problem = _unsound(
        known, {file: _with(text, file, spans, name) for file, text in texts.items()}
    )
    if problem:
        raise JsonRpcInvalidParams(f"it cannot be called {name}: {problem}")
    return spans


def _text_at(text: str, span: Span) -> str:
    return text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


def _with(text: str, file: str, spans: list[Span], name: str) -> str:
    lines = text.split("\n")
    for span in reversed([s for s in spans if s.file == file]):
        line = lines[span.line - 1]
        lines[span.line - 1] = line[: span.column - 1] + name + line[span.end_column - 1 :]
    return "\n".join(lines)


def _unsound(known: Document, texts: dict[str, str]) -> str:
    """What would be wrong with the renamed files, in a folder of their own."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        for path in known.path.parent.iterdir():
            if path.suffix in _BESIDE and path.is_file():
                shutil.copyfile(path, folder / path.name)
        (folder / known.path.name).write_text(known.text, "utf-8")
        for file, text in texts.items():
            (folder / Path(file).name).write_text(text, "utf-8")
        try:
            load(folder / known.path.name)
        except RulesetError as error:
            return error.diagnostics[0].message
    return ""
