"""Sums over entries of variables, taken apart: each part depends on one entry of one variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.walk import children, walk

from ..symbolic.abstraction import ConeEvaluator
from ..symbolic.environment import Frame, element_type
from ..symbolic.values import Value

MOST_PARTS = 20_000
"""A sum of more parts is not taken apart."""

Bound = dict[x.Local, int]


class NotLinear(Exception):  # noqa: N818
    """An expression is no sum of parts that each depend on one entry of one variable."""


@dataclass(frozen=True, slots=True)
class Part:
    """``factor`` times ``body`` for each of the ``keys`` of ``variable`` (None: the variable).

    ``bound`` are values for the locals of ``body``; those that only its key depends on may be
    anything.
    """

    factor: int
    variable: str
    keys: frozenset[int] | None
    body: x.Expr
    bound: tuple[tuple[x.Local, int], ...]


def parts(ev: ConeEvaluator, e: x.Expr, bound: Bound) -> tuple[Part, ...]:
    """What ``e`` is the sum of, but for a constant. Raises NotLinear."""
    first: dict[object, Part] = {}
    keys: dict[object, list[int]] = {}
    for number, part in enumerate(_parts(ev, e, 1, bound)):
        outside = _locals_outside_keys(part.body)
        fixed = tuple((local, v) for local, v in part.bound if local in outside)
        group = (part.factor, part.variable, part.keys is None, id(part.body), fixed)
        known = first.setdefault(group, part) is not part
        if number == MOST_PARTS or (part.keys is None and known):
            raise NotLinear
        keys.setdefault(group, []).extend(part.keys or ())
    if any(len(set(found)) < len(found) for found in keys.values()):
        raise NotLinear
    return tuple(
        Part(p.factor, p.variable, p.keys and frozenset(keys[group]), p.body, p.bound)
        for group, p in first.items()
    )


def _parts(ev: ConeEvaluator, e: x.Expr, factor: int, bound: Bound) -> Iterator[Part]:
    if not ev.reads(e):
        return
    match e:
        case x.Convert(arg) if ty.is_scalar(arg.type):
            yield from _parts(ev, arg, factor, bound)
        case x.Arith("+" | "-" as op, left, right):
            yield from _parts(ev, left, factor, bound)
            yield from _parts(ev, right, factor if op == "+" else -factor, bound)
        case x.Call(name, args):
            function = ev.functions[name]
            given = zip(function.params, args, strict=True)
            inner = {parameter: _known(ev, arg, bound) for parameter, arg in given}
            yield from _parts(ev, function.body, factor, inner)
        case x.If(condition, then, otherwise) if not ev.reads(condition):
            chosen = then if _known(ev, condition, bound) else otherwise
            yield from _parts(ev, chosen, factor, bound)
        case x.Quantifier("sum" | "count", _, over) if not ev.reads(over):
            for summand, inner in _summands(ev, e, bound):
                yield from _parts(ev, summand, factor, inner)
        case _:
            yield _single(ev, e, factor, bound)


def _summands(ev: ConeEvaluator, e: x.Quantifier, bound: Bound) -> Iterator[tuple[x.Expr, Bound]]:
    """What a sum or count adds up: numbers, or conditions that count as 0 or 1."""
    for value, inside in ev.v.elements(
        element_type(e.over.type), ev.set(e.over, _frame(ev, bound))
    ):
        if inside is not ev.t.true:
            raise NotLinear
        inner = {**bound, e.var: value}
        if e.body is None:
            assert e.where is not None
            yield e.where, inner
        elif e.where is None or _known(ev, e.where, inner):
            yield e.body, inner


def _single(ev: ConeEvaluator, e: x.Expr, factor: int, bound: Bound) -> Part:
    """``e`` as one part. Raises NotLinear if it reads more than one entry of one variable."""
    nodes = list(walk(e))
    names = {node.name for node in nodes if isinstance(node, x.Var)}
    if len(names) != 1 or ev.reads(e) != names:
        raise NotLinear
    looked_up = [n.key for n in nodes if isinstance(n, x.Lookup) and isinstance(n.map, x.Var)]
    keys = frozenset(_known(ev, key, bound) for key in looked_up)
    if looked_up and (len(keys) > 1 or len(looked_up) < sum(isinstance(n, x.Var) for n in nodes)):
        raise NotLinear
    (name,) = names
    return Part(factor, name, keys or None, e, tuple(bound.items()))


def _locals_outside_keys(e: x.Expr) -> frozenset[x.Local]:
    """The locals that more than the key depends on at which the variable is read."""
    if isinstance(e, x.Local):
        return frozenset((e,))
    if isinstance(e, x.Lookup) and isinstance(e.map, x.Var):
        return frozenset()
    inside = (_locals_outside_keys(c) for c in children(e) if isinstance(c, x.Expr))
    return frozenset[x.Local]().union(*inside)


def _known(ev: ConeEvaluator, e: x.Expr, bound: Bound) -> int:
    """The value of an expression that reads no variable. Raises NotLinear if it does."""
    if ev.reads(e) or any(isinstance(n, x.Local) and n not in bound for n in walk(e)):
        raise NotLinear
    if not ty.is_scalar(e.type):
        raise NotLinear
    known = ev.n.known(ev.number(e, _frame(ev, bound)))
    if known is None:
        raise NotLinear
    return known


def _frame(ev: ConeEvaluator, bound: Bound) -> Frame:
    return Frame({}, values_of(ev, tuple(bound.items())))


def values_of(ev: ConeEvaluator, bound: tuple[tuple[x.Local, int], ...]) -> dict[str, Value]:
    """Locals as an expression reads them."""
    return {
        local.name: ev.v.typed(ty.scalar(local.type), ev.n.constant(value))
        for local, value in bound
    }
