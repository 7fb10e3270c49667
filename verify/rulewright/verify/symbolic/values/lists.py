"""Operations on symbolic lists."""

from __future__ import annotations

from collections.abc import Sequence

from ...solvers.terms.terms import Term
from .numbers import GuardedInteger
from .values import SymbolicList, SymbolicValue, SymbolicValues


class ListOperations:
    """Joining, cutting and reading lists."""

    def __init__(self, values: SymbolicValues) -> None:
        self.v, self.n, self.t = values, values.n, values.t

    def concat(self, a: SymbolicList, b: SymbolicList) -> SymbolicList:
        """``a``, then ``b``."""
        length = self.n.add(a.length, b.length)
        _, most = self.n.range(length)
        starts = self.n.cases(a.length).items
        items: list[SymbolicValue] = []
        for i in range(min(most, len(a.items) + len(b.items))):
            sources = [
                (start, b.items[i - start]) for start, _ in starts if 0 <= i - start < len(b.items)
            ]
            options = [(self.n.is_(a.length, start), item) for start, item in sources]
            if i < len(a.items):
                options.append((self.t.true, a.items[i]))
            if not options:
                break
            items.append(self._first(options))
        return SymbolicList(length, tuple(items))

    def item(
        self, of: SymbolicList, index: GuardedInteger, back: bool
    ) -> list[tuple[Term, SymbolicValue]]:
        """The items that may be at ``index``, each with the condition that it is."""
        result = []
        for i, item in enumerate(of.items):
            if back:
                mirrored = self.n.subtract(
                    self.n.subtract(of.length, self.n.constant(1)), self.n.constant(i)
                )
                here = self.n.equal(index, mirrored)
            else:
                here = self.n.is_(index, i)
            condition = self.t.and_((here, self.v.longer(of, i)))
            if condition is not self.t.false:
                result.append((condition, item))
        return result

    def slice(self, of: SymbolicList, start: GuardedInteger, stop: GuardedInteger) -> SymbolicList:
        """The items at the positions from ``start`` up to, not including, ``stop``."""
        zero = self.n.constant(0)
        first = self._least(self._greatest(start, zero), of.length)
        end = self._greatest(self._least(stop, of.length), first)
        length = self.n.subtract(end, first)
        _, most = self.n.range(length)
        starts = [s for s, _ in self.n.cases(first).items]
        items = []
        for i in range(max(0, min(most, len(of.items)))):
            options = [
                (self.n.is_(first, s), of.items[s + i])
                for s in starts
                if 0 <= s + i < len(of.items)
            ]
            if not options:
                break
            items.append(self._first(options))
        return SymbolicList(self.n.clamp(length, 0, len(items)), tuple(items))

    def _least(self, a: GuardedInteger, b: GuardedInteger) -> GuardedInteger:
        return self.n.choose(self.n.less(a, b), a, b)

    def _greatest(self, a: GuardedInteger, b: GuardedInteger) -> GuardedInteger:
        return self.n.choose(self.n.less(a, b), b, a)

    def _first(self, options: Sequence[tuple[Term, SymbolicValue]]) -> SymbolicValue:
        """The value of the first true condition; the last one's if none is."""
        *rest, (_, result) = options
        for condition, value in reversed(rest):
            result = self.v.choose(condition, value, result)
        return result
