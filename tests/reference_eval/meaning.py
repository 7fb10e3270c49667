"""What expressions and statements mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Each, Let, Require, Stmt, Store, When
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import (
    Bool,
    Int,
    List,
    Map,
    Record,
    Scalar,
    Set,
    Type,
    Value,
    contains,
    lowest,
    none_of,
    size,
    strides,
)


class FaultHappened(Exception):  # noqa: N818
    """A statement ran into the fault of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True)
class Scope:
    """What an expression may read. ``values`` are the variables; a run writes to its own."""

    program: Program
    values: dict[str, Value]
    locals: Mapping[str, Value]
    node: int | None = None

    def bind(self, name: str, value: Value) -> Scope:
        return Scope(self.program, self.values, {**self.locals, name: value}, self.node)


def elements(mask: Value, t: Scalar) -> Iterator[Value]:
    """The elements of a set, ascending."""
    for i in range(size(t)):
        if number(mask) >> i & 1:
            yield restore(t, lowest(t) + i)


def restore(t: Type, value: int) -> Value:
    return bool(value) if isinstance(t, Bool) else value


def number(value: Value) -> int:
    assert isinstance(value, int), value
    return value


def items(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, tuple), value
    return value


def element_of(t: Type) -> Scalar:
    assert isinstance(t, Set | List), t
    return t.element


def mask_of(values: Iterator[Value] | list[Value], t: Scalar) -> int:
    mask = 0
    for value in values:
        assert contains(t, value), (t, value)
        mask |= 1 << number(value) - lowest(t)
    return mask


def at_key(of: Value, t: Type, key: Value) -> Value:
    assert isinstance(t, Map)
    assert contains(t.key, key), (t, key)
    return items(of)[number(key) - lowest(t.key)]


def evaluate(e: x.Expr, s: Scope) -> Value:
    """The value of ``e``, checked to be one of its type (integers are exact, as the IR says)."""
    value = _evaluate(e, s)
    if isinstance(e.type, Bool):
        value = bool(value)
    assert isinstance(e.type, Int) or contains(e.type, value), (e, value)
    return value


def _evaluate(e: x.Expr, s: Scope) -> Value:
    match e:
        case x.Const(value):
            return value
        case x.Local(name):
            return s.locals[name]
        case x.Var(name):
            return s.values[name]
        case x.Call(name, args):
            function = next(f for f in s.program.functions if f.name == name)
            given = {p.name: evaluate(a, s) for p, a in zip(function.params, args, strict=True)}
            return evaluate(function.body, Scope(s.program, s.values, given, s.node))
        case x.Not(arg):
            return not evaluate(arg, s)
        case x.And(args):
            return all(evaluate(a, s) for a in args)
        case x.Or(args):
            return any(evaluate(a, s) for a in args)
        case x.Compare(op, left, right):
            return compare(op, evaluate(left, s), evaluate(right, s), isinstance(left.type, Set))
        case x.Arith(op, left, right):
            return arithmetic(op, number(evaluate(left, s)), number(evaluate(right, s)))
        case x.If(condition, then, otherwise):
            return evaluate(then if evaluate(condition, s) else otherwise, s)
        case x.Quantifier():
            return quantify(e, s)
        case x.Filter(var, over, where):
            t = element_of(over.type)
            chosen = [
                v for v in elements(evaluate(over, s), t) if evaluate(where, s.bind(var.name, v))
            ]
            return mask_of(chosen, e.type.element)
        case x.Best(var, over, key, most):
            t = element_of(over.type)
            keys = {
                v: number(evaluate(key, s.bind(var.name, v)))
                for v in elements(evaluate(over, s), t)
            }
            if not keys:
                return 0
            best = max(keys.values()) if most else min(keys.values())
            return mask_of([v for v, k in keys.items() if k == best], e.type.element)
        case x.SetOf(args):
            return mask_of([evaluate(a, s) for a in args], e.type.element)
        case x.Combine(op, left, right):
            a, b = number(evaluate(left, s)), number(evaluate(right, s))
            return {"union": a | b, "intersection": a & b, "difference": a & ~b}[op]
        case x.In(element, of):
            # A value that is none of the set's element type (none, say) is in no set of it.
            value, t = evaluate(element, s), element_of(of.type)
            ordinal = number(value) - lowest(t)
            return 0 <= ordinal < size(t) and bool(number(evaluate(of, s)) >> ordinal & 1)
        case x.Size(of):
            value = evaluate(of, s)
            return len(value) if isinstance(value, tuple) else number(value).bit_count()
        case x.Lookup(of, key):
            return at_key(evaluate(of, s), of.type, evaluate(key, s))
        case x.MapOf(var, body):
            return tuple(evaluate(body, s.bind(var.name, k)) for k in every_value(e.type.key))
        case x.Permute(of, by):
            old, moves = evaluate(of, s), evaluate(by, s)
            return tuple(
                at_key(old, e.type, at_key(moves, by.type, k)) for k in every_value(e.type.key)
            )
        case x.Reach(start, within, neighbours):
            inside = number(evaluate(within, s))
            walk = walks(evaluate(start, s), inside, evaluate(neighbours, s), neighbours.type)
            return mask_of([v for v, _ in walk], e.type.element)
        case x.Distance(source, target, within, neighbours):
            t = element_of(within.type)
            ends = [evaluate(source, s), evaluate(target, s)]
            inside = number(evaluate(within, s)) | mask_of(ends, t)
            walk = walks(ends[0], inside, evaluate(neighbours, s), neighbours.type)
            return next((steps for v, steps in walk if v == ends[1]), none_of(e.type))
        case x.ListOf(args):
            return tuple(evaluate(a, s) for a in args)
        case x.Concat(left, right):
            return items(evaluate(left, s)) + items(evaluate(right, s))
        case x.Item(of, index, back):
            row, i = items(evaluate(of, s)), number(evaluate(index, s))
            if not 0 <= i < len(row):
                return none_of(e.type)
            return row[-1 - i] if back else row[i]
        case x.Slice(of, start, stop):
            row = items(evaluate(of, s))
            first, end = number(evaluate(start, s)), number(evaluate(stop, s))
            return tuple(v for i, v in enumerate(row) if first <= i < end)
        case x.Make(fields):
            parts = zip(e.type.fields, strides(e.type), fields, strict=True)
            return sum((number(evaluate(f, s)) - lowest(t)) * step for (_, t), step, f in parts)
        case x.Field(record, name):
            assert isinstance(record.type, Record)
            names = [n for n, _ in record.type.fields]
            i = names.index(name)
            ordinal = number(evaluate(record, s)) // strides(record.type)[i] % size(e.type)
            return restore(e.type, lowest(e.type) + ordinal)
        case x.Convert(arg):
            return evaluate(arg, s)
        case x.Unwrap(arg):
            value = number(evaluate(arg, s))
            return restore(e.type, value if contains(Int(*span(e.type)), value) else lowest(e.type))
        case x.At(nodes):
            assert s.node is not None, "At is for checks"
            return s.node in nodes
        case x.After(body, result):
            return after(body, result, s)
    raise TypeError(f"no meaning for {e!r}")


