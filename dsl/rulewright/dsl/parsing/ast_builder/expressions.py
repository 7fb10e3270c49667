"""Expressions and types."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from ...syntax import expressions as e
from ...syntax.node import Name
from .base import BaseBuilder, Else


@v_args(meta=True, inline=True)
class ExpressionBuilder(BaseBuilder):
    """One method for each rule of the grammar."""

    def implies(self, meta: Meta, given: e.Expression, then: e.Expression) -> e.Logic:
        """``A implies B``: not A, or B."""
        span = self._at(meta)
        return e.Logic("or", (e.Negation(given, span=given.span), then), span=span)

    def or_(self, meta: Meta, *args: e.Expression) -> e.Logic:
        return e.Logic("or", args, span=self._at(meta))

    def and_(self, meta: Meta, *args: e.Expression) -> e.Logic:
        return e.Logic("and", args, span=self._at(meta))

    def since(self, meta: Meta, held: e.Expression, began: e.Expression) -> e.Since:
        return e.Since(held, began, span=self._at(meta))

    def not_(self, meta: Meta, arg: e.Expression) -> e.Negation:
        return e.Negation(arg, span=self._at(meta))

    def comparator(self, meta: Meta, *tokens: Token) -> str:
        return " ".join(str(t) for t in tokens)

    def compare(self, meta: Meta, left: e.Expression, op: Any, right: e.Expression) -> e.Comparison:
        return e.Comparison(op, left, right, span=self._at(meta))

    def range_(self, meta: Meta, lo: e.Expression, hi: e.Expression) -> e.Interval:
        return e.Interval(lo, hi, span=self._at(meta))

    def arith(self, meta: Meta, left: e.Expression, op: Any, right: e.Expression) -> e.Binary:
        return e.Binary(op.value, left, right, span=self._at(meta))

    def negative(self, meta: Meta, arg: e.Expression) -> e.Negative:
        return e.Negative(arg, span=self._at(meta))

    def was(self, meta: Meta, arg: e.Expression) -> e.Was:
        return e.Was(arg, span=self._at(meta))

    def index(self, meta: Meta, base: e.Expression, *keys: e.Expression) -> e.Indexed:
        return e.Indexed(base, keys, span=self._at(meta))

    def field(self, meta: Meta, base: e.Expression, name: Name) -> e.FieldAccess:
        return e.FieldAccess(base, self.of_value(name), span=self._at(meta))

    def conditional(
        self, meta: Meta, condition: e.Expression, then: e.Expression, otherwise: e.Expression
    ) -> e.Conditional:
        return e.Conditional(condition, then, otherwise, span=self._at(meta))

    def quantifier(self, meta: Meta, kind: Any, *rest: Any) -> e.Quantified:
        *binders, condition, body = rest
        return e.Quantified(kind.value, tuple(binders), condition, body, span=self._at(meta))

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
        return e.Number(self._number(token), span=self._at(token))

    def yes(self, meta: Meta) -> e.Truth:
        return e.Truth(True, span=self._at(meta))

    def no(self, meta: Meta) -> e.Truth:
        return e.Truth(False, span=self._at(meta))

    def none(self, meta: Meta) -> e.Nothing:
        return e.Nothing(span=self._at(meta))

    def call(
        self, meta: Meta, name: Name, arguments: tuple[tuple[e.Expression, ...], Name | None]
    ) -> e.Application:
        return e.Application(self.of_value(name), arguments[0], arguments[1], span=self._at(meta))

    def next_call(
        self, meta: Meta, arguments: tuple[tuple[e.Expression, ...], Name | None]
    ) -> e.Application:
        name = Name("next", span=self._at(meta))
        return e.Application(name, arguments[0], arguments[1], span=self._at(meta))

    def reference(self, meta: Meta, name: Name) -> e.Reference:
        return e.Reference(self.of_value(name).text, span=name.span)

    def set_literal(self, meta: Meta, *items: e.Expression | None) -> e.SetLiteral:
        given = tuple(i for i in items if i is not None)
        return e.SetLiteral(given, span=self._at(meta))

    def list_literal(self, meta: Meta, *items: e.Expression | None) -> e.ListLiteral:
        given = tuple(i for i in items if i is not None)
        return e.ListLiteral(given, span=self._at(meta))

    def list_of(
        self, meta: Meta, body: e.Expression, name: Name, over: e.Expression,
        condition: e.Expression | None,
    ) -> e.ListComprehension:  # fmt: skip
        return e.ListComprehension(body, name, over, condition, span=self._at(meta))

    def arguments(self, meta: Meta, *rest: Any) -> tuple[tuple[e.Expression, ...], Name | None]:
        *args, via = rest
        return tuple(a for a in args if a is not None), via

    def match_expr(self, meta: Meta, subject: e.Expression, *cases: Any) -> e.MatchExpression:
        return e.MatchExpression(
            (subject,), tuple(c for c in cases if isinstance(c, e.MatchCase)),
            self._one_else(cases), span=self._at(meta),
        )  # fmt: skip

    def expr_case(self, meta: Meta, patterns: Any, body: e.Expression) -> e.MatchCase:
        return e.MatchCase((patterns,), body, span=self._at(meta))

    def value_row(self, meta: Meta, *patterns_and_body: Any) -> e.MatchCase:
        *patterns, body = patterns_and_body
        return e.MatchCase(tuple(patterns), body, span=self._at(meta))

    def expr_else(self, meta: Meta, body: e.Expression) -> Else:
        return Else(body, self._at(meta))

    def patterns(self, meta: Meta, *patterns: e.Expression) -> tuple[e.Expression, ...]:
        return patterns

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
