"""Where every name of a ruleset is introduced and used, as the elaborator met it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl.elaborate.citations import all_parts
from rulewright.dsl.elaborate.symbols.report import DiagnosticSink
from rulewright.dsl.elaborate.symbols.uses import Symbol
from rulewright.dsl.inputs.clauses import ClauseFile
from rulewright.dsl.ir.types import Type
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.node import Cite, Name
from rulewright.dsl.syntax.tree import nodes


@dataclass(frozen=True, slots=True)
class SymbolOccurrence:
    """A name at a place. ``type``: of the value that it stands for there, where it has one."""

    symbol: Symbol
    span: Span
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class Index:
    """All occurrences; a name may be introduced in several variants."""

    definitions: tuple[SymbolOccurrence, ...]
    uses: tuple[SymbolOccurrence, ...]

    def at(self, file: str, line: int, column: int) -> SymbolOccurrence | None:
        """What stands at a place: line and column from 1; behind the last letter counts, too."""
        found = [
            o
            for o in (*self.uses, *self.definitions)
            if o.span.file == file
            and o.span.line == line == o.span.end_line
            and o.span.column <= column <= o.span.end_column
        ]
        return min(found, key=lambda o: o.span.end_column - o.span.column, default=None)

    def defined(self, symbol: Symbol) -> list[Span]:
        """Where it is introduced."""
        return sorted({o.span for o in self.definitions if o.symbol == symbol})

    def used(self, symbol: Symbol) -> list[Span]:
        """Where it is used, its definitions left out."""
        return sorted({o.span for o in self.uses if o.symbol == symbol} - {*self.defined(symbol)})


def index_of(tree: p.RulesetSyntax, report: DiagnosticSink, clauses: ClauseFile | None) -> Index:
    """The index of what was elaborated, as far as it was."""
    definitions = [
        SymbolOccurrence(Symbol("global", name), span)
        for name, spans in report.claims.items()
        for span in spans
    ]
    definitions += [
        SymbolOccurrence(s, span) for s, spans in report.introduced.items() for span in spans
    ]
    uses = [SymbolOccurrence(s, span, report.types.get(span)) for span, s in report.uses.items()]
    definitions += list(_declared(tree))
    uses += list(_referenced(tree))
    if clauses is not None:
        definitions += [
            SymbolOccurrence(Symbol("clause", c.id), _inside(c.span)) for c in clauses.clauses
        ]
    return Index(tuple(definitions), tuple(uses))


def _declared(tree: p.RulesetSyntax) -> Iterator[SymbolOccurrence]:
    """What parts introduce beside their own names; each kind has names of its own."""
    for part in all_parts(tree):
        match part:
            case p.EnumPart(values=values):
                yield from (_of("value", v, part.name.text) for v in values)
            case p.PlayersPart(values=values):
                yield from (_of("value", v, "Player") for v in values)
            case p.ReadingPart(options=options):
                yield from (_of("value", o.name, part.name.text) for o in options)
            case p.TablePart(rows=rows):
                yield from (_of("value", row.name, part.of.text) for row in rows)
            case p.RecordPart(fields=fields):
                yield from (_of("field", f.name, part.name.text) for f in fields)
            case p.CardsPart(columns=columns):
                yield from (_of("global", c.name) for c in columns)
            case (
                p.InstancePart()
                | p.SettingsPart()
                | p.VariantPart()
                | p.CheckPart()
                | p.AgreePart()
            ):
                yield _of(_kind(part), part.name)
            case _:
                pass


def _referenced(tree: p.RulesetSyntax) -> Iterator[SymbolOccurrence]:
    """Names that nothing elaborates: each stands where only one kind of name can."""
    for part in all_parts(tree):
        match part:
            case (
                p.InstancePart(like=like, settings=settings)
                | p.SettingsPart(like=like, settings=settings)
            ):
                if isinstance(part, p.InstancePart):
                    yield _of("variant", part.variant)
                yield from (_of("instance", name) for name in like)
                named = {n.span for n in like}
                lines = range(
                    part.span.line, part.span.end_line + 1
                )  # not those of settings elsewhere
                own = [
                    s for s in settings if s.name.span.line in lines and s.name.span not in named
                ]
                yield from (_of("global", s.name) for s in own)
            case p.VariantPart(parents=parents):
                yield from (_of("variant", name) for name in parents)
            case p.WithoutPart(names=names):
                yield from (_of("global", name) for name in names)
            case p.ExpectationPart(name=name) | p.AcceptPart(name=name):
                yield _of("check", name)
            case _:
                pass
    for node in nodes(tree.parts):
        if isinstance(node, Cite):
            yield SymbolOccurrence(Symbol("clause", node.clause), _inside(node.span))


def _kind(part: p.Part) -> str:
    match part:
        case p.InstancePart() | p.SettingsPart():
            return "instance"
        case p.VariantPart():
            return "variant"
        case _:
            return "check"


def _of(kind: str, name: Name, owner: str = "") -> SymbolOccurrence:
    return SymbolOccurrence(Symbol(kind, name.text, owner), name.span)


def _inside(span: Span) -> Span:
    """The name of a clause without its brackets."""
    return Span(span.file, span.line, span.column + 1, span.end_line, span.end_column - 1)
