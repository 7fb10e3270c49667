"""Expressions: from syntax to typed IR."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import is_not
from typing import NoReturn

from ...diagnostics import Edit, Hint
from ...ir import code as x
from ...ir import fold
from ...ir.names import made_of
from ...ir.types import (
    Bool,
    Int,
    List,
    Map,
    Option,
    Record,
    Set,
    Type,
    members,
    optional,
)  # fmt: skip
from ...ir.walk import substituted
from ...span import Span
from ...syntax import expressions as e
from ...syntax.free import free_names
from ...syntax.unparse import unparse
from ..symbols import facts, ranges
from ..symbols.report import DiagnosticSink, ElaborationError
from ..symbols.scope import Domain, Scope
from ..symbols.symbol_table import SymbolTable
from .coercions import MAY_BE_NONE, NONE, TypeMismatch, convert, describe, may_fit
from .types import TypeElaborator

ElaboratesNode = Callable[..., x.Expr | Domain]
"""Elaborates expressions of one class: an elaborator, the node, the scope, the type expected."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """How each class of expressions is elaborated, and how items become a list.

    ``packed`` and ``unpacked``: from a set to a scalar, and back.
    """

    meanings: Mapping[type, ElaboratesNode]
    gathered: Callable[[ExpressionElaborator, Domain, Callable[[x.Expr], x.Expr], Span], x.Expr]
    packed: Callable[[ExpressionElaborator, x.Expr, Record], x.Expr]
    unpacked: Callable[[ExpressionElaborator, x.Expr], x.Expr]


class ExpressionElaborator:
    """Elaborates expressions against the names of a world.

    ``leaves``: how single kinds of expressions are elaborated; see :mod:`.dispatch`.

    Every method raises ElaborationError after reporting what is wrong.
    """

    def __init__(self, world: SymbolTable, leaves: Leaves) -> None:
        self.world = world
        self.report: DiagnosticSink = world.report
        self.types = TypeElaborator(world, partial(self.constant, of_type=True))
        self._leaves = leaves
        self._fresh = 0
        self._tests: dict[str, x.Expr | None] = {}
        self.hypothetical: Callable[[e.Hypothetical, Scope], x.Expr] = self._no_hypothetical

    # What the other passes use

    def elaborate(self, node: e.Expression, scope: Scope, expected: Type | None = None) -> x.Expr:
        """The IR of an expression; ``expected`` helps where a name alone is ambiguous."""
        result = self.meaning(node, scope, expected)
        if isinstance(result, Domain):
            return self._list_of(result, node.span)
        return result

    def _list_of(self, family: Domain, span: Span) -> x.Expr:
        """The list of those items of a list that a condition keeps."""
        if not family.is_list:
            self.report.fail("E217", span, "components can only be iterated over or chosen from")
        return self._leaves.gathered(self, family, family.bound, span)

    def of_type(self, node: e.Expression, scope: Scope, expected: Type) -> x.Expr:
        """An expression that must fit a type."""
        result = e.result_of(node)
        value = self.elaborate(node, scope, expected)
        return self.fit(value, expected, scope, result.span, result)

    def truth(self, node: e.Expression, scope: Scope) -> x.Expr:
        return self.of_type(node, scope, Bool())

    def integer(self, node: e.Expression, scope: Scope, hint: str = "") -> x.Expr:
        """An expression whose type is a range of integers; ``hint``: what to do if it may be none."""
        return self.as_integer(self.present(self.elaborate(node, scope), scope), node, hint)

    def as_integer(self, value: x.Expr, node: e.Expression, hint: str = "") -> x.Expr:
        """The value of an expression, which must be a number."""
        if not isinstance(value.type, Int):
            if self.world.has_order(value.type):
                hint = _write("number", None, node, "its place in the order is number(…)")
            self.wrong("a number", value, e.result_of(node).span, hint)
        if isinstance(value, x.Const) and isinstance(value.value, int):
            return fold.number(value.value)
        return value

    def amount(self, node: e.Expression, scope: Scope) -> x.Expr:
        """A number that cannot be below 0: how many."""
        value = self.integer(node, scope)
        assert isinstance(value.type, Int)
        if value.type.lo < 0 <= scope.range_of(value).lo:
            return ranges.clamped(value, Int(0, value.type.hi))
        if value.type.lo < 0:
            hint = _write("max", 0, node, "test it with '>= 0' first, or write max(0, …)")
            self.report.fail("E228", node.span, "this number may be below 0", hint)
        return value

    def wrong(self, expected: str, value: x.Expr, span: Span, hint: str = "") -> NoReturn:
        """Report a value of a type other than the described one."""
        if isinstance(value.type, Option) and value.type != NONE.type:
            self.report.fail("E202", span, MAY_BE_NONE, hint)
        text = f"expected {expected}, found {describe(value.type)}"
        self.report.fail("E201", span, text, hint if self.world.has_order(value.type) else "")

    def tested(self, node: e.Expression, condition: x.Expr, scope: Scope, holds: bool) -> Scope:
        """The scope where ``node`` holds, or does not; ``condition`` is its elaborated form.

        If that is a constant, the parts are examined: what they imply does not depend on settings.
        """
        condition = condition if holds else fold.not_(condition)
        if not isinstance(condition, x.Const):
            return scope.assume(condition)
        if self.no_part(node, [node], scope):
            return replace(scope, demand=None)
        if condition == x.NO and _given(node, scope):
            return replace(scope.know([facts.NEVER]), demand=None)
        match node:
            case e.Negation(arg):
                scope = self.tested(arg, self.aside(arg, scope), scope, not holds)
            case e.Logic(op, args) if (op == "and") == holds:
                for arg in args:
                    scope = self.tested(arg, self.aside(arg, scope), scope, holds)
            case e.Logic(_, args):
                ways, before = list[Scope](), scope
                for arg in args:
                    part = self.aside(arg, before)
                    ways.append(self.tested(arg, part, before, holds))
                    before = self.tested(arg, part, before, not holds)
                scope = scope.meet(ways)
        return replace(scope, demand=None)

    def written_out(self, condition: x.Expr) -> x.Expr:
        """A condition with its function calls written out, if these tell what is none or 0.

        Membership in a set also states what the set is made of.
        """
        match condition:
            case x.And(args) | x.Or(args):
                said = [self.written_out(a) for a in args]
                if any(map(is_not, said, args)):
                    return fold.and_(said) if isinstance(condition, x.And) else fold.or_(said)
            case x.Not(arg):
                said_of = self.written_out(arg)
                return condition if said_of is arg else fold.not_(said_of)
            case x.In(element, of):
                inside = [*facts.members_are(element, of, self._gives)]
                return (
                    fold.and_([condition, *map(self.written_out, inside)]) if inside else condition
                )
            case x.Quantifier("all" | "some", _, _, _, body) if body is not None:
                return replace(condition, body=self.written_out(body))
            case x.Call(name, args, Bool()):
                function, body = self.world.functions.get(name), self._test_in(name)
                if function is not None and body is not None:
                    return substituted(body, dict(zip(function.params, args, strict=True)))
        return condition

    def _gives(self, call: x.Call) -> x.Expr:
        """The result of a function of the ruleset, written out."""
        function = self.world.functions.get(call.function)
        if function is None:
            return call
        return substituted(function.body, dict(zip(function.params, call.args, strict=True)))

    def _test_in(self, name: str) -> x.Expr | None:
        """The body of a function, if it tells what is none or 0 where it holds or does not."""
        function = self.world.functions.get(name)
        if function is None:
            return None
        if name not in self._tests:
            body = self.written_out(function.body)
            self._tests[name] = body if facts.tells(body) else None
        return self._tests[name]

    def no_part(self, node: e.Expression, tests: Sequence[e.Expression], scope: Scope) -> bool:
        """Whether an expression that, by the tests, is never reached is not part of the copy being
        made.

        So it is if it uses the function itself, and if the decreasing number is tested for it.
        """
        again = scope.again
        if again is None:
            return False
        return again.name in free_names(node) or again.number in free_names(tuple(tests))

    def aside(self, node: e.Expression, scope: Scope) -> x.Expr:
        """A condition that is part of the program elsewhere, and only checked here."""
        fresh = self._fresh
        result = self.truth(node, replace(scope, demand=lambda condition, span: None))
        self._fresh = fresh
        return result

    def constant(self, node: e.Expression, scope: Scope, *, of_type: bool = False) -> int:
        """An integer that is known before play. ``of_type``: a range or a type is made of it."""
        value = self.integer(node, replace(scope, constant=True))
        if not isinstance(value, x.Const) or not isinstance(value.value, int):
            text = "this number must be known before play begins"
            self.report.fail("E223", node.span, text, _known_before(self.world, node, of_type))
        return value.value

    def fit(
        self, value: x.Expr, expected: Type, scope: Scope, span: Span,
        written: e.Expression | None = None,
    ) -> x.Expr:  # fmt: skip
        """``value`` as a value of ``expected``, or an error at ``span``, the place of ``written``."""
        if isinstance(expected, Set) and not isinstance(value.type, Set):
            value = self.as_set(value, span)
        if isinstance(expected, Record) and expected.of is not None and value.type != expected:
            value = self.present(value, scope)
            if isinstance(value.type, Set) or members(value.type) or self.world.group(value.type):
                inside = self.fit(self.as_set(value, span), Set(expected.of), scope, span)
                return self._leaves.packed(self, inside, expected)
        result = convert(value, expected, scope.present)
        if isinstance(result, TypeMismatch):
            if scope.doubtful and may_fit(value.type, expected):
                raise ElaborationError  # a test before, which is wrong, may show it
            known = scope.range_of(value) if isinstance(value.type, Int) else value.type
            hint = result.hint or _cut_off(known, expected, written)
            self.report.fail(result.code, span, result.reason, hint)
        return result

    def present(self, value: x.Expr, scope: Scope) -> x.Expr:
        """The value in an option that is known to be present; anything else as it is."""
        if isinstance(value.type, Option) and scope.is_there(value):
            return fold.unwrap(value)
        return value

    def as_set(self, value: x.Expr, span: Span) -> x.Expr:
        """A set, or an element of a board that stands for a set of places."""
        if isinstance(value.type, Set):
            return value
        if members(value.type) is not None:
            return self._leaves.unpacked(self, value)
        found = self.world.group(value.type)
        if found is None:
            self.wrong("a set", value, span)
        board, group = found
        table = x.Const(group.members, Map(group.enum, Set(board.place)), group.enum.name)
        return fold.lookup(table, value)

    def family(self, node: e.Expression, scope: Scope) -> Domain:
        """Something to iterate over: a set, a type, or components."""
        meaning = self.meaning(node, scope, None)
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
        """A local variable whose name occurs nowhere else in the program."""
        self._fresh += 1
        return x.Local(made_of(name, self._fresh), t)

    def element_of(self, family: Domain, name: str) -> x.Local:
        return self.local(name, family.element)

    def meaning(self, node: e.Expression, scope: Scope, expected: Type | None) -> x.Expr | Domain:
        """The IR of an expression, or the domain to iterate over."""
        found = self._leaves.meanings.get(type(node))
        if found is None:
            raise TypeError(f"unknown expression {type(node).__name__}")
        return found(self, node, scope, expected)

    def _no_hypothetical(self, node: e.Hypothetical, scope: Scope) -> x.Expr:
        """``after procedure(args): E``: the pass for statements provides it."""
        self.report.fail("E255", node.span, "'after' is not possible here")

    def outcome(self, node: e.Application, scope: Scope) -> x.Expr:
        """``won(p)``, ``drawn``, ``lost`` and ``over``; the pass for checks provides them."""
        self.report.fail("E801", node.span, f"{node.name.text} can only be asked in a check")


def _given(node: e.Expression, scope: Scope) -> bool:
    """Whether an expression is about a constant that a procedure is given for what may differ."""
    values = (scope.names.get(name) for name in free_names(node))
    constants = (value.type for value in values if isinstance(value, x.Const))
    return any(isinstance(t, Option) or (isinstance(t, Int) and t.lo < t.hi) for t in constants)


def _known_before(world: SymbolTable, node: e.Expression, of_type: bool) -> str:
    """A hint where a constant number is needed and play may change this one."""
    numbers = {v.name for v in world.variables.values() if isinstance(v.type, Int)}
    state = min(free_names(node) & numbers, default="")
    if of_type:
        wide = "take the widest range, and tell the rest with a check"
        return f"make {state} a param; or {wide}" if state else wide
    return f"make {state} a param" if state else "numbers and params are known then"


def _cut_off(have: Type, expected: Type, written: e.Expression | None) -> str:
    """How a number is kept in a range that it may leave."""
    match have, expected:
        case Int(a, b), Int(lo, hi) if lo <= a <= hi < b:
            return _write(
                "min", hi, written, f"test it with '<= {hi}' first, or write min({hi}, …)"
            )
        case Int(a, b), Int(lo, hi) if a < lo <= b <= hi:
            return _write(
                "max", lo, written, f"test it with '>= {lo}' first, or write max({lo}, …)"
            )
        case Int(a, b), Int(lo, hi) if a < lo and hi < b:
            return f"test it with 'in ({lo}..{hi})' first"
    return ""


def _write(which: str, limit: int | None, written: e.Expression | None, hint: str) -> Hint:
    """The hint, with the edit that it asks for if the number is on one line."""
    if written is None or isinstance(written, e.MatchExpression):
        return Hint(hint)
    first = "" if limit is None else f"{limit}, "
    return Hint(hint, Edit(f"{which}({first}{unparse(written)})"))
