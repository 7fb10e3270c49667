"""Hints that can be applied with one key, and the meaning of a code."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.dsl.codes.explanation import Codes
from rulewright.dsl.diagnostics import Diagnostic, Edit, Hint
from rulewright.dsl.parsing.lines import depth, first_word
from rulewright.dsl.span import Span

from ..places import uri_of
from ..session import Session
from .diagnostics import message

EXPLAIN = "rulewright.explain"


def register(session: Session) -> None:
    """Answer code actions; the command that explains shows a message."""
    server = session.server
    codes = Codes()

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]),
    )
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found: list[lsp.CodeAction] = []
        for diagnostic in session.diagnosed(params.text_document.uri, params.range):
            found += _fixes(session, diagnostic)
            row = codes.all[diagnostic.code]
            title = f"Explain {row.code}: {row.title}"
            command = lsp.Command(title, EXPLAIN, arguments=[row.code])
            found.append(lsp.CodeAction(title, kind=lsp.CodeActionKind.QuickFix, command=command))
        return found

    @server.command(EXPLAIN)
    def explain(code: str) -> str:
        row = codes.all[code]
        text = "\n".join((f"{row.code}: {row.title}", "", row.about, "", *row.lines()))
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        return text


def _fixes(session: Session, diagnostic: Diagnostic) -> list[lsp.CodeAction]:
    edits = diagnostic.hint.edits if isinstance(diagnostic.hint, Hint) else ()
    said = message(session, diagnostic, lsp.DiagnosticSeverity.Error)
    lines = session.lines(diagnostic.span.file)
    return [
        lsp.CodeAction(
            _title(edit),
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[said],
            is_preferred=len(edits) == 1,
            edit=lsp.WorkspaceEdit(
                changes={
                    uri_of(diagnostic.span.file): [
                        lsp.TextEdit(session.range(_place(edit, diagnostic.span, lines)), edit.text)
                    ]
                }
            ),
        )
        for edit in edits
    ]


def _title(edit: Edit) -> str:
    if not edit.text:
        return "Take it out"
    if edit.text.isspace():
        return "Write blanks"
    verb = "Write" if edit.at in {"instead", "first"} else "Add"
    return f"{verb} {edit.text.strip()}"


def _end_of_block(lines: list[str], start: int) -> int:
    """The first line, from 1, that does not belong to the one at ``start``; blank lines before it do not, either."""
    level = depth(lines[start - 1])
    end = start
    for number in range(start + 1, len(lines) + 1):
        text = lines[number - 1]
        if text.strip() and depth(text) <= level:
            break
        end = number if text.strip() else end
    return end + 1


def _place(edit: Edit, span: Span, lines: list[str]) -> Span:
    """What the text of an edit takes the place of."""
    if edit.at == "instead":
        start, end = span.column - edit.back, span.end_column + edit.on
        return Span(span.file, span.line, start, span.end_line, end)
    if edit.at == "behind":
        column = span.end_column + edit.on
        return Span(span.file, span.end_line, column, span.end_line, column)
    if edit.at == "block":
        return Span(span.file, span.line, 1, _end_of_block(lines, span.line), 1)
    line = lines[span.line - 1].rstrip("\r\n")
    if edit.at == "first":
        start = len(line) - len(line.lstrip()) + 1
        return Span(span.file, span.line, start, span.line, start + len(first_word(line)))
    column = len(line) + 1
    return Span(span.file, span.line, column, span.line, column)
