"""The cell of a position: positions in one cell are much alike.

A cell is a hash of the values, as numbers, of the variables that a ruleset declares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Program

from ..effort.playing import DISTANCES

SPREAD = 7_919
"""The factor by which the numbers of a position are spread over the cells."""
TOGETHER = 64
"""How many numbers are combined at a time: with all of a large game an expression would be nested
too deeply."""


def cell_of(program: Program) -> x.Expr:
    """The number of the cell: numbers, labels and sizes of the variables, spread over the cells."""
    numbers, factor = list(_numbers(program)), SPREAD
    while len(numbers) > TOGETHER:
        starts = range(0, len(numbers), TOGETHER)
        numbers = [_spread(numbers[start : start + TOGETHER], factor) for start in starts]
        factor = pow(factor, TOGETHER, DISTANCES.cells)  # so that no two have the same factor
    return _spread(numbers, factor)


def _spread(numbers: Sequence[x.Expr], factor: int) -> x.Expr:
    """The numbers as digits to the base of the factor, the last one the lowest (Horner's rule)."""
    cell: x.Expr = x.Const(0, ty.Int(0, 0))
    for number in numbers:
        assert isinstance(number.type, ty.Int)
        most = DISTANCES.cells * factor
        spread = x.Arith("*", cell, _number(factor), ty.Int(0, most))
        more = x.Arith("+", spread, number, ty.Int(0, most + number.type.hi))
        cell = x.Arith("mod", more, _number(DISTANCES.cells), ty.Int(0, DISTANCES.cells - 1))
    return cell


def _numbers(program: Program) -> Iterator[x.Expr]:
    """The numbers for each variable that the ruleset declares, from 0 on."""
    for v in program.variables:
        if not v.declared:
            continue
        var = x.Var(v.name, v.type)
        match v.type:
            case ty.Int(lo, hi):
                up = x.Arith("-", var, _number(lo), ty.Int(0, hi - lo))
                width = 1 + (hi - lo) // DISTANCES.ranges
                yield (
                    up
                    if width == 1
                    else x.Arith("div", up, _number(width), ty.Int(0, (hi - lo) // width))
                )
            case ty.Set(element):
                yield x.Size(var, ty.Int(0, ty.size(element)))
            case ty.List(_, limit):
                yield x.Size(var, ty.Int(0, limit))
            case ty.Bool():
                yield x.If(var, _number(1), _number(0), ty.Int(0, 1))
            case ty.Enum() | ty.Option() as t:
                yield _label(var, t)
            case ty.Map() as t:
                yield from _sums(program, var, t)


def _sums(program: Program, var: x.Var, t: ty.Map) -> Iterator[x.Expr]:
    """The total of all entries: for each player, if they belong to players."""
    if ty.size(t.key) > DISTANCES.entries:
        return
    key = x.Local(f"cell.{var.name}", t.key)
    entry = x.Lookup(var, key, t.value)
    match t.value:
        case ty.Int(lo, hi) if lo >= 0:
            each: x.Expr = entry
        case ty.Option() as option:
            there = x.Compare("!=", entry, x.Const(ty.none_of(option), option))
            each, hi = x.If(there, _number(1), _number(0), ty.Int(0, 1)), 1
        case _:
            return
    many = ty.size(t.key)
    if ty.owners(t) == program.players:
        own = many // ty.size(program.players)
        parts = [((1 << own) - 1) << own * p for p in range(ty.size(program.players))]
    else:
        own, parts = many, [(1 << many) - 1]
    for part in parts:
        over = x.Const(part, ty.Set(t.key))
        yield x.Quantifier("sum", key, over, None, each, ty.Int(0, own * hi))


def _label(var: x.Var, t: ty.Enum | ty.Option) -> x.Expr:
    lo, hi = ty.bounds(t)
    if hi - lo >= DISTANCES.labels:
        if isinstance(t, ty.Enum):
            return _number(0)
        none = x.Compare("==", var, x.Const(hi, t))
        return x.If(none, _number(0), _number(1), ty.Int(0, 1))
    total: x.Expr = _number(0)
    for n, value in enumerate(range(lo + 1, hi + 1), 1):
        here = x.Compare("==", var, x.Const(value, t))
        total = x.If(here, _number(n), total, ty.Int(0, n))
    return total


def _number(n: int) -> x.Const:
    return x.Const(n, ty.Int(n, n))
