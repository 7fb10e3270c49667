"""Kinds of cards that nobody ever has, lays, draws or could choose, where there are others of their table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Chance, Decision
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.tree import nodes

from ....kinds import FindingKind
from ...detector import Conjecture, Noticed
from ...explored import Explored


@dataclass(frozen=True, slots=True)
class _Card:
    """A kind of card, by its table and its name there."""

    table: str
    label: str


@dataclass(frozen=True, slots=True)
class UnseenCards:
    """Each kind that no position of any game has in its state, and no action as an argument.

    In a map from cards, as in a supply, a card is met where its entry is not what it began with.
    """

    def claims(self, games: tuple[Explored, ...]) -> Iterable[Conjecture[_Card]]:
        for part in _tables(games[0]).values():
            name = part.name.text
            if not any(_met(one, name) for one in games):
                continue
            clauses = tuple(cite.clause for cite in part.cites)
            for label in dict.fromkeys(label for one in games for label in _labels(one, name)):
                noticed = Noticed(
                    FindingKind.DEAD_RULE, f"{name}_{label}", part.name.span, clauses,
                    f"The card {label} of {name} never comes into play",
                    "look for the rule that brings it, or leave it out of the table",
                )  # fmt: skip
                yield Conjecture(noticed, _Card(name, label))

    def left(
        self, claims: Sequence[Conjecture[_Card]], one: Explored
    ) -> Sequence[Conjecture[_Card]]:
        tables = dict.fromkeys(claim.about.table for claim in claims)
        met = {
            _Card(name, labels[number])
            for name in tables
            for labels in (_labels(one, name),)
            for number in _met(one, name)
        }
        return [claim for claim in claims if claim.about not in met]


def _tables(one: Explored) -> dict[str, p.CardsPart]:
    return {n.name.text: n for n in nodes(one.ruleset.tree.parts) if isinstance(n, p.CardsPart)}


def _labels(one: Explored, name: str) -> tuple[str, ...]:
    return next((enum.labels for enum in _enums(one) if enum.name == name), ())


def _enums(one: Explored) -> Iterator[ty.Enum]:
    types = [variable.type for variable in one.program.variables]
    for node in one.program.nodes:
        if isinstance(node, Decision):
            types += [parameter.type for c in node.choices for parameter in c.parameters]
        elif isinstance(node, Chance):
            types.append(node.parameter.type)
    for t in types:
        yield from _inside(t)


def _inside(t: ty.Type) -> Iterator[ty.Enum]:
    """The enumerations of which a type is made."""
    match t:
        case ty.Enum():
            yield t
        case ty.Option(inner) | ty.Set(inner) | ty.List(inner, _):
            yield from _inside(inner)
        case ty.Map(key, value):
            yield from _inside(key)
            yield from _inside(value)
        case ty.Record(of=element) if element is not None:
            yield from _inside(element)
        case ty.Record(fields=fields):
            for _, field in fields:
                yield from _inside(field)
        case _:
            pass


def _met(one: Explored, name: str) -> set[int]:
    """The values of the enumeration that play has to do with."""
    found: set[int] = set()
    variables = [v for v in one.program.variables if v.kind != "scratch" and _has(v.type, name)]
    values = {v.name: {v.initial} for v in variables}
    for state, node, actions in one.rests():
        for variable in variables:
            values[variable.name].add(one.game.value(state, variable.name))
        for action in actions:
            parameters = (
                node.choices[action.choice].parameters
                if isinstance(node, Decision)
                else (node.parameter,)
                if isinstance(node, Chance)
                else ()
            )
            for parameter, given in zip(parameters, action.args, strict=True):
                found.update(_values(parameter.type, given, name))
    for variable in variables:
        for value in values[variable.name]:
            found.update(_values(variable.type, value, name, variable.initial))
    return found


def _has(t: ty.Type, name: str) -> bool:
    return any(enum.name == name for enum in _inside(t))


def _values(
    t: ty.Type, value: ty.Value, name: str, before: ty.Value | None = None
) -> Iterator[int]:
    """The values of the enumeration that stand in a value; keys, where it is not as ``before``."""
    match t, value:
        case ty.Enum(), int():
            if t.name == name:
                yield value
        case ty.Option(inner), int():
            if value != ty.none_of(t):
                yield from _values(inner, value, name)
        case ty.Record(of=element), int() if element is not None:
            yield from _values(ty.Set(element), value, name)
        case ty.Record(), int():
            for _, field, item in ty.field_values(t, value):
                yield from _values(field, item, name)
        case ty.Set(element), int():
            for item in ty.elements(t, value):
                yield from _values(element, item, name)
        case ty.List(element, _), tuple():
            for each in value:
                yield from _values(element, each, name)
        case ty.Map(key, inner), tuple():
            first = before if isinstance(before, tuple) else value
            for k, entry, began in zip(ty.scalar_values(key), value, first, strict=True):
                if entry != began:
                    yield from _values(key, k, name)
                if not isinstance(inner, ty.Bool | ty.Int):
                    yield from _values(inner, entry, name, began)
        case _:
            pass