def span(t: Scalar) -> tuple[int, int]:
    return lowest(t), lowest(t) + size(t) - 1


def every_value(t: Scalar) -> Iterator[Value]:
    return elements((1 << size(t)) - 1, t)


def compare(op: str, a: Value, b: Value, sets: bool) -> bool:
    if op in ("==", "!="):
        return (a == b) == (op == "==")
    left, right = number(a), number(b)
    if sets:
        assert op == "<="
        return left & ~right == 0
    return left < right if op == "<" else left <= right


def arithmetic(op: str, a: int, b: int) -> int:
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "div":
            return a // b
        case "mod":
            return a % b
    raise TypeError(op)


def quantify(e: x.Quantifier, s: Scope) -> Value:
    t = element_of(e.over.type)
    scopes = [s.bind(e.var.name, v) for v in elements(evaluate(e.over, s), t)]
    if e.where is not None:
        scopes = [inner for inner in scopes if evaluate(e.where, inner)]
    if e.kind == "count":
        return len(scopes)
    assert e.body is not None
    values = [number(evaluate(e.body, inner)) for inner in scopes]
    match e.kind:
        case "all":
            return all(values)
        case "some":
            return any(values)
        case "sum":
            return sum(values)
    if not values:
        assert not isinstance(e.type, Bool | Int)
        return none_of(e.type)
    return min(values) if e.kind == "min" else max(values)


def walks(start: Value, inside: int, near: Value, t: Type) -> Iterator[tuple[Value, int]]:
    """Every element that a walk inside gets to, with the fewest steps to it."""
    assert isinstance(t, Map)
    ring = [start] if inside >> number(start) - lowest(t.key) & 1 else []
    seen = set(ring)
    steps = 0
    while ring:
        yield from ((v, steps) for v in ring)
        further = {n for v in ring for n in elements(at_key(near, t, v), t.key)}
        ring = [n for n in further - seen if inside >> number(n) - lowest(t.key) & 1]
        seen.update(ring)
        steps += 1


def after(body: tuple[Stmt, ...], result: x.Expr, s: Scope) -> bool:
    trial = Scope(s.program, dict(s.values), s.locals, s.node)
    try:
        end = execute(body, trial)
    except FaultHappened:
        return False
    return bool(evaluate(result, end))


def execute(body: tuple[Stmt, ...], s: Scope) -> Scope:
    """Run statements on ``s.values``; the scope at their end (with what ``Let`` bound)."""
    for stmt in body:
        match stmt:
            case Let(local, value):
                s = s.bind(local.name, evaluate(value, s))
            case Store():
                store(stmt, s)
            case When(condition, then, otherwise):
                execute(then if evaluate(condition, s) else otherwise, s)
            case Each(local, over, inner):
                for v in list(elements(evaluate(over, s), element_of(over.type))):
                    execute(inner, s.bind(local.name, v))
            case Require(condition, fault):
                if not evaluate(condition, s):
                    raise FaultHappened(fault)
    return s


def store(stmt: Store, s: Scope) -> None:
    t = next(v.type for v in s.program.variables if v.name == stmt.var)
    key = None if stmt.key is None else evaluate(stmt.key, s)
    value = evaluate(stmt.value, s)
    if key is not None:
        assert isinstance(t, Map)
        old = items(s.values[stmt.var])
        i = number(key) - lowest(t.key)
        fits, value = contains(t.value, value), (*old[:i], value, *old[i + 1 :])
    else:
        fits = contains(t, value)
    if not fits:
        assert stmt.fault is not None, f"{stmt} cannot go wrong, but did"
        raise FaultHappened(stmt.fault)
    s.values[stmt.var] = value
