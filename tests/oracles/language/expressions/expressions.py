"""What an expression is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from tests.oracles.language.expressions.functions import builtin
from tests.oracles.language.expressions.operators import binary, comparison
from tests.oracles.language.scope import Cell, Scope
from tests.oracles.language.values import (
    DoesNotFit,
    Items,
    Label,
    Map,
    MapOf,
    Record,
    SetOf,
    Type,
    Value,
    ascending,
    entry,
    every,
    fitted,
    keys_of,
    rank,
    same,
)  # fmt: skip
from tests.oracles.language.world.world import World

from rulewright.dsl.syntax import expressions as e

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
                return binary(self, node, scope)
            case e.Interval(lo, hi):
                return self._between(self.value(lo, scope), self.value(hi, scope))
            case e.Comparison():
                return comparison(self, node, scope)
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
            case e.ListComprehension(body, name, over, condition):
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
            return self._function(name, scope)
        if name in world.labels:
            return world.label(name)
        if name in world.types:
            return frozenset(every(world.types[name]))
        return self.outcome(name, scope)

    def outcome(self, name: str, scope: Scope) -> bool:
        kind = None if scope.ended is None else scope.ended.kind
        match name:
            case "over":
                return kind is not None
            case "drawn":
                return kind == "draw" or (kind == "win" and not scope.ended.winners)
            case "lost":
                return kind == "lose"
        raise NameError(name)

    def _function(self, name: str, scope: Scope) -> Value:
        """What a function of nothing gives; one of something is a map from that."""
        params = self.world.functions[name].params
        if not params:
            return self.called(name, (), scope)
        each = [every(self.world.type_of(b.type)) for b in params]
        given = {args[0] if len(args) == 1 else args: args for args in product(*each)}
        return Map({k: self.called(name, args, scope) for k, args in given.items()}, len(params))

    def initial(self, node: e.Expression, t: Type, scope: Scope) -> Value:
        """What a variable begins with: of a map, a map, or one value for all keys."""
        value = self.value(node, scope)
        if isinstance(t, MapOf) and not isinstance(value, Map):
            return Map(dict.fromkeys(keys_of(t), self.as_type(value, t.value)), len(t.keys))
        return self.as_type(value, t)

    def called(self, name: str, args: tuple[Value, ...], scope: Scope) -> Value:
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
            return self.called(name, tuple(self.value(a, scope) for a in node.args), scope)
        t = world.types.get(name)
        if isinstance(t, Record):
            given = zip(node.args, t.fields, strict=True)
            return tuple(self.as_type(self.value(a, scope), f) for a, (_, f) in given)
        if name in world.tables:
            key = tuple(self.value(a, scope) for a in node.args)
            wanted = key[0] if len(key) == 1 else key
            return next(t[wanted] for t in world.tables[name] if wanted in t)
        return builtin(self, node, scope)

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

    def _between(self, lo: Value, hi: Value) -> Value:
        if isinstance(lo, Label) and isinstance(hi, Label):
            return frozenset(
                Label(name, lo.enum) for name in lo.enum.labels[lo.index : hi.index + 1]
            )
        assert isinstance(lo, int), lo
        assert isinstance(hi, int), hi
        return frozenset(range(lo, hi + 1))

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
                return min((self.value(node.body, s) for s in scopes), key=rank, default=None)
            case "greatest":
                return max((self.value(node.body, s) for s in scopes), key=rank, default=None)
            case "union":
                sets = [self.set(node.body, s) for s in scopes]
                return frozenset(v for found in sets for v in found)

    def _those(self, over: e.Expression, kept: Pairs, scope: Scope) -> Value:
        """What is left of what was gone over: a set of a set, a list of a list."""
        if isinstance(self.value(over, scope), tuple):
            return Items.of(kept)
        return frozenset(v for _, v in kept)

    def _extreme(self, node: e.Extreme, scope: Scope) -> Value:
        keyed: list[tuple[Value, tuple[Value, Value]]] = []
        for key, value in self.pairs(node.over, scope):
            inner = scope.bind(node.name.text, value)
            if node.condition is None or self.truth(node.condition, inner):
                keyed.append((self.value(node.key, inner), (key, value)))
        best = (max if node.most else min)((k for k, _ in keyed), key=rank, default=None)
        return self._those(node.over, [pair for k, pair in keyed if k == best], scope)

    def met(self, subject: Value, case: e.Expression, scope: Scope) -> bool:
        """Whether a value is that of a case."""
        if isinstance(case, e.Reference) and case.name in self.world.absent:
            return False
        return same(subject, self.value(case, scope))

    def _match(self, node: e.MatchExpression, scope: Scope) -> Value:
        subjects = [self.value(subject, scope) for subject in node.subjects]
        for case in node.cases:
            if all(
                any(self.met(subject, q, scope) for q in some)
                for subject, some in zip(subjects, case.patterns, strict=True)
            ):
                return self.value(case.body, scope)
        assert node.otherwise is not None
        return self.value(node.otherwise, scope)
