"""From the syntax of a claim to the IR: expressions of the language, and what only claims may say.

=====================  ==========================================================================
``$value(e)``          the value in the option ``e``; the lowest of its type where it is none
``$set(e)``            the set of places that an element of a board stands for
``$as(e : T)``         ``e`` as a value of the larger type ``T``
``$const(v : T)``      the value of ``T`` that is represented by ``v``: see ``ir.types``
``$entry(m, k)``       the entry of a map for a key that is one value
``$make(e, … : T)``    a record, or a key of several parts, of its fields
``$back(l, n)``        the item of a list ``n`` before the last
``$slice(l, a, b)``    the items at the positions ``a <= i < b``
``$map(x: T, e)``      the map from every value of ``T`` to ``e``
``$least(x in S: e)``  as ``least``, of any scalar ``e``; ``$greatest`` too
``$at("name")``        whether play rests at a place: see :mod:`.labels`
``$var("name")``       a variable whose name the language cannot say
``$call("name", e)``   a function of which only the compiler knows the name
``$of("name", e, …)``  what looks ahead in the check, function or option of that name
=====================  ==========================================================================

Whatever is read has the type that its parts give it: nothing here can say that a value has a type
that it has not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ..elaborate.checks import PropertyElaborator
from ..elaborate.expressions.coercions import TypeMismatch, convert
from ..elaborate.expressions.dispatch import LEAVES
from ..elaborate.symbols.scope import Domain, Scope
from ..elaborate.symbols.symbol_table import SymbolTable
from ..ir import code as x
from ..ir import fold
from ..ir.program import Program
from ..ir.types import (
    List,
    Map,
    Option,
    Record,
    Type,
    Value,
    contains,
    is_scalar,
    optional,
)  # fmt: skip
from ..ir.walk import free_locals, substituted
from ..syntax import expressions as e
from . import parts
from .labels import node_labels
from .unreadable import UnreadableClaimError


class ClaimExpressions(PropertyElaborator):
    """Elaborates expressions of claims about one program, against the names of its world."""

    def __init__(self, world: SymbolTable, program: Program) -> None:
        super().__init__(world, LEAVES)
        self.nodes = program.nodes
        self.program = program
        self.labels: Mapping[str, int] = {
            label: number for number, label in enumerate(node_labels(program))
        }
        self.lifted: Mapping[str, str] = parts.lifted(program)
        self.variables = {v.name: x.Var(v.name, v.type) for v in program.variables}
        self._bound = 0

    @cached_property
    def ahead(self) -> Mapping[str, x.Expr]:
        """The look-aheads, by name."""
        return parts.parts_ahead(self.program)

    def local(self, name: str, t: Type) -> x.Local:
        """A local variable of a claim; the compiler's own end in a number, so none has this name."""
        self._bound += 1
        return x.Local(f"{name}.c{self._bound}", t)

    def meaning(self, node: e.Expression, scope: Scope, expected: Type | None) -> x.Expr | Domain:
        match node:
            case e.Exact():
                return self._exact(node, scope)
            case e.ExactNamed():
                return self._named(node, scope)
            case e.ExactMap(name, syntax, body):
                key = self.types.scalar(syntax, scope)
                local = self.local(name.text, key)
                value = self.elaborate(body, scope.bind(name, local))
                if isinstance(value.type, Map):
                    raise UnreadableClaimError("the values of a map cannot be maps")
                return x.MapOf(local, value, Map(key, value.type))
            case e.ExactExtreme():
                return self._extreme(node, scope)
            case _:
                return super().meaning(node, scope, expected)

    def _extreme(self, node: e.ExactExtreme, scope: Scope) -> x.Expr:
        name = node.binder.names[0].text
        over = self.as_set(self.elaborate(node.binder.over, scope), node.binder.over.span)
        local = self.element_of(Domain(over), name)
        inner = scope.bind(name, local)
        where = None if node.condition is None else self.truth(node.condition, inner)
        body = self.elaborate(node.body, inner if where is None else inner.assume(where))
        if not is_scalar(body.type) or isinstance(body.type, Option):
            self.wrong("a value that has an order", body, node.body.span)
        t = optional(body.type)
        return fold.quantifier("min" if node.least else "max", local, over, where, body, t)

    def _exact(self, node: e.Exact, scope: Scope) -> x.Expr:
        count = {"entry": 2, "back": 2, "slice": 3}.get(node.word, 1)
        if node.word != "make" and len(node.args) != count:
            raise UnreadableClaimError(f"${node.word} takes {count} of them")
        if (node.type is not None) != (node.word in {"as", "const", "make"}):
            raise UnreadableClaimError("a type stands after ':' in $as, $const and $make alone")
        first = node.args[0]
        match node.word:
            case "value":
                value = self.elaborate(first, scope)
                if not isinstance(value.type, Option):
                    self.wrong("an option", value, first.span)
                return fold.unwrap(value)
            case "set":
                return self.as_set(self.elaborate(first, scope), first.span)
            case "entry":
                return self._entry(node, scope)
            case "back" | "slice":
                return self._of_list(node, scope)
            case _:
                assert node.type is not None
                return self._typed(node, self.types.read(node.type, scope), scope)

    def _typed(self, node: e.Exact, t: Type, scope: Scope) -> x.Expr:
        if node.word == "const":
            value = _value(node.args[0])
            if value is None or not contains(t, value):
                raise UnreadableClaimError("this represents no value of that type")
            return x.Const(value, t)
        if node.word == "as":
            return _as(self.elaborate(node.args[0], scope, t), t)
        if not isinstance(t, Record) or len(t.fields) != len(node.args):
            raise UnreadableClaimError("a record is made of as many values as it has fields")
        pairs = zip(node.args, t.fields, strict=True)
        return fold.make([self.of_type(a, scope, kind) for a, (_, kind) in pairs], t)

    def _entry(self, node: e.Exact, scope: Scope) -> x.Expr:
        table = self.elaborate(node.args[0], scope)
        if not isinstance(table.type, Map):
            self.wrong("a map", table, node.args[0].span)
        return fold.lookup(table, self.of_type(node.args[1], scope, table.type.key))

    def _of_list(self, node: e.Exact, scope: Scope) -> x.Expr:
        items = self.elaborate(node.args[0], scope)
        if not isinstance(items.type, List):
            self.wrong("a list", items, node.args[0].span)
        numbers = [self.integer(a, scope) for a in node.args[1:]]
        if node.word == "slice":
            return x.Slice(items, numbers[0], numbers[1], items.type)
        if isinstance(items.type.element, Option):
            raise UnreadableClaimError("an option cannot stand in an option")
        return x.Item(items, numbers[0], True, Option(items.type.element))

    def _named(self, node: e.ExactNamed, scope: Scope) -> x.Expr:
        match node.word:
            case "at":
                known: Mapping[str, object] = self.labels
            case "var":
                known = self.variables
            case "call":
                known = self.lifted
            case _:
                known = self.ahead
        if node.name not in known:
            raise UnreadableClaimError(f'there is no ${node.word}("{node.name}") here')
        if node.word in {"at", "var"} and node.args:
            raise UnreadableClaimError(f"${node.word} takes a name alone")
        match node.word:
            case "at":
                return x.At((self.labels[node.name],))
            case "var":
                return self.variables[node.name]
            case "call":
                function = self.world.functions[self.lifted[node.name]]
                assert function is not None
                args = self._args(node, [p.type for p in function.params], scope)
                return x.Call(function.name, args, function.type)
            case _:
                part = self.ahead[node.name]
                free = free_locals(part)
                args = self._args(node, [local.type for local in free], scope)
                if not all(isinstance(a, x.Local | x.Const) for a in args):
                    raise UnreadableClaimError("$of takes names and values that are known")
                return substituted(part, dict(zip(free, args, strict=True)))

    def _args(
        self, node: e.ExactNamed, expected: list[Type], scope: Scope
    ) -> tuple[x.Expr, ...]:  # fmt: skip
        if len(node.args) != len(expected):
            raise UnreadableClaimError(f"this takes {len(expected)} values, not {len(node.args)}")
        return tuple(self.of_type(a, scope, t) for a, t in zip(node.args, expected, strict=True))


def _as(value: x.Expr, t: Type) -> x.Expr:
    found = convert(value, t, frozenset())
    if isinstance(found, TypeMismatch):
        raise UnreadableClaimError(found.reason)
    return found


def _value(node: e.Expression) -> Value | None:
    """A value in its representation: a number, yes or no, or a list of values."""
    match node:
        case e.Number(number) | e.Negative(e.Number(number)):
            return number if isinstance(node, e.Number) else -number
        case e.Truth(truth):
            return truth
        case e.ListLiteral(items):
            found = [_value(item) for item in items]
            return None if None in found else tuple(v for v in found if v is not None)
        case _:
            return None
