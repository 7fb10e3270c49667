"""Types: from syntax to IR."""

from __future__ import annotations

from collections.abc import Callable

from ...diagnostics import near
from ...ir.types import Bool as BoolType
from ...ir.types import Int, List, Map, Option, Record, Scalar, Set, Type, show, size, subsets
from ...span import Span
from ...syntax import expressions as e
from ..symbols.scope import Scope
from ..symbols.symbol_table import SymbolTable
from ..symbols.uses import PossibleNames
from .coercions import describe

MAX_VALUES = 4096
"""A type with more values is refused where its values are enumerated: as elements, keys, fields."""

MAX_NUMBER = 999_999_999
"""The largest distance from 0 of numbers that are only counted and compared."""

MAX_LIST = 64

MAX_SET = MAX_VALUES.bit_length() - 1
"""The most things whose sets are no more than the values that an enumerated type may have."""


class TypeElaborator:
    """Reads types; the bounds of ranges are constant expressions, which ``constant`` reads."""

    def __init__(self, world: SymbolTable, constant: Callable[[e.Expression, Scope], int]) -> None:
        self._world, self._report, self._constant = world, world.report, constant

    def read(self, node: e.TypeSyntax, scope: Scope) -> Type:
        """The type that the syntax names; raises ElaborationError after reporting what is wrong."""
        match node:
            case e.PlainType(e.Interval() as interval):
                return self._number(interval, scope)
            case e.PlainType() | e.OptionType() | e.KeyType():
                return self.scalar(node, scope)
            case e.SetType(element):
                return Set(self.scalar(element, scope))
            case e.BagType(element, limit):
                n = self._limit(limit, scope, MAX_VALUES)
                return Map(self.scalar(element, scope), Int(0, n))
            case e.ListType(element, limit):
                return List(self.scalar(element, scope), self._limit(limit, scope, MAX_LIST))
            case e.MapType(keys, value):
                parts = [self.scalar(k, scope) for k in keys]
                inner = self.read(value, scope)
                if isinstance(inner, Map):
                    text = "the values of a map cannot be maps; give it two keys"
                    several = ", ".join(map(show, (*parts, inner.key)))
                    hint = f"write {several} -> {show(inner.value)}"
                    self._report.fail("E213", value.span, text, hint)
                return Map(self._counted(self.key(parts), node.span), inner)

    def key(self, parts: list[Scalar]) -> Scalar:
        """The key type of a map with these indices."""
        if len(parts) == 1:
            return parts[0]
        return Record("", tuple((f"_{i}", t) for i, t in enumerate(parts)))

    def scalar(self, node: e.TypeSyntax, scope: Scope) -> Scalar:
        """A type that must be a scalar."""
        match node:
            case e.PlainType(expression):
                t = self._plain(expression, scope)
            case e.OptionType(inner):
                plain = self.scalar(inner, scope)
                assert not isinstance(plain, Option)
                t = Option(plain)
            case e.KeyType(parts):
                t = self.key([self.scalar(part, scope) for part in parts])
            case e.SetType(element):
                t = self.subsets(self.scalar(element, scope), node.span)
            case _:
                found = self.read(node, scope)
                self._report.fail(
                    "E214", node.span, f"{describe(found)} cannot stand inside another type"
                )
        return self._counted(t, node.span)

    def subsets(self, element: Scalar, span: Span) -> Record:
        """The type of sets that are themselves elements, keys or fields."""
        n = size(element)
        if n > MAX_SET:
            values = str(1 << n) if n <= 60 else f"2 to the power of {n}"
            text = f"sets of {show(element)} have {values} values; at most {MAX_VALUES} are allowed"
            self._report.fail(
                "E224",
                span,
                text,
                f"sets of {MAX_SET} things are possible, no larger ones; for a few large sets: "
                "an enum that names them, and a table from it to each set",
            )
        return subsets(element)

    def _number(self, node: e.Interval, scope: Scope) -> Scalar:
        """A range whose numbers are not enumerated."""
        t = self._plain(node, scope)
        if isinstance(t, Int) and (t.lo < -MAX_NUMBER or t.hi > MAX_NUMBER):
            text = f"numbers lie between {-MAX_NUMBER} and {MAX_NUMBER}"
            self._report.fail("E224", node.span, text)
        return t

    def _counted(self, t: Scalar, span: Span) -> Scalar:
        """The type, if it has not too many values."""
        if size(t) > MAX_VALUES:
            text = f"this type has {size(t)} values; at most {MAX_VALUES} are allowed"
            self._report.fail("E224", span, text)
        return t

    def _plain(self, node: e.Expression, scope: Scope) -> Scalar:
        if isinstance(node, e.Interval):
            lo = self._constant(node.lo, scope)
            hi = self._constant(node.hi, scope)
            if hi < lo:
                self._report.fail("E221", node.span, f"the range {lo}..{hi} is empty")
            return Int(lo, hi)
        if isinstance(node, e.Reference):
            if node.name == "Bool":
                return BoolType()
            types = self._world.types
            if node.name in types:
                self._report.use("global", node.name, node.span)
                return types[node.name]
            self._report.asked[node.name] = PossibleNames(
                scope, dict.fromkeys((*types, "Bool")), None
            )
            if node.name.lower() in {"int", "integer", "number", "nat", "natural", "counter"}:
                hint = "give the range, such as 0..10, or 0..999999999 for a counter"
                self._report.fail(
                    "E222", node.span, "numbers without bounds are not possible", hint
                )
            hint = near(node.name, [*types, "Bool"])
            self._report.missing(
                node.name, "E102", node.span, f"there is no type {node.name}", hint
            )
        self._report.fail("E215", node.span, "expected a type", "a name such as Player, or 0..10")

    def _limit(self, node: e.Expression, scope: Scope, most: int) -> int:
        n = self._constant(node, scope)
        if not 0 <= n <= most:
            self._report.fail("E226", node.span, f"this limit must lie between 0 and {most}")
        return n
