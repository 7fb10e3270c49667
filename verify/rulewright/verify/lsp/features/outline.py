"""The parts of a ruleset, as a tree."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.dsl.syntax import parts as p

from ..session import Session

KINDS: dict[type[p.Part], lsp.SymbolKind] = {
    p.StatePart: lsp.SymbolKind.Variable, p.SupplyPart: lsp.SymbolKind.Variable, p.HistoryPart: lsp.SymbolKind.Variable,
    p.ParameterPart: lsp.SymbolKind.Constant, p.FunctionPart: lsp.SymbolKind.Function, p.StrategyPart: lsp.SymbolKind.Function,
    p.ProcedurePart: lsp.SymbolKind.Method, p.ReadingPart: lsp.SymbolKind.Enum, p.EnumPart: lsp.SymbolKind.Enum,
    p.CardsPart: lsp.SymbolKind.Enum, p.PlayersPart: lsp.SymbolKind.Enum, p.TablePart: lsp.SymbolKind.Array,
    p.RecordPart: lsp.SymbolKind.Struct, p.BoardPart: lsp.SymbolKind.Class, p.ShapePart: lsp.SymbolKind.Class,
    p.ClausesPart: lsp.SymbolKind.File, p.VariantPart: lsp.SymbolKind.Namespace,
    p.InstancePart: lsp.SymbolKind.Object, p.SettingsPart: lsp.SymbolKind.Object,
    p.CheckPart: lsp.SymbolKind.Event, p.AgreePart: lsp.SymbolKind.Event, p.ExamplePart: lsp.SymbolKind.Event,
    p.WithoutPart: lsp.SymbolKind.Property, p.ExpectationPart: lsp.SymbolKind.Property, p.AcceptPart: lsp.SymbolKind.Property,
}  # fmt: skip
"""What editors show beside each kind of part."""


def register(session: Session) -> None:
    """Answer the outline."""

    @session.server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        known = session.document(params.text_document.uri)
        if known is None or known.examined is None:
            return []
        return [_symbol(session, part) for part in known.examined.ruleset.tree.parts]


def _symbol(session: Session, part: p.Part) -> lsp.DocumentSymbol:
    inner = part.parts if isinstance(part, p.VariantPart) else ()
    return lsp.DocumentSymbol(
        part.name.text,
        KINDS[type(part)],
        session.range(part.span),
        session.range(part.name.span),
        detail=type(part).__name__.removesuffix("Part").lower(),
        children=[_symbol(session, x) for x in inner],
    )
