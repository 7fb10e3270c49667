"""What a name means: its type, the text of its clauses, how often it is used."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from rulewright.dsl.elaborate.citations import all_parts, citations
from rulewright.dsl.ir.types import show
from rulewright.dsl.syntax import parts as p

from ..documents import Document
from ..index import SymbolOccurrence
from ..session import Session

WORDS: dict[type[p.Part], str] = {
    p.StatePart: "state", p.HistoryPart: "history", p.ParameterPart: "param", p.FunctionPart: "let", p.ReadingPart: "reading",
    p.ProcedurePart: "procedure", p.SupplyPart: "supply", p.EnumPart: "enum", p.BoardPart: "board",
    p.RecordPart: "record", p.CardsPart: "cards", p.ShapePart: "shape", p.StrategyPart: "strategy",
    p.CheckPart: "check", p.AgreePart: "agree", p.VariantPart: "variant", p.InstancePart: "instance",
    p.SettingsPart: "settings", p.ClausesPart: "clauses", p.TablePart: "table", p.PlayersPart: "players", p.ExamplePart: "example",
    p.WithoutPart: "without", p.ExpectationPart: "expect", p.AcceptPart: "accept",
}  # fmt: skip
"""What each kind of part is called beside its name."""


def register(session: Session) -> None:
    """Answer hovers."""

    @session.server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        found = session.occurrence(params.text_document.uri, params.position)
        if found is None:
            return None
        known, here = found
        text = "\n\n".join(said(known, here))
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), session.range(here.span))


def said(known: Document, here: SymbolOccurrence) -> Iterator[str]:
    """The paragraphs about a name."""
    assert known.index is not None
    assert known.tree is not None
    symbol = here.symbol
    part = next((x for x in all_parts(known.tree) if _declares(x, symbol.kind, symbol.name)), None)
    word = _word(part) or symbol.kind
    types = {o.type for o in known.index.uses if o.symbol == symbol and o.type is not None}
    shown = here.type or (types.pop() if len(types) == 1 else None)
    title = f"{symbol.owner}.{symbol.name}" if symbol.kind in {"value", "field"} else symbol.name
    yield f"**{word} {title}**" + (f": `{show(shown)}`" if shown is not None else "")
    cited = {symbol.name} if symbol.kind == "clause" else {c.clause for c in citations(part)}
    clauses = known.examined.ruleset.clauses if known.examined else None
    for clause in clauses.clauses if clauses else ():
        if clause.id in cited:
            yield f"[{clause.id}] {clause.text}"
    number = len(known.index.used(symbol))
    yield "used once" if number == 1 else f"used {number or 'no'} times"


def _word(part: p.Part | None) -> str:
    """What a part begins with."""
    if isinstance(part, p.FunctionPart) and part.result is not None:
        return "table"
    return "" if part is None else WORDS[type(part)]


def _declares(part: p.Part, kind: str, name: str) -> bool:
    if kind == "value":
        return isinstance(part, p.EnumPart) and any(v.text == name for v in part.values)
    other = isinstance(
        part, p.CheckPart | p.AgreePart | p.VariantPart | p.InstancePart | p.SettingsPart
    )
    named = part.name.text == name and not isinstance(
        part, p.ClausesPart | p.ExamplePart | p.WithoutPart | p.ExpectationPart | p.AcceptPart
    )
    return named and (kind == "global") != other and kind not in {"local", "field", "clause"}
