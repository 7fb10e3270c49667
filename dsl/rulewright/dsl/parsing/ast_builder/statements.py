"""Statements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from ...syntax import expressions as e
from ...syntax import statements as s
from ...syntax.node import Cite, Name
from .base import BaseBuilder, Else


@dataclass(frozen=True, slots=True)
class Guard:
    """The conditions of one ``when`` or ``unless``."""

    negated: bool
    conditions: tuple[e.Expression, ...]
    cites: tuple[Cite, ...] = ()


@v_args(meta=True, inline=True)
class StatementBuilder(BaseBuilder):
    """One method for each rule of the grammar."""

    def block(self, meta: Meta, *statements: s.Statement) -> s.BlockSyntax:
        return statements

    def body(self, meta: Meta, inner: Any) -> s.BlockSyntax:
        return inner if isinstance(inner, tuple) else (inner,)

    def cited(
        self, meta: Meta, statement: s.Statement, cites: tuple[Cite, ...] | None
    ) -> s.Statement:
        if not cites:
            return statement
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
    ) -> s.MoveStatement:
        return s.MoveStatement(amount, source, target, span=self._at(meta))

    def move_those(
        self, meta: Meta, name: Name, source: e.Expression, where: e.Expression,
        target: e.Expression,
    ) -> s.MoveThose:  # fmt: skip
        return s.MoveThose(name, source, where, target, span=self._at(meta))

    def rotate(self, meta: Meta, group: e.Expression, steps: e.Expression) -> s.Rotate:
        return s.Rotate(group, steps, span=self._at(meta))

    def reset(self, meta: Meta, *names: Name) -> s.ResetStatement:
        return s.ResetStatement(names, span=self._at(meta))

    def remember(self, meta: Meta, name: Name) -> s.Remember:
        return s.Remember(name, span=self._at(meta))

    def bind(self, meta: Meta, name: Name, value: e.Expression) -> s.Bind:
        return s.Bind(name, value, span=self._at(meta))

    def variable(
        self, meta: Meta, name: Name, type_: e.TypeSyntax, value: e.Expression
    ) -> s.VariableStatement:
        return s.VariableStatement(name, type_, value, span=self._at(meta))

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

    def gap(self, meta: Meta, _: Token, text: Token) -> s.Gap:
        return s.Gap(self._string(text), span=self._at(text))

    def rank(self, meta: Meta, *by: e.Expression) -> s.Rank:
        return s.Rank(by, span=self._at(meta))

    def rank_or_draw(self, meta: Meta, *by: e.Expression) -> s.Rank:
        return s.Rank(by, True, span=self._at(meta))

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
        self,
        meta: Meta,
        condition: e.Expression,
        then: s.BlockSyntax,
        otherwise: s.BlockSyntax | None,
    ) -> s.IfStatement:
        return s.IfStatement(condition, then, otherwise or (), span=condition.span)

    def else_block(self, meta: Meta, body: s.BlockSyntax) -> s.BlockSyntax:
        return body

    def else_if(self, meta: Meta, inner: s.Statement) -> s.BlockSyntax:
        return (inner,)

    def match_statement(self, meta: Meta, subject: e.Expression, *cases: Any) -> s.MatchStatement:
        return s.MatchStatement(
            subject, tuple(c for c in cases if isinstance(c, s.Case)),
            self._one_else(cases), span=subject.span,
        )  # fmt: skip

    def case(self, meta: Meta, patterns: tuple[e.Expression, ...], body: s.BlockSyntax) -> s.Case:
        return s.Case(patterns, body, span=self._at(meta))

    def case_else(self, meta: Meta, body: s.BlockSyntax) -> Else:
        return Else(body, self._at(meta))

    def for_statement(
        self, meta: Meta, turns: Token | None, name: Name, over: e.Expression,
        order: s.Order | None, condition: e.Expression | None, body: s.BlockSyntax,
    ) -> s.For:  # fmt: skip
        return s.For(turns is not None, name, over, order, condition, body, span=name.span)

    def order_from(self, meta: Meta, by: e.Expression) -> s.Order:
        return s.Order("from", by, span=self._at(meta))

    def order_after(self, meta: Meta, by: e.Expression) -> s.Order:
        return s.Order("after", by, span=self._at(meta))

    def order_chosen(self, meta: Meta, by: e.Expression) -> s.Order:
        return s.Order("chosen", by, span=self._at(meta))

    def repeat_forever(self, meta: Meta, body: s.BlockSyntax) -> s.Repeat:
        return s.Repeat("forever", None, body, span=self._at(meta))

    def repeat_until(self, meta: Meta, control: e.Expression, body: s.BlockSyntax) -> s.Repeat:
        return s.Repeat("until", control, body, span=self._at(meta))

    def repeat_times(self, meta: Meta, control: e.Expression, body: s.BlockSyntax) -> s.Repeat:
        return s.Repeat("times", control, body, span=self._at(meta))

    def choose(
        self, meta: Meta, player: e.Expression, cites: tuple[Cite, ...] | None, *rest: Any
    ) -> s.Choose:
        *options, otherwise = rest
        return s.Choose(player, tuple(options), otherwise, cites=cites or (), span=player.span)

    def otherwise(self, meta: Meta, body: s.BlockSyntax) -> s.BlockSyntax:
        return body

    def secret(
        self, meta: Meta, name: Name, over: e.Expression, cites: tuple[Cite, ...] | None,
        *options: s.ChooseOption,
    ) -> s.Secret:  # fmt: skip
        return s.Secret(name, over, options, cites=cites or (), span=name.span)

    def option(self, meta: Meta, name: Name, title: Token | None, *rest: Any) -> s.ChooseOption:
        *parameters, when, unless, cites, body = rest
        guards, statements = body or ((), ())
        more = [g for g in (when, unless, *guards) if g is not None]
        return s.ChooseOption(
            name,
            tuple(x for x in parameters if x is not None),
            tuple(c for g in more if not g.negated for c in g.conditions),
            tuple(c for g in more if g.negated for c in g.conditions),
            (cites or ()) + tuple(c for g in more for c in g.cites),
            statements,
            self._string(title),
            span=name.span,
        )

    def option_body(self, meta: Meta, *rest: Any) -> tuple[tuple[Guard, ...], s.BlockSyntax]:
        guards = tuple(r for r in rest if isinstance(r, Guard))
        return guards, tuple(r for r in rest if not isinstance(r, Guard))

    def guard(self, meta: Meta, guard: Guard, cites: tuple[Cite, ...] | None) -> Guard:
        return replace(guard, cites=cites or ())

    def over(self, meta: Meta, name: Name, over: e.Expression) -> s.OptionParameter:
        return s.OptionParameter(name, over, span=name.span)

    def when(self, meta: Meta, *conditions: e.Expression) -> Guard:
        return Guard(False, conditions)

    def unless(self, meta: Meta, *conditions: e.Expression) -> Guard:
        return Guard(True, conditions)
