"""The parts of a ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from ...diagnostics import Diagnostic
from ...span import Span
from ...syntax import expressions as e
from ...syntax import parts as p
from ...syntax import statements as s
from ...syntax.node import Cite, Name
from .base import BaseBuilder

MAX_PLAYERS = 26
"""More players are not given names: their number is refused where it is declared."""
_Property = tuple[str, Name | None, e.Expression | None, Span]
"""What a check asks: its kind, whose actions it is about, the condition, and where it stands."""


@v_args(meta=True, inline=True)
class PartBuilder(BaseBuilder):
    """One method for each rule of the grammar."""

    def start(self, meta: Meta, name: Name, title: Token, *parts: p.Part) -> p.Ruleset:
        self.settle()
        return p.Ruleset(
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
        """A local name, what it stands for, and where the line is that says so."""
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
        cites: tuple[Cite, ...] | None, body: s.Block,
    ) -> p.ProcedurePart:  # fmt: skip
        return p.ProcedurePart(
            name=name, params=params, result=result, body=body, cites=cites or (),
            span=self._at(meta),
        )  # fmt: skip

    def play(self, meta: Meta, cites: tuple[Cite, ...] | None, body: s.Block) -> p.ProcedurePart:
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

    def check(
        self, meta: Meta, name: Name, fails: Token | None, question: Token | None,
        asked: tuple[_Property, tuple[Cite, ...] | None],
    ) -> p.CheckPart:  # fmt: skip
        (kind, player, body, place), cites = asked
        return p.CheckPart(
            name=self.of_question(name), question=self._string(question), fails=fails is not None, kind=kind,
            player=player, body=body, asked=place, cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def asked(self, meta: Meta, property_: _Property, cites: tuple[Cite, ...] | None) -> Any:
        return property_, cites

    def asked_with(self, meta: Meta, *rest: Any) -> Any:
        *locals_, (kind, player, body, place), cites = rest
        if not locals_:
            return (kind, player, body, place), cites
        first: Name = locals_[0][0]
        if body is None:
            text = f"{first.text} is of no use: no condition is asked here"
            self.errors.append(Diagnostic("E805", first.span, text))
            return (kind, player, body, place), cites
        for name, value, _ in reversed(locals_):
            body = e.LetIn(name, value, body, span=name.span)
        begin: Span = locals_[0][2]
        start = replace(place, line=begin.line, column=begin.column)
        return (kind, player, body, start), cites

    def __default__(self, data: str, children: Sequence[Any], meta: Meta) -> _Property:
        """What a check asks: the grammar alone names the kinds, and what stands in each."""
        player = next((child for child in children if isinstance(child, Name)), None)
        body = next((child for child in children if not isinstance(child, Name)), None)
        return str(data), player, body, self._at(meta)

    def example(
        self, meta: Meta, name: Name, title: Token | None, instance: Name | None,
        cites: tuple[Cite, ...] | None, *lines: p.ExampleAction | p.ExampleCondition,
    ) -> p.ExamplePart:  # fmt: skip
        return p.ExamplePart(
            name=self.of_question(name), title=self._string(title), instance=instance, lines=lines,
            cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def example_game(self, meta: Meta, instance: Name) -> Name:
        return instance

    def example_action(self, meta: Meta, actor: Name, typed: Token) -> p.ExampleAction:
        return self._action(meta, actor, typed, legal=True)

    def example_refusal(self, meta: Meta, actor: Name, typed: Token) -> p.ExampleAction:
        return self._action(meta, actor, typed, legal=False)

    def _action(self, meta: Meta, actor: Name, typed: Token, *, legal: bool) -> p.ExampleAction:
        text = Name(" ".join(typed.split()), span=self._at(typed))
        return p.ExampleAction(actor=actor, typed=text, legal=legal, span=self._at(meta))

    def example_condition(self, meta: Meta, *rest: Any) -> p.ExampleCondition:
        *conditions, cites = rest
        return p.ExampleCondition(
            conditions=tuple(conditions), cites=cites or (), span=self._at(meta)
        )

    def settings(
        self, meta: Meta, name: Name, like: tuple[Name, ...] | None, *settings: p.Setting
    ) -> p.SettingsPart:
        return p.SettingsPart(name=name, like=like or (), settings=settings, span=self._at(meta))

    def instance(
        self, meta: Meta, name: Name, title: Token | None, variants: tuple[Name, ...],
        like: tuple[Name, ...] | None, for_play: bool | None, *rest: Any,
    ) -> p.InstancePart:  # fmt: skip
        *settings, expected = rest
        return p.InstancePart(
            name=name, title=self._string(title), variant=variants[0],
            each=variants if len(variants) > 1 else (), like=like or (),
            for_play=bool(for_play),
            settings=tuple(x for x in settings if x is not None), expected=expected or (),
            span=self._at(meta),
        )  # fmt: skip

    def expectations(
        self, meta: Meta, *lines: tuple[p.ExpectedNumber, ...]
    ) -> tuple[p.ExpectedNumber, ...]:
        return tuple(number for line in lines for number in line)

    def expected(self, meta: Meta, *numbers: p.ExpectedNumber) -> tuple[p.ExpectedNumber, ...]:
        return numbers

    def expected_number(self, meta: Meta, number: Token, of: Name) -> p.ExpectedNumber:
        return p.ExpectedNumber(number=self._number(number), of=of, span=self._at(meta))

    def one_game(self, meta: Meta, variant: Name) -> tuple[Name, ...]:
        return (variant,)

    def several_games(self, meta: Meta, *variants: Name) -> tuple[Name, ...]:
        return variants

    def like(self, meta: Meta, *names: Name) -> tuple[Name, ...]:
        return names

    def purpose(self, meta: Meta) -> bool:
        return True

    def setting(self, meta: Meta, name: Name, value: Name | Token) -> p.Setting:
        plain = value.text if isinstance(value, Name) else self._number(value)
        return p.Setting(name=name, value=plain, span=self._at(meta))

    def without(self, meta: Meta, *names: Name) -> p.WithoutPart:
        for name in names:
            self.of_question(name)
        return p.WithoutPart(name=names[0], names=names, span=names[0].span)

    def expectation(self, meta: Meta, name: Name, verdict: Token) -> p.ExpectationPart:
        return p.ExpectationPart(
            name=self.of_question(name), fails=str(verdict) == "fails", span=self._at(meta)
        )

    def finding(self, meta: Meta, *names: Name | Token) -> Name:
        words = (self.of_question(n).text if isinstance(n, Name) else str(n) for n in names)
        return Name(".".join(words), span=self._at(meta))

    def accept(self, meta: Meta, name: Name, cites: tuple[Cite, ...], why: Token) -> p.AcceptPart:
        return p.AcceptPart(name=name, cites=cites, why=self._string(why), span=self._at(meta))

    def variant(
        self, meta: Meta, name: Name, title: Token | None, parents: tuple[Name, ...] | None,
        cites: tuple[Cite, ...] | None, *parts: p.Part | None,
    ) -> p.VariantPart:  # fmt: skip
        return p.VariantPart(
            name=name, title=self._string(title), parents=parents or (), cites=cites or (),
            parts=tuple(x for x in parts if x is not None), span=self._at(meta),
        )  # fmt: skip

    def parents(self, meta: Meta, *names: Name) -> tuple[Name, ...]:
        return names
