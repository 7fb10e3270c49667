"""Statements that change state and move components."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from tests.oracles.language.expressions.expressions import Expressions
from tests.oracles.language.scope import Cell, Scope
from tests.oracles.language.values import (
    DoesNotFit,
    FaultHappened,
    Label,
    ListOf,
    Map,
    MapOf,
    Maybe,
    Range,
    SetOf,
    Type,
    Value,
    ascending,
    entry,
    keys_of,
)  # fmt: skip

from rulewright.dsl.span import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import statements as s


@dataclass(frozen=True)
class Place:
    """What can be assigned to: a variable or a changing local, or an entry of it.

    ``key``: of an entry. ``first``: the first keys of a part of a map with several.
    """

    variable: str | Cell
    type: Type
    key: tuple[Value, ...] | None = None
    first: tuple[Value, ...] = ()


class Components:
    """Does the statements that neither decide nor jump."""

    def __init__(self, expressions: Expressions) -> None:
        self.ex = expressions
        self.world = expressions.world

    # Places

    def place(self, node: e.Expression, scope: Scope) -> Place:
        """The place that an expression names, once and for all."""
        if isinstance(node, e.Reference):
            local = scope.names.get(node.name)
            if isinstance(local, Cell):
                return Place(local, local.type)
            return Place(node.name, self.world.variables[node.name])
        assert isinstance(node, e.Indexed), node
        base = self.place(node.base, scope)
        assert isinstance(base.type, MapOf), base
        keys = tuple(self.ex.value(k, scope) for k in node.keys)
        n = len(base.type.keys)
        if n > 1 and len(keys) < n:
            rest = MapOf(base.type.keys[len(keys) :], base.type.value)
            return Place(base.variable, rest, None, keys)
        return Place(base.variable, base.type.value, keys)

    def _whole(self, place: Place, scope: Scope) -> Value:
        if isinstance(place.variable, Cell):
            assert scope.cells is not None
            return scope.cells[place.variable.number]
        return scope.state[place.variable]

    def read(self, place: Place, scope: Scope) -> Value:
        """What stands there now."""
        whole = self._whole(place, scope)
        keys = place.first if place.key is None else place.key
        return entry(cast(Map, whole), keys) if keys else whole

    def write(self, place: Place, value: Value, span: Span, scope: Scope) -> None:
        """Assign. Raises FaultHappened where the value does not fit."""
        try:
            t = place.type
            if isinstance(t, MapOf) and not isinstance(value, Map):  # one for all keys
                one = self.ex.as_type(value, t.value)
                value = Map(dict.fromkeys(keys_of(t), one), len(t.keys))
            value = self.ex.as_type(value, t)
        except DoesNotFit:
            raise FaultHappened(span) from None
        if place.key is not None:
            whole = self._whole(place, scope)
            assert isinstance(whole, Map)
            key = place.key[0] if whole.arity == 1 and len(place.key) == 1 else place.key
            value = whole.put(key, value)
        if place.first:
            whole = self._whole(place, scope)
            assert isinstance(whole, Map)
            assert isinstance(value, Map)
            for rest in list(value.keys()):
                others = rest if value.arity > 1 else (rest,)
                assert isinstance(others, tuple)
                whole = whole.put((*place.first, *others), value[rest])
            value = whole
        if isinstance(place.variable, Cell):
            cast(dict[int, Value], scope.cells)[place.variable.number] = value
        else:
            cast(dict[str, Value], scope.state)[place.variable] = value

    def assign(self, target: e.Expression, value: Value, span: Span, scope: Scope) -> None:
        self.write(self.place(target, scope), value, span, scope)

    # Statements

    def do(self, node: s.Statement, scope: Scope) -> None:
        """Do a statement. Raises FaultHappened."""
        match node:
            case s.Change():
                self._change(node, scope)
            case s.Take(amount, source, target):
                self._take(amount, source, target, scope)
            case s.PutBack():
                self._put_back(node, scope)
            case s.MoveStatement():
                self._move(node, scope)
            case s.MoveThose():
                self._move_those(node, scope)
            case s.Rotate():
                self._rotate(node, scope)
            case s.ResetStatement(names):
                state = cast(dict[str, Value], scope.state)
                for name in names:
                    _, of = self.world.histories.get(name.text, (0, ()))
                    for each in (name.text, *(f"{name.text}.{part}" for part in of)):
                        state[each] = self.world.initial[each]
            case s.Remember(name):
                self._remember(name.text, node.span, cast(dict[str, Value], scope.state))
            case _:
                raise TypeError(f"no meaning for {type(node).__name__}")

    def _remember(self, name: str, span: Span, state: dict[str, Value]) -> None:
        """Note what the states of a history are now, under the next number."""
        limit, of = self.world.histories[name]
        number = state[name]
        assert isinstance(number, int)
        if number == limit:
            raise FaultHappened(span)
        for each in of:
            now, noted = state[each], state[f"{name}.{each}"]
            assert isinstance(noted, Map)
            if isinstance(now, Map):
                for key in now.keys():  # noqa: SIM118
                    rest = key if now.arity > 1 else (key,)
                    noted = noted.put((number, *rest), now[key])
            else:
                noted = noted.put(number, now)
            state[f"{name}.{each}"] = noted
        state[name] = number + 1

    def _change(self, node: s.Change, scope: Scope) -> None:
        place = self.place(node.target, scope)
        before, value = self.read(place, scope), self.ex.value(node.value, scope)
        sign = 1 if node.op == "+" else -1
        if isinstance(place.type, Range):
            assert isinstance(before, int)
            assert isinstance(value, int)
            self.write(place, before + sign * value, node.value.span, scope)
            return
        assert isinstance(place.type, SetOf), place
        assert isinstance(before, frozenset)
        if isinstance(place.type.element, SetOf):  # one set goes into a set of sets, or out of it
            some = frozenset([self.ex.as_type(value, place.type.element)])
        else:
            some = value if isinstance(value, frozenset) else self._one(value, place.type)
        self.write(place, before | some if sign > 0 else before - some, node.value.span, scope)

    def _one(self, value: Value, t: SetOf) -> frozenset[Value]:
        """One element, or what an element of a board stands for in a set of places."""
        members = self.world.group(value)
        own = isinstance(value, Label) and value.enum == t.element
        return members if members is not None and not own else frozenset([value])

    def _number(self, node: e.Expression | None, scope: Scope) -> int:
        return 1 if node is None else self.ex.number(node, scope)

    def _add(self, place: Place, n: int, span: Span, scope: Scope) -> None:
        before = self.read(place, scope)
        assert isinstance(before, int)
        self.write(place, before + n, span, scope)

    def _take(
        self, amount: e.Expression | None, source: e.Expression, target: e.Expression, scope: Scope
    ) -> None:
        here, there = self.place(source, scope), self.place(target, scope)
        n = self._number(amount, scope)
        self._add(here, -n, source.span, scope)
        if isinstance(there.type, Range):
            self._add(there, n, target.span, scope)
            return
        assert here.key is not None
        component = here.key[0] if len(here.key) == 1 else here.key
        self._put(component, there, target.span, scope)

    def _put(self, component: Value, place: Place, span: Span, scope: Scope) -> None:
        """Onto an empty place, a list, into a set or a bag."""
        before = self.read(place, scope)
        match place.type:
            case ListOf():
                self.write(place, (*cast(tuple[Value, ...], before), component), span, scope)
            case Maybe():
                if before is not None:
                    raise FaultHappened(span)
                self.write(place, component, span, scope)
            case SetOf():
                assert isinstance(before, frozenset)
                if component in before:
                    raise FaultHappened(span)
                self.write(place, before | {component}, span, scope)
            case MapOf(_, Range() as counted):
                rest = component if isinstance(component, tuple) else (component,)
                key = (*place.first, *rest) if place.first else (component,)
                self._add(replace(place, type=counted, key=key, first=()), 1, span, scope)
            case _:
                raise TypeError(f"{place} cannot hold a component")

    def _put_back(self, node: s.PutBack, scope: Scope) -> None:
        place, supply = self.place(node.source, scope), node.supply.text
        t = self.world.variables[supply]
        if isinstance(place.type, Range):
            n = self._number(node.amount, scope)
            self._add(place, -n, node.source.span, scope)
            self._add(Place(supply, t), n, node.span, scope)
            return
        held = self.read(place, scope)
        if held is None:
            raise FaultHappened(node.source.span)
        assert isinstance(t, MapOf)
        key = held if isinstance(held, tuple) and len(t.keys) > 1 else (held,)
        self._add(Place(supply, t.value, key), 1, node.span, scope)
        self.write(place, None, node.span, scope)

    def _move(self, node: s.MoveStatement, scope: Scope) -> None:
        here, there = self.place(node.source, scope), self.place(node.target, scope)
        if isinstance(here.type, Range):
            n = self._number(node.amount, scope)
            self._add(here, -n, node.source.span, scope)
            self._add(there, n, node.target.span, scope)
            return
        held = self.read(here, scope)
        if isinstance(here.type, ListOf):
            assert isinstance(held, tuple)
            n = len(held) if node.amount is None else self._number(node.amount, scope)
            if n > len(held):
                raise FaultHappened(node.source.span)
            stay = len(held) - n
            self.write(here, held[:stay], node.span, scope)
            self._arrive(held[stay:], there, node.target.span, scope)
            return
        if held is None:
            raise FaultHappened(node.source.span)
        self.write(here, None, node.span, scope)
        self._put(held, there, node.target.span, scope)

    def _append(self, items: tuple[Value, ...], place: Place, span: Span, scope: Scope) -> None:
        before = self.read(place, scope)
        assert isinstance(before, tuple)
        self.write(place, (*before, *items), span, scope)

    def _move_those(self, node: s.MoveThose, scope: Scope) -> None:
        here, there = self.place(node.source, scope), self.place(node.target, scope)
        held = self.read(here, scope)
        assert isinstance(held, tuple)
        goes = [self.ex.truth(node.where, scope.bind(node.name.text, item)) for item in held]
        moved = tuple(item for item, go in zip(held, goes, strict=True) if go)
        self.write(
            here, tuple(i for i, go in zip(held, goes, strict=True) if not go), node.span, scope
        )
        self._arrive(moved, there, node.target.span, scope)

    def _arrive(self, items: tuple[Value, ...], there: Place, span: Span, scope: Scope) -> None:
        if isinstance(there.type, Range):
            self._add(there, len(items), span, scope)
        elif isinstance(there.type, ListOf):
            self._append(items, there, span, scope)
        else:
            for item in items:
                self._put(item, there, span, scope)

    def _rotate(self, node: s.Rotate, scope: Scope) -> None:
        group = self.ex.value(node.group, scope)
        steps = self.ex.number(node.steps, scope)
        board = next(b for b in self.world.boards if str(group) in b.turned)
        source = board.turned[str(group)]
        for _ in range(steps % len(source)):
            for name, t in self.world.variables.items():
                if isinstance(t, MapOf) and t.keys == (board.place,):
                    old = scope.state[name]
                    assert isinstance(old, Map)
                    moved = {k: old[source.get(k, k)] for k in old.keys()}  # noqa: SIM118
                    cast(dict[str, Value], scope.state)[name] = Map(moved, 1)


__all__ = ["Components", "FaultHappened", "Place", "ascending"]
