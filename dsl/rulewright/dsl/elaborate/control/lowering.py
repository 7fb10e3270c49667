"""Statements: from syntax to a control-flow graph whose nodes are decisions.

Procedures are inlined where they are performed. Code without a decision stays one straight block
wherever it can; loops and branches that contain a decision become blocks and jumps, and their
variables become state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from ...ir import code as x
from ...ir.code import Each, Let, Require, Stmt, Stop, Store, When
from ...ir.types import Map, Option, Type
from ...ir.walk import reads
from ...parsing.grammar import words
from ...span import Span
from ...syntax import expressions as e
from ...syntax import statements as s
from ...syntax.node import Cite
from ...syntax.parts import ProcedurePart
from ..cfg.builder import CfgBuilder
from ..expressions.coercions import wrong_number
from ..expressions.elaborator import ExpressionElaborator
from ..expressions.names import references
from ..symbols.report import ElaborationError
from ..symbols.scope import ERROR_TYPE, Domain, Scope
from ..symbols.symbol_table import SymbolTable
from ..symbols.uses import Asked
from . import trials
from .context import Context, Return
from .straight_line import Straight
from .written import Written

MAX_COPIES = 4096

Slot = tuple[str, int]
"""A parameter of a procedure: the procedure's name, and the parameter's place."""

Lower = Callable[..., Context | None]
"""Lowers a statement in a context; the context of those behind it, or None for the same."""


class Lowering:
    """Lowers statements into a graph."""

    def __init__(
        self,
        world: SymbolTable,
        expressions: ExpressionElaborator,
        passes: Passes,
        general: frozenset[Slot] = frozenset(),
    ) -> None:
        """``passes``: what lowers each class of statements, see :mod:`.dispatch`; ``general``:
        parameters that are variables of their own even where a constant, or a variable that is
        there already, is given for them."""
        self.world = world
        self.expressions = expressions
        self.report = world.report
        self.graph = CfgBuilder(set(world.variables))
        self.given_constants: set[Slot] = set()
        self.given_others: set[Slot] = set()
        """For which parameters of procedures with decisions a constant, or anything else, is given."""
        self.given_shared: set[Slot] = set()
        """For which of these a variable is given that others may read, too."""
        self.general = general
        self._idle = 0
        self._copies = 0
        self._checked: dict[tuple[object, ...], tuple[str, ...]] = {}
        """Copies of procedures that were only checked, and what they store to."""
        self._straight = Straight(world.procedures)
        self._written = Written(world.procedures, world.variables)
        self._passes = passes
        self._lowered = passes(self)

    def with_general(self, general: frozenset[Slot]) -> Lowering:
        """Another flow of the same world, with other parameters that are always variables.

        Both know the variables of what is under ``after`` in functions, which they share.
        """
        other = Lowering(self.world, self.expressions, self._passes, general)
        other.graph.taken, other.graph.trial = self.graph.taken, self.graph.trial
        return other

    def ask_under_after(self) -> None:
        """Lower here what is under ``after`` in expressions, from now on."""
        self.expressions.hypothetical = self.hypothetical

    # Blocks of statements

    def play(self, part: ProcedurePart) -> int:
        """Lower the play; the entry block."""
        self.ask_under_after()
        entry = self.graph.block("setup")
        self.graph.enter(entry)
        for name, value in self.world.initial:
            self._initialise(name, value)
        late = {name for name, _ in self.world.initial}
        self.look_back(late)
        start = self.graph.block("play")
        self.graph.goto(start)
        self.graph.enter(start)
        context = Context(Scope(), "play", clauses=clauses_of(part.cites), calls=("play",))
        self.statements(part.body, context)
        self._falls_off("the play runs out here and nothing says how it ends", part, context)
        return entry

    def look_back(self, states: Collection[str] | None = None) -> None:
        """What `was` says from here on is how these states, or all, are now."""
        for name, variable in self.world.earlier.items():
            if states is None or name in states:
                self.graph.store(x.Var(variable.name, variable.type), x.Var(name, variable.type))

    def _falls_off(self, message: str, part: ProcedurePart, context: Context) -> None:
        """Where control leaves a procedure that had to say more, the rules have a gap."""
        if self.graph.open:
            self.graph.end_block(Stop(self.fault(message, part.name.span, context)))

    def _initialise(self, name: str, value: x.Expr) -> None:
        t = self.world.variables[name].type
        if isinstance(t, Map):
            value = x.MapOf(self.expressions.local("k", t.key), value, t)
        self.graph.emit(Store(name, None, value, None))

    def statements(self, block: Sequence[s.Statement], context: Context) -> Context:
        """Lower statements in order; each that is wrong is reported, the rest still checked."""
        start, first = context, len(self.graph.stored)
        for i, statement in enumerate(block):
            mark = len(self.graph.stored)
            try:
                context = self._statement(statement, context)
            except ElaborationError:
                context = self.after(context, mark)
                if isinstance(statement, s.Bind | s.Variable | s.Pick | s.Roll):
                    context = context.bind(statement.name, ERROR_TYPE)
            if not self.graph.open and not context.straight:
                self.graph.dead(context.title)
            if context.way is not None and block[i + 1 :] and trials.jumps(statement):
                rest = self.graph.collected(partial(self.statements, block[i + 1 :], context))
                self.graph.emit(When(trials.is_(context.way, trials.GOING), rest, ()))
                return self.after(start, first)
        return context

    def _statement(self, node: s.Statement, context: Context) -> Context:
        if node.cites:
            context = replace(context, clauses=clauses_of(node.cites))
        lower = self._lowered.get(type(node))
        if lower is None:
            raise TypeError(f"unknown statement {type(node).__name__}")
        mark = len(self.graph.stored)
        return lower(node, context) or self.after(context, mark)

    def working_out(self, context: Context) -> Scope:
        """The scope of an expression that a statement works out once, whatever happens."""

        def demand(condition: x.Expr, span: Span) -> None:
            fault = self.fault("this divides by 0", span, context)
            self.graph.emit(Require(condition, fault))

        return replace(context.scope, demand=demand)

    def after(self, context: Context, mark: int) -> Context:
        """What is still known after the statements that were written since ``mark``."""
        return context.forget(frozenset(self.graph.stored[mark:]))

    def repeated(self, body: Sequence[s.Statement], context: Context) -> Context:
        """What is known in every pass of a loop that does ``body``."""
        return context.forget(self._written.by(body, context.scope))

    # Names

    def bind(self, node: s.Bind, context: Context) -> Context:
        called = self.called(node.value, context)
        mark = len(self.graph.stored)
        if called is not None:
            value = self.perform(called, context)
            if value is None:
                self.report.fail("E317", node.value.span, f"{called.name.text} returns nothing")
        else:
            value = self.expressions.elaborate(node.value, self.working_out(context))
        bound = self.remember(node.name.text, value, context)
        present = [bound] if value in context.scope.present else []
        return self.after(context, mark).bind(node.name, bound).know(present)

    def variable(self, node: s.Variable, context: Context) -> Context:
        """A local that statements may change; at its initial value whenever control comes by."""
        t = self.expressions.types.read(node.type, Scope())
        inner = t.value if isinstance(t, Map) else t
        value = self.expressions.of_type(node.value, self.working_out(context), inner)
        if isinstance(t, Map):
            value = x.MapOf(self.expressions.local("k", t.key), value, t)
        var = self.graph.frame(node.name.text, t, span=node.name.span)
        self.graph.changing.add(var.name)
        if context.hypothetical:
            self.graph.trial[var.name] = self.graph.frames[var.name]
        self.graph.store(var, value)
        scope = context.scope.bind(node.name, var)
        scope = replace(scope, changing=scope.changing | {var.name})
        return replace(context, scope=scope)

    def remember(self, name: str, value: x.Expr, context: Context) -> x.Expr:
        """The value as it is now, whatever statements change later."""
        if isinstance(value, x.Const | x.Local) or self._never_changes(value):
            return value
        if context.straight:
            local = self.expressions.local(name, value.type)
            self.graph.emit(Let(local, value))
            return local
        var = self.graph.frame(name, value.type)
        self.graph.store(var, value)
        return var

    def _never_changes(self, value: x.Expr) -> bool:
        """Whether a value is that of a frame variable, as long as anybody can read it."""
        graph = self.graph
        return (
            isinstance(value, x.Var)
            and value.name in graph.frames
            and value.name not in graph.changing
        )

    # Procedures

    def perform_statement(self, node: s.Perform, context: Context) -> None:
        """A procedure for what it does."""
        called = self.called(node.call, context)
        if called is None:
            if isinstance(node.call, e.Reference):
                known = self.world.values() | dict.fromkeys(words())
                self.report.asked[node.call.name] = Asked(context.scope, known, None)
            self.report.fail("E307", node.call.span, "expected a statement")
        self.perform(called, context)

    def called(self, node: e.Expression, context: Context) -> e.Application | None:
        """The application, if it performs a procedure."""
        if isinstance(node, e.Application) and node.name.text in self.world.procedures:
            self.report.use("global", node.name.text, node.name.span)
            return node
        if isinstance(node, e.Reference) and node.name in self.world.procedures:
            self.report.fail("E116", node.span, f"{node.name} is a procedure; write {node.name}()")
        if isinstance(node, e.Application) and not references.knows(
            self.expressions, node.name.text
        ):
            hint = self.world.unknown(node.name.text, context.scope.names)
            text = f"there is no procedure {node.name.text}"
            self.report.fail("E104", node.name.span, text, hint)
        return None

    def perform(self, node: e.Application, context: Context) -> x.Expr | None:
        """Inline a procedure; the value it returns, if it returns one."""
        part = self.world.procedures[node.name.text]
        name = part.name.text
        self.report.performed.add(name)
        if name in context.calls or name == "play":
            self.report.fail("E308", node.name.span, f"the procedure {name} performs itself")
        if len(node.args) != len(part.params):
            self.report.fail(
                "E251", node.span, wrong_number(name, len(part.params), len(node.args))
            )
        self._inlined_often(node)
        scope = Scope(present=context.scope.present)
        for place, (binding, argument) in enumerate(zip(part.params, node.args, strict=True)):
            t = self.expressions.types.read(binding.type, Scope())
            value = self.expressions.of_type(argument, context.scope, t)
            bound = self._given((name, place), binding.name.text, value, context)
            present = [bound] if value in context.scope.present else []
            scope = scope.bind(binding.name, bound).know(present)
        inner = replace(
            context, scope=scope, title=name, loop=None, result=None,
            clauses=clauses_of(part.cites) or context.clauses, calls=(*context.calls, name),
        )  # fmt: skip
        if self._straight.procedure(name):
            return self._straight_call(part, replace(inner, way=None))
        if inner.hypothetical:
            return self._tried(part, inner)
        assert not context.straight, "only what is straight is done in one step"
        return self._only_checked(part, inner) if self._idle else self._inlined(part, inner)

    def _given(self, slot: Slot, name: str, value: x.Expr, context: Context) -> x.Expr:
        """What a parameter stands for in a copy of its procedure."""
        constant = isinstance(value, x.Const)
        if not self._idle and not self._straight.procedure(slot[0]):
            (self.given_constants if constant else self.given_others).add(slot)
            shared = not context.hypothetical and self._never_changes(value)
            if shared:
                self.given_shared.add(slot)
            if (constant or shared) and slot in self.general:
                var = self.graph.frame(name, value.type)
                self.graph.store(var, value)
                return var
        return self.remember(name, value, context)

    def _inlined_often(self, node: e.Application) -> None:
        """Every place where a procedure is performed is a copy of it: there is a limit."""
        self._copies += 1
        if self._copies > MAX_COPIES:
            text = f"procedures perform procedures in more than {MAX_COPIES} ways"
            self.report.fail(
                "E310", node.span, text, "use a loop, or a function for what is only asked"
            )

    def _straight_call(self, part: ProcedurePart, inner: Context) -> x.Expr | None:
        """Inline a procedure whose only ``return`` is its last statement."""
        *front, last = part.body
        if not isinstance(last, s.Return):
            self.statements(part.body, inner)
            if part.result is not None:
                self.report.fail(
                    "E312", part.name.span, f"{part.name.text} may end without 'return'"
                )
            return None
        inner = self.statements(front, inner)
        if last.value is None:
            return None
        if part.result is None:
            self.report.fail(
                "E311", last.span, "this procedure has no '-> TYPE' for what it returns"
            )
        t = self.expressions.types.read(part.result, Scope())
        value = self.expressions.of_type(last.value, self.working_out(inner), t)
        return self.remember(part.name.text, value, inner)

    def _tried(self, part: ProcedurePart, inner: Context) -> x.Expr | None:
        """Inline a procedure with loops and jumps into what is done in one step."""
        way = self.trial("way", trials.WAY)
        self.graph.emit(trials.go(way, trials.GOING))
        result: x.Var | None = None
        if part.result is not None:
            result = self.trial(part.name.text, self.expressions.types.read(part.result, Scope()))
        self.statements(part.body, replace(inner, way=way, result=Return(-1, result)))
        if result is not None:
            returned = trials.is_(way, trials.RETURNED)
            self.graph.emit(Require(returned, trials.HYPOTHETICAL_FAULT))
        return result

    def trial(self, name: str, t: Type) -> x.Var:
        """A variable that only what is under ``after`` sets and reads."""
        var = self.graph.frame(name, t)
        self.graph.changing.add(var.name)
        self.graph.trial[var.name] = self.graph.frames[var.name]
        return var

    def _inlined(self, part: ProcedurePart, inner: Context) -> x.Expr | None:
        graph = self.graph
        after = graph.block(f"after {part.name.text}")
        result: x.Var | None = None
        if part.result is not None:
            t = self.expressions.types.read(part.result, Scope())
            result = graph.frame(part.name.text, t)
        inner = replace(inner, result=Return(after, result))
        start = graph.block(part.name.text)
        graph.goto(start)
        graph.enter(start)
        self.statements(part.body, inner)
        if result is not None:
            self._falls_off(f"{part.name.text} ends without a result", part, inner)
        graph.goto(after)
        graph.enter(after)
        return result

    def _only_checked(self, part: ProcedurePart, inner: Context) -> x.Expr | None:
        """Inline a procedure into code that never runs, unless nothing new can be wrong in it.

        What can be wrong depends on constants, on types, and on what is known of the arguments.
        """
        arguments = inner.scope.names.values()
        variables = {m.name for m in arguments if isinstance(m, x.Var)}
        present = (p for p in inner.scope.present if isinstance(p.type, Option))
        known = frozenset(p for p in present if reads(p) <= variables)
        named = reads(*known)
        differing = tuple(
            m if isinstance(m, x.Const) or (isinstance(m, x.Var) and m.name in named) else m.type
            for m in arguments
            if not isinstance(m, Domain)
        )
        key = (part.name.text, differing, known)
        if key not in self._checked:
            mark = len(self.graph.stored)
            result = self._inlined(part, inner)
            self._checked[key] = tuple(self.graph.stored[mark:])
            return result
        self.graph.stored.extend(self._checked[key])
        if part.result is None:
            return None
        return self.graph.frame(part.name.text, self.expressions.types.read(part.result, Scope()))

    def return_(self, node: s.Return, context: Context) -> Context:
        target = context.result
        if target is None:
            self.report.fail("E314", node.span, "there is no procedure to return from")
        if (node.value is None) != (target.result is None):
            if target.result is not None:
                self.report.fail("E313", node.span, "'return' needs a value here")
            text = "this procedure has no '-> TYPE' for what it returns"
            self.report.fail("E311", node.span, text)
        if node.value is not None and target.result is not None:
            scope = self.working_out(context)
            value = self.expressions.of_type(node.value, scope, target.result.type)
            self.graph.store(target.result, value)
        if context.way is not None:
            self.graph.emit(trials.go(context.way, trials.RETURNED))
        else:
            self.graph.goto(target.block)
        return replace(context, ended=True)

    # Helpers for the other passes

    @contextmanager
    def never_done(self) -> Iterator[None]:
        """What is written inside is never done in this instance, and is only checked."""
        self._idle += 1
        try:
            yield
        finally:
            self._idle -= 1

    def rest(self, context: Context) -> None:
        """Play comes to rest here, which no code does that runs through in one step."""
        assert not context.straight, "only what is straight is done in one step"

    def fault(self, message: str, span: Span, context: Context, declared: bool = False) -> int:
        if context.hypothetical:
            return trials.HYPOTHETICAL_FAULT
        return self.graph.fault(message, context.clauses, span, declared)

    def in_one_step(self, block: Sequence[s.Statement], context: Context) -> bool:
        """Whether statements become statements of the IR, without blocks and jumps."""
        return context.way is not None or self._straight.block(block)

    def is_straight(self, block: Sequence[s.Statement]) -> bool:
        return self._straight.block(block)

    def each(self, node: s.For, family: Domain, context: Context) -> None:
        """A loop without decisions."""
        if family.within is not None:
            family = replace(family, within=self.remember("within", family.within, context))
        local = self.expressions.element_of(family, node.name.text)
        every = self.repeated(node.body, context)
        inner = replace(every.bind(node.name, family.bound(local)), straight=True)
        test: x.Expr = x.YES
        if node.condition is not None:
            test = self.expressions.truth(node.condition, inner.scope)
            inner = inner.assume(test)
        mark = len(self.graph.stored)
        body: tuple[Stmt, ...] = self.graph.collected(partial(self.statements, node.body, inner))
        assert self.after(every, mark) == every, "a loop stores to what nobody foresaw"
        if test != x.YES:
            body = (When(test, body, ()),)
        self.graph.emit(Each(local, family.over, body))

    def hypothetical(self, node: e.Hypothetical, scope: Scope) -> x.Expr:
        """``after procedure(args): E`` as an expression."""
        name = node.call.name.text
        if name not in self.world.procedures:
            hint = self.world.unknown(name, ())
            self.report.fail("E104", node.call.name.span, f"there is no procedure {name}", hint)
        self.report.use("global", name, node.call.name.span)
        if not trials.runs_through(name, self.world.procedures):
            text = f"{name} contains a decision, chance or an end of play; 'after' cannot"
            self.report.fail("E316", node.call.name.span, text)
        scope = replace(scope, demand=None)
        context = Context(scope, f"after {name}", straight=True, hypothetical=True)
        mark = len(self.graph.stored)
        body = self.graph.collected(partial(self.perform, node.call, context))
        result = self.expressions.truth(node.body, self.after(context, mark).scope)
        del self.graph.stored[mark:]  # nothing has changed outside
        return x.After(body, result)


def clauses_of(cites: tuple[Cite, ...]) -> tuple[str, ...]:
    return tuple(c.clause for c in cites)


Passes = Callable[[Lowering], Mapping[type, Lower]]
"""Makes what lowers each class of statements."""
