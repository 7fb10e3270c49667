"""``if`` and ``match``: one of several ways to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from ...ir import code as x
from ...ir import fold
from ...ir.code import When
from ...syntax import statements as s
from ..expressions import matching
from ..expressions.operators import comparisons
from ..symbols.report import Attempts
from .flow.context import Context
from .flow.lowering import Lowering

Continuation = Callable[[], Context]
"""Writes the statements of one branch; returns the context at its end."""


class Branches:
    """Lowers statements of which only some are done."""

    def __init__(self, flow: Lowering) -> None:
        self._flow = flow
        self._expressions = flow.expressions
        self._graph = flow.graph

    def if_(self, node: s.IfStatement, context: Context) -> Context:
        expressions = self._expressions
        worked_out = replace(context, scope=self._flow.working_out(context))
        ways = ((node.then, context), (node.otherwise, context))
        condition = self._flow.tested(node.condition, worked_out, *ways)
        tested, failed = (
            replace(
                context, scope=expressions.tested(node.condition, condition, context.scope, holds)
            )
            for holds in (True, False)
        )
        yes = partial(self._flow.statements, node.then, tested)
        no = partial(self._flow.statements, node.otherwise, failed)
        straight = all(self._flow.in_one_step(b, context) for b in (node.then, node.otherwise))
        copied = context.tests_number(node.condition)
        return self._fork(condition, yes, no, context, straight, copied)

    def _fork(
        self,
        condition: x.Expr,
        yes: Continuation,
        no: Continuation,
        context: Context,
        straight: bool,
        copied: bool,
    ) -> Context:
        """Two ways to go on; with a constant condition one remains, and the other is only checked.

        What is known after them does not depend on which way a constant leaves. ``copied``: the
        other is not part of this copy of a procedure.
        """
        graph, ways = self._graph, list[Context]()
        if isinstance(condition, x.Const):
            live, idle = (yes, no) if condition.value else (no, yes)
            ways = [] if copied else [self._flow.aside(idle, context)]
            ways.append(done := live())
            behind = context.after(ways)
            return replace(behind, dead=True) if done.ended or done.dead else behind
        if straight:
            then = graph.collected(lambda: ways.append(yes()))
            otherwise = graph.collected(lambda: ways.append(no()))
            if then or otherwise:
                graph.emit(When(condition, then, otherwise))
            return context.after(ways)
        assert not context.straight, "only what is straight is done in one step"
        a, b, join = (graph.block(f"{context.title}: {w}") for w in ("if", "else", "after if"))
        graph.branch(condition, a, b)
        for block, body in ((a, yes), (b, no)):
            graph.enter(block)
            ways.append(body())
            graph.goto(join)
        graph.enter(join)
        return context.after(ways)

    def match_(self, node: s.MatchStatement, context: Context) -> Context:
        expressions = self._expressions
        tried = Attempts()
        with tried.each():
            value = expressions.elaborate(node.subject, self._flow.working_out(context))
        if tried.wrong:
            doubted = context.doubt()
            bodies = [case.body for case in node.cases] + [node.otherwise or ()]
            self._flow.give_up(context, *((body, doubted) for body in bodies))
        subject = self._flow.remember("subject", value, context)
        seen: list[x.Const] = []
        arms: list[tuple[x.Expr, s.BlockSyntax]] = []
        cases = Attempts()
        for case in node.cases:
            values: list[x.Const] = []
            for written in case.patterns:
                if matching.not_playing(expressions, written, subject, context.scope):
                    continue
                with cases.each():
                    values.append(
                        matching.pattern(expressions, written, subject, seen, context.scope)
                    )
            span = case.patterns[0].span
            tests = [
                comparisons.equal(expressions, subject, v, context.scope, span) for v in values
            ]
            arms.append((fold.or_(tests), case.body))
        with cases.each():
            if not cases.wrong:
                matching.exhaustive(
                    expressions,
                    [subject],
                    {(v.value,) for v in seen},
                    node.otherwise is not None,
                    node.subject.span,
                )
        if node.otherwise is not None:
            arms.append((x.YES, node.otherwise))
        else:
            arms[-1] = (x.YES, arms[-1][1])
        straight = all(self._flow.in_one_step(body, context) for _, body in arms)
        copied = context.tests_number(node.subject)
        behind = self._arms(arms, _Alike(subject, value), context, straight, copied)
        cases.right()
        return behind

    def _arms(
        self, arms: list[tuple[x.Expr, s.BlockSyntax]], both: _Alike, context: Context, straight: bool,
        copied: bool,
    ) -> Context:  # fmt: skip
        if not arms:
            return replace(context, ended=True)
        (test, body), *rest = arms
        yes = partial(self._flow.statements, body, both.known(context.assume(test)))
        failed = both.known(context.assume(fold.not_(test)))
        no = partial(self._arms, rest, both, failed, straight, copied)
        return self._fork(test, yes, no, context, straight, copied)


@dataclass(frozen=True, slots=True)
class _Alike:
    """The subject of a match, with its value at that time, and its source."""

    subject: x.Expr
    value: x.Expr

    def known(self, context: Context) -> Context:
        """The context in which what is known of one is known of the other."""
        return context.know(context.scope.known_of(self.value, self.subject))
