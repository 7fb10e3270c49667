"""The constants at the top of a generated module: labels, tables, the elements of fixed sets."""

from __future__ import annotations

from rulewright.dsl.ir.code import Const
from rulewright.dsl.ir.types import (
    Bool,
    Enum,
    List,
    Map,
    Option,
    Record,
    Scalar,
    Set,
    Type,
    Value,
    lowest,
    none_of,
    size,
)

from .annotations import annotation, definition, written
from .code import PythonExpression, literal
from .names import Names

_SHORT = 4


class PythonConstants:
    """Gives every constant that code asks for one name, and remembers its definition."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._found: dict[tuple[str, str], str] = {}
        self._lines: list[str] = []

    def text(self) -> str:
        """All definitions, in the order in which they were first asked for."""
        return "\n".join(self._lines)

    def value(self, const: Const) -> PythonExpression:
        """A constant of the IR."""
        value, t = const.value, const.type
        if isinstance(value, tuple):
            if len(value) <= _SHORT and not const.name:
                return PythonExpression(written(t, value))
            return PythonExpression(self._define(const.name or "table", t, written(t, value)))
        if isinstance(t, Set):
            if const.name and value:
                return PythonExpression(self._define(f"all {const.name}", t, written(t, value)))
            return PythonExpression(written(t, value))
        return self._scalar(t, int(value))

    def _scalar(self, t: Type, value: int) -> PythonExpression:
        match t:
            case Bool():
                return PythonExpression(str(bool(value)))
            case Enum(name, labels):
                return PythonExpression(self._define(f"{name} {labels[value]}", t, str(value)))
            case Option(inner) if isinstance(inner, Enum | Record) and value == none_of(t):
                return PythonExpression(self._define(f"no {inner.name or 'record'}", t, str(value)))
            case Option(Enum() as inner):
                return self._scalar(inner, value)
            case _:
                return literal(value)

    def elements(self, const: Const) -> str:
        """The values that are the elements of a constant set, as a tuple."""
        assert isinstance(const.type, Set)
        assert isinstance(const.value, int)
        listed = _listed(const.type.element, const.value)
        row = List(const.type.element, len(listed))
        return self._define(f"each {const.name or 'element'}", row, written(row, listed))

    def element_rows(self, const: Const) -> str:
        """For each key of a constant map of sets, the set's elements, as tuples."""
        t = const.type
        assert isinstance(t, Map)
        assert isinstance(t.value, Set)
        assert isinstance(const.value, tuple)
        rows = [_listed(t.value.element, mask) for mask in const.value]
        table = Map(t.key, List(t.value.element, 0))
        return self._define(f"{const.name or 'table'} each", table, written(table, tuple(rows)))

    def actions(self, name: str, choice: int, t: Scalar) -> str:
        """The actions of a choice with one parameter of type ``t``, by its ordinal."""
        lo = lowest(t)
        text = f"tuple([Action({choice}, (i,)) for i in range({lo}, {lo + size(t)})])"
        return self._add(name, "", text)

    def _define(self, name: str, t: Type, text: str) -> str:
        typed = f": {annotation(t)}" if text.startswith("(") else ""
        key = (name, text)
        if key not in self._found:
            self._found[key] = self._add(name, typed, text)
        return self._found[key]

    def _add(self, name: str, typed: str, text: str) -> str:
        ident = self._names.fresh(name.upper(), "TABLE")
        self._lines.append(definition(ident + typed, text))
        return ident


def _listed(t: Scalar, mask: Value) -> tuple[Value, ...]:
    assert isinstance(mask, int)
    lo = lowest(t)
    found = (lo + i for i in range(size(t)) if mask >> i & 1)
    return tuple(bool(v) if isinstance(t, Bool) else v for v in found)
