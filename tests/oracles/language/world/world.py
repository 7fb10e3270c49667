"""The names of one game: what each of them stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.oracles.language.values import (
    Enum,
    Label,
    ListOf,
    MapOf,
    Maybe,
    Range,
    SetOf,
    Truth,
    Type,
    Value,
)  # fmt: skip
from tests.oracles.language.world.boards import Board

from rulewright.dsl.span import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p

Keys = tuple[tuple[str, Type], ...]


@dataclass
class World:
    """Everything that has a name outside of procedures."""

    types: dict[str, Type] = field(default_factory=dict)
    labels: dict[str, list[Enum]] = field(default_factory=dict)
    constants: dict[str, Value] = field(default_factory=dict)
    functions: dict[str, p.FunctionPart] = field(default_factory=dict)
    procedures: dict[str, p.ProcedurePart] = field(default_factory=dict)
    variables: dict[str, Type] = field(default_factory=dict)
    initial: dict[str, Value] = field(default_factory=dict)
    """The values before play; those of ``pending`` are worked out when play begins."""
    pending: list[tuple[str, e.Expression]] = field(default_factory=list)
    earlier: set[str] = field(default_factory=set)
    """The states that are looked back at."""
    since: dict[Span, str] = field(default_factory=dict)
    """What is called what each ``since`` said where somebody decided last."""
    past: list[e.Since] = field(default_factory=list)
    kept_for: Mapping[str, Keys] = field(default_factory=dict)
    """The local names below each ``since``, with their types, if there are any."""
    supplies: set[str] = field(default_factory=set)
    histories: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    """How many positions each holds, and of which states."""
    seen: dict[str, str] = field(default_factory=dict)
    boards: list[Board] = field(default_factory=list)
    tables: dict[str, list[Mapping[Value, Value]]] = field(default_factory=dict)
    checks: list[p.CheckPart | p.AgreePart] = field(default_factory=list)
    strategies: list[p.StrategyPart] = field(default_factory=list)
    players: Enum = field(default_factory=lambda: Enum("Player", ()))
    absent: tuple[str, ...] = ()
    """Who has a name and does not play: a case of a match that says it is never met."""

    def add(self, t: Enum, name: str | None = None) -> None:
        """Make an enumeration and its values known."""
        if name is not None:
            self.types[name] = t
        for text in t.labels:
            known = self.labels.setdefault(text, [])
            if t not in known:
                known.append(t)

    def group(self, value: Value) -> frozenset[Value] | None:
        """The places that an element of a board stands for."""
        if isinstance(value, Label):
            for board in self.boards:
                members = board.groups.get(value.enum.name)
                if members is not None and value in members:
                    return members[value]
        return None

    def label(self, text: str) -> Label:
        """The value of that name: of the enumeration with the fewest values, if others extend it."""
        return Label(text, min(self.labels[text], key=lambda t: len(t.labels)))

    def type_of(self, node: e.TypeSyntax) -> Type:
        """The type that the syntax names."""
        match node:
            case e.PlainType(e.Interval(lo, hi)):
                return Range(self.number(lo), self.number(hi))
            case e.PlainType(e.Reference(name)):
                return Truth() if name == "Bool" else self.types[name]
            case e.OptionType(inner):
                return Maybe(self.type_of(inner))
            case e.SetType(element):
                return SetOf(self.type_of(element))
            case e.BagType(element, limit):
                return MapOf((self.type_of(element),), Range(0, self.number(limit)))
            case e.ListType(element, limit):
                return ListOf(self.type_of(element), self.number(limit))
            case e.MapType(keys, value):
                return MapOf(tuple(self.type_of(k) for k in keys), self.type_of(value))
        raise TypeError(f"unknown type {node!r}")

    def number(self, node: e.Expression) -> int:
        """A number that is known before play."""
        from tests.oracles.language.expressions.expressions import Expressions
        from tests.oracles.language.scope import Scope

        value = Expressions(self).value(node, Scope({}, {}))
        assert isinstance(value, int)
        return value
