"""Linear equations between amounts: how many cards are in a hand, and how many tricks remain.

Equations that hold in all positions of some plays are guessed (Sharma et al., "A data driven approach for
algebraic loop invariants", 2013; the relations are those of Karr, "Affine relationships among variables of
a program", 1976), and again for each value of what steers the play, such as whose pass it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import not_, or_
from rulewright.dsl.ir.program import Program

from ....effort.proving import CLAIMING
from ....kernel.certificate import Claim
from ...cut_steps import CutPosition, PointNumber
from ...features import Feature, amounts, observed
from .steering import cases, steering

MatrixRow = list[Fraction]


def affine(
    program: Program, positions: Sequence[CutPosition], here: Iterable[PointNumber] = ()
) -> Iterator[Claim]:
    """Equations that hold in all of the positions, which belong to one cut point.

    ``here``: further numbers at this cut point, which the positions hold.
    """
    found = [*amounts(program), *map(observed, here)]
    if len(found) > CLAIMING.amounts or not positions:
        return
    general = _equations(_rows(found, positions))
    yield from (Claim(_written(found, equation)) for equation in general)
    for variables in steering(program, positions):
        for case, some in cases(variables, positions):
            for equation in _equations(_rows(found, some)):
                if equation not in general:
                    yield Claim(or_((not_(case), _written(found, equation))))


def _rows(found: Sequence[Feature], positions: Sequence[CutPosition]) -> list[MatrixRow]:
    """The amounts in each position, and a 1."""
    distinct = {(*(f.of(p[f.variable]) for f in found), 1): None for p in positions}
    return [[Fraction(n) for n in row] for row in distinct]


def _equations(rows: Sequence[MatrixRow]) -> list[tuple[int, ...]]:
    """The coefficients of equations that imply all that hold in the rows: each expresses an amount by later
    ones."""
    reduced = _reduced(rows)
    width = len(rows[0])
    leading = [_lead(row) for row in reduced]
    free = [i for i in range(width) if i not in leading]
    found = []
    for column in free:
        solution = [Fraction(0)] * width
        solution[column] = Fraction(1)
        for row, i in zip(reduced, leading, strict=True):
            solution[i] = -row[column]
        found.append(solution)
    whole = [_whole(row) for row in _reduced(found)]
    return [
        row for row in whole if any(row[:-1]) and max(map(abs, row[:-1])) <= CLAIMING.coefficient
    ]


def _reduced(rows: Sequence[MatrixRow]) -> list[MatrixRow]:
    """Equivalent rows, each with a leading 1 where all others have 0 (Gauss, Jordan)."""
    found: list[MatrixRow] = []
    for given in rows:
        row = list(given)
        for other in found:
            lead = _lead(other)
            if row[lead]:
                row = [a - row[lead] * b for a, b in zip(row, other, strict=True)]
        if not any(row):
            continue
        lead = _lead(row)
        row = [n / row[lead] for n in row]
        found = [
            [a - other[lead] * b for a, b in zip(other, row, strict=True)] if other[lead] else other
            for other in found
        ]
        found.append(row)
    return found


def _lead(row: MatrixRow) -> int:
    """The index of a row's first nonzero number."""
    return next(i for i, n in enumerate(row) if n)


def _whole(row: MatrixRow) -> tuple[int, ...]:
    """The same with integers that have no common factor."""
    scale = lcm(*(n.denominator for n in row))
    numbers = [int(n * scale) for n in row]
    common = gcd(*numbers)
    return tuple(n // common for n in numbers)


def _written(found: Sequence[Feature], equation: Sequence[int]) -> x.Expr:
    """The equation, with the terms to be added on either side."""
    *factors, constant = equation
    left = _sum([(n, f) for n, f in zip(factors, found, strict=True) if n > 0], max(0, constant))
    right = _sum([(-n, f) for n, f in zip(factors, found, strict=True) if n < 0], max(0, -constant))
    return x.Compare("==", left, right)


def _sum(parts: Sequence[tuple[int, Feature]], constant: int) -> x.Expr:
    total: x.Expr | None = None
    for factor, feature in parts:
        part = feature.expression
        assert isinstance(part.type, ty.Int)
        if factor > 1:
            t = ty.Int(part.type.lo * factor, part.type.hi * factor)
            part = x.Arith("*", _number(factor), part, t)
        total = part if total is None else _plus(total, part)
    if total is None:
        return _number(constant)
    return _plus(total, _number(constant)) if constant else total


def _plus(a: x.Expr, b: x.Expr) -> x.Expr:
    assert isinstance(a.type, ty.Int)
    assert isinstance(b.type, ty.Int)
    return x.Arith("+", a, b, ty.Int(a.type.lo + b.type.lo, a.type.hi + b.type.hi))


def _number(n: int) -> x.Expr:
    return x.Const(n, ty.Int(n, n))
