"""``if`` and ``match``: one of several ways to go on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...ir import code as x
from ...ir import fold
from ...ir.code import When
from ...syntax import statements as s
from ..expressions import comparisons, matching
from .context import Context
from .lowering import Lowering

Continuation = Callable[[], object]
"""Writes the statements of one branch."""


class Branches:
    """Lowers statements of which only some are done."""

    def __init__(self, flow: Lowering) -> None:
        self._flow = flow
        self._expressions = flow.expressions
        self._graph = flow.graph

    def if_(self, node: s.IfStatement, context: Context) -> None:
        condition = self._expressions.truth(node.condition, context.scope)
        yes = partial(self._flow.statements, node.then, context.assume(condition))
        no = partial(self._flow.statements, node.otherwise, context.assume(fold.not_(condition)))
        straight = self._flow.is_straight(node.then) and self._flow.is_straight(node.otherwise)
        self._fork(condition, yes, no, context, straight)

    def _fork(
        self,
        condition: x.Expr,
        yes: Continuation,
        no: Continuation,
        context: Context,
        straight: bool,
    ) -> None:
        """Two ways to go on; a constant condition leaves one, the other is only checked."""
        graph = self._graph
        if isinstance(condition, x.Const):
            live, idle = (yes, no) if condition.value else (no, yes)
            self._idle(idle, context)
            live()
            return
        if straight:
            then, otherwise = graph.collected(yes), graph.collected(no)
            if then or otherwise:
                graph.emit(When(condition, then, otherwise))
            return
        if context.straight:
            # reported where the decision stands
            yes()
            no()
            return
        a, b, join = (graph.block(f"{context.title}: {w}") for w in ("if", "else", "after if"))
        graph.branch(condition, a, b)
        for block, body in ((a, yes), (b, no)):
            graph.enter(block)
            body()
            if graph.open:
                graph.goto(join)
        graph.enter(join)

    def _idle(self, body: Continuation, context: Context) -> None:
        """Check code that this instance never runs."""
        graph = self._graph
        with self._flow.never_done():
            if context.straight or graph.collecting:
                graph.collected(body)
                return
            here = graph.here
            graph.dead(context.title)
            body()
            graph.enter(here)

    def match_(self, node: s.MatchStatement, context: Context) -> None:
        expressions = self._expressions
        subject = expressions.elaborate(node.subject, context.scope)
        subject = self._flow.remember("subject", subject, context)
        seen: list[x.Const] = []
        arms: list[tuple[x.Expr, s.Block]] = []
        for case in node.cases:
            values = [
                matching.pattern(expressions, q, subject, seen, context.scope)
                for q in case.patterns
            ]
            span = case.patterns[0].span
            tests = [
                comparisons.equal(expressions, subject, v, context.scope, span) for v in values
            ]
            arms.append((fold.or_(tests), case.body))
        matching.exhaustive(
            expressions, subject, seen, node.otherwise is not None, node.subject.span
        )
        if node.otherwise is not None:
            arms.append((x.YES, node.otherwise))
        elif arms:
            arms[-1] = (x.YES, arms[-1][1])
        straight = all(self._flow.is_straight(body) for _, body in arms)
        self._arms(arms, context, straight)

    def _arms(self, arms: list[tuple[x.Expr, s.Block]], context: Context, straight: bool) -> None:
        if not arms:
            return
        (test, body), *rest = arms
        yes = partial(self._flow.statements, body, context.assume(test))
        no = partial(self._arms, rest, context, straight)
        self._fork(test, yes, no, context, straight)
