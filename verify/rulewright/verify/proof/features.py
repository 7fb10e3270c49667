"""Numbers that positions have, from which measures are made: what is left, how much lies where.

Each is an integer expression of the IR about one variable, with its value in a known position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import constants
from rulewright.dsl.ir.names import source_name
from rulewright.dsl.ir.program import Choice, Decision, Function, Program, Variable
from rulewright.dsl.ir.walk import walk

from ..effort.proving import CLAIMING
from ..kernel.certificate import CutNode, CutPoint
from .cut_steps import PointNumber

Of = Callable[[ty.Value], int]


@dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """``variable`` as a number; of ``many`` entries, or of the one that is ``entry``.

    ``only``: it is 0 except at one cut point.
    """

    variable: str
    expression: x.Expr
    of: Of
    many: int = 1
    entry: Entry | None = None
    only: CutPoint | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One of the entries of a map: ``body`` is its contribution, with ``key`` bound."""

    map: str
    local: x.Local
    body: x.Expr
    key: int


def whole(program: Program) -> Iterator[Feature]:
    """Numbers, lengths and sizes, and the total over all entries of a map."""
    names = _names(program)
    for v in program.variables:
        if v.kind == "scratch" and not ty.is_scalar(v.type):
            continue  # Loops inside a move count with the numbers that the move remembers for itself.
        var = x.Var(v.name, v.type)
        match v.type:
            case ty.Map(key) as t:
                yield from _together(v, t, names.get(key, "key"))
            case _:
                for e, of in _numbers(var):
                    yield Feature(v.name, e, of)


def _together(
    v: Variable, t: ty.Map, name: str, labels: int = CLAIMING.labels
) -> Iterator[Feature]:
    """What all entries of a map come to; ``name``: of a key."""
    local = x.Local(name, t.key)
    for body, of in _numbers(x.Lookup(x.Var(v.name, t), local, t.value), labels=labels):
        yield Feature(v.name, total(local, x.every(t.key), body), _over(of), ty.size(t.key))


def entries(program: Program) -> Iterator[Feature]:
    """The same for each entry of a map by itself."""
    names = _names(program)
    for v in program.variables:
        if v.kind == "scratch" or not isinstance(v.type, ty.Map):
            continue
        key, inner = v.type.key, v.type.value
        if ty.size(key) > CLAIMING.keys:
            continue
        local = x.Local(names.get(key, "key"), key)
        var = x.Var(v.name, v.type)
        for body, of in _numbers(x.Lookup(var, local, inner), missing=False):
            for i in range(ty.size(key)):
                k = ty.lowest(key) + i
                only = x.Const(1 << i, ty.Set(key))
                entry = Entry(v.name, local, body, k)
                yield Feature(v.name, total(local, only, body), _at(of, i), entry=entry)


def amounts(program: Program) -> Iterator[Feature]:
    """Numbers, lengths and sizes, and whether something is missing: of each variable, of each entry of a
    small map by itself, and of all entries of a large one together."""
    for v in program.variables:
        var = x.Var(v.name, v.type)
        if not isinstance(v.type, ty.Map):
            yield from (Feature(v.name, e, of) for e, of in _numbers(var, labels=0))
        elif ty.size(v.type.key) <= CLAIMING.labels:
            key, inner = v.type.key, v.type.value
            for i in range(ty.size(key)):
                at = x.Lookup(var, x.Const(ty.lowest(key) + i, key), inner)
                for e, of in _numbers(at, labels=0):
                    yield Feature(v.name, e, _at(of, i))
        else:
            yield from _together(v, v.type, "key", labels=0)


def legality(program: Program) -> Iterator[PointNumber]:
    """For each option without arguments that is not always legal, whether it is legal: somebody may have to
    pass, but not twice."""
    for point, name, choice in _options(program):
        if not choice.parameters and not isinstance(choice.guard, x.Const):
            yield PointNumber(f"legal {name}", point, _if(choice.guard))


def choices(program: Program) -> Iterator[PointNumber]:
    """For each option with one argument from a small set that is known, how many are legal."""
    known = {f.name: f.body for f in program.functions if not f.params}
    for point, name, choice in _options(program):
        if len(choice.parameters) != 1:
            continue
        (parameter,) = choice.parameters
        over = parameter.over
        over = known.get(over.function, over) if isinstance(over, x.Call) else over
        if not isinstance(over, x.Const) or not isinstance(over.value, int):
            continue
        if over.value.bit_count() <= CLAIMING.labels:
            legal = total(x.Local(parameter.name, parameter.type), over, _if(choice.guard))
            yield PointNumber(f"choices {name}", point, legal)


