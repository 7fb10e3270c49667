"""Expressions: from syntax to typed IR."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from ...ir import expr as x
from ...ir import fold
from ...ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    Set,
    Type,
    optional,
)  # fmt: skip
from ...span import Span
from ...syntax import expressions as e
from ...syntax.node import Name
from ..symbols.report import DiagnosticSink
from ..symbols.scope import Domain, Scope
from ..symbols.symbol_table import SymbolTable
from . import (
    comparisons,
    lets,
    literals,
    matching,
    operators,
    quantifiers,
    references,
)
from .coercions import MAY_BE_NONE, NONE, TypeMismatch, convert, describe
from .types import TypeElaborator


class ExpressionElaborator:
    """Elaborates expressions against the names of a world.

    Every method raises ElaborationError after reporting what is wrong.
    """

    def __init__(self, world: SymbolTable) -> None:
        self.world = world
        self.report: DiagnosticSink = world.report
        self.types = TypeElaborator(self)
        self._fresh = 0
        self.hypothetical: Callable[[e.Hypothetical, Scope], x.Expr] = self._no_hypothetical

    # What the other passes use

    def elaborate(self, node: e.Expression, scope: Scope, expected: Type | None = None) -> x.Expr:
        """The IR of an expression; ``expected`` helps where a name alone is ambiguous."""
        result = self._meaning(node, scope, expected)
        if isinstance(result, Domain):
            return self._list_of(result, node.span)
        return result

    def _list_of(self, family: Domain, span: Span) -> x.Expr:
        """The list of those items of a list that a condition keeps."""
        if not family.is_list:
            self.report.fail(span, "components can only be iterated over or chosen from")
        return literals.gathered(self, family, family.bound, span)

    def of_type(self, node: e.Expression, scope: Scope, expected: Type) -> x.Expr:
        """An expression that must fit a type."""
        return self.fit(self.elaborate(node, scope, expected), expected, scope, node.span)

    def truth(self, node: e.Expression, scope: Scope) -> x.Expr:
        return self.of_type(node, scope, Bool())

    def integer(self, node: e.Expression, scope: Scope) -> x.Expr:
        """An expression whose type is a range of integers."""
        value = self.present(self.elaborate(node, scope), scope)
        if not isinstance(value.type, Int):
            self.wrong("a number", value, node.span)
        if isinstance(value, x.Const) and isinstance(value.value, int):
            return fold.number(value.value)
        return value

    def wrong(self, expected: str, value: x.Expr, span: Span) -> NoReturn:
        """Report a value of another type than the one that is described."""
        if isinstance(value.type, Option) and value.type != NONE.type:
            self.report.fail(span, MAY_BE_NONE)
        self.report.fail(span, f"expected {expected}, found {describe(value.type)}")

    def constant(self, node: e.Expression, scope: Scope) -> int:
        """An integer that is known before play."""
        value = self.integer(node, replace(scope, constant=True))
        if not isinstance(value, x.Const) or not isinstance(value.value, int):
            self.report.fail(node.span, "this number must be known before play begins")
        return value.value

    def fit(self, value: x.Expr, expected: Type, scope: Scope, span: Span) -> x.Expr:
        """``value`` as a value of ``expected``, or an error at ``span``."""
        if isinstance(expected, Set) and not isinstance(value.type, Set):
            value = self.as_set(value, span)
        result = convert(value, expected, scope.present)
        if isinstance(result, TypeMismatch):
            self.report.fail(span, result.reason)
        return result

    def present(self, value: x.Expr, scope: Scope) -> x.Expr:
        """The value in an option that is known to be present; anything else as it is."""
        if isinstance(value.type, Option) and value in scope.present:
            return fold.unwrap(value)
        return value

    def as_set(self, value: x.Expr, span: Span) -> x.Expr:
        """A set, or an element of a board that stands for a set of places."""
        if isinstance(value.type, Set):
            return value
        found = self.world.group(value.type)
        if found is None:
            self.wrong("a set", value, span)
        board, group = found
        members = x.Const(group.members, Map(group.enum, Set(board.place)), group.enum.name)
        return fold.lookup(members, value)

    def family(self, node: e.Expression, scope: Scope) -> Domain:
        """Something to iterate over: a set, a type, or components."""
        meaning = self._meaning(node, scope, None)
        if isinstance(meaning, Domain):
            return meaning
        value = self.present(meaning, scope)
        if isinstance(value.type, List):
            return self.items_of(value)
        return Domain(self.as_set(value, node.span))

    def items_of(self, value: x.Expr) -> Domain:
        """The items of a list, by position."""
        t = value.type
        assert isinstance(t, List)
        limit = max(t.limit, 1)
        position = Int(0, limit - 1)
        var = self.local("i", position)
        there = fold.compare("<", var, x.Size(value, Int(0, t.limit)))
        over = x.Filter(var, x.every(position), there, Set(position))

        def member(index: x.Expr, within: x.Expr) -> x.Expr:
            return fold.unwrap(x.Item(within, index, False, optional(t.element)))

        return Domain(over, member, value)

    def local(self, name: str, t: Type) -> x.Local:
        """A local variable whose name stands nowhere else in the program."""
        self._fresh += 1
        return x.Local(f"{name}.{self._fresh}", t)

    def element_of(self, family: Domain, name: str) -> x.Local:
        return self.local(name, family.element)

    def _relation(self, name: Name, place: Enum) -> x.Expr:
        """A function of the ruleset as a map from each element to its neighbours."""
        function = references.defined_function(self, name.text, name.span)
        if [p.type for p in function.params] != [place] or function.type != Set(place):
            text = f"{name.text} is no function from {describe(place)} to a set of them"
            self.report.fail(name.span, text)
        local = self.local("e", place)
        call = x.Call(function.name, (local,), function.type)
        return x.MapOf(local, call, Map(place, Set(place)))

    def via(self, node: e.Application, place: Enum) -> x.Expr:
        """The relation a graph operation walks along: ``via NAME``, or the board's adjacency."""
        board = self.world.board_of(place)
        if node.via is not None:
            if node.via.text in self.world.function_parts:
                return self._relation(node.via, place)
            table = self.world.table(node.via.text)
            if table is None or table.keys != (place,) or table.type != Set(place):
                text = f"{node.via.text} is no function from {describe(place)} to a set of them"
                self.report.fail(node.via.span, text)
        elif board is None:
            self.report.fail(node.span, f"{describe(place)} is not on a board; say 'via' what")
        else:
            table = self.world.table(board.near)
            assert table is not None
        return x.Const(table.values, Map(place, table.type), table.name)

    def _meaning(self, node: e.Expression, scope: Scope, expected: Type | None) -> x.Expr | Domain:
        match node:
            case e.Reference(name):
                return references.reference(self, node, name, scope, expected)
            case e.Application():
                return references.application(self, node, scope)
            case e.Those():
                return quantifiers.those(self, node, scope)
            case e.Extreme():
                return quantifiers.extreme(self, node, scope)
            case _:
                return self._plain(node, scope, expected)

    # Everything else, by kind

    def _plain(self, node: e.Expression, scope: Scope, expected: Type | None) -> x.Expr:
        match node:
            case e.Number(value):
                return fold.number(value)
            case e.Truth(value):
                return fold.truth(value)
            case e.Nothing():
                return NONE
            case e.Text():
                self.report.fail(node.span, "a text can only stand in a board")
            case e.Indexed(base, keys):
                return references.indexed(self, base, keys, node.span, scope)
            case e.FieldAccess(base, name):
                record = self.present(self.elaborate(base, scope), scope)
                if isinstance(record.type, Option) and isinstance(record.type.inner, Record):
                    self.report.fail(base.span, MAY_BE_NONE)
                if not isinstance(record.type, Record):
                    text = f"{describe(record.type)} has no field {name.text}"
                    self.report.fail(name.span, text)
                fields = dict(record.type.fields)
                if name.text not in fields:
                    known = ", ".join(fields)
                    self.report.fail(name.span, f"there is no field {name.text}; there is {known}")
                return fold.field(record, name.text)
            case e.Negative(arg):
                return fold.arith("-", fold.number(0), self.integer(arg, scope))
            case e.Binary(op, left, right):
                return operators.binary(self, op, left, right, node.span, scope, expected)
            case e.Interval(lo, hi):
                return operators.interval(self, lo, hi, scope)
            case e.Comparison():
                return comparisons.comparison(self, node, scope)
            case e.Logic(op, args):
                return operators.logic(self, op, args, scope)
            case e.Negation(arg):
                return fold.not_(self.truth(arg, scope))
            case e.Conditional(condition, then, otherwise):
                test = self.truth(condition, scope)
                a = self.elaborate(then, scope.assume(test), expected)
                b = self.elaborate(otherwise, scope.assume(fold.not_(test)), expected)
                if not isinstance(expected, Option):
                    a = self.present(a, scope.assume(test))
                    b = self.present(b, scope.assume(fold.not_(test)))
                return matching.choice(self, test, a, b, scope, node.span)
            case e.Quantified():
                return quantifiers.quantified(self, node, scope)
            case e.Hypothetical():
                return self.hypothetical(node, scope)
            case e.SetLiteral(items):
                return literals.set_literal(self, items, scope, expected)
            case e.ListLiteral(items):
                return literals.list_literal(self, items, scope, expected)
            case e.ListOf():
                return literals.list_of(self, node, scope)
            case e.MatchExpression():
                return matching.match_(self, node, scope, expected)
            case e.LetIn(name, value, body):
                return lets.let_in(
                    self, name.text, self._meaning(value, scope, None), body, scope, expected
                )
            case _:
                raise TypeError(f"unknown expression {type(node).__name__}")

    def _no_hypothetical(self, node: e.Hypothetical, scope: Scope) -> x.Expr:
        """``after procedure(args): E``: the pass for statements provides it."""
        self.report.fail(node.span, "'after' is not possible here")

    def outcome(self, node: e.Application, scope: Scope) -> x.Expr:
        """``won(p)``, ``drawn``, ``lost`` and ``over``; the pass for checks provides them."""
        self.report.fail(node.span, f"{node.name.text} can only be asked in a check")
