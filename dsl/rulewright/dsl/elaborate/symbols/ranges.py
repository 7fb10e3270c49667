"""What comparisons tell of the numbers compared: from where to where they range.

What is known of numbers is a set of comparisons: with a constant, ``1 <= n``, ``n <= 6`` and
``n != 0``, or with another number, ``n == k``, ``n <= k`` and ``n < k``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...ir import code as x
from ...ir import fold
from ...ir.types import Int, Set

_FAR = 2
"""Of how many numbers in a row, each compared with the next one, the ranges are looked at."""


def implied(condition: x.Expr) -> list[x.Expr]:
    """What is known of numbers where a single condition holds."""
    match condition:
        case x.Compare(op, left, right):
            pass
        case x.Not(x.Compare("<", right, left)):
            op = "<="
        case x.Not(x.Compare("<=", right, left)):
            op = "<"
        case x.Not(x.Compare("==" | "!=" as equal, left, right)):
            op = "!=" if equal == "==" else "=="
        case x.In(element, x.Const(int(mask), Set(Int() as t))) if mask:
            least = (mask & -mask).bit_length() - 1
            return within(element, Int(t.lo + least, t.lo + mask.bit_length() - 1))
        case _:
            return []
    if not isinstance(left.type, Int) or not isinstance(right.type, Int):
        return []
    left, right = plain(left), plain(right)
    a, b = _written(left), _written(right)
    match op:
        case "==":
            said = [*within(left, b), *within(right, a)]
        case "!=":
            pairs = ((left, right), (right, left))
            return [
                x.Compare("!=", n, fold.number(k.value))
                for n, k in pairs
                if isinstance(k, x.Const) and isinstance(k.value, int) and not _constant(n)
            ]
        case _:
            less = int(op == "<")
            said = [
                *within(left, Int(a.lo, b.hi - less)),
                *within(right, Int(a.lo + less, b.hi)),
            ]
    if not _constant(left) and not _constant(right):
        said.append(x.Compare(op, left, right))
    return said


def within(number: x.Expr, inside: Int) -> list[x.Expr]:
    """What is known of a number in this range, if its type does not say so."""
    number = plain(number)
    if not isinstance(number.type, Int) or _constant(number):
        return []
    said: list[x.Expr] = []
    if inside.lo > number.type.lo:
        said.append(x.Compare("<=", fold.number(inside.lo), number))
    if inside.hi < number.type.hi:
        said.append(x.Compare("<=", number, fold.number(inside.hi)))
    return said


def range_of(number: x.Expr, known: Collection[x.Expr]) -> Int:
    """The range of a number, by its type and by what is known; by its type alone if nothing fits."""
    return _range(number, [k for k in known if isinstance(k, x.Compare)], _FAR)


def _range(number: x.Expr, known: Sequence[x.Compare], far: int) -> Int:
    assert isinstance(number.type, Int)
    number = plain(number)
    found = _by_form(number, known, far)
    if _constant(number):
        return found
    lo, hi, never = found.lo, found.hi, set[int]()
    for said in known:
        op, left, right = said.op, said.left, said.right
        if number not in (left, right):
            continue
        first = left == number
        other = right if first else left
        if op == "!=":
            never.add(_written(other).lo)
            continue
        if far == 0 and not _constant(other):
            continue
        bound = _range(other, known, far - 1)
        less = int(op == "<")
        if first or op == "==":
            hi = min(hi, bound.hi - less)
        if not first or op == "==":
            lo = max(lo, bound.lo + less)
    while lo <= hi and lo in never:
        lo += 1
    while lo <= hi and hi in never:
        hi -= 1
    return Int(lo, hi) if lo <= hi else found


def _by_form(number: x.Expr, known: Sequence[x.Compare], far: int) -> Int:
    """The range of a constant, or of a sum of numbers whose ranges are known; else that of the
    type."""
    match number:
        case x.Arith(op, left, right):
            a, b = (
                v if isinstance(v, x.Const) else x.Local("", _range(v, known, far))
                for v in (left, right)
            )
            found = fold.arith(op, a, b).type
            assert isinstance(found, Int)
            return found
    return _written(number)


def common(ways: Sequence[Collection[x.Expr]]) -> list[x.Expr]:
    """What is known in each of several ways; of a number, the range that holds all of its ranges."""
    first, *others = ways
    same = [said for said in first if all(said in other for other in others)]
    differing = [s for s in first if isinstance(s, x.Compare) and s not in same]
    if not differing or not all(others):
        return same
    for number in dict.fromkeys(n for said in differing for n in (said.left, said.right)):
        if not _constant(number):
            ranges = [range_of(number, way) for way in ways]
            whole = Int(min(r.lo for r in ranges), max(r.hi for r in ranges))
            same += within(number, whole)
    return same


def clamped(number: x.Expr, inside: Int) -> x.Expr:
    """A number that is known to be in a range, as one of the type of that range.

    It is the nearest number of the range, so that it is one of them wherever it is computed.
    """
    if isinstance(number, x.Const) and isinstance(number.value, int):
        return x.Const(min(max(number.value, inside.lo), inside.hi), inside, number.name)
    number = plain(number)
    t = number.type
    assert isinstance(t, Int)
    if t.hi > inside.hi:
        t, most = Int(t.lo, inside.hi), fold.number(inside.hi)
        number = fold.if_(fold.compare("<=", number, most), number, most, t)
    if t.lo < inside.lo:
        t, least = Int(inside.lo, t.hi), fold.number(inside.lo)
        number = fold.if_(fold.compare("<=", least, number), number, least, t)
    return fold.convert(number, inside)


def plain(number: x.Expr) -> x.Expr:
    """A number as one of its own type, where it stands for one of a greater range."""
    while isinstance(number, x.Convert) and isinstance(number.arg.type, Int):
        number = number.arg
    return number


def _constant(number: x.Expr) -> bool:
    if isinstance(number, x.Arith):
        return _constant(number.left) and _constant(number.right)
    return isinstance(number, x.Const)


def _written(number: x.Expr) -> Int:
    """The range of a number as it is written: of a constant, its value."""
    assert isinstance(number.type, Int)
    if isinstance(number, x.Const) and isinstance(number.value, int):
        return Int(number.value, number.value)
    return number.type
