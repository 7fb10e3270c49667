"""What the functions of the language itself come to."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from tests.oracles.language.expressions.walks import Near, components, steps
from tests.oracles.language.scope import Scope
from tests.oracles.language.values import (
    Enum,
    Label,
    Map,
    Value,
    ascending,
    rank,
    same,
)  # fmt: skip

from rulewright.dsl.syntax import expressions as e

if TYPE_CHECKING:
    from tests.oracles.language.expressions.expressions import Expressions


def builtin(ex: Expressions, node: e.Application, scope: Scope) -> Value:
    """The value of a function that no part of the ruleset declares. Raises NameError for any other."""
    name, args = node.name.text, node.args
    match name:
        case "won":
            won = scope.ended is not None and scope.ended.kind == "win"
            return won and ex.value(args[0], scope) in scope.ended.winners
        case "over" | "drawn" | "lost":
            return ex.outcome(name, scope)
        case "size":
            value = ex.value(args[0], scope)
            return len(value) if isinstance(value, tuple) else len(ex.as_set(value))
        case "first" | "last" | "item":
            return _item(ex, node, scope)
        case "next" | "previous" | "number":
            label = ex.value(args[0], scope)
            assert isinstance(label, Label), label
            if name == "number":
                return label.index + 1
            t = static_enum(ex, args[0], scope) or label.enum
            step = 1 if name == "next" else -1
            at = t.labels.index(str(label))
            return Label(t.labels[(at + step) % len(t.labels)], t)
        case "min" | "max" | "abs":
            values = [ex.value(arg, scope) for arg in args]
            if name == "abs":
                assert isinstance(values[0], int)
                return abs(values[0])
            return (min if name == "min" else max)(values, key=rank)
        case "remembered":
            assert isinstance(args[0], e.Reference)
            return _remembered(ex, args[0].name, scope)
        case "subsets":
            of = ascending(ex.set(args[0], scope))
            chosen = (combinations(of, n) for n in range(len(of) + 1))
            return frozenset(map(frozenset, chain.from_iterable(chosen)))
        case "connected":
            inside = ex.set(args[0], scope)
            start = next(iter(ascending(inside)), None)
            near = _neighbours(ex, node, scope)
            return start is None or frozenset(steps(start, inside, near)) == inside
        case "components":
            inside = ex.set(args[0], scope)
            return components(inside, _neighbours(ex, node, scope))
        case "group":
            start, inside = ex.value(args[0], scope), ex.set(args[1], scope)
            return frozenset(steps(start, inside, _neighbours(ex, node, scope)))
        case "distance":
            source, target = (ex.value(a, scope) for a in args[:2])
            inside = ex.set(args[2], scope) | {source, target}
            return steps(source, inside, _neighbours(ex, node, scope)).get(target)
    raise NameError(name)


def _remembered(ex: Expressions, name: str, scope: Scope) -> int:
    """How often the states of a history were noted with the values that they have now."""
    state = scope.state
    _, of = ex.world.histories[name]

    def same_now(number: int) -> bool:
        for each in of:
            now, noted = state[each], state[f"{name}.{each}"]
            if not isinstance(now, Map):
                if not same(noted[number], now):
                    return False
                continue
            for key in now.keys():  # noqa: SIM118
                rest = key if now.arity > 1 else (key,)
                if not same(noted[(number, *rest)], now[key]):
                    return False
        return True

    return sum(same_now(n) for n in range(state[name]))


def _item(ex: Expressions, node: e.Application, scope: Scope) -> Value:
    row = ex.value(node.args[0], scope)
    assert isinstance(row, tuple), row
    if node.name.text == "item":
        i = ex.number(node.args[1], scope)
        return row[i] if 0 <= i < len(row) else None
    first = node.name.text == "first"
    if len(node.args) == 1:
        return None if not row else row[0] if first else row[-1]
    n = ex.number(node.args[1], scope)
    return row[:n] if first else row[max(0, len(row) - n) :]


def _neighbours(ex: Expressions, node: e.Application, scope: Scope) -> Near:
    """By a function, by a table, or as the board has them on which a place lies."""
    world, via = ex.world, None if node.via is None else node.via.text

    def near(place: Value) -> list[Value]:
        if via is not None and via in world.functions:
            return ascending(ex.as_set(ex.called(via, (place,), scope)))
        name = via or next(b.near for b in world.boards if place in b.place.labels)
        return ascending(ex.as_set(next(t[place] for t in world.tables[name] if place in t)))

    return near


def static_enum(ex: Expressions, node: e.Expression, scope: Scope) -> Enum | None:
    """The enumeration that an expression is of, where its value alone does not tell.

    One branch of a conditional may be of an enumeration that the other's extends.
    """
    found: list[Enum] = []
    match node:
        case e.Conditional(_, then, otherwise):
            branches = [then, otherwise]
        case e.MatchExpression(_, cases, last):
            branches = [c.body for c in cases] + ([last] if last is not None else [])
        case e.LetIn(name, value, body):
            return static_enum(ex, body, scope.bind(name.text, ex.value(value, scope)))
        case e.Application(name, _, None) if name.text in ex.world.functions:
            return None
        case _:
            return None
    for branch in branches:
        t = static_enum(ex, branch, scope)
        if t is None:
            value = ex.value(branch, scope)
            t = value.enum if isinstance(value, Label) else None
        if t is not None:
            found.append(t)
    return max(found, key=lambda t: len(t.labels), default=None)
