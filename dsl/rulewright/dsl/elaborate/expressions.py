"""Expressions: from syntax to typed IR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ..ir import expr as x
from ..ir import fold
from ..ir.program import Function
from ..ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    Scalar,
    Set,
    Type,
    bounds,
    is_scalar,
    lowest,
    none_of,
    show_value,
    size,
)  # fmt: skip
from ..source import Span
from ..syntax import expressions as e
from ..syntax.node import Name
from . import builtins
from .coerce import NOBODY, NONE, Mismatch, convert, describe, join
from .report import Report
from .scope import Family, Scope
from .types import TypeReader
from .world import BUILTINS, World

_QUANTIFIERS: dict[str, Literal["all", "some", "count", "sum", "min", "max"]] = {
    "some": "some", "no": "some", "all": "all", "count": "count", "sum": "sum",
    "least": "min", "greatest": "max",
}  # fmt: skip


class Expressions:
    """Elaborates expressions against the names of a world.

    Every method raises WrongError after reporting what is wrong.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.report: Report = world.report
        self.types = TypeReader(self)
        self._fresh = 0

    # What the other passes use

    def elaborate(self, node: e.Expression, scope: Scope, wanted: Type | None = None) -> x.Expr:
        """The IR of an expression; ``wanted`` helps where a name alone is ambiguous."""
        result = self._meaning(node, scope, wanted)
        if isinstance(result, Family):
            return self._list_of(result, node.span)
        return result

    def _list_of(self, family: Family, span: Span) -> x.Expr:
        """The list of those items of a list that a condition keeps."""
        if not family.is_list:
            self.report.fail(span, "components can only be iterated over or chosen from")
        assert family.within is not None
        assert isinstance(family.within.type, List)
        element = family.within.type.element
        result: x.Expr = x.Const((), List(element, 0))
        for i in range(family.within.type.limit):
            position = x.Const(i, family.element)
            item = x.ListOf((family.bound(position),), List(element, 1))
            nothing = x.Const((), List(element, 1))
            kept = fold.if_(fold.in_(position, family.over), item, nothing, List(element, 1))
            result = self.concat(result, kept, span)
        return result

    def of_type(self, node: e.Expression, scope: Scope, wanted: Type) -> x.Expr:
        """An expression that must fit a type."""
        return self.fit(self.elaborate(node, scope, wanted), wanted, scope, node.span)

    def truth(self, node: e.Expression, scope: Scope) -> x.Expr:
        return self.of_type(node, scope, Bool())

    def integer(self, node: e.Expression, scope: Scope) -> x.Expr:
        """An expression whose type is a range of integers."""
        value = self.present(self.elaborate(node, scope), scope)
        if not isinstance(value.type, Int):
            self.report.fail(node.span, f"expected a number, found {describe(value.type)}")
        return value

    def constant(self, node: e.Expression, scope: Scope) -> int:
        """An integer that is known before play."""
        value = self.integer(node, scope)
        if not isinstance(value, x.Const) or not isinstance(value.value, int):
            self.report.fail(node.span, "this number must be known before play begins")
        return value.value

    def fit(self, value: x.Expr, wanted: Type, scope: Scope, span: Span) -> x.Expr:
        """``value`` as a value of ``wanted``, or an error at ``span``."""
        if isinstance(wanted, Set) and not isinstance(value.type, Set):
            value = self.as_set(value, span)
        result = convert(value, wanted, scope.present)
        if isinstance(result, Mismatch):
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
            self.report.fail(span, f"expected a set, found {describe(value.type)}")
        board, group = found
        members = x.Const(group.members, Map(group.enum, Set(board.place)), group.enum.name)
        return fold.lookup(members, value)

    def family(self, node: e.Expression, scope: Scope) -> Family:
        """Something to iterate over: a set, a type, or components."""
        meaning = self._meaning(node, scope, None)
        if isinstance(meaning, Family):
            return meaning
        value = self.present(meaning, scope)
        if isinstance(value.type, List):
            return self._items_of(value, value.type)
        return Family(self.as_set(value, node.span))

    def _items_of(self, value: x.Expr, t: List) -> Family:
        """The items of a list, by position."""
        limit = max(t.limit, 1)
        position = Int(0, limit - 1)
        var = self.local("i", position)
        there = fold.compare("<", var, x.Size(value, Int(0, t.limit)))
        over = x.Filter(var, x.every(position), there, Set(position))

        def member(index: x.Expr, within: x.Expr) -> x.Expr:
            return fold.unwrap(x.Item(within, index, False, Option(t.element)))  # type: ignore[arg-type]

        return Family(over, member, value)

    def local(self, name: str, t: Scalar) -> x.Local:
        """A local variable whose name stands nowhere else in the program."""
        self._fresh += 1
        return x.Local(f"{name}.{self._fresh}", t)

    def element_of(self, family: Family, name: str) -> x.Local:
        return self.local(name, family.element)

    def via(self, node: e.Application, place: Type) -> x.Const:
        """The relation a graph operation walks along: ``via NAME``, or the board's adjacency."""
        board = self.world.board_of(place)
        if node.via is not None:
            table = self.world.table(node.via.text)
            if table is None or table.keys != (place,) or table.type != Set(place):  # type: ignore[arg-type]
                text = f"{node.via.text} is no function from {describe(place)} to a set of them"
                self.report.fail(node.via.span, text)
        elif board is None:
            self.report.fail(node.span, f"{describe(place)} is not on a board; say 'via' what")
        else:
            table = self.world.table(board.near)
            assert table is not None
        return x.Const(table.values, Map(place, table.type), table.name)  # type: ignore[arg-type]

    # Names

    def _meaning(self, node: e.Expression, scope: Scope, wanted: Type | None) -> x.Expr | Family:
        match node:
            case e.Reference(name):
                return self._reference(node, name, scope, wanted)
            case e.Application():
                return self._application(node, scope)
            case e.Those():
                return self._those(node, scope)
            case e.Extreme():
                return self._extreme(node, scope)
            case _:
                return self._plain(node, scope, wanted)

    def _reference(
        self, node: e.Reference, name: str, scope: Scope, wanted: Type | None
    ) -> x.Expr | Family:
        world = self.world
        if name in scope.names:
            return scope.names[name]
        if name in world.variables:
            return x.Var(name, world.variables[name].type)
        if name in world.constants:
            return world.constants[name]
        if name in world.readings:
            return world.readings[name]
        if name in world.function_parts:
            function = self.function(name, node.span)
            if function.params:
                self.report.fail(node.span, f"{name} needs {len(function.params)} arguments")
            return x.Call(name, (), function.type)
        if name in world.labels:
            return self._label(node.span, name, wanted)
        if name in world.types:
            return x.every(world.types[name])
        if name in BUILTINS:
            return builtins.apply(self, e.Application(_name(node), (), None, span=node.span), scope)
        if name in world.procedures:
            self.report.fail(node.span, f"{name} is a procedure and has no value here")
        self.report.fail(node.span, f"there is no {name} here", world.unknown(name, scope.names))

    def _label(self, span: Span, name: str, wanted: Type | None) -> x.Expr:
        candidates = self.world.labels[name]
        expected = _enum_in(wanted)
        chosen = next((c for c in candidates if c == expected), None)
        if chosen is None and len(candidates) > 1:
            shown = " or ".join(c.name for c in candidates)
            self.report.fail(span, f"{name} is ambiguous here: a value of {shown}")
        enum = chosen or candidates[0]
        if enum.name in self.world.readings:
            self.report.used_options.add((enum.name, name))
        return x.Const(enum.labels.index(name), enum)

    def is_label(self, node: e.Expression, scope: Scope) -> bool:
        """Whether the expression is the bare name of a value, which a type may disambiguate."""
        if not isinstance(node, e.Reference) or node.name in scope.names:
            return False
        world = self.world
        taken = (world.variables, world.constants, world.readings, world.function_parts)
        return node.name in world.labels and not any(node.name in t for t in taken)

    def knows(self, name: str) -> bool:
        """Whether there is a function of that name."""
        functions = self.world.function_parts
        return name in functions or name in BUILTINS or self.world.table(name) is not None

    # Functions

    def function(self, name: str, span: Span) -> Function:
        """The function of that name, elaborated when first used."""
        world = self.world
        if name in world.functions:
            known = world.functions[name]
            if known is None:
                self.report.fail(span, f"the function {name} uses itself or failed above")
            return known
        world.functions[name] = None
        part = world.function_parts[name]
        scope = Scope()
        params: list[x.Local] = []
        for binding in part.params:
            t = self.types.read(binding.type, Scope())
            if binding.name.text in scope.names:
                self.report.add(binding.name.span, f"{binding.name.text} stands here twice")
            local = self.local(binding.name.text, t)  # type: ignore[arg-type]
            params.append(local)
            scope = scope.bind(binding.name.text, local)
        body = self.elaborate(part.body, scope)
        if body.type in (NONE.type, Set(NOBODY), List(NOBODY, 0)):
            self.report.fail(part.name.span, f"the type of {name} cannot be told from its body")
        clauses = tuple(c.clause for c in part.cites)
        result = Function(name, tuple(params), body.type, body, clauses)
        del world.functions[name]  # keep the order of completion: callees before callers
        world.functions[name] = result
        return result

    def _application(self, node: e.Application, scope: Scope) -> x.Expr | Family:
        name = node.name.text
        if name in self.world.function_parts:
            function = self.function(name, node.name.span)
            args = self._arguments(node, [p.type for p in function.params], scope)
            return x.Call(name, args, function.type)
        table = self.world.table(name)
        if table is not None:
            return self._table(node, scope)
        if name in BUILTINS:
            return builtins.apply(self, node, scope)
        if name in self.world.procedures:
            text = f"{name} is a procedure: it is performed as a statement"
            self.report.fail(node.name.span, text)
        hint = self.world.unknown(name, scope.names)
        self.report.fail(node.name.span, f"there is no function {name}", hint)

    def _arguments(
        self, node: e.Application, wanted: Sequence[Type], scope: Scope
    ) -> tuple[x.Expr, ...]:
        if node.via is not None:
            self.report.fail(node.via.span, "'via' goes with connected, group and distance")
        if len(node.args) != len(wanted):
            text = f"{node.name.text} takes {len(wanted)} arguments, not {len(node.args)}"
            self.report.fail(node.span, text)
        pairs = zip(node.args, wanted, strict=True)
        return tuple(self.of_type(a, scope, t) for a, t in pairs)

    def _table(self, node: e.Application, scope: Scope) -> x.Expr:
        table = self.world.table(node.name.text)
        assert table is not None
        keys = self._arguments(node, table.keys, scope)
        key_type, key = self.key_of(table.keys, keys)
        return fold.lookup(x.Const(table.values, Map(key_type, table.type), table.name), key)

    def key_of(self, types: Sequence[Scalar], keys: Sequence[x.Expr]) -> tuple[Scalar, x.Expr]:
        """One key for several indices: a record without a name."""
        if len(types) == 1:
            return types[0], keys[0]
        record = Record("", tuple((f"_{i}", t) for i, t in enumerate(types)))
        return record, x.Make(tuple(keys), record)

    # Everything else, by kind

    def _plain(self, node: e.Expression, scope: Scope, wanted: Type | None) -> x.Expr:
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
                return self._indexed(base, keys, node.span, scope)
            case e.FieldAccess(base, name):
                record = self.present(self.elaborate(base, scope), scope)
                if not isinstance(record.type, Record):
                    text = f"{describe(record.type)} has no field {name.text}"
                    self.report.fail(name.span, text)
                fields = dict(record.type.fields)
                if name.text not in fields:
                    known = ", ".join(fields)
                    self.report.fail(name.span, f"there is no field {name.text}; there is {known}")
                return x.Field(record, name.text, fields[name.text])
            case e.Negative(arg):
                return fold.arith("-", fold.number(0), self.integer(arg, scope))
            case e.Binary(op, left, right):
                return self._binary(op, left, right, node.span, scope, wanted)
            case e.Interval(lo, hi):
                return self._interval(lo, hi, scope)
            case e.Comparison():
                return self._comparison(node, scope)
            case e.Logic(op, args):
                return self._logic(op, args, scope)
            case e.Negation(arg):
                return fold.not_(self.truth(arg, scope))
            case e.Conditional(condition, then, otherwise):
                test = self.truth(condition, scope)
                a = self.elaborate(then, scope.assume(test), wanted)
                b = self.elaborate(otherwise, scope.assume(fold.not_(test)), wanted)
                return self._choice(test, a, b, scope, node.span)
            case e.Quantified():
                return self._quantified(node, scope)
            case e.Hypothetical():
                return self.hypothetical(node, scope)
            case e.SetLiteral(items):
                return self._set_literal(items, scope, wanted)
            case e.ListLiteral(items):
                return self._list_literal(items, scope, wanted)
            case e.MatchExpression():
                return self._match(node, scope, wanted)
            case e.LetIn(name, value, body):
                meaning = self._meaning(value, scope, None)
                return self.elaborate(body, scope.bind(name.text, meaning), wanted)
            case _:
                raise TypeError(f"unknown expression {type(node).__name__}")

    def hypothetical(self, node: e.Hypothetical, scope: Scope) -> x.Expr:
        """``after procedure(args): E``; the pass for statements provides it."""
        self.report.fail(node.span, "'after' is not possible here")

    def outcome(self, node: e.Application, scope: Scope) -> x.Expr:
        """``won(p)``, ``drawn``, ``lost`` and ``over``; the pass for checks provides them."""
        self.report.fail(node.span, f"{node.name.text} can only be asked in a check")

    def _indexed(
        self, base: e.Expression, keys: tuple[e.Expression, ...], span: Span, scope: Scope
    ) -> x.Expr:
        map_ = self.elaborate(base, scope)
        if not isinstance(map_.type, Map):
            self.report.fail(base.span, f"{describe(map_.type)} has no entries")
        return fold.lookup(map_, self.map_key(map_.type, keys, span, scope))

    def map_key(self, t: Map, keys: tuple[e.Expression, ...], span: Span, scope: Scope) -> x.Expr:
        """The key that the indices between brackets make."""
        several = isinstance(t.key, Record) and t.key.name == ""
        types = [f for _, f in t.key.fields] if isinstance(t.key, Record) and several else [t.key]
        if len(keys) != len(types):
            self.report.fail(span, f"expected {len(types)} between the brackets, not {len(keys)}")
        given = [self.of_type(k, scope, u) for k, u in zip(keys, types, strict=True)]
        return self.key_of(types, given)[1]

    def _binary(
        self, op: str, left: e.Expression, right: e.Expression, span: Span, scope: Scope,
        wanted: Type | None,
    ) -> x.Expr:  # fmt: skip
        a = self.present(self.elaborate(left, scope, wanted), scope)
        if op == "++":
            return self.concat(a, self.elaborate(right, scope, wanted), span)
        if op in {"*", "div", "mod"} or isinstance(a.type, Int):
            b = self.integer(right, scope)
            if not isinstance(a.type, Int):
                self.report.fail(left.span, f"expected a number, found {describe(a.type)}")
            assert isinstance(b.type, Int)
            if op in {"div", "mod"} and not (isinstance(b, x.Const) and b.type.lo > 0):
                self.report.fail(right.span, f"{op} needs a constant divisor above 0")
            if op == "&":
                self.report.fail(left.span, f"expected a set, found {describe(a.type)}")
            return fold.arith(op, a, b)  # type: ignore[arg-type]
        a = self.as_set(a, left.span)
        b = self.present(self.elaborate(right, scope, a.type), scope)
        b = self._operand_set(b, a, scope, right.span)
        t = join(a.type, b.type)
        if t is None:
            self.report.fail(span, f"{describe(a.type)} and {describe(b.type)} do not go together")
        a, b = self.fit(a, t, scope, left.span), self.fit(b, t, scope, right.span)
        name = {"+": "union", "-": "difference", "&": "intersection"}[op]
        return fold.combine(name, a, b)  # type: ignore[arg-type]

    def _operand_set(self, value: x.Expr, other: x.Expr, scope: Scope, span: Span) -> x.Expr:
        """The right operand of a set operator: a set, or one element of the left one's kind."""
        assert isinstance(other.type, Set)
        if isinstance(value.type, Set) or not is_scalar(value.type):
            return value
        if self.world.group(value.type) and other.type.element != value.type:
            return self.as_set(value, span)
        element = other.type.element
        if element == NOBODY:
            return fold.set_of([value], Set(value.type))  # type: ignore[arg-type]
        return fold.set_of([self.fit(value, element, scope, span)], other.type)

    def concat(self, a: x.Expr, b: x.Expr, span: Span) -> x.Expr:
        t = join(a.type, b.type)
        """One list after the other."""
        if not (isinstance(a.type, List) and isinstance(b.type, List) and isinstance(t, List)):
            text = f"++ joins two lists, not {describe(a.type)} and {describe(b.type)}"
            self.report.fail(span, text)
        return x.Concat(a, b, List(t.element, a.type.limit + b.type.limit))

    def _interval(self, lo: e.Expression, hi: e.Expression, scope: Scope) -> x.Expr:
        a, b = self.integer(lo, scope), self.integer(hi, scope)
        assert isinstance(a.type, Int)
        assert isinstance(b.type, Int)
        whole = Int(a.type.lo, max(b.type.hi, a.type.lo - 1))
        if isinstance(a, x.Const) and isinstance(b, x.Const):
            return x.every(whole)
        if size(whole) == 0:
            return fold.empty_set(whole)
        var = self.local("n", whole)
        inside = fold.and_([fold.compare("<=", a, var), fold.compare("<=", var, b)])
        return x.Filter(var, x.every(whole), inside, Set(whole))

    def _logic(self, op: str, args: tuple[e.Expression, ...], scope: Scope) -> x.Expr:
        done: list[x.Expr] = []
        for arg in args:
            value = self.truth(arg, scope)
            done.append(value)
            scope = scope.assume(value if op == "and" else fold.not_(value))
        return fold.and_(done) if op == "and" else fold.or_(done)

    # Comparison

    def _comparison(self, node: e.Comparison, scope: Scope) -> x.Expr:
        op = node.op
        if op in {"in", "not in"}:
            inside = self._membership(node, scope)
            return fold.not_(inside) if op == "not in" else inside
        if self.is_label(node.left, scope):
            right = self.elaborate(node.right, scope)
            left = self.elaborate(node.left, scope, right.type)
        else:
            left = self.elaborate(node.left, scope)
            right = self.elaborate(node.right, scope, left.type)
        if op in {"=", "is", "!=", "is not"}:
            return self.equal(left, right, scope, node.span, op in {"!=", "is not"})
        if op in {">", ">="}:
            left, right = right, left
        return self._ordered("<" if op in {"<", ">"} else "<=", left, right, scope, node.span)

    def equal(self, a: x.Expr, b: x.Expr, scope: Scope, span: Span, negate: bool = False) -> x.Expr:
        """Equality of two values whose types have values in common."""
        result = self._equal(a, b, scope, span)
        return (
            fold.not_(result)
            if negate and not isinstance(result, x.Compare)
            else (
                fold.compare("!=", result.left, result.right)
                if negate and isinstance(result, x.Compare) and result.op == "=="
                else result
            )
        )

    def _equal(self, a: x.Expr, b: x.Expr, scope: Scope, span: Span) -> x.Expr:
        if isinstance(a.type, Set) != isinstance(b.type, Set):
            a, b = self.as_set(a, span), self.as_set(b, span)
        if isinstance(a.type, Int) and isinstance(b.type, Int):
            return fold.compare("==", a, b)
        for left, right in ((a, b), (b, a)):
            result = convert(left, right.type, scope.present)
            if not isinstance(result, Mismatch):
                return fold.compare("==", result, right)
        for left, right in ((a, b), (b, a)):
            if isinstance(left.type, Option) and not isinstance(right.type, Option):
                if isinstance(left.type.inner, Int) and isinstance(right.type, Int):
                    nothing = x.Const(none_of(left.type), left.type)
                    there = fold.compare("!=", left, nothing)
                    return fold.and_([there, fold.compare("==", fold.unwrap(left), right)])
        t = join(a.type, b.type)
        if t is None:
            text = f"{describe(a.type)} can never be {describe(b.type)}"
            self.report.fail(span, text)
        return fold.compare("==", self.fit(a, t, scope, span), self.fit(b, t, scope, span))

    def _ordered(
        self, op: Literal["<", "<="], a: x.Expr, b: x.Expr, scope: Scope, span: Span
    ) -> x.Expr:
        a, b = self.present(a, scope), self.present(b, scope)
        if isinstance(a.type, Int) and isinstance(b.type, Int):
            return fold.compare(op, a, b)
        if isinstance(a.type, Set) or isinstance(b.type, Set):
            a, b = self.as_set(a, span), self.as_set(b, span)
            t = join(a.type, b.type)
            if t is not None:
                a, b = self.fit(a, t, scope, span), self.fit(b, t, scope, span)
                part = fold.compare("<=", a, b)
                if op == "<=":
                    return part
                return fold.and_([part, fold.compare("!=", a, b)])
        text = f"{describe(a.type)} and {describe(b.type)} have no order"
        self.report.fail(span, text)

    def _membership(self, node: e.Comparison, scope: Scope) -> x.Expr:
        if isinstance(node.right, e.Interval):
            element = self.integer(node.left, scope)
            lo = self.integer(node.right.lo, scope)
            hi = self.integer(node.right.hi, scope)
            return fold.and_([fold.compare("<=", lo, element), fold.compare("<=", element, hi)])
        set_ = self.as_set(self.present(self.elaborate(node.right, scope), scope), node.right.span)
        assert isinstance(set_.type, Set)
        wanted = set_.type.element
        if wanted == NOBODY:
            return x.NO
        element = self.elaborate(node.left, scope, wanted)
        if (
            isinstance(element.type, Option)
            and not isinstance(wanted, Option)
            and element not in scope.present
        ):
            there = fold.compare("!=", element, x.Const(none_of(element.type), element.type))
            inner = self.fit(fold.unwrap(element), wanted, scope, node.left.span)
            return fold.and_([there, fold.in_(inner, set_)])
        return fold.in_(self.fit(element, wanted, scope, node.left.span), set_)

    # Binding forms

    def _quantified(self, node: e.Quantified, scope: Scope) -> x.Expr:
        variables: list[tuple[x.Local, x.Expr]] = []
        for binder in node.binders:
            for name in binder.names:
                family = self.family(binder.over, scope)
                local = self.element_of(family, name.text)
                variables.append((local, family.over))
                scope = scope.bind(name.text, family.bound(local))
        where = self.truth(node.condition, scope) if node.condition else None
        inner = scope.assume(where) if where is not None else scope
        kind = _QUANTIFIERS[node.kind]
        if kind in {"all", "some", "count"}:
            body = self.truth(node.body, inner)
        else:
            body = self.integer(node.body, inner)
        if node.kind in {"least", "greatest"} and len(variables) > 1:
            self.report.fail(node.span, f"{node.kind} takes one variable")
        return self._fold_quantifier(node.kind, kind, variables, where, body)

    def _fold_quantifier(
        self, word: str, kind: Literal["all", "some", "count", "sum", "min", "max"],
        variables: list[tuple[x.Local, x.Expr]], where: x.Expr | None, body: x.Expr,
    ) -> x.Expr:  # fmt: skip
        if kind == "count":
            where = body if where is None else fold.and_([where, body])
        result: x.Expr = body
        for depth, (var, over) in enumerate(reversed(variables)):
            innermost = depth == 0
            test = where if innermost else None
            assert isinstance(over.type, Set)
            most = size(over.type.element)
            match kind:
                case "all" | "some":
                    result = fold.quantifier(kind, var, over, test, result, Bool())
                case "count" if innermost:
                    result = fold.quantifier("count", var, over, test, None, Int(0, most))
                case "count" | "sum":
                    assert isinstance(result.type, Int)
                    ends = Int(min(0, most * result.type.lo), max(0, most * result.type.hi))
                    result = fold.quantifier("sum", var, over, test, result, ends)
                case _:
                    assert isinstance(result.type, Int)
                    t = Option(result.type)
                    result = fold.quantifier(kind, var, over, test, result, t)
        return fold.not_(result) if word == "no" else result

    def _those(self, node: e.Those, scope: Scope) -> x.Expr | Family:
        family = self.family(node.over, scope)
        var = self.element_of(family, node.name.text)
        where = self.truth(node.where, scope.bind(node.name.text, family.bound(var)))
        return self._filtered(family, var, where)

    def _filtered(self, family: Family, var: x.Local, where: x.Expr) -> x.Expr | Family:
        over = family.over
        if where != x.YES:
            over = x.Filter(var, over, where, Set(family.element))
        return over if family.member is None else replace(family, over=over)

    def _extreme(self, node: e.Extreme, scope: Scope) -> x.Expr | Family:
        family = self.family(node.over, scope)
        var = self.element_of(family, node.name.text)
        inner = scope.bind(node.name.text, family.bound(var))
        if node.condition is not None:
            where = self.truth(node.condition, inner)
            narrowed = self._filtered(family, var, where)
            family = narrowed if isinstance(narrowed, Family) else Family(narrowed)
            var = self.element_of(family, node.name.text)
            inner = scope.bind(node.name.text, family.bound(var)).assume(where)
        key = self.integer(node.key, inner)
        best = x.Best(var, family.over, key, node.most, Set(family.element))
        return best if family.member is None else replace(family, over=best)

    # Literals and match

    def _set_literal(
        self, items: tuple[e.Expression, ...], scope: Scope, wanted: Type | None
    ) -> x.Expr:
        element = wanted.element if isinstance(wanted, Set) else None
        values, t = self._items(items, scope, element)
        if t is None:
            return fold.empty_set(NOBODY)
        return fold.set_of(values, Set(t))

    def _list_literal(
        self, items: tuple[e.Expression, ...], scope: Scope, wanted: Type | None
    ) -> x.Expr:
        element = wanted.element if isinstance(wanted, List) else None
        values, t = self._items(items, scope, element)
        if t is None:
            return x.Const((), List(NOBODY, 0))
        if all(isinstance(v, x.Const) for v in values):
            constants = tuple(v.value for v in values if isinstance(v, x.Const))
            return x.Const(constants, List(t, len(values)))
        return x.ListOf(tuple(values), List(t, len(values)))

    def _items(
        self, items: tuple[e.Expression, ...], scope: Scope, element: Scalar | None
    ) -> tuple[list[x.Expr], Scalar | None]:
        values = [self.present(self.elaborate(i, scope, element), scope) for i in items]
        t: Type | None = element
        for item, value in zip(items, values, strict=True):
            if not is_scalar(value.type):
                text = f"{describe(value.type)} cannot be an element"
                self.report.fail(item.span, text)
            if element is None:
                t = value.type if t is None else join(t, value.type)
                if t is None:
                    self.report.fail(
                        item.span, "this element has another type than the ones before"
                    )
        if t is None:
            return [], None
        fitted = [self.fit(v, t, scope, i.span) for i, v in zip(items, values, strict=True)]
        return fitted, t  # type: ignore[return-value]

    def _choice(self, test: x.Expr, a: x.Expr, b: x.Expr, scope: Scope, span: Span) -> x.Expr:
        t = join(a.type, b.type)
        if t is None:
            text = f"one branch is {describe(a.type)}, the other {describe(b.type)}"
            self.report.fail(span, text)
        return fold.if_(test, self.fit(a, t, scope, span), self.fit(b, t, scope, span), t)

    def _match(self, node: e.MatchExpression, scope: Scope, wanted: Type | None) -> x.Expr:
        subject = self.elaborate(node.subject, scope)
        seen: list[x.Const] = []
        arms: list[tuple[x.Expr, x.Expr]] = []
        for case in node.cases:
            values = [self.pattern(q, subject, seen, scope) for q in case.patterns]
            test = fold.or_([self.equal(subject, v, scope, case.span) for v in values])
            arms.append((test, self.elaborate(case.body, scope.assume(test), wanted)))
        self.exhaustive(subject, seen, node.otherwise is not None, node.subject.span)
        if node.otherwise is not None:
            result = self.elaborate(node.otherwise, scope, wanted)
        else:
            result = arms.pop()[1]
        for test, value in reversed(arms):
            result = self._choice(test, value, result, scope, node.span)
        return result

    def pattern(
        self, node: e.Expression, subject: x.Expr, seen: list[x.Const], scope: Scope
    ) -> x.Const:
        """A constant that a case of a match names; ``seen`` collects them and finds doubles."""
        value = self.elaborate(node, scope, subject.type)
        fitted = convert(value, subject.type, frozenset())
        if isinstance(fitted, Mismatch) and not isinstance(subject.type, Int):
            self.report.fail(node.span, fitted.reason)
        constant = value if isinstance(fitted, Mismatch) else fitted
        if not isinstance(constant, x.Const):
            self.report.fail(node.span, "a case must be a value known before play begins")
        if any(s.value == constant.value for s in seen):
            self.report.fail(node.span, "this case stands here already")
        seen.append(constant)
        return constant

    def exhaustive(
        self, subject: x.Expr, seen: Sequence[x.Const], has_else: bool, span: Span
    ) -> None:
        """Report the cases that a match leaves out, or an 'else' that nothing is left for."""
        if not is_scalar(subject.type):
            if not has_else:
                text = f"a match over {describe(subject.type)} needs 'else'"
                self.report.fail(span, text)
            return
        lo, hi = bounds(subject.type)  # type: ignore[arg-type]
        missing = [v for v in range(lo, hi + 1) if all(s.value != v for s in seen)]
        if missing and not has_else:
            shown = ", ".join(show_value(subject.type, v) for v in missing[:5])
            more = ", …" if len(missing) > 5 else ""
            self.report.fail(span, f"the match leaves out {shown}{more}")
        if not missing and has_else:
            self.report.fail(span, "nothing is left for 'else': every case stands here already")


def _name(node: e.Reference) -> Name:
    return Name(node.name, span=node.span)


def _enum_in(t: Type | None) -> Enum | None:
    match t:
        case Enum():
            return t
        case Option(inner) if isinstance(inner, Enum):
            return inner
        case Set(inner) | List(inner, _):
            return _enum_in(inner)
        case _:
            return None


__all__ = ["Expressions", "lowest"]
