"""Procedures: each place where one is performed becomes a copy of it, with its arguments."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from functools import partial

from ...ir import code as x
from ...ir import fold
from ...ir.code import Require
from ...ir.walk import reads
from ...parsing.grammar import words
from ...syntax import expressions as e
from ...syntax import statements as s
from ...syntax.parts import ProcedurePart
from ..expressions.coercions import wrong_number
from ..expressions.names import references
from ..symbols.named import names_in
from ..symbols.scope import Domain, Scope
from ..symbols.uses import PossibleNames
from . import recursion
from .flow import trials
from .flow.context import Context, ReturnTarget
from .flow.given import ParameterSlot
from .flow.lowering import Lowering, clauses_of

MAX_COPIES = 4096


_ENDS = "play ends with 'draw', 'win p', 'lose' or 'rank by …'"
_MEANT = {
    "end": f"a block ends where its indentation ends; {_ENDS}",
    **dict.fromkeys(
        ("endif", "endfor", "endwhile", "endloop"), "a block ends where its indentation ends"
    ),
    "stop": f"a loop is left by 'leave'; {_ENDS}",
    "exit": f"a loop is left by 'leave'; {_ENDS}",
    "finish": _ENDS, "tie": _ENDS, "over": _ENDS, "draws": _ENDS, "wins": _ENDS,
    "break": "write 'leave'", "continue": "write 'next'", "skip": "write 'nothing'",
    "pass": "write 'nothing'", "noop": "write 'nothing'", "again": "what is done again stands below 'repeat'",
}  # fmt: skip
"""What is meant by a word that stands alone on its line."""


class Procedures:
    """Lowers what performs a procedure, and what ends one."""

    def __init__(self, flow: Lowering) -> None:
        self._flow = flow
        self._expressions = flow.expressions
        self._graph = flow.graph
        self._report = flow.report
        self._world = flow.world
        self._copies = 0
        self._checked: dict[tuple[object, ...], tuple[str, ...]] = {}
        """Copies of procedures that were only checked, and what they store to."""
        self._named: dict[str, frozenset[str]] = {}
        """The names in the text of procedures, and of what they use."""

    def bind(self, node: s.Bind, context: Context) -> Context:
        called = self.called(node.value, context)
        mark = len(self._graph.stored)
        if called is not None:
            value = self.perform(called, context)
            if value is None:
                self._report.fail("E317", node.value.span, f"{called.name.text} returns nothing")
        else:
            value = self._expressions.elaborate(node.value, self._flow.working_out(context))
        bound = self._flow.remember(node.name.text, value, context)
        behind = self._flow.after(context, mark).bind(node.name, bound)
        return behind.know(context.scope.known_of(bound, value)).same(bound, value)

    def perform_statement(self, node: s.Perform, context: Context) -> None:
        """A procedure performed for its effects."""
        called = self.called(node.call, context)
        if called is None:
            hint = ""
            if isinstance(node.call, e.Reference):
                known = self._world.values() | dict.fromkeys(words())
                self._report.asked[node.call.name] = PossibleNames(context.scope, known, None)
                hint = _MEANT.get(node.call.name.lower(), "")
            self._report.fail("E307", node.call.span, "expected a statement", hint)
        self.perform(called, context)

    def called(self, node: e.Expression, context: Context) -> e.Application | None:
        """The application, if it performs a procedure."""
        if isinstance(node, e.Application) and node.name.text in self._world.procedures:
            self._report.use("global", node.name.text, node.name.span)
            return node
        if isinstance(node, e.Reference) and node.name in self._world.procedures:
            self._report.fail("E116", node.span, f"{node.name} is a procedure; write {node.name}()")
        if isinstance(node, e.Application) and not references.knows(
            self._expressions, node.name.text
        ):
            hint = self._world.unknown(node.name.text, context.scope.names)
            text = f"there is no procedure {node.name.text}"
            self._report.fail("E104", node.name.span, text, hint)
        return None

    def perform(self, node: e.Application, context: Context) -> x.Expr | None:
        """Inline a procedure; returns its value, if it has one."""
        part = self._world.procedures[node.name.text]
        name = part.name.text
        self._report.performed.add(name)
        if name == "play" or name in context.calls[:-1]:
            by = ", ".join(context.calls[context.calls.index(name) + 1 :])
            text = f"the procedure {name} performs itself" + (f" by way of {by}" if by else "")
            self._report.fail("E308", node.name.span, text)
        if len(node.args) != len(part.params):
            self._report.fail(
                "E251", node.span, wrong_number(name, len(part.params), len(node.args))
            )
        falls: recursion.Falling | None = None
        if self._world.uses_itself(part):
            falls = recursion.falling(self._flow, part, node, context)
            if falls is None:
                return self._flow.returned(part, context)
            if not isinstance(falls.number, x.Const):
                return recursion.by_value(self._flow, part, falls, node, context)
        self._inlined_often(node)
        scope = Scope(present=context.scope.present, written_out=self._expressions.written_out)
        for place, (binding, argument) in enumerate(zip(part.params, node.args, strict=True)):
            t = self._expressions.types.read(binding.type, Scope())
            value = self._expressions.of_type(argument, context.scope, t)
            bound = self._given((name, place), binding.name.text, value, context)
            scope = scope.bind(binding.name, bound).know(context.scope.known_of(bound, value))
        inner = replace(
            context, scope=scope, title=name, loop=None, dead=False,
            clauses=clauses_of(part.cites) or context.clauses,
            calls=context.calls if context.calls[-1:] == (name,) else (*context.calls, name),
            number=None if falls is None else falls.known(part),
        )  # fmt: skip
        if self._flow.is_straight_procedure(name):
            return self._straight_call(part, inner)
        if inner.hypothetical:
            return self._tried(part, inner)
        assert not context.straight, "only what is straight is done in one step"
        return self._only_checked(part, inner) if self._flow.idle else self._inlined(part, inner)

    def _given(self, slot: ParameterSlot, name: str, value: x.Expr, context: Context) -> x.Expr:
        """What a parameter stands for in a copy of its procedure."""
        given = self._flow.given
        # Where play cannot rest in the copy, no position depends on what is given.
        if not (
            self._flow.idle or context.hypothetical or self._flow.is_straight_procedure(slot[0])
        ):
            (given.constants if isinstance(value, x.Const) else given.others).add(slot)
            if self._flow.never_changes(value):
                given.shared.add(slot)
            if slot in given.general:
                var = self._graph.frame(name, value.type)
                self._graph.store(var, value)
                return var
        return self._flow.remember(name, value, context)

    def _inlined_often(self, node: e.Application) -> None:
        """Every place where a procedure is performed is a copy of it: there is a limit."""
        self._copies += 1
        if self._copies > MAX_COPIES:
            text = f"procedures perform procedures in more than {MAX_COPIES} ways"
            self._report.fail(
                "E310", node.span, text, "use a loop, or a function for what is only asked"
            )

    def _straight_call(self, part: ProcedurePart, inner: Context) -> x.Expr | None:
        """Inline a procedure whose only ``return`` is its last statement."""
        *front, last = part.body
        if not isinstance(last, s.Return):
            self._flow.statements(part.body, inner)
            if part.result is not None:
                self._report.fail(
                    "E312", part.name.span, f"{part.name.text} may end without 'return'"
                )
            return None
        inner = self._flow.statements(front, inner)
        if last.value is None:
            return None
        if part.result is None:
            self._report.fail(
                "E311", last.span, "this procedure has no '-> TYPE' for what it returns"
            )
        t = self._expressions.types.read(part.result, Scope())
        value = self._expressions.of_type(last.value, self._flow.working_out(inner), t)
        return self._flow.remember(part.name.text, value, inner)

    def _tried(self, part: ProcedurePart, inner: Context) -> x.Expr | None:
        """Inline a procedure with loops and jumps into code that is executed in one step."""
        way = self._flow.trial("way", trials.WAY)
        self._graph.emit(trials.go(way, trials.GOING))
        result = self._flow.returned(part, inner)
        self._flow.statements(part.body, replace(inner, way=way, result=ReturnTarget(-1, result)))
        if result is not None:
            returned = fold.compare("==", way, trials.RETURNED)
            self._graph.emit(Require(returned, trials.HYPOTHETICAL_FAULT))
        return result

    def _inlined(self, part: ProcedurePart, inner: Context) -> x.Expr | None:
        graph = self._graph
        after = graph.block(f"after {part.name.text}")
        result = self._flow.returned(part, inner)
        inner = replace(inner, result=ReturnTarget(after, result))
        start = graph.block(part.name.text)
        graph.goto(start)
        graph.enter(start)
        self._flow.statements(part.body, inner)
        if result is not None:
            self._flow.falls_off(f"{part.name.text} ends without a result", part, inner)
        graph.goto(after)
        graph.enter(after)
        return result

    def _only_checked(self, part: ProcedurePart, inner: Context) -> x.Expr | None:
        """Inline a procedure into code that never runs, unless nothing new can be wrong in it.

        What can be wrong depends on constants, on types, and on what is known of the arguments and
        of the states that its text names.
        """
        arguments = [m for m in inner.scope.names.values() if not isinstance(m, Domain)]
        known = _about(reads(*arguments) | self._states_in(part), inner.scope.present)
        named = reads(*known)
        differing = tuple(m if reads(m) <= named else m.type for m in arguments)
        key = (part.name.text, differing, known)
        if key not in self._checked:
            mark = len(self._graph.stored)
            result = self._inlined(part, inner)
            self._checked[key] = tuple(self._graph.stored[mark:])
            return result
        self._graph.stored.extend(self._checked[key])
        return self._flow.returned(part, inner)

    def _states_in(self, part: ProcedurePart) -> frozenset[str]:
        """What a procedure names, and what it performs and calls."""
        name = part.name.text
        if name not in self._named:
            self._named[name] = frozenset(names_in(self._world, part.body))
        return self._named[name].intersection(self._world.variables)

    def return_(self, node: s.Return, context: Context) -> Context:
        target = context.result
        if target is None:
            self._report.fail("E314", node.span, "there is no procedure to return from")
        if node.value is not None and target.result is not None:
            scope = self._flow.working_out(context)
            value = self._expressions.of_type(node.value, scope, target.result.type)
            self._graph.store(target.result, value)
        elif target.result is not None:
            self._report.fail("E313", node.span, "'return' needs a value here")
        elif node.value is not None:
            text = "this procedure has no '-> TYPE' for what it returns"
            self._report.fail("E311", node.span, text)
        if context.way is not None:
            self._graph.emit(trials.go(context.way, trials.RETURNED))
        else:
            self._graph.goto(target.block)
        return replace(context, ended=True)

    def hypothetical(self, node: e.Hypothetical, scope: Scope) -> x.Expr:
        """``after procedure(args): E`` as an expression."""
        name = node.call.name.text
        if name not in self._world.procedures:
            hint = self._world.unknown(name, ())
            self._report.fail("E104", node.call.name.span, f"there is no procedure {name}", hint)
        self._report.use("global", name, node.call.name.span)
        rests = trials.rest(name, self._world.procedures)
        if rests is not None:
            text = f"{name} contains a decision, chance or an end of play; 'after' cannot"
            hint = (
                f"it comes in line {rests.span.line}: give what is done before that a procedure of "
                f"its own, which {name} performs, and ask after that one"
            )
            self._report.fail("E316", node.call.name.span, text, hint)
        scope = replace(scope, demand=None)
        context = Context(scope, f"after {name}", straight=True, hypothetical=True)
        mark = len(self._graph.stored)
        body = self._graph.collected(partial(self.perform, node.call, context))
        result = self._expressions.truth(node.body, self._flow.after(context, mark).scope)
        del self._graph.stored[mark:]  # nothing has changed outside
        return x.After(body, result)


def _about(variables: Set[str], known: frozenset[x.Expr]) -> frozenset[x.Expr]:
    """What of all that is known tells something of these variables, be it by way of others."""
    unrelated = {p for p in known if reads(p)}
    while found := {p for p in unrelated if not variables.isdisjoint(reads(p))}:
        variables = reads(*found)
        unrelated -= found
    return known - unrelated