def computed(program: Program, points: Sequence[CutPoint]) -> Iterator[PointNumber]:
    """At each of the points, the numbers for which the ruleset has a function: how many pieces a player has.

    A function has no parameter, or one of few named values, each of which it is given.
    """
    for f in program.functions:
        for given in _arguments(f):
            at = ", ".join(str(argument.value) for argument in given)
            for n, point in enumerate(points):
                yield PointNumber(f"{f.name}({at}) {n}", point, x.Call(f.name, given, f.type))


def _arguments(f: Function) -> Iterator[tuple[x.Const, ...]]:
    if not isinstance(f.type, ty.Int):
        return
    match f.params:
        case ():
            yield ()
        case (x.Local(type=ty.Enum() as t),) if ty.size(t) <= CLAIMING.steering:
            yield from ((constant,) for constant in constants(t))


def _options(program: Program) -> Iterator[tuple[CutPoint, str, Choice]]:
    """The options of all decisions, each with a name of its own."""
    for number, node in enumerate(program.nodes):
        for n, choice in enumerate(node.choices if isinstance(node, Decision) else ()):
            yield CutNode(number), f"{number}.{n}", choice


def observed(number: PointNumber) -> Feature:
    """What is observed in positions at one cut point, as a feature."""
    return Feature(number.name, number.expression, _plain, only=number.point)


def total(local: x.Local, over: x.Expr, body: x.Expr) -> x.Expr:
    """The sum of the body over a known set; a count, if the body is 1 or 0."""
    assert isinstance(body.type, ty.Int)
    many = ty.size(ty.scalar(local.type))
    t = ty.Int(many * min(0, body.type.lo), many * max(0, body.type.hi))
    if isinstance(body, x.If):
        return x.Quantifier("count", local, over, body.condition, None, t)
    return x.Quantifier("sum", local, over, None, body, t)


def _numbers(
    e: x.Expr, missing: bool = True, labels: int = CLAIMING.labels
) -> Iterator[tuple[x.Expr, Of]]:
    """A value as numbers: how many, or whether it is this or that, for up to ``labels`` labels;
    ``missing``: also whether it is none."""
    match e.type:
        case ty.Int():
            yield e, _plain
        case ty.Bool():
            yield _if(e), _plain
        case ty.Set(element):
            yield x.Size(e, ty.Int(0, ty.size(element))), lambda value: _plain(value).bit_count()
        case ty.List(_, limit):
            yield x.Size(e, ty.Int(0, limit)), lambda value: len(_several(value))
        case ty.Option() as t:
            nothing = ty.none_of(t)
            if ty.size(t) <= labels:
                for k in range(ty.lowest(t), nothing):
                    yield _if(x.Compare("==", x.Const(k, t), e)), _is(k)
            if missing or ty.size(t) > labels:
                yield _if(x.Compare("==", x.Const(nothing, t), e)), _is(nothing)
        case ty.Enum() as t if ty.size(t) <= labels:
            for k in range(ty.size(t)):
                yield _if(x.Compare("==", x.Const(k, t), e)), _is(k)


def _names(program: Program) -> dict[ty.Type, str]:
    """The ruleset's name for an element of a type, from the first place that goes through all of them."""
    found: dict[ty.Type, str] = {}
    roots = (*(f.body for f in program.functions), *(c.property for c in program.checks))
    for part in walk(*roots):
        if isinstance(part, x.Quantifier | x.Filter):
            found.setdefault(part.var.type, source_name(part.var.name))
    return found


def _if(condition: x.Expr) -> x.Expr:
    truth = ty.Int(0, 1)
    return x.If(condition, x.Const(1, truth), x.Const(0, truth), truth)


def _plain(value: ty.Value) -> int:
    assert isinstance(value, int)
    return int(value)


def _several(value: ty.Value) -> tuple[ty.Value, ...]:
    assert isinstance(value, tuple)
    return value


def _is(k: int) -> Of:
    return lambda value: int(value == k)


def _over(of: Of) -> Of:
    return lambda value: sum(of(one) for one in _several(value))


def _at(of: Of, i: int) -> Of:
    return lambda value: of(_several(value)[i])
