"""What an expression is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations

from rulewright.dsl.syntax import expressions as e

from .scope import Cell, Scope
from .values import (
    DoesNotFit,
    Enum,
    FaultHappened,
    Items,
    Label,
    Map,
    Record,
    SetOf,
    Type,
    Value,
    ascending,
    entry,
    every,
    fitted,
    same,
)  # fmt: skip
from .walks import Near, components, steps
from .world import World

Pairs = list[tuple[Value, Value]]
Hypothesis = Callable[[e.Application, Scope], Scope | None]


class Expressions:
    """Evaluates expressions in a world."""

    def __init__(self, world: World, hypothesis: Hypothesis | None = None) -> None:
        """``hypothesis``: the scope after a procedure, or None if it runs into a fault."""
        self.world = world
        self.hypothesis = hypothesis

    # What others use

    def truth(self, node: e.Expression, scope: Scope) -> bool:
        value = self.value(node, scope)
        assert isinstance(value, bool), (value, node.span)
        return value

    def number(self, node: e.Expression, scope: Scope) -> int:
        value = self.value(node, scope)
        assert isinstance(value, int), (value, node.span)
        assert not isinstance(value, bool), (value, node.span)
        return value

    def set(self, node: e.Expression, scope: Scope) -> frozenset[Value]:
        return self.as_set(self.value(node, scope))

    def as_set(self, value: Value) -> frozenset[Value]:
        """A set, or what an element of a board stands for."""
        if isinstance(value, frozenset):
            return value
        members = self.world.group(value)
        assert members is not None, f"{value!r} is no set"
        return members

    def as_type(self, value: Value, t: Type) -> Value:
        """A value where one of a type is wanted. Raises DoesNotFit."""
        if isinstance(t, SetOf) and not isinstance(value, frozenset):
            value = self.as_set(value)
        return fitted(value, t)

    def pairs(self, node: e.Expression, scope: Scope) -> Pairs:
        """What can be gone over: each element with the key by which it is chosen."""
        value = self.value(node, scope)
        if isinstance(value, Items):
            return list(zip(value.keys, value, strict=True))
        if isinstance(value, tuple):
            return list(enumerate(value))
        return [(v, v) for v in ascending(self.as_set(value))]

    # By kind

    def value(self, node: e.Expression, scope: Scope) -> Value:
        match node:
            case e.Number(value) | e.Truth(value):
                return value
            case e.Nothing():
                return None
            case e.Reference(name):
                return self._reference(name, scope)
            case e.Application():
                return self._application(node, scope)
            case e.Indexed(base, keys):
                return self._indexed(base, keys, scope)
            case e.FieldAccess(base, name):
                return self._field(self.value(base, scope), name.text, base, scope)
            case e.Was(arg):
                before = {**scope.state, **{n: scope.state[f"was.{n}"] for n in self.world.earlier}}
                return self.value(arg, replace(scope, state=before))
            case e.Since(held, began):
                return self.truth(began, scope) or (
                    self.truth(held, scope) and self._said(self.world.since[node.span], scope)
                )
            case e.Negative(arg):
                return -self.number(arg, scope)
            case e.Binary():
                return self._binary(node, scope)
            case e.Interval(lo, hi):
                return frozenset(range(self.number(lo, scope), self.number(hi, scope) + 1))
            case e.Comparison():
                return self._comparison(node, scope)
            case e.Logic("and", args):
                return all(self.truth(a, scope) for a in args)
            case e.Logic("or", args):
                return any(self.truth(a, scope) for a in args)
            case e.Negation(arg):
                return not self.truth(arg, scope)
            case e.Conditional(condition, then, otherwise):
                return self.value(then if self.truth(condition, scope) else otherwise, scope)
            case e.Quantified():
                return self._quantified(node, scope)
            case e.Those(name, over, where):
                kept = [
                    (k, v) for k, v in self.pairs(over, scope)
                    if self.truth(where, scope.bind(name.text, v))
                ]  # fmt: skip
                return self._those(over, kept, scope)
            case e.Extreme():
                return self._extreme(node, scope)
            case e.Hypothetical(call, body):
                assert self.hypothesis is not None
                after = self.hypothesis(call, scope)
                return after is not None and self.truth(body, after)
            case e.SetLiteral(items):
                return frozenset(self.value(i, scope) for i in items)
            case e.ListLiteral(items):
                return tuple(self.value(i, scope) for i in items)
            case e.ListOf(body, name, over, condition):
                inner = [scope.bind(name.text, v) for _, v in self.pairs(over, scope)]
                return tuple(
                    self.value(body, s) for s in inner
                    if condition is None or self.truth(condition, s)
                )  # fmt: skip
            case e.MatchExpression():
                return self._match(node, scope)
            case e.LetIn(name, value, body):
                return self.value(body, scope.bind(name.text, self.value(value, scope)))
        raise TypeError(f"no meaning for {type(node).__name__}")

    def _said(self, name: str, scope: Scope) -> bool:
        """What a ``since`` said where somebody decided last, of what its local names mean now."""
        held, keys = scope.state[name], []
        for local, t in self.world.kept_for.get(name, ()):
            found = scope.names[local]
            if isinstance(found, Cell):
                assert scope.cells is not None
                found = scope.cells[found.number]
            keys.append(self.as_type(found, t))
        return bool(entry(held, tuple(keys)) if isinstance(held, Map) else held)

    # Names

    def _reference(self, name: str, scope: Scope) -> Value:
        world = self.world
        if name in scope.names:
            found = scope.names[name]
            if isinstance(found, Cell):
                assert scope.cells is not None
                return scope.cells[found.number]
            return found
        if name in scope.state:
            return scope.state[name]
        if name in world.constants:
            return world.constants[name]
        if name in world.functions:
            return self._called(name, (), scope)
        if name in world.labels:
            return world.label(name)
        if name in world.types:
            return frozenset(every(world.types[name]))
        return self._outcome(name, scope)

    def _outcome(self, name: str, scope: Scope) -> bool:
        kind = None if scope.ended is None else scope.ended.kind
        match name:
            case "over":
                return kind is not None
            case "drawn":
                return kind == "draw" or (kind == "win" and not scope.ended.winners)
            case "lost":
                return kind == "lose"
        raise NameError(name)

    def _called(self, name: str, args: tuple[Value, ...], scope: Scope) -> Value:
        part = self.world.functions[name]
        names = {
            b.name.text: self.as_type(a, self.world.type_of(b.type))
            for b, a in zip(part.params, args, strict=True)
        }
        value = self.value(part.body, replace(scope, names=names))
        return (
            value if part.result is None else self.as_type(value, self.world.type_of(part.result))
        )

    def _application(self, node: e.Application, scope: Scope) -> Value:
        world, name = self.world, node.name.text
        if name in world.functions:
            return self._called(name, tuple(self.value(a, scope) for a in node.args), scope)
        t = world.types.get(name)
        if isinstance(t, Record):
            given = zip(node.args, t.fields, strict=True)
            return tuple(self.as_type(self.value(a, scope), f) for a, (_, f) in given)
        if name in world.tables:
            key = tuple(self.value(a, scope) for a in node.args)
            wanted = key[0] if len(key) == 1 else key
            return next(t[wanted] for t in world.tables[name] if wanted in t)
        return self._builtin(node, scope)

    def _builtin(self, node: e.Application, scope: Scope) -> Value:
        name, args = node.name.text, node.args
        match name:
            case "won":
                won = scope.ended is not None and scope.ended.kind == "win"
                return won and self.value(args[0], scope) in scope.ended.winners
            case "over" | "drawn" | "lost":
                return self._outcome(name, scope)
            case "size":
                value = self.value(args[0], scope)
                return len(value) if isinstance(value, tuple) else len(self.as_set(value))
            case "first" | "last" | "item":
                return self._item(node, scope)
            case "next" | "previous" | "number":
                label = self.value(args[0], scope)
                assert isinstance(label, Label), label
                if name == "number":
                    return label.index + 1
                t = static_enum(self, args[0], scope) or label.enum
                step = 1 if name == "next" else -1
                at = t.labels.index(str(label))
                return Label(t.labels[(at + step) % len(t.labels)], t)
            case "min" | "max" | "abs":
                numbers = [self.value(arg, scope) for arg in args]
                assert all(isinstance(n, int) for n in numbers)
                chosen = {"min": min, "max": max, "abs": lambda given: abs(given[0])}[name]
                return int(chosen(numbers))
            case "remembered":
                assert isinstance(args[0], e.Reference)
                return self._remembered(args[0].name, scope)
            case "subsets":
                of = ascending(self.set(args[0], scope))
                chosen = (combinations(of, n) for n in range(len(of) + 1))
                return frozenset(map(frozenset, chain.from_iterable(chosen)))
            case "connected":
                inside = self.set(args[0], scope)
                start = next(iter(ascending(inside)), None)
                near = self._neighbours(node, scope)
                return start is None or frozenset(steps(start, inside, near)) == inside
            case "components":
                inside = self.set(args[0], scope)
                return components(inside, self._neighbours(node, scope))
            case "group":
                start, inside = self.value(args[0], scope), self.set(args[1], scope)
                return frozenset(steps(start, inside, self._neighbours(node, scope)))
            case "distance":
                source, target = (self.value(a, scope) for a in args[:2])
                inside = self.set(args[2], scope) | {source, target}
                return steps(source, inside, self._neighbours(node, scope)).get(target)
        raise NameError(name)

    def _remembered(self, name: str, scope: Scope) -> int:
        """How often the states of a history were noted with the values that they have now."""
        state = scope.state
        _, of = self.world.histories[name]

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

    def _item(self, node: e.Application, scope: Scope) -> Value:
        row = self.value(node.args[0], scope)
        assert isinstance(row, tuple), row
        if node.name.text == "item":
            i = self.number(node.args[1], scope)
            return row[i] if 0 <= i < len(row) else None
        first = node.name.text == "first"
        if len(node.args) == 1:
            return None if not row else row[0] if first else row[-1]
        n = self.number(node.args[1], scope)
        return row[:n] if first else row[max(0, len(row) - n) :]

    # Walks

    def _neighbours(self, node: e.Application, scope: Scope) -> Near:
        """By a function, by a table, or as the board has them on which a place lies."""
        world, via = self.world, None if node.via is None else node.via.text

        def near(place: Value) -> list[Value]:
            if via is not None and via in world.functions:
                return ascending(self.as_set(self._called(via, (place,), scope)))
            name = via or next(b.near for b in world.boards if place in b.place.labels)
            return ascending(self.as_set(next(t[place] for t in world.tables[name] if place in t)))

        return near

    # Maps and records

    def _indexed(self, base: e.Expression, keys: tuple[e.Expression, ...], scope: Scope) -> Value:
        held = self.value(base, scope)
        assert isinstance(held, Map), (held, base.span)
        return entry(held, tuple(self.value(k, scope) for k in keys))

    def _field(self, record: Value, name: str, base: e.Expression, scope: Scope) -> Value:
        assert isinstance(record, tuple), record
        for t in self.world.types.values():
            if isinstance(t, Record) and name in dict(t.fields) and len(t.fields) == len(record):
                try:
                    fitted(record, t)
                except (AssertionError, DoesNotFit):
                    continue
                return record[[n for n, _ in t.fields].index(name)]
        raise NameError(name)

    # Operators

    def _binary(self, node: e.Binary, scope: Scope) -> Value:
        a, b = self.value(node.left, scope), self.value(node.right, scope)
        if node.op == "++":
            assert isinstance(a, tuple), a
            assert isinstance(b, tuple), b
            return (*a, *b)
        if isinstance(a, int) and isinstance(b, int):
            match node.op:
                case "+":
                    return a + b
                case "-":
                    return a - b
                case "*":
                    return a * b
                case "div" | "mod" if b == 0:
                    raise FaultHappened(node.right.span)
                case "div":
                    return a // b
                case "mod":
                    return a % b
        left = self.as_set(a)
        if isinstance(b, frozenset):
            right = b
        elif self.world.group(b) is not None and not any(
            isinstance(v, Label) and v.enum == b.enum for v in left
        ):
            right = self.as_set(b)
        else:
            right = frozenset([b])
        return {"+": left | right, "-": left - right, "&": left & right}[node.op]

    def _comparison(self, node: e.Comparison, scope: Scope) -> bool:
        a = self.value(node.left, scope)
        if node.op in {"in", "not in"}:
            of = self.value(node.right, scope)
            inside = of if isinstance(of, tuple) else self.as_set(of)
            return (a in inside) == (node.op == "in")
        b = self.value(node.right, scope)
        if isinstance(a, frozenset) != isinstance(b, frozenset) and None not in (a, b):
            a, b = self.as_set(a), self.as_set(b)
        match node.op:
            case "=" | "is":
                return same(a, b)
            case "!=" | "is not":
                return not same(a, b)
        if isinstance(a, frozenset) and isinstance(b, frozenset):
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[node.op]
        if isinstance(a, Label) and isinstance(b, Label):
            a, b = a.index, b.index
        assert isinstance(a, int), a
        assert isinstance(b, int), b
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[node.op]

    # Binders

    def _scopes(
        self, binders: Sequence[e.Binder], condition: e.Expression | None, scope: Scope
    ) -> Iterator[Scope]:
        """The scope of the body, once for each way to bind the names."""
        names = [(name.text, binder.over) for binder in binders for name in binder.names]

        def bound(i: int, inner: Scope) -> Iterator[Scope]:
            if i == len(names):
                if condition is None or self.truth(condition, inner):
                    yield inner
                return
            name, over = names[i]
            for _, value in self.pairs(over, inner):
                yield from bound(i + 1, inner.bind(name, value))

        return bound(0, scope)

    def _quantified(self, node: e.Quantified, scope: Scope) -> Value:
        scopes = self._scopes(node.binders, node.condition, scope)
        match node.kind:
            case "some":
                return any(self.truth(node.body, s) for s in scopes)
            case "all":
                return all(self.truth(node.body, s) for s in scopes)
            case "no":
                return not any(self.truth(node.body, s) for s in scopes)
            case "count":
                return sum(self.truth(node.body, s) for s in scopes)
            case "sum":
                return sum(self.number(node.body, s) for s in scopes)
            case "least":
                return min((self.number(node.body, s) for s in scopes), default=None)
            case "greatest":
                return max((self.number(node.body, s) for s in scopes), default=None)
            case "union":
                sets = [self.set(node.body, s) for s in scopes]
                return frozenset(v for found in sets for v in found)

    def _those(self, over: e.Expression, kept: Pairs, scope: Scope) -> Value:
        """What is left of what was gone over: a set of a set, a list of a list."""
        if isinstance(self.value(over, scope), tuple):
            return Items.of(kept)
        return frozenset(v for _, v in kept)

    def _extreme(self, node: e.Extreme, scope: Scope) -> Value:
        keyed: list[tuple[int, tuple[Value, Value]]] = []
        for key, value in self.pairs(node.over, scope):
            inner = scope.bind(node.name.text, value)
            if node.condition is None or self.truth(node.condition, inner):
                keyed.append((self.number(node.key, inner), (key, value)))
        best = (max if node.most else min)((k for k, _ in keyed), default=0)
        return self._those(node.over, [pair for k, pair in keyed if k == best], scope)

    def _match(self, node: e.MatchExpression, scope: Scope) -> Value:
        subject = self.value(node.subject, scope)
        for case in node.cases:
            if any(same(subject, self.value(q, scope)) for q in case.patterns):
                return self.value(case.body, scope)
        assert node.otherwise is not None
        return self.value(node.otherwise, scope)


def static_enum(expressions: Expressions, node: e.Expression, scope: Scope) -> Enum | None:
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
            return static_enum(
                expressions, body, scope.bind(name.text, expressions.value(value, scope))
            )
        case e.Application(name, _, None) if name.text in expressions.world.functions:
            return None
        case _:
            return None
    for branch in branches:
        t = static_enum(expressions, branch, scope)
        if t is None:
            value = expressions.value(branch, scope)
            t = value.enum if isinstance(value, Label) else None
        if t is not None:
            found.append(t)
    return max(found, key=lambda t: len(t.labels), default=None)
