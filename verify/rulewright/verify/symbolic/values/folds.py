"""Counts conditions, and finds the greatest and least of conditional numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ...effort.encoding import ENCODING
from ...solvers.terms.terms import Term
from .numbers import Cases, GuardedArithmetic, GuardedInteger, Wide


def count(n: GuardedArithmetic, conditions: Sequence[Term]) -> GuardedInteger:
    """How many of the conditions hold."""
    sure = sum(condition is n.t.true for condition in conditions)
    open_ = [c for c in conditions if c is not n.t.true and c is not n.t.false]
    if len(open_) > ENCODING.counted:
        return n.add(_adder(n, open_), n.constant(sure))
    exactly = [n.t.true]
    for condition in open_:
        below = [*exactly, n.t.false]
        above = [n.t.false, *exactly]
        exactly = [n.t.ite(condition, a, b) for a, b in zip(above, below, strict=True)]
    return n.of({sure + k: condition for k, condition in enumerate(exactly)})


def _adder(n: GuardedArithmetic, conditions: Sequence[Term]) -> GuardedInteger:
    """The sum by halves, as bit vectors."""
    if len(conditions) == 1:
        one, zero = n.t.number(1, 2), n.t.number(0, 2)
        return Wide(n.t.ite(conditions[0], one, zero), 0, 1)
    half = len(conditions) // 2
    return n.add(_adder(n, conditions[:half]), _adder(n, conditions[half:]))


def best(
    n: GuardedArithmetic, options: Sequence[tuple[Term, GuardedInteger]], *, most: bool
) -> list[Term]:
    """For each option: whether it is present and no other present one has a better number."""
    if all(isinstance(number, Cases) for _, number in options):
        wins = _ranking(n, options, most=most)
        return [
            n.t.and_((there, n.t.or_(n.t.and_((c, wins[v])) for v, c in number.items)))
            for there, number in options
            if isinstance(number, Cases)
        ]
    result = []
    for there, number in options:
        worse = [
            n.t.implies(other, n.t.not_(n.less(number, x) if most else n.less(x, number)))
            for other, x in options
            if x is not number
        ]
        result.append(n.t.and_((there, *worse)))
    return result


def extreme(
    n: GuardedArithmetic, options: Sequence[tuple[Term, GuardedInteger]], none: int, *, most: bool
) -> GuardedInteger:
    """The greatest (least) of the present numbers; ``none`` if none is present."""
    if all(isinstance(number, Cases) for _, number in options):
        wins = _ranking(n, options, most=most)
        first = {
            v: n.t.and_((win, n.t.or_(_has(n, there, x, v) for there, x in options)))
            for v, win in wins.items()
        }
        nobody = n.t.not_(n.t.or_(there for there, _ in options))
        return n.gather([*first.items(), (none, nobody)])
    result: GuardedInteger = n.constant(none)
    some = n.t.false
    for there, number in options:
        better = n.less(result, number) if most else n.less(number, result)
        result = n.choose(n.t.and_((there, n.t.or_((n.t.not_(some), better)))), number, result)
        some = n.t.or_((some, there))
    return result


def _has(n: GuardedArithmetic, there: Term, number: GuardedInteger, value: int) -> Term:
    return n.t.and_((there, n.is_(number, value)))


def _ranking(
    n: GuardedArithmetic, options: Sequence[tuple[Term, GuardedInteger]], *, most: bool
) -> dict[int, Term]:
    """For each value: that no present option has a better one."""
    values = {v for _, number in options if isinstance(number, Cases) for v, _ in number.items}
    wins: dict[int, Term] = {}
    taken = n.t.false
    for value in sorted(values, reverse=most):
        wins[value] = n.t.not_(taken)
        taken = n.t.or_([taken, *(_has(n, there, x, value) for there, x in options)])
    return wins
