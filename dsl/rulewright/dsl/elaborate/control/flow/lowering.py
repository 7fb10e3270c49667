"""Statements: from syntax to a control-flow graph whose nodes are decisions.

Procedures are inlined where they are performed. Code without a decision stays one straight block
wherever possible; loops and branches that contain a decision become blocks and jumps, and their
variables become state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import NoReturn

from ....ir import code as x
from ....ir import fold
from ....ir.code import Each, Let, Require, Stmt, Stop, Store, When
from ....ir.types import Type
from ....span import Span
from ....syntax import expressions as e
from ....syntax import statements as s
from ....syntax.node import Cite
from ....syntax.parts import ProcedurePart
from ...cfg.builder import CfgBuilder
from ...expressions.elaborator import ExpressionElaborator
from ...expressions.names.earlier import stores_for_was
from ...expressions.names.since import stores_for_since, stores_on_deciding
from ...expressions.names.tabulated import initial, spread
from ...symbols.report import Attempts, ElaborationError
from ...symbols.scope import ERROR_TYPE, Domain, Scope
from ...symbols.symbol_table import SymbolTable
from . import trials
from .context import Context
from .given import GivenArguments, ParameterSlot
from .straight_line import Straight
from .written import WriteSets

NOT_TESTED = frozenset({"E202", "E227", "E228"})
"""The codes for values not known to be present, or to be above 0: an earlier test may show it."""

Lower = Callable[..., Context | None]
"""Lowers a statement in a context; returns the context after it, or None for the same."""


class Lowering:
    """Lowers statements into a graph."""

    def __init__(
        self,
        world: SymbolTable,
        expressions: ExpressionElaborator,
        passes: Passes,
        general: frozenset[ParameterSlot] = frozenset(),
    ) -> None:
        """``passes``: what lowers each class of statements, see :mod:`.dispatch`; ``general``:
        parameters that are separate variables even where a constant, or an existing variable, is
        given for them."""
        self.world = world
        self.expressions = expressions
        self.report = world.report
        self.graph = CfgBuilder(set(world.variables))
        self.given = GivenArguments(general)
        self._idle = 0
        self._straight = Straight(world.procedures)
        self._written = WriteSets(world.procedures, world.variables)
        self._passes = passes
        self._lowered = passes(self)

    def with_general(self, general: frozenset[ParameterSlot]) -> Lowering:
        """Another flow of the same world, with other parameters that are always variables.

        Both know the variables under ``after`` in functions, which they share.
        """
        other = Lowering(self.world, self.expressions, self._passes, general)
        other.graph.taken, other.graph.trial = self.graph.taken, self.graph.trial
        return other

    def ask_under_after(self) -> None:
        """From now on, lower here what is under ``after`` in expressions."""
        self.expressions.hypothetical = self._lowered.hypothetical

    # Blocks of statements

    def play(self, part: ProcedurePart) -> int:
        """Lower the play; returns the entry block."""
        self.ask_under_after()
        entry = self.graph.block("setup")
        self.graph.enter(entry)
        for name, value in self.world.initial:
            whole = spread(self.expressions, value, self.world.variables[name].type)
            self.graph.emit(Store(name, None, whole, None))
        late = {name for name, _ in self.world.initial}
        for store in (*stores_for_was(self.world, late), *stores_for_since(self.expressions)):
            self.graph.emit(store)
        start = self.graph.block("play")
        self.graph.goto(start)
        self.graph.enter(start)
        context = Context(
            Scope(written_out=self.expressions.written_out),
            "play",
            clauses=clauses_of(part.cites),
            calls=("play",),
        )
        self.statements(part.body, context)
        self.falls_off("the play runs out here and nothing says how it ends", part, context)
        return entry

    def decided(self) -> None:
        """Somebody, or chance, has decided here: expressions that look back refer to this position."""
        for store in stores_on_deciding(self.expressions):
            self.graph.emit(store)

    def falls_off(self, message: str, part: ProcedurePart, context: Context) -> None:
        """Where control leaves a procedure that should have said more, the rules have a gap."""
        self.graph.end_block(Stop(self.fault(message, part.name.span, context)))

    def statements(self, block: Sequence[s.Statement], context: Context) -> Context:
        """Lower statements in order; each wrong one is reported, the rest still checked."""
        start, first = context, len(self.graph.stored)
        for i, statement in enumerate(block):
            mark, said = len(self.graph.stored), len(self.report.diagnostics)
            doubtful = context.scope.doubtful
            try:
                context = self._statement(statement, context)
            except ElaborationError:
                context = self.after(context, mark)
                if isinstance(statement, s.IfStatement | s.MatchStatement | s.Repeat | s.Choose):
                    context = context.doubt()
                if isinstance(statement, s.Bind | s.VariableStatement | s.Pick | s.Roll):
                    context = context.bind(statement.name, ERROR_TYPE)
            if doubtful:
                self.report.forget(NOT_TESTED, said)
            if not context.straight and not self.graph.open:
                self.graph.dead(context.title)
            if context.dead and context.number is not None:
                return context  # what follows is not part of this copy
            if context.way is not None and block[i + 1 :] and trials.jumps(statement):
                rest = self.graph.collected(partial(self.statements, block[i + 1 :], context))
                going = fold.compare("==", context.way, trials.GOING)
                self.graph.emit(When(going, rest, ()))
                return self.after(start, first)
        return context

    def _statement(self, node: s.Statement, context: Context) -> Context:
        lower = self._lowered.statements.get(type(node))
        if lower is None:
            raise TypeError(f"unknown statement {type(node).__name__}")
        cited = context.citing(clauses_of(node.cites) or context.clauses)
        mark = len(self.graph.stored)
        behind = lower(node, cited) or self.after(cited, mark)
        return behind.citing(context.clauses)

    def working_out(self, context: Context) -> Scope:
        """The scope of an expression that a statement always evaluates, exactly once."""

        def demand(condition: x.Expr, span: Span) -> None:
            fault = self.fault("this divides by 0", span, context)
            self.graph.emit(Require(condition, fault))

        return replace(context.scope, demand=demand)

    def after(self, context: Context, mark: int) -> Context:
        """What is still known after the statements written since ``mark``."""
        return context.forget(frozenset(self.graph.stored[mark:]))

    def repeated(self, body: Sequence[s.Statement], context: Context) -> Context:
        """What is known in every pass of a loop with this body."""
        return context.forget(self._written.by(body, context.scope))

    def passes(
        self, node: s.For, element: x.Expr, over: x.Expr, context: Context
    ) -> tuple[Context, Context]:
        """What is known in every pass over a set, and in one pass, about its element too.

        The set is that before the first pass: what it implies holds until the body stores to what
        it reads.
        """
        written = self._written.by(node.body, context.scope)
        return context.forget(written), context.among(element, over).forget(written)

    # Names

    def variable(self, node: s.VariableStatement, context: Context) -> Context:
        """A local that statements may change; it has its initial value whenever control passes
        here."""
        t = self.expressions.types.read(node.type, Scope())
        scope = self.working_out(context)
        value = spread(self.expressions, initial(self.expressions, node.value, scope, t), t)
        var = self.graph.frame(node.name.text, t, span=node.name.span)
        self.graph.changing.add(var.name)
        if context.hypothetical:
            self.graph.trial[var.name] = self.graph.frames[var.name]
        held = context.scope.stored_in(var, value)
        mark = len(self.graph.stored)
        self.graph.store(var, value)
        scope = self.after(context, mark).scope.bind(node.name, var).know(held)
        scope = replace(scope, changing=scope.changing | {var.name})
        return replace(context, scope=scope)

    def remember(self, name: str, value: x.Expr, context: Context) -> x.Expr:
        """The value as it is now, whatever statements change later."""
        if isinstance(value, x.Const | x.Local) or self.never_changes(value):
            return value
        if context.straight:
            local = self.expressions.local(name, value.type)
            self.graph.emit(Let(local, value))
            return local
        var = self.graph.frame(name, value.type)
        self.graph.store(var, value)
        return var

    def never_changes(self, value: x.Expr) -> bool:
        """Whether a value is that of a frame variable which stays the same as long as anybody can
        read it."""
        graph = self.graph
        return (
            isinstance(value, x.Var)
            and value.name in graph.frames
            and value.name not in graph.changing
        )

    def trial(self, name: str, t: Type) -> x.Var:
        """A variable that is set and read only under ``after``."""
        var = self.graph.frame(name, t)
        self.graph.trial[var.name] = self.graph.frames[var.name]
        return var

    def returned(self, part: ProcedurePart, context: Context) -> x.Var | None:
        """A variable for what a procedure returns, if it returns anything."""
        if part.result is None:
            return None
        t = self.expressions.types.read(part.result, Scope())
        name = part.name.text
        return self.trial(name, t) if context.hypothetical else self.graph.frame(name, t)

    # Helpers for the other passes

    @contextmanager
    def never_done(self) -> Iterator[None]:
        """Code written inside is never executed in this instance, and is only checked."""
        self._idle += 1
        try:
            yield
        finally:
            self._idle -= 1

    def aside(self, write: Callable[[], Context], context: Context) -> Context:
        """Check code that is never executed; returns the context at its end."""
        graph, ways = self.graph, list[Context]()
        with self.never_done():
            if graph.collecting:
                graph.collected(lambda: ways.append(write()))
                return ways[0]
            here = graph.here
            graph.dead(context.title)
            ways.append(write())
            graph.enter(here)
        return ways[0]

    def give_up(self, context: Context, *parts: tuple[s.BlockSyntax, Context]) -> NoReturn:
        """Check blocks though something before them is wrong. Raises ElaborationError."""
        for block, inside in parts:
            self.aside(partial(self.statements, block, inside), context)
        raise ElaborationError

    @property
    def idle(self) -> bool:
        """Whether the code written now is never executed."""
        return self._idle > 0

    def fault(
        self, message: str, span: Span, context: Context, declared: bool = False, value: str = ""
    ) -> int:
        if context.hypothetical:
            return trials.HYPOTHETICAL_FAULT
        return self.graph.fault(message, context.clauses, span, declared, value)

    def in_one_step(self, block: Sequence[s.Statement], context: Context) -> bool:
        """Whether statements become statements of the IR, without blocks and jumps."""
        return context.hypothetical or self._straight.block(block)

    def tested(
        self, condition: e.Expression, context: Context, *parts: tuple[s.BlockSyntax, Context]
    ) -> x.Expr:
        """The value of a test. If it is wrong, the parts that it decides on are still checked, and
        nothing else."""
        tried = Attempts()
        with tried.each():
            return self.expressions.truth(condition, context.scope)
        self.give_up(context, *((block, inside.doubt()) for block, inside in parts))

    def is_straight(self, block: Sequence[s.Statement]) -> bool:
        return self._straight.block(block)

    def is_straight_procedure(self, name: str) -> bool:
        return self._straight.procedure(name)

    def each(self, node: s.For, family: Domain, context: Context) -> None:
        """A loop without decisions."""
        if family.within is not None:
            family = replace(family, within=self.remember("within", family.within, context))
        local = self.expressions.element_of(family, node.name.text)
        every, inner = self.passes(node, local, family.over, context)
        inner = replace(inner.bind(node.name, family.bound(local)), straight=True)
        test: x.Expr = x.YES
        if node.condition is not None:
            test = self.tested(node.condition, inner, (node.body, inner))
            inner = inner.assume(test)
        mark = len(self.graph.stored)
        body: tuple[Stmt, ...] = self.graph.collected(partial(self.statements, node.body, inner))
        assert self.after(every, mark) == every, "a loop stores to what nobody foresaw"
        if test != x.YES:
            body = (When(test, body, ()),)
        self.graph.emit(Each(local, family.over, body))


def clauses_of(cites: tuple[Cite, ...]) -> tuple[str, ...]:
    return tuple(c.clause for c in cites)


@dataclass(frozen=True, slots=True)
class Lowerers:
    """What lowers each class of statements, and what lowers the code under ``after``."""

    statements: Mapping[type, Lower]
    hypothetical: Callable[[e.Hypothetical, Scope], x.Expr]


Passes = Callable[[Lowering], Lowerers]
