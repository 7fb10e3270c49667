"""Expressions of the IR in a symbolic state. What they mean stands with the IR's classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rulewright.dsl.ir import expr as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.stmt import Stmt

from .counters import Counter
from .facts import Dependencies
from .folds import best, count, extreme
from .numbers import Cases, Number, Wide
from .rows import Rows
from .terms import Term, Terms
from .values import Bits, Entries, Row, Value, Values
from .walks import layers


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable's value; equal versions of one variable are equal values."""

    value: Value
    version: int


@dataclass(frozen=True, slots=True)
class Frame:
    """What an expression may read."""

    slots: Mapping[str, Slot]
    locals: Mapping[str, Value]
    node: int | None = None

    def bind(self, name: str, value: Value) -> Frame:
        """The frame with one more local."""
        return Frame(self.slots, {**self.locals, name: value}, self.node)


class Trial(Protocol):
    """Runs statements to see what would be after them."""

    def after(self, body: tuple[Stmt, ...], frame: Frame) -> tuple[Term, Frame] | None:
        """When there is no fault, and the frame then; None if there always is one."""


def element_type(t: ty.Type) -> ty.Scalar:
    """The element type of a set or list."""
    assert isinstance(t, ty.Set | ty.List)
    return t.element


class Evaluator:
    """Evaluates the expressions of one program; every value is computed once."""

    def __init__(
        self,
        program: Program,
        terms: Terms,
        trial: Trial,
        counters: Mapping[str, tuple[Counter, ...]],
    ) -> None:
        self.program = program
        self.t = terms
        self.v = Values(terms)
        self.n = self.v.n
        self._rows = Rows(self.v)
        self._trial = trial
        self._counters = counters
        self.functions = {f.name: f for f in program.functions}
        self._needs = Dependencies(self.functions)
        self._plans: dict[int, tuple[x.Expr, tuple[str, ...], tuple[str, ...], bool]] = {}
        self._memo: dict[tuple[object, ...], Value] = {}
        self._methods: dict[type, Callable[..., Value]] = {
            x.Call: self._call,
            x.Not: self._not,
            x.And: self._and,
            x.Or: self._or,
            x.Compare: self._compare,
            x.Arith: self._arith,
            x.If: self._if,
            x.Quantifier: self._quantifier,
            x.Filter: self._filter,
            x.Best: self._best,
            x.SetOf: self._set_of,
            x.Combine: self._combine,
            x.In: self._in,
            x.Size: self._size,
            x.Lookup: self._lookup,
            x.MapOf: self._map_of,
            x.Permute: self._permute,
            x.Reach: self._reach,
            x.Distance: self._distance,
            x.ListOf: self._list_of,
            x.Concat: self._concat,
            x.Item: self._item,
            x.Slice: self._slice,
            x.Make: self._make,
            x.Field: self._field,
            x.Convert: self._convert,
            x.Unwrap: self._unwrap,
            x.At: self._at,
            x.After: self._after,
        }

    # --- entry --------------------------------------------------------------------------------

    def value(self, e: x.Expr, f: Frame) -> Value:
        """The value of ``e``."""
        kind = type(e)
        if kind is x.Local:
            return f.locals[e.name]  # type: ignore[union-attr]
        if kind is x.Var:
            return f.slots[e.name].value  # type: ignore[union-attr]
        key = self._key(e, f)
        found = self._memo.get(key)
        if found is None:
            self.t.tick()
            if kind is x.Const:
                found = self.v.constant(e.type, e.value)  # type: ignore[union-attr]
            else:
                found = self._methods[kind](e, f)
                if isinstance(e.type, ty.Bool) and not isinstance(found, Term):
                    found = self.v.typed(e.type, found)  # type: ignore[arg-type]
            self._memo[key] = found
        return found

    def truth(self, e: x.Expr, f: Frame) -> Term:
        """The value of a Bool expression."""
        return self.v.condition(self.value(e, f))

    def number(self, e: x.Expr, f: Frame) -> Number:
        """The value of a scalar as an integer."""
        return self.v.number(self.value(e, f))

    def set(self, e: x.Expr, f: Frame) -> Bits:
        """The value of a set."""
        found = self.value(e, f)
        assert isinstance(found, Bits)
        return found

    def row(self, e: x.Expr, f: Frame) -> Row:
        """The value of a list."""
        found = self.value(e, f)
        assert isinstance(found, Row)
        return found

    def entries(self, e: x.Expr, f: Frame) -> Entries:
        """The value of a map."""
        found = self.value(e, f)
        assert isinstance(found, Entries)
        return found

    def reads(self, e: x.Expr) -> frozenset[str]:
        """The variables that the value of ``e`` depends on."""
        return self._needs.of(e).variables

    def select(self, entries: Entries, lo: int, key: Number) -> Value:
        """The entry at a key whose type begins at ``lo``; keys outside mean nothing."""
        values = entries.values
        if isinstance(key, Wide):
            key = self.n.cases(self.n.clamp(key, lo, lo + len(values) - 1))
        options = [(values[k - lo], c) for k, c in key.items if 0 <= k - lo < len(values)]
        if not options:
            return values[0]
        if len(options) == 1:
            return options[0][0]
        if all(isinstance(value, Cases) for value, _ in options):
            return self.n.gather(
                (number, self.t.and_((here, condition)))
                for value, here in options
                if isinstance(value, Cases)
                for number, condition in value.items
            )
        if all(isinstance(value, Term) for value, _ in options):
            return self.t.or_(
                self.t.and_((here, value)) for value, here in options if isinstance(value, Term)
            )
        result, _ = options[-1]
        for value, here in reversed(options[:-1]):
            result = self.v.choose(here, value, result)
        return result

    def _key(self, e: x.Expr, f: Frame) -> tuple[object, ...]:
        plan = self._plans.get(id(e))
        if plan is None:
            needs = self._needs.of(e)
            names = sorted(needs.locals)
            plan = (e, tuple(names), tuple(sorted(needs.variables)), needs.node)
            self._plans[id(e)] = plan
        _, names_, variables, node = plan
        bound, slots = f.locals, f.slots
        return (
            id(e),
            f.node if node else None,
            *[slots[name].version for name in variables],
            *[bound.get(name) for name in names_],
        )

    # --- truth --------------------------------------------------------------------------------

    def _call(self, e: x.Call, f: Frame) -> Value:
        function = self.functions[e.function]
        args = (self.value(a, f) for a in e.args)
        names = (p.name for p in function.params)
        return self.value(
            function.body, Frame(f.slots, dict(zip(names, args, strict=True)), f.node)
        )

    def _not(self, e: x.Not, f: Frame) -> Value:
        return self.t.not_(self.truth(e.arg, f))

    def _and(self, e: x.And, f: Frame) -> Value:
        found = []
        for arg in e.args:
            found.append(self.truth(arg, f))
            if found[-1] is self.t.false:
                break
        return self.t.and_(found)

    def _or(self, e: x.Or, f: Frame) -> Value:
        found = []
        for arg in e.args:
            found.append(self.truth(arg, f))
            if found[-1] is self.t.true:
                break
        return self.t.or_(found)

    def _compare(self, e: x.Compare, f: Frame) -> Value:
        a, b = self.value(e.left, f), self.value(e.right, f)
        if e.op in ("==", "!="):
            same = self.v.equal(a, b)
            return same if e.op == "==" else self.t.not_(same)
        if isinstance(a, Bits) and isinstance(b, Bits):
            return self.t.and_(self.t.implies(p, q) for p, q in zip(a.bits, b.bits, strict=True))
        left, right = self.v.number(a), self.v.number(b)
        if e.op == "<":
            return self.n.less(left, right)
        return self.t.not_(self.n.less(right, left))

    def _if(self, e: x.If, f: Frame) -> Value:
        condition = self.truth(e.condition, f)
        if condition is self.t.true:
            return self.value(e.then, f)
        if condition is self.t.false:
            return self.value(e.otherwise, f)
        return self.v.choose(condition, self.value(e.then, f), self.value(e.otherwise, f))

    def _at(self, e: x.At, f: Frame) -> Value:
        assert f.node is not None, "At is for checks"
        return self.t.truth(f.node in e.nodes)

    def _after(self, e: x.After, f: Frame) -> Value:
        end = self._trial.after(e.body, f)
        if end is None:
            return self.t.false
        fine, frame = end
        return self.t.and_((fine, self.truth(e.result, frame)))

    # --- numbers ------------------------------------------------------------------------------

    def _arith(self, e: x.Arith, f: Frame) -> Value:
        a, b = self.number(e.left, f), self.number(e.right, f)
        match e.op:
            case "+":
                return self.n.add(a, b)
            case "-":
                return self.n.subtract(a, b)
            case "*":
                return self.n.multiply(a, b)
        divisor = self.n.known(b)
        assert divisor is not None, "a divisor is a constant"
        return self.n.divide(a, divisor) if e.op == "div" else self.n.remainder(a, divisor)

    def _make(self, e: x.Make, f: Frame) -> Value:
        total: Number = self.n.constant(0)
        parts = zip(e.fields, e.type.fields, ty.strides(e.type), strict=True)
        for arg, (_, t), step in parts:
            ordinal = self.n.subtract(self.number(arg, f), self.n.constant(ty.lowest(t)))
            total = self.n.add(total, self.n.multiply(ordinal, self.n.constant(step)))
        return total

    def _field(self, e: x.Field, f: Frame) -> Value:
        t = e.record.type
        assert isinstance(t, ty.Record)
        step = dict(zip((n for n, _ in t.fields), ty.strides(t), strict=True))[e.name]
        ordinal = self.n.remainder(self.n.divide(self.number(e.record, f), step), ty.size(e.type))
        return self.n.add(ordinal, self.n.constant(ty.lowest(e.type)))

    def _convert(self, e: x.Convert, f: Frame) -> Value:
        value = self.value(e.arg, f)
        return self.v.number(value) if ty.is_scalar(e.type) else value

    def _unwrap(self, e: x.Unwrap, f: Frame) -> Value:
        number = self.number(e.arg, f)
        lo, hi = ty.bounds(e.type)
        inside = self.n.within(number, lo, hi)
        return self.n.choose(inside, self.n.clamp(number, lo, hi), self.n.constant(lo))

    # --- sets ---------------------------------------------------------------------------------

    def _members(
        self, over: x.Expr, var: x.Local, where: x.Expr | None, f: Frame
    ) -> list[tuple[int, Term, Frame]]:
        """The possible elements, when they are in and ``where`` holds, and a frame for each."""
        t = element_type(over.type)
        found = []
        for value, condition in self.v.elements(t, self.set(over, f)):
            inner = f.bind(var.name, self.v.element(t, value))
            if where is not None:
                condition = self.t.and_((condition, self.truth(where, inner)))
            if condition is not self.t.false:
                found.append((value, condition, inner))
        return found

    def _quantifier(self, e: x.Quantifier, f: Frame) -> Value:
        members = self._members(e.over, e.var, e.where, f)
        if e.kind == "count":
            found = [condition for _, condition, _ in members]
            counted = self._counter(found, self.reads(e), f)
            return count(self.n, found) if counted is None else counted
        body = e.body
        assert body is not None
        match e.kind:
            case "all":
                return self.t.and_(self.t.implies(c, self.truth(body, i)) for _, c, i in members)
            case "some":
                return self.t.or_(self.t.and_((c, self.truth(body, i))) for _, c, i in members)
            case "sum":
                total: Number = self.n.constant(0)
                for _, condition, inner in members:
                    term = self.n.choose(condition, self.number(body, inner), self.n.constant(0))
                    total = self.n.add(total, term)
                return total
        assert isinstance(e.type, ty.Option)
        options = [(condition, self.number(body, inner)) for _, condition, inner in members]
        return extreme(self.n, options, ty.none_of(e.type), most=e.kind == "max")

    def _counter(self, conditions: list[Term], reads: frozenset[str], f: Frame) -> Value | None:
        """The counter that counts just these conditions."""
        for name in sorted(reads & self._counters.keys()):
            entries = f.slots[name].value
            assert isinstance(entries, Entries)
            for counter in self._counters[name]:
                if counter.name in f.slots:
                    held = (self.n.is_(self.v.number(x), counter.value) for x in entries.values)
                    if conditions == [term for term in held if term is not self.t.false]:
                        return f.slots[counter.name].value
        return None

    def _from_elements(self, t: ty.Scalar, found: list[tuple[int, Term]]) -> Bits:
        bits = [self.t.false] * ty.size(t)
        for value, condition in found:
            i = value - ty.lowest(t)
            bits[i] = self.t.or_((bits[i], condition))
        return Bits(tuple(bits))

    def _filter(self, e: x.Filter, f: Frame) -> Value:
        members = self._members(e.over, e.var, e.where, f)
        return self._from_elements(e.type.element, [(v, c) for v, c, _ in members])

    def _best(self, e: x.Best, f: Frame) -> Value:
        members = self._members(e.over, e.var, None, f)
        kept = best(self.n, [(c, self.number(e.key, i)) for _, c, i in members], most=e.most)
        return self._from_elements(
            e.type.element, [(v, c) for (v, _, _), c in zip(members, kept, strict=True)]
        )

    def _set_of(self, e: x.SetOf, f: Frame) -> Value:
        found: list[tuple[int, Term]] = []
        for item in e.items:
            found += self.n.cases(self.number(item, f)).items
        lo, hi = ty.bounds(e.type.element)
        return self._from_elements(e.type.element, [(v, c) for v, c in found if lo <= v <= hi])

    def _combine(self, e: x.Combine, f: Frame) -> Value:
        pairs = zip(self.set(e.left, f).bits, self.set(e.right, f).bits, strict=True)
        match e.op:
            case "union":
                return Bits(tuple(self.t.or_(pair) for pair in pairs))
            case "intersection":
                return Bits(tuple(self.t.and_(pair) for pair in pairs))
            case "difference":
                return Bits(tuple(self.t.and_((p, self.t.not_(q))) for p, q in pairs))

    def _in(self, e: x.In, f: Frame) -> Value:
        return self.member(element_type(e.set.type), self.number(e.element, f), self.set(e.set, f))

    def member(self, t: ty.Scalar, element: Number, of: Bits) -> Term:
        """Whether a number is one of a set of ``t``."""
        lo, size = ty.lowest(t), len(of.bits)
        return self.t.or_(
            self.t.and_((condition, of.bits[value - lo]))
            for value, condition in self.n.cases(element).items
            if 0 <= value - lo < size
        )

    def _size(self, e: x.Size, f: Frame) -> Value:
        value = self.value(e.of, f)
        if isinstance(value, Row):
            return value.length
        assert isinstance(value, Bits)
        return count(self.n, value.bits)

    # --- maps ---------------------------------------------------------------------------------

    def _lookup(self, e: x.Lookup, f: Frame) -> Value:
        t = e.map.type
        assert isinstance(t, ty.Map)
        return self.select(self.entries(e.map, f), ty.lowest(t.key), self.number(e.key, f))

    def _map_of(self, e: x.MapOf, f: Frame) -> Value:
        lo, hi = ty.bounds(e.type.key)
        keys = (self.v.element(e.type.key, k) for k in range(lo, hi + 1))
        return Entries(tuple(self.value(e.body, f.bind(e.var.name, key)) for key in keys))

    def _permute(self, e: x.Permute, f: Frame) -> Value:
        old, lo = self.entries(e.map, f), ty.lowest(e.type.key)
        moves = self.entries(e.by, f)
        return Entries(tuple(self.select(old, lo, self.v.number(k)) for k in moves.values))

    # --- walks --------------------------------------------------------------------------------

    def _layers(
        self, start: Number, t: ty.Scalar, within: list[Term], near: x.Expr, f: Frame
    ) -> list[tuple[Term, ...]]:
        rows = []
        for value in self.entries(near, f).values:
            assert isinstance(value, Bits)
            rows.append(value.bits)
        first = [self.n.is_(start, ty.lowest(t) + i) for i in range(ty.size(t))]
        return list(layers(self.t, first, within, rows))

    def _reach(self, e: x.Reach, f: Frame) -> Value:
        t, within = element_type(e.within.type), self.set(e.within, f)
        found = self._layers(self.number(e.start, f), t, list(within.bits), e.neighbours, f)
        return Bits(found[-1])

    def _distance(self, e: x.Distance, f: Frame) -> Value:
        t, lo = element_type(e.within.type), ty.lowest(element_type(e.within.type))
        source, target = self.number(e.source, f), self.number(e.target, f)
        inside = [
            self.t.or_((bit, self.n.is_(source, lo + i), self.n.is_(target, lo + i)))
            for i, bit in enumerate(self.set(e.within, f).bits)
        ]
        cases: dict[int, Term] = {}
        before = self.t.false
        for steps, layer in enumerate(self._layers(source, t, inside, e.neighbours, f)):
            there = self.member(t, target, Bits(layer))
            cases[steps] = self.t.and_((there, self.t.not_(before)))
            before = there
        cases[ty.none_of(e.type)] = self.t.not_(before)
        return self.n.of(cases)

    # --- lists --------------------------------------------------------------------------------

    def _list_of(self, e: x.ListOf, f: Frame) -> Value:
        items = tuple(self.value(item, f) for item in e.items)
        return Row(self.n.constant(len(items)), items)

    def _concat(self, e: x.Concat, f: Frame) -> Value:
        return self._rows.concat(self.row(e.left, f), self.row(e.right, f))

    def _item(self, e: x.Item, f: Frame) -> Value:
        options = self._rows.item(self.row(e.list, f), self.number(e.index, f), e.back)
        result: Number = self.n.constant(ty.none_of(e.type))
        for condition, value in reversed(options):
            result = self.n.choose(condition, self.v.number(value), result)
        return result

    def _slice(self, e: x.Slice, f: Frame) -> Value:
        return self._rows.slice(
            self.row(e.list, f), self.number(e.start, f), self.number(e.stop, f)
        )
