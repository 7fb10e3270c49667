"""Numbers of values: of each state, and the most that an option offers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from lsprotocol import types as lsp

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.names import source_name
from rulewright.dsl.ir.program import Decision, Program
from rulewright.dsl.ir.types import List, Map, Set, Type, size
from rulewright.dsl.span import Span

from ..documents import Document
from ..session import Session

_MOST = 10**6


def register(session: Session) -> None:
    """Answer inlay hints."""

    @session.server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def inlays(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        known = session.document(params.text_document.uri)
        if known is None or known.diagnostics:
            return []
        first, last = params.range.start.line + 1, params.range.end.line + 1
        found = {span: number for span, number in counted(known) if first <= span.line <= last}
        return [
            lsp.InlayHint(session.range(span).end, f" {said(number)}", padding_left=True)
            for span, number in sorted(found.items())
        ]


def counted(known: Document) -> Iterator[tuple[Span, int]]:
    """Each declared name with its number of values, in the first game that there is."""
    program = _program(known)
    if program is None:
        return
    for variable in program.variables:
        if variable.span is not None and variable.kind == "state":
            yield _name(known, variable.span, variable.name), values(variable.type)
    for node in program.nodes:
        if isinstance(node, Decision):
            for choice in node.choices:
                for parameter in choice.parameters:
                    span = next(
                        (v.span for v in program.variables if v.name == parameter.variable), None
                    )
                    if span is not None:
                        yield (
                            _name(known, span, source_name(parameter.name)),
                            values(parameter.type),
                        )


def values(t: Type) -> int:
    """How many values a type has; ``_MOST`` stands for that many and more."""
    match t:
        case Set(element):
            return 1 << size(element) if size(element) < 20 else _MOST
        case Map(key, value):
            one, number = values(value), size(key)
            return min(_MOST, int(one**number)) if number < 64 else _MOST
        case List(element, limit):
            return min(_MOST, sum(int(size(element) ** n) for n in range(min(limit, 20) + 1)))
        case _:
            return size(t)


def said(number: int) -> str:
    """A number of values, to be read."""
    if number >= _MOST:
        return "1,000,000 values or more"
    return "1 value" if number == 1 else f"{number:,} values"


def _name(known: Document, span: Span, name: str) -> Span:
    """The name at the beginning of a declaration."""
    line = known.text.split("\n")[span.line - 1]
    start = line.find(name, span.column - 1)
    if start < 0:
        return span
    return Span(span.file, span.line, start + 1, span.line, start + 1 + len(name))


def _program(known: Document) -> Program | None:
    if known.examined is None:
        return None
    with suppress(RulesetError):
        return instantiate(known.examined.ruleset)
    return None
