"""The parts of a ruleset that say what a game is made of, and how it is played."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from ...span import Span
from ...syntax import expressions as e
from ...syntax import parts as p
from ...syntax import statements as s
from ...syntax.node import Cite, Name
from .base import BaseBuilder

MAX_PLAYERS = 26
"""The most players that are given names: a greater number is refused where it is declared."""


@v_args(meta=True, inline=True)
class PartBuilder(BaseBuilder):
    """One method for each rule of the grammar."""

    def start(self, meta: Meta, name: Name, title: Token, *parts: p.Part) -> p.RulesetSyntax:
        self.settle()
        return p.RulesetSyntax(
            name=name,
            title=self._string(title),
            parts=parts,
            source=self._source,
            span=self._at(meta),
        )

    def clauses(self, meta: Meta, file: Token) -> p.ClausesPart:
        span = self._at(file)
        return p.ClausesPart(name=Name("clauses", span=span), file=self._string(file), span=span)

    def param(
        self, meta: Meta, name: Name, span_: e.Expression, value: e.Expression,
        is_open: Token | None, cites: tuple[Cite, ...] | None, why: Token | None,
    ) -> p.ParameterPart:  # fmt: skip
        lo, hi = (span_.lo, span_.hi) if isinstance(span_, e.Interval) else (span_, span_)
        return p.ParameterPart(
            name=name, lo=lo, hi=hi, value=value, is_open=is_open is not None,
            why=self._string(why), cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def enum(self, meta: Meta, name: Name, *rest: Any) -> p.EnumPart:
        *values, cites = rest
        return p.EnumPart(name=name, values=tuple(values), cites=cites or (), span=self._at(meta))

    def record(self, meta: Meta, name: Name, *rest: Any) -> p.RecordPart:
        *fields, cites = rest
        for field in fields:
            self.of_value(field.name)
        return p.RecordPart(name=name, fields=tuple(fields), cites=cites or (), span=self._at(meta))

    def cards(
        self, meta: Meta, name: Name, file: Token, cites: tuple[Cite, ...] | None,
        *columns: p.Binding | None,
    ) -> p.CardsPart:  # fmt: skip
        return p.CardsPart(
            name=name, file=self._string(file), cites=cites or (),
            columns=tuple(c for c in columns if c is not None), span=self._at(file),
        )  # fmt: skip

    def column(self, meta: Meta, binding: p.Binding) -> p.Binding:
        self.of_value(binding.name)
        return binding

    def table(self, meta: Meta, name: Name, of: Name, *rows: p.TableRow) -> p.TablePart:
        return p.TablePart(name=name, of=of, rows=rows, span=self._at(meta))

    def table_of_values(
        self, meta: Meta, head: p.Binding, *rest: Any
    ) -> p.FunctionPart:  # fmt: skip
        """A function whose parameters have no names in the text, with a case for each row."""
        self.of_value(head.name)
        *keys, result = (head.type, *(t for t in rest if isinstance(t, e.TypeSyntax)))
        cites = next((c for c in rest if isinstance(c, tuple)), ())
        names = [Name(" " * i, span=head.span) for i in range(len(keys))]
        return p.FunctionPart(
            name=head.name, result=result, cites=cites, span=self._at(meta),
            params=tuple(
                p.Binding(name=name, type=t, span=head.span)
                for name, t in zip(names, keys, strict=True)
            ),
            body=e.MatchExpression(
                tuple(e.Reference(name.text, span=head.span) for name in names),
                tuple(c for c in rest if isinstance(c, e.MatchCase)), self._one_else(rest),
                span=head.span,
            ),
        )  # fmt: skip

    def row(self, meta: Meta, name: Name, *cells: p.TableCell | None) -> p.TableRow:
        there = tuple(c for c in cells if c is not None)
        return p.TableRow(name=name, cells=there, span=name.span)

    def cell(self, meta: Meta, name: Name, *words: str | None) -> p.TableCell:
        text = " ".join(word for word in words if word is not None)
        return p.TableCell(name=self.of_value(name), text=text, span=self._at(meta))

    def cell_word(self, meta: Meta, word: Token) -> str:
        return str(word)

    def players(self, meta: Meta, *rest: Any) -> p.PlayersPart:
        *values, number, cites = rest
        return self._players(meta, tuple(values), number, cites)

    def players_numbered(
        self, meta: Meta, lo: Token, hi: Token, value: e.Expression, cites: tuple[Cite, ...] | None
    ) -> p.PlayersPart:
        least, most = (e.Number(self._number(n), span=self._at(n)) for n in (lo, hi))
        names = (
            Name(f"P{n}", span=self._at(hi)) for n in range(1, min(most.value, MAX_PLAYERS) + 1)
        )
        return self._players(meta, tuple(names), (least, most, value), cites)

    def players_number(
        self, meta: Meta, span_: e.Expression, value: e.Expression
    ) -> tuple[e.Expression, e.Expression, e.Expression]:
        lo, hi = (span_.lo, span_.hi) if isinstance(span_, e.Interval) else (span_, span_)
        return lo, hi, value

    def _players(
        self, meta: Meta, values: tuple[Name, ...],
        number: tuple[e.Expression, e.Expression, e.Expression] | None,
        cites: tuple[Cite, ...] | None,
    ) -> p.PlayersPart:  # fmt: skip
        name = Name("players", span=self._at(meta))
        parameter = number and p.ParameterPart(
            name=name, lo=number[0], hi=number[1], value=number[2], is_open=False, why="",
            cites=cites or (), span=self._at(meta),
        )  # fmt: skip
        return p.PlayersPart(
            name=name, values=values, alias=None, number=parameter, cites=cites or (),
            span=self._at(meta),
        )  # fmt: skip

    def players_are(self, meta: Meta, alias: Name, cites: tuple[Cite, ...] | None) -> p.PlayersPart:
        name = Name("players", span=self._at(meta))
        return p.PlayersPart(
            name=name, values=(), alias=alias, cites=cites or (), span=self._at(meta)
        )

    def board(self, meta: Meta, name: Name, kind: Name, *rest: Any) -> p.BoardPart:
        *arguments, cites = rest
        given = tuple(a for a in arguments if a is not None)
        return p.BoardPart(
            name=name, kind=kind, arguments=given, cites=cites or (), span=self._at(meta)
        )

    def shape(
        self, meta: Meta, name: Name, title: Token | None, kind: Name, *rest: Any
    ) -> p.ShapePart:
        *arguments, cites = rest
        return p.ShapePart(
            name=name, title=self._string(title), kind=kind, arguments=tuple(arguments),
            cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def board_arg(self, meta: Meta, name: Name | None, value: e.Expression) -> p.BoardArgument:
        return p.BoardArgument(name=name, value=value, span=self._at(meta))

    def text(self, meta: Meta, token: Token) -> e.Text:
        return e.Text(self._string(token), span=self._at(token))

    def supply(self, meta: Meta, name: Name, *rest: Any) -> p.SupplyPart:
        *keys, title, count, seen, cites = rest
        return p.SupplyPart(
            name=name, keys=tuple(k for k in keys if k is not None), count=count, seen=seen,
            title=self._string(title), cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def supply_key(self, meta: Meta, name: Name | None, type_: e.TypeSyntax) -> p.SupplyKey:
        return p.SupplyKey(name=name, type=type_, span=self._at(meta))

    def state(
        self, meta: Meta, name: Name, title: Token | None, type_: e.TypeSyntax, initial: e.Expression,
        seen: Name | None, cites: tuple[Cite, ...] | None,
    ) -> p.StatePart:  # fmt: skip
        return p.StatePart(
            name=name, type=type_, initial=initial, seen=seen, title=self._string(title),
            cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def history(self, meta: Meta, name: Name, *rest: Any) -> p.HistoryPart:
        *of, limit, cites = rest
        return p.HistoryPart(
            name=name, of=tuple(of), limit=limit, cites=cites or (), span=self._at(meta)
        )

    def seen_by(self, meta: Meta, token: Token) -> Name:
        return Name(str(token), span=self._at(token))

    def seen(self, meta: Meta, name: Name) -> Name:
        return name

    def function(
        self, meta: Meta, name: Name, params: tuple[p.Binding, ...] | None,
        cites: tuple[Cite, ...] | None, body: tuple[e.Expression, tuple[Cite, ...]],
    ) -> p.FunctionPart:  # fmt: skip
        expression, more = body
        return p.FunctionPart(
            name=self.of_value(name), params=params or (), body=expression,
            cites=(cites or ()) + more,
            span=self._at(meta),
        )  # fmt: skip

    def strategy(
        self, meta: Meta, name: Name, params: tuple[p.Binding, ...],
        cites: tuple[Cite, ...] | None, body: tuple[e.Expression, tuple[Cite, ...]],
    ) -> p.StrategyPart:  # fmt: skip
        expression, more = body
        return p.StrategyPart(
            name=name, params=params, body=expression, cites=(cites or ()) + more,
            span=self._at(meta),
        )  # fmt: skip

    def line_body(
        self, meta: Meta, body: e.Expression, cites: tuple[Cite, ...] | None
    ) -> tuple[e.Expression, tuple[Cite, ...]]:
        return body, cites or ()

    def block_body(self, meta: Meta, *rest: Any) -> tuple[e.Expression, tuple[Cite, ...]]:
        *locals_, result, cites = rest
        body: e.Expression = result
        for name, value, _ in reversed(locals_):
            body = e.LetIn(name, value, body, span=name.span)
        return body, cites or ()

    def match_body(self, meta: Meta, *rest: Any) -> tuple[e.Expression, tuple[Cite, ...]]:
        return self.block_body(meta, *rest, None)

    def local(self, meta: Meta, name: Name, value: e.Expression) -> tuple[Name, e.Expression, Span]:
        """A local name, its value, and the place of its line."""
        return name, value, self._at(meta)

    def bindings(self, meta: Meta, *bindings: p.Binding | None) -> tuple[p.Binding, ...]:
        return tuple(b for b in bindings if b is not None)

    def binding(self, meta: Meta, name: Name, type_: e.TypeSyntax) -> p.Binding:
        return p.Binding(name=name, type=type_, span=self._at(meta))

    def reading(
        self, meta: Meta, name: Name, question: Token, cites: tuple[Cite, ...] | None,
        *options: p.ReadingOption,
    ) -> p.ReadingPart:  # fmt: skip
        return p.ReadingPart(
            name=name, question=self._string(question), options=options, cites=cites or (),
            span=self._at(meta),
        )  # fmt: skip

    def reading_option(
        self, meta: Meta, name: Name, text: Token, default: Token | None,
        cites: tuple[Cite, ...] | None,
    ) -> p.ReadingOption:  # fmt: skip
        return p.ReadingOption(
            name=name, text=self._string(text), default=default is not None, cites=cites or (),
            span=name.span,
        )  # fmt: skip

    def agree(
        self, meta: Meta, name: Name, fails: Token | None, question: Token, *wordings: p.Wording
    ) -> p.AgreePart:
        return p.AgreePart(
            name=self.of_question(name), question=self._string(question), fails=fails is not None,
            wordings=wordings, span=self._at(meta), cites=tuple(w.cite for w in wordings),
        )  # fmt: skip

    def wording(self, meta: Meta, clause: Token, body: e.Expression) -> p.Wording:
        cite = Cite(str(clause)[1:-1], span=self._at(clause))
        return p.Wording(cite=cite, body=body, span=cite.span)

    def procedure(
        self, meta: Meta, name: Name, params: tuple[p.Binding, ...], result: e.TypeSyntax | None,
        cites: tuple[Cite, ...] | None, body: s.BlockSyntax,
    ) -> p.ProcedurePart:  # fmt: skip
        return p.ProcedurePart(
            name=name, params=params, result=result, body=body, cites=cites or (),
            span=self._at(meta),
        )  # fmt: skip

    def play(
        self, meta: Meta, cites: tuple[Cite, ...] | None, body: s.BlockSyntax
    ) -> p.ProcedurePart:
        span = self._at(meta)
        head = Span(span.file, span.line, span.column, span.line, span.column + len("play"))
        return p.ProcedurePart(
            name=Name("play", span=head),
            params=(),
            result=None,
            body=body,
            cites=cites or (),
            span=head,
        )
