"""From the parser's tree to the syntax tree of :mod:`rulewright.dsl.syntax`."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from .diagnostics import Diagnostic
from .source import Span
from .syntax import expressions as e
from .syntax import parts as p
from .syntax import statements as s
from .syntax.node import Cite, Name

RESERVED = frozenset(
    [
        "add",
        "after",
        "all",
        "and",
        "by",
        "choose",
        "count",
        "div",
        "draw",
        "each",
        "else",
        "for",
        "greatest",
        "if",
        "in",
        "is",
        "least",
        "leave",
        "let",
        "lose",
        "match",
        "mod",
        "move",
        "next",
        "no",
        "none",
        "nothing",
        "not",
        "or",
        "otherwise",
        "put",
        "rank",
        "remove",
        "repeat",
        "reset",
        "return",
        "roll",
        "rotate",
        "some",
        "sum",
        "take",
        "then",
        "those",
        "turns",
        "unless",
        "var",
        "when",
        "win",
        "yes",
    ]
)


@v_args(meta=True, inline=True)
class TreeBuilder(Transformer[Token, Any]):
    """One method for each rule of the grammar; ``errors`` collects what the grammar cannot see."""

    def __init__(self, file: str, source: str) -> None:
        super().__init__()
        self._file = file
        self._source = source
        self.errors: list[Diagnostic] = []

    # Tokens and helpers

    def _at(self, meta: Meta | Token) -> Span:
        return Span(
            self._file,
            getattr(meta, "line", 1) or 1,
            getattr(meta, "column", 1) or 1,
            getattr(meta, "end_line", 1) or 1,
            getattr(meta, "end_column", 1) or 1,
        )

    def name(self, meta: Meta, token: Token) -> Name:
        if token in RESERVED:
            message = f"{str(token)!r} is a word of the language and cannot be a name"
            self.errors.append(Diagnostic(self._at(token), message))
        return Name(str(token), span=self._at(token))

    def verb(self, meta: Meta, token: Token) -> Name:
        """The name of an option: what a player does may be called like a statement."""
        return Name(str(token), span=self._at(token))

    def cites(self, meta: Meta, *clauses: Token) -> tuple[Cite, ...]:
        return tuple(Cite(str(c)[1:-1], span=self._at(c)) for c in clauses)

    @staticmethod
    def _string(token: Token | None) -> str:
        return "" if token is None else str(token)[1:-1]

    # The file and its parts

    def start(self, meta: Meta, name: Name, title: Token, *parts: p.Part) -> p.Ruleset:
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
        return p.RecordPart(name=name, fields=tuple(fields), cites=cites or (), span=self._at(meta))

    def players(self, meta: Meta, *rest: Any) -> p.PlayersPart:
        *values, cites = rest
        name = Name("players", span=self._at(meta))
        return p.PlayersPart(
            name=name, values=tuple(values), alias=None, cites=cites or (), span=self._at(meta)
        )

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
        *keys, count, cites = rest
        return p.SupplyPart(
            name=name, keys=tuple(k for k in keys if k is not None), count=count,
            cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def state(
        self, meta: Meta, name: Name, type_: e.TypeSyntax, initial: e.Expression,
        seen: Name | None, cites: tuple[Cite, ...] | None,
    ) -> p.StatePart:  # fmt: skip
        return p.StatePart(
            name=name, type=type_, initial=initial, seen=seen, cites=cites or (),
            span=self._at(meta),
        )  # fmt: skip

    def seen(self, meta: Meta, name: Name) -> Name:
        return name

    def function(
        self, meta: Meta, name: Name, params: tuple[p.Binding, ...] | None,
        cites: tuple[Cite, ...] | None, body: tuple[e.Expression, tuple[Cite, ...]],
    ) -> p.FunctionPart:  # fmt: skip
        expression, more = body
        return p.FunctionPart(
            name=name, params=params or (), body=expression, cites=(cites or ()) + more,
            span=self._at(meta),
        )  # fmt: skip

    def line_body(
        self, meta: Meta, body: e.Expression, cites: tuple[Cite, ...] | None
    ) -> tuple[e.Expression, tuple[Cite, ...]]:
        return body, cites or ()

    def block_body(self, meta: Meta, *rest: Any) -> tuple[e.Expression, tuple[Cite, ...]]:
        *locals_, result = rest
        body: e.Expression = result
        for name, value in reversed(locals_):
            body = e.LetIn(name, value, body, span=name.span)
        return body, ()

    def local(self, meta: Meta, name: Name, value: e.Expression) -> tuple[Name, e.Expression]:
        return name, value

    def match_expr(self, meta: Meta, subject: e.Expression, *cases: Any) -> e.MatchExpression:
        otherwise = [c for c in cases if not isinstance(c, e.MatchCase)]
        self._one_else(otherwise, cases, meta)
        return e.MatchExpression(
            subject, tuple(c for c in cases if isinstance(c, e.MatchCase)),
            otherwise[-1] if otherwise else None, span=self._at(meta),
        )  # fmt: skip

    def _one_else(self, otherwise: list[Any], cases: tuple[Any, ...], meta: Meta) -> None:
        if len(otherwise) > 1 or (otherwise and otherwise[-1] is not cases[-1]):
            message = "'else' stands once, after the other cases"
            self.errors.append(Diagnostic(self._at(meta), message))

    def expr_case(self, meta: Meta, patterns: Any, body: e.Expression) -> e.MatchCase:
        return e.MatchCase(patterns, body, span=self._at(meta))

    def expr_else(self, meta: Meta, body: e.Expression) -> e.Expression:
        return body

    def patterns(self, meta: Meta, *patterns: e.Expression) -> tuple[e.Expression, ...]:
        return patterns

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

    def agree(self, meta: Meta, name: Name, question: Token, *wordings: p.Wording) -> p.AgreePart:
        return p.AgreePart(
            name=name, question=self._string(question), wordings=wordings, span=self._at(meta),
            cites=tuple(w.cite for w in wordings),
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
        property_: tuple[p.PropertyKind, Name | None, e.Expression | None],
        cites: tuple[Cite, ...] | None,
    ) -> p.CheckPart:  # fmt: skip
        kind, player, body = property_
        return p.CheckPart(
            name=name, question=self._string(question), fails=fails is not None, kind=kind,
            player=player, body=body, cites=cites or (), span=self._at(meta),
        )  # fmt: skip

    def never(self, meta: Meta, body: e.Expression) -> Any:
        return "never", None, body

    def always(self, meta: Meta, body: e.Expression) -> Any:
        return "always", None, body

    def reachable(self, meta: Meta, body: e.Expression) -> Any:
        return "reachable", None, body

    def forever(self, meta: Meta, body: e.Expression) -> Any:
        return "forever", None, body

    def never_by(self, meta: Meta, player: Name, body: e.Expression) -> Any:
        return "never_by", player, body

    def some_by(self, meta: Meta, player: Name, body: e.Expression) -> Any:
        return "some_by", player, body

    def ends(self, meta: Meta) -> Any:
        return "ends", None, None

    def acts(self, meta: Meta) -> Any:
        return "acts", None, None

    def instance(
        self, meta: Meta, name: Name, title: Token | None, variant: Name,
        *settings: p.Setting | None,
    ) -> p.InstancePart:  # fmt: skip
        return p.InstancePart(
            name=name, title=self._string(title), variant=variant,
            settings=tuple(x for x in settings if x is not None), span=self._at(meta),
        )  # fmt: skip

    def setting(self, meta: Meta, name: Name, value: Name | Token) -> p.Setting:
        plain = value.text if isinstance(value, Name) else int(value)
        return p.Setting(name=name, value=plain, span=self._at(meta))

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

    # Types

    def map_type(self, meta: Meta, *types: e.TypeSyntax) -> e.MapType:
        return e.MapType(types[:-1], types[-1], span=self._at(meta))

    def plain_type(self, meta: Meta, expression: e.Expression) -> e.PlainType:
        return e.PlainType(expression, span=expression.span)

    def option_type(self, meta: Meta, expression: e.Expression) -> e.OptionType:
        inner = e.PlainType(expression, span=expression.span)
        return e.OptionType(inner, span=self._at(meta))

    def set_type(self, meta: Meta, element: Any) -> e.SetType:
        return e.SetType(element, span=self._at(meta))

    def bag_type(self, meta: Meta, element: Any, limit: e.Expression) -> e.BagType:
        return e.BagType(element, limit, span=self._at(meta))

    def list_type(self, meta: Meta, element: Any, limit: e.Expression) -> e.ListType:
        return e.ListType(element, limit, span=self._at(meta))

    # Statements

    def block(self, meta: Meta, *statements: s.Statement) -> s.Block:
        return statements

    def body(self, meta: Meta, inner: Any) -> s.Block:
        return inner if isinstance(inner, tuple) else (inner,)

    def cited(
        self, meta: Meta, statement: s.Statement, cites: tuple[Cite, ...] | None
    ) -> s.Statement:
        if not cites:
            return statement
        from dataclasses import replace

        return replace(statement, cites=cites)

    def assign(self, meta: Meta, target: e.Expression, value: e.Expression) -> s.Assign:
        return s.Assign(target, value, span=self._at(meta))

    def increase(self, meta: Meta, target: e.Expression, value: e.Expression) -> s.Change:
        return s.Change(target, "+", value, span=self._at(meta))

    def decrease(self, meta: Meta, target: e.Expression, value: e.Expression) -> s.Change:
        return s.Change(target, "-", value, span=self._at(meta))

    def add(self, meta: Meta, value: e.Expression, target: e.Expression) -> s.Change:
        return s.Change(target, "+", value, span=self._at(meta))

    def remove(self, meta: Meta, value: e.Expression, target: e.Expression) -> s.Change:
        return s.Change(target, "-", value, span=self._at(meta))

    def take(
        self, meta: Meta, amount: e.Expression | None, source: e.Expression, target: e.Expression
    ) -> s.Take:
        return s.Take(amount, source, target, span=self._at(meta))

    def put_back(
        self, meta: Meta, amount: e.Expression | None, source: e.Expression, supply: Name
    ) -> s.PutBack:
        return s.PutBack(amount, source, supply, span=self._at(meta))

    def move(
        self, meta: Meta, amount: e.Expression | None, source: e.Expression, target: e.Expression
    ) -> s.Move:
        return s.Move(amount, source, target, span=self._at(meta))

    def rotate(self, meta: Meta, group: e.Expression, steps: e.Expression) -> s.Rotate:
        return s.Rotate(group, steps, span=self._at(meta))

    def reset(self, meta: Meta, *names: Name) -> s.Reset:
        return s.Reset(names, span=self._at(meta))

    def bind(self, meta: Meta, name: Name, value: e.Expression) -> s.Bind:
        return s.Bind(name, value, span=self._at(meta))

    def variable(
        self, meta: Meta, name: Name, type_: e.TypeSyntax, value: e.Expression
    ) -> s.Variable:
        return s.Variable(name, type_, value, span=self._at(meta))

    def pick(self, meta: Meta, player: e.Expression, name: Name, over: e.Expression) -> s.Pick:
        return s.Pick(player, name, over, span=self._at(meta))

    def roll(
        self, meta: Meta, name: Name, over: e.Expression, weight: e.Expression | None
    ) -> s.Roll:
        return s.Roll(name, over, weight, span=self._at(meta))

    def win(self, meta: Meta, who: e.Expression) -> s.Win:
        return s.Win(who, span=self._at(meta))

    def draw(self, meta: Meta) -> s.Draw:
        return s.Draw(span=self._at(meta))

    def lose(self, meta: Meta) -> s.Lose:
        return s.Lose(span=self._at(meta))

    def rank(self, meta: Meta, by: e.Expression) -> s.Rank:
        return s.Rank(by, span=self._at(meta))

    def return_(self, meta: Meta, value: e.Expression | None) -> s.Return:
        return s.Return(value, span=self._at(meta))

    def leave(self, meta: Meta) -> s.Leave:
        return s.Leave(span=self._at(meta))

    def next(self, meta: Meta) -> s.Next:
        return s.Next(span=self._at(meta))

    def nothing(self, meta: Meta) -> s.DoNothing:
        return s.DoNothing(span=self._at(meta))

    def perform(self, meta: Meta, call: e.Expression) -> s.Perform:
        return s.Perform(call, span=self._at(meta))

    def if_statement(
        self, meta: Meta, condition: e.Expression, then: s.Block, otherwise: s.Block | None
    ) -> s.IfStatement:
        return s.IfStatement(condition, then, otherwise or (), span=condition.span)

    def else_block(self, meta: Meta, body: s.Block) -> s.Block:
        return body

    def else_if(self, meta: Meta, inner: s.Statement) -> s.Block:
        return (inner,)

    def match_statement(self, meta: Meta, subject: e.Expression, *cases: Any) -> s.MatchStatement:
        otherwise = [c for c in cases if not isinstance(c, s.Case)]
        self._one_else(otherwise, cases, meta)
        return s.MatchStatement(
            subject, tuple(c for c in cases if isinstance(c, s.Case)),
            otherwise[-1] if otherwise else None, span=subject.span,
        )  # fmt: skip

    def case(self, meta: Meta, patterns: tuple[e.Expression, ...], body: s.Block) -> s.Case:
        return s.Case(patterns, body, span=self._at(meta))

    def case_else(self, meta: Meta, body: s.Block) -> s.Block:
        return body

    def for_statement(
        self, meta: Meta, turns: Token | None, name: Name, over: e.Expression,
        order: s.Order | None, condition: e.Expression | None, body: s.Block,
    ) -> s.For:  # fmt: skip
        return s.For(turns is not None, name, over, order, condition, body, span=name.span)

    def order_from(self, meta: Meta, by: e.Expression) -> s.Order:
        return s.Order("from", by, span=self._at(meta))

    def order_after(self, meta: Meta, by: e.Expression) -> s.Order:
        return s.Order("after", by, span=self._at(meta))

    def order_chosen(self, meta: Meta, by: e.Expression) -> s.Order:
        return s.Order("chosen", by, span=self._at(meta))

    def repeat_forever(self, meta: Meta, body: s.Block) -> s.Repeat:
        return s.Repeat("forever", None, body, span=self._at(meta))

    def repeat_until(self, meta: Meta, control: e.Expression, body: s.Block) -> s.Repeat:
        return s.Repeat("until", control, body, span=self._at(meta))

    def repeat_times(self, meta: Meta, control: e.Expression, body: s.Block) -> s.Repeat:
        return s.Repeat("times", control, body, span=self._at(meta))

    def choose(
        self, meta: Meta, player: e.Expression, cites: tuple[Cite, ...] | None, *rest: Any
    ) -> s.Choose:
        *options, otherwise = rest
        return s.Choose(player, tuple(options), otherwise, cites=cites or (), span=player.span)

    def otherwise(self, meta: Meta, body: s.Block) -> s.Block:
        return body

    def secret(
        self, meta: Meta, name: Name, over: e.Expression, cites: tuple[Cite, ...] | None,
        *options: s.Option,
    ) -> s.Secret:  # fmt: skip
        return s.Secret(name, over, options, cites=cites or (), span=name.span)

    def option(self, meta: Meta, name: Name, *rest: Any) -> s.Option:
        *parameters, when, unless, cites, body = rest
        return s.Option(
            name, tuple(x for x in parameters if x is not None), when or (), unless or (),
            cites or (), body or (), span=name.span,
        )  # fmt: skip

    def over(self, meta: Meta, name: Name, over: e.Expression) -> s.OptionParameter:
        return s.OptionParameter(name, over, span=name.span)

    def when(self, meta: Meta, *conditions: e.Expression) -> tuple[e.Expression, ...]:
        return conditions

    def unless(self, meta: Meta, *conditions: e.Expression) -> tuple[e.Expression, ...]:
        return conditions

    # Expressions

    def or_(self, meta: Meta, *args: e.Expression) -> e.Logic:
        return e.Logic("or", args, span=self._at(meta))

    def and_(self, meta: Meta, *args: e.Expression) -> e.Logic:
        return e.Logic("and", args, span=self._at(meta))

    def not_(self, meta: Meta, arg: e.Expression) -> e.Negation:
        return e.Negation(arg, span=self._at(meta))

    def comparator(self, meta: Meta, *tokens: Token) -> str:
        return " ".join(str(t) for t in tokens)

    def compare(self, meta: Meta, left: e.Expression, op: Any, right: e.Expression) -> e.Comparison:
        return e.Comparison(op, left, right, span=self._at(meta))

    def range_(self, meta: Meta, lo: e.Expression, hi: e.Expression) -> e.Interval:
        return e.Interval(lo, hi, span=self._at(meta))

    def arith(self, meta: Meta, left: e.Expression, op: Any, right: e.Expression) -> e.Binary:
        return e.Binary(str(op), left, right, span=self._at(meta))  # type: ignore[arg-type]

    def negative(self, meta: Meta, arg: e.Expression) -> e.Negative:
        return e.Negative(arg, span=self._at(meta))

    def index(self, meta: Meta, base: e.Expression, *keys: e.Expression) -> e.Indexed:
        return e.Indexed(base, keys, span=self._at(meta))

    def field(self, meta: Meta, base: e.Expression, name: Name) -> e.FieldAccess:
        return e.FieldAccess(base, name, span=self._at(meta))

    def conditional(
        self, meta: Meta, condition: e.Expression, then: e.Expression, otherwise: e.Expression
    ) -> e.Conditional:
        return e.Conditional(condition, then, otherwise, span=self._at(meta))

    def quantifier(self, meta: Meta, kind: Token, *rest: Any) -> e.Quantified:
        *binders, condition, body = rest
        return e.Quantified(
            str(kind),
            tuple(binders),
            condition,
            body,
            span=self._at(meta),  # type: ignore[arg-type]
        )

    def binder(self, meta: Meta, *rest: Any) -> e.Binder:
        *names, over = rest
        return e.Binder(tuple(names), over, span=self._at(meta))

    def those(self, meta: Meta, name: Name, over: e.Expression, where: e.Expression) -> e.Those:
        return e.Those(name, over, where, span=self._at(meta))

    def best(
        self, meta: Meta, name: Name, over: e.Expression, condition: e.Expression | None,
        most: Token, key: e.Expression,
    ) -> e.Extreme:  # fmt: skip
        return e.Extreme(name, over, condition, most == "most", key, span=self._at(meta))

    def after(
        self, meta: Meta, name: Name, arguments: tuple[tuple[e.Expression, ...], Name | None],
        body: e.Expression,
    ) -> e.Hypothetical:  # fmt: skip
        call = e.Application(name, arguments[0], arguments[1], span=name.span)
        return e.Hypothetical(call, body, span=self._at(meta))

    def number(self, meta: Meta, token: Token) -> e.Number:
        return e.Number(int(token), span=self._at(token))

    def yes(self, meta: Meta) -> e.Truth:
        return e.Truth(True, span=self._at(meta))

    def no(self, meta: Meta) -> e.Truth:
        return e.Truth(False, span=self._at(meta))

    def none(self, meta: Meta) -> e.Nothing:
        return e.Nothing(span=self._at(meta))

    def call(
        self, meta: Meta, name: Name, arguments: tuple[tuple[e.Expression, ...], Name | None]
    ) -> e.Application:
        return e.Application(name, arguments[0], arguments[1], span=self._at(meta))

    def next_call(
        self, meta: Meta, arguments: tuple[tuple[e.Expression, ...], Name | None]
    ) -> e.Application:
        name = Name("next", span=self._at(meta))
        return e.Application(name, arguments[0], arguments[1], span=self._at(meta))

    def reference(self, meta: Meta, name: Name) -> e.Reference:
        return e.Reference(name.text, span=name.span)

    def set_literal(self, meta: Meta, *items: e.Expression | None) -> e.SetLiteral:
        given = tuple(i for i in items if i is not None)
        return e.SetLiteral(given, span=self._at(meta))

    def list_literal(self, meta: Meta, *items: e.Expression | None) -> e.ListLiteral:
        given = tuple(i for i in items if i is not None)
        return e.ListLiteral(given, span=self._at(meta))

    def arguments(self, meta: Meta, *rest: Any) -> tuple[tuple[e.Expression, ...], Name | None]:
        *args, via = rest
        return tuple(a for a in args if a is not None), via
