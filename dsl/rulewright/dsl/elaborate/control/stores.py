"""Statements that store to a variable: the place in question, and the fault if a value may not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ...ir import code as x
from ...ir import fold
from ...ir.code import Require, Store
from ...ir.types import Int, List, Map, Record, Set, Type, members
from ...ir.walk import calls, reads
from ...span import Span
from ...syntax import expressions as e
from ...syntax import statements as s
from ..expressions.coercions import TypeMismatch, convert, describe
from ..expressions.names.lvalues import Lvalue, no_state, place
from ..expressions.names.references import fields_of
from ..expressions.names.tabulated import initial, spread
from .flow.context import Context
from .flow.lowering import Lowering
from .procedures import Procedures


class Stores:
    """Lowers assignments, changes and resets into IR statements."""

    def __init__(self, flow: Lowering, procedures: Procedures) -> None:
        self._flow = flow
        self._procedures = procedures
        self._expressions = flow.expressions
        self._report = flow.report

    def place(self, node: e.Expression, context: Context) -> Lvalue:
        """The place that an expression on the left of a statement names."""
        return place(self._expressions, node, context.scope)

    def settled(self, place: Lvalue, context: Context, *changed: str) -> Lvalue:
        """The place determined before the statement changes variables: it stays the same."""

        def as_now(key: x.Expr) -> x.Expr:
            if calls(key) or not reads(key).isdisjoint(changed):
                return self._flow.remember("place", key, context)
            return key

        key = None if place.key is None else as_now(place.key)
        return replace(place, key=key, first=tuple(as_now(k) for k in place.first))

    def store(self, place: Lvalue, value: x.Expr, span: Span, context: Context) -> None:
        """Assign, with a fault if the value may not fit."""
        expected = place.type
        # A number that cannot leave the range by what is known is stored as any other, too.
        number = isinstance(value.type, Int) and isinstance(expected, Int)
        known = frozenset[x.Expr]() if number else context.scope.present
        fitted = convert(value, expected, known)
        fault = None
        if isinstance(fitted, TypeMismatch):
            if not self._may_fit(value.type, expected):
                fitted = self._expressions.fit(value, expected, context.scope, span)
            else:
                message = f"{place.name} cannot hold this value: {_limits(expected)}"
                outside = _outside(value.type, expected)
                fault = self._flow.fault(message, span, context, value=outside)
                fitted = value
        if place.whole is not None:
            fitted = self._with_part(
                place, place.whole, self._flow.remember("part", fitted, context)
            )
        self._flow.graph.emit(Store(place.variable, place.key, fitted, fault))

    def _with_part(self, place: Lvalue, whole: Map, part: x.Expr) -> x.Expr:
        """A map with several keys in which one owner's part is another."""
        assert isinstance(place.type, Map)
        key = self._expressions.local("k", whole.key)
        fields, owner = fields_of(key), len(place.first)
        mine = [fold.compare("==", k, first) for k, first in zip(fields, place.first, strict=False)]
        rest, inner = fields[owner:], place.type.key
        inside = (
            rest[0] if len(rest) == 1 or not isinstance(inner, Record) else fold.make(rest, inner)
        )
        new, old = fold.lookup(part, inside), fold.lookup(x.Var(place.variable, whole), key)
        return x.MapOf(key, fold.if_(fold.and_(mine), new, old, whole.value), whole)

    def _may_fit(self, have: Type, expected: Type) -> bool:
        match have, expected:
            case Int(a, b), Int(lo, hi):
                return a <= hi and lo <= b
            case List(a, _), List(b, _):
                return a == b
            case _:
                return False

    def require(self, condition: x.Expr, message: str, span: Span, context: Context) -> None:
        """A fault with this message unless the condition holds."""
        if condition != x.YES:
            fault = self._flow.fault(message, span, context)
            self._flow.graph.emit(Require(condition, fault))

    def assign(self, node: s.Assign, context: Context) -> Context:
        place = self.place(node.target, context)
        mark = len(self._flow.graph.stored)
        called = self._procedures.called(node.value, context)
        if called is not None:
            value: x.Expr | None = self._procedures.perform(called, context)
            if value is None:
                self._report.fail("E317", node.value.span, f"{called.name.text} returns nothing")
        else:
            scope = self._flow.working_out(context)
            value = (
                spread(
                    self._expressions,
                    initial(self._expressions, node.value, scope, place.type),
                    place.type,
                )
                if isinstance(place.type, Map)
                else self._expressions.elaborate(node.value, scope, place.type)
            )
        held = context.scope.stored_in(place.value, value)
        self.store(place, value, node.value.span, context)
        return self._stored(place, held, self._flow.after(context, mark))

    def _stored(self, place: Lvalue, held: list[x.Expr], after: Context) -> Context:
        """What is known after a value was stored that stands for this."""
        # The key may denote another entry now if it depends on what was stored.
        same = place.key is None or not (calls(place.key) or place.variable in reads(place.key))
        return after.know(held if same else [])

    def change(self, node: s.Change, context: Context) -> Context | None:
        place = self.place(node.target, context)
        span = node.value.span
        if isinstance(place.type, Int):
            value = self._expressions.integer(node.value, self._flow.working_out(context))
            changed = fold.arith(node.op, place.value, value)
            held = context.scope.stored_in(place.value, changed)
            mark = len(self._flow.graph.stored)
            self.store(place, changed, span, context)
            return self._stored(place, held, self._flow.after(context, mark))
        if not isinstance(place.type, Set):
            text = f"{describe(place.type)} cannot grow or shrink; expected a number or a set"
            self._report.fail("E401", node.target.span, text)
        element = place.type.element
        value = self._expressions.elaborate(node.value, context.scope, element)
        value = self._expressions.present(value, context.scope)
        if members(element) is not None:
            one: x.Expr | TypeMismatch = self._expressions.fit(value, element, context.scope, span)
        else:
            one = convert(value, element, context.scope.present)
        if isinstance(one, TypeMismatch):
            group = self._expressions.fit(value, place.type, context.scope, span)
        else:
            group = fold.set_of([one], place.type)
        op: Literal["union", "difference"] = "union" if node.op == "+" else "difference"
        self.store(place, fold.combine(op, place.value, group), span, context)
        return None

    def reset(self, node: s.ResetStatement, context: Context) -> None:
        variables = self._expressions.world.variables
        later = {name for name, _ in self._expressions.world.initial}
        for name in node.names:
            if name.text not in variables:
                no_state(self._expressions, name.text, name.span)
            if name.text in later:
                self._report.fail("E120", name.span, f"{name.text} does not begin with a constant")
            self._report.use("global", name.text, name.span, value=variables[name.text].type)
            history = self._expressions.world.histories.get(name.text)
            for part in (name.text,) if history is None else history.variables:
                value = x.Const(variables[part].initial, variables[part].type)
                self._flow.graph.emit(Store(part, None, value, None))


def _outside(have: Type, expected: Type) -> str:
    """The possible numbers that do not fit; nothing for lists."""
    if not isinstance(have, Int) or not isinstance(expected, Int):
        return ""
    parts = ((have.lo, expected.lo - 1), (expected.hi + 1, have.hi))
    return " or ".join(f"{a}" if a == b else f"{a} to {b}" for a, b in parts if a <= b)


def _limits(t: Type) -> str:
    """The limits of a type that not every number or list fits."""
    if isinstance(t, Int):
        return f"it ranges over {t.lo}..{t.hi}"
    assert isinstance(t, List)
    return f"it holds at most {t.limit}"
