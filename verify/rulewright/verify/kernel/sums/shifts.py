"""By how much a sum has changed: the numbers added and removed, kept apart as long as possible.

What comes in at one place and goes out at another is often the same number, and cancels at once. What is
left is grouped by the condition under which it came or went, so that a loop that takes something from each
of many places can be looked at place by place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..meaning.numbers import RangedArithmetic, RangedNumber
from ..meaning.terms import KernelTerm


@dataclass(frozen=True, slots=True)
class ShiftPart:
    """A ``number`` times a ``factor``; ``under``: the condition under which it came, if there is one.

    The condition says nothing about the number; parts with the same condition are grouped.
    """

    number: RangedNumber
    factor: int
    under: KernelTerm | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """The sum of its ``parts``; no number occurs twice, and no factor is 0."""

    parts: tuple[ShiftPart, ...] = ()


class Shifts:
    """Calculates with shifts."""

    def __init__(self, numbers: RangedArithmetic) -> None:
        self._n = numbers

    def plus(self, a: Shift, more: Iterable[tuple[RangedNumber, int]]) -> Shift:
        """A shift, and some numbers, each times a factor."""
        apart = (part for number, factor in more for part in self._taken_apart(number, factor))
        return _sum((*a.parts, *apart))

    def choose(self, c: KernelTerm, a: Shift, b: Shift) -> Shift:
        """``a`` if the condition holds, otherwise ``b``: what is in both stays as it is. Everything else
        gets that condition."""
        common, left, right = _compared(a, b)
        if not left and not right:
            return a
        number = self._n.choose(c, self._total(left), self._total(right))
        return _sum((*common, ShiftPart(number, 1, c)))

    def joined(self, c: KernelTerm, a: Shift, b: Shift) -> Shift:
        """The same, where everything keeps its condition."""
        common, left, right = _compared(a, b)
        found = list(common)
        for under in dict.fromkeys(part.under for part in (*left, *right)):
            these = (self._total([p for p in own if p.under is under]) for own in (left, right))
            found.append(ShiftPart(self._n.choose(c, *these), 1, under))
        return _sum(found)

    def total(self, a: Shift) -> RangedNumber:
        """The shift as one number."""
        return self._total(a.parts)

    def together(self, a: Shift) -> list[RangedNumber]:
        """The shift as several numbers, one for each condition."""
        groups: dict[KernelTerm | None, list[ShiftPart]] = {}
        for part in a.parts:
            groups.setdefault(part.under, []).append(part)
        return [self._total(parts) for parts in groups.values()]

    def _total(self, parts: Iterable[ShiftPart]) -> RangedNumber:
        n = self._n
        return n.sum(n.multiply(n.constant(part.factor), part.number) for part in parts)

    def _taken_apart(self, number: RangedNumber, factor: int) -> Iterator[ShiftPart]:
        """The numbers from which a number was made by adding and subtracting, as far as they are known."""
        waiting = [(number, factor)]
        while waiting:
            one, times = waiting.pop()
            made = self._n.made_from(one)
            if one.lo == one.hi:
                yield ShiftPart(self._n.constant(1), times * one.lo)
            elif made is None:
                yield ShiftPart(one, times, one.term.args[0] if one.term.op == "ite" else None)
            else:
                waiting += [(part, times * sign) for part, sign in reversed(made)]


def _compared(a: Shift, b: Shift) -> tuple[list[ShiftPart], list[ShiftPart], list[ShiftPart]]:
    """The parts that are in both, and those that are in one of them only."""
    in_a, in_b = frozenset(a.parts), frozenset(b.parts)
    return (
        [part for part in a.parts if part in in_b],
        [part for part in a.parts if part not in in_b],
        [part for part in b.parts if part not in in_a],
    )


def _sum(parts: Iterable[ShiftPart]) -> Shift:
    found: dict[RangedNumber, ShiftPart] = {}
    for part in parts:
        known = found.get(part.number)
        found[part.number] = (
            part if known is None else replace(known, factor=known.factor + part.factor)
        )
    return Shift(tuple(part for part in found.values() if part.factor))
