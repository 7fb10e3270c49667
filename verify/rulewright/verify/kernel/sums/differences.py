"""What one sum implies about another: claims that compare the same sums, give or take a constant and what
variables hold that are known by themselves.

The difference of sums that are followed is a number like others: an arbitrary one where ways begin, and
that plus its shift where they end. So ``a < b`` may be shown at the end of a way that lets the difference
fall, from ``a <= b`` at its beginning; and ``a = b`` where nothing is in hand any more, from ``a + hand = b``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.walk import substituted, walk

from ..certificate import Claim
from ..meaning.expressions.evaluation import Frame, KernelMeaning
from ..meaning.numbers import RangedNumber
from ..meaning.terms import KernelTerm
from .parts import NotASum, SumComparison, SumPart, taken_apart
from .shifts import Shift
from .sums import Sum

SumShape = frozenset[tuple[SumPart, int]]
"""The parts of a difference, whatever their locals are called, each with its multiplicity."""

SumComparisons = dict[Claim, SumComparison | None]
"""Comparisons as sums, None for those that are not."""


@dataclass(frozen=True, slots=True)
class _Followed:
    """Sums that are followed, with their indices, and their values where ways begin."""

    sums: Sum
    number: int
    before: RangedNumber


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a comparison is about: the sums, ``turned`` or as they are; what is ``beside`` them, read as it
    is; and an added constant."""

    followed: _Followed
    turned: bool
    beside: tuple[SumPart, ...]
    constant: int


class Differences:
    """The differences of sums that several claims are about."""

    def __init__(
        self,
        meaning: KernelMeaning,
        exact: KernelMeaning,
        sums: Sequence[Sum],
        claims: Iterable[Claim],
        compared: SumComparisons,
    ) -> None:
        """``exact`` leaves nothing open. ``sums`` are followed exactly, from step to step. ``claims``: all
        that exist."""
        self._m, self._exact, self._compared = meaning, exact, compared
        self._found: dict[SumShape, _Followed] = {}
        # By identity, as it is asked often: the expressions are kept alive, so that no other is taken
        # for one.
        self._known: dict[tuple[int, object], tuple[x.Compare, _Subject | None]] = {}
        spoken: dict[SumShape, set[Claim]] = {}
        for claim in claims if sums else ():
            for e in _comparisons(claim.expression):
                comparison = self._comparison(e, claim)
                if comparison is not None:
                    for followed, _ in self._splits(comparison):
                        spoken.setdefault(_shape(followed), set()).add(claim)
        for number, one in enumerate(sums):
            parts, other = _shape(one.of.parts), _turned(one.of.parts)
            said = spoken.get(parts, set()) | spoken.get(other, set())
            if len(said) > 1 and not {parts, other} & self._found.keys():
                self._found[parts] = _Followed(one, number, one.anything())

    def __bool__(self) -> bool:
        return bool(self._found)

    def truth(
        self, claim: Claim, frame: Frame, shifts: Sequence[Shift] | None
    ) -> KernelTerm | None:
        """What a claim says where the differences have changed by ``shifts`` (None: where ways begin).

        None if it is about none of them, or about something that may be anything.
        """
        if not any(self._subject(e, claim) for e in _comparisons(claim.expression)):
            return None
        found = self._truth(claim.expression, claim, frame, shifts)
        return found if found is None or claim.holds else self._m.t.not_(found)

    def _truth(
        self, e: x.Expr, claim: Claim, frame: Frame, shifts: Sequence[Shift] | None
    ) -> KernelTerm | None:
        t = self._m.t
        match e:
            case x.Not(arg):
                found = self._truth(arg, claim, frame, shifts)
                return None if found is None else t.not_(found)
            case x.And(args) | x.Or(args):
                parts = [self._truth(arg, claim, frame, shifts) for arg in args]
                known = [part for part in parts if part is not None]
                if len(known) < len(parts):
                    return None
                return t.and_(known) if isinstance(e, x.And) else t.or_(known)
            case x.Compare():
                value = self._value(e, claim, frame, shifts)
                if value is not None:
                    return self._compare(e, value)
        if self._m.reads(e).variables <= self._m.followed:
            return self._m.truth(e, frame)
        return None

    def _compare(self, e: x.Compare, value: RangedNumber) -> KernelTerm:
        """What a comparison says, given by how much its left side exceeds its right one."""
        n, zero = self._m.n, self._m.n.constant(0)
        match e.op:
            case "==":
                return n.is_(value, 0)
            case "!=":
                return self._m.t.not_(n.is_(value, 0))
            case "<":
                return n.less(value, zero)
            case "<=":
                return self._m.t.not_(n.less(zero, value))

    def _value(
        self, e: x.Compare, claim: Claim, frame: Frame, shifts: Sequence[Shift] | None
    ) -> RangedNumber | None:
        """By how much the left side exceeds the right one, if that is followed."""
        n, subject = self._m.n, self._subject(e, claim)
        if subject is None:
            return None
        value = subject.followed.before
        if shifts is not None:
            shift = shifts[subject.followed.number]
            value = n.add(value, subject.followed.sums.changed_by(shift))
        if subject.turned:
            value = n.subtract(n.constant(0), value)
        beside = (
            n.multiply(n.constant(part.factor), self._m.number(part.body, frame))
            for part in subject.beside
        )
        return n.sum((value, n.constant(subject.constant), *beside))

    def _subject(self, e: x.Compare, claim: Claim) -> _Subject | None:
        """Which of the followed sums a comparison in a claim is about."""
        key = id(e), claim.bound
        if key not in self._known:
            self._known[key] = e, self._subject_of(e, claim)
        return self._known[key][1]

    def _subject_of(self, e: x.Compare, claim: Claim) -> _Subject | None:
        comparison = self._comparison(e, claim)
        if comparison is None:
            return None
        for parts, beside in self._splits(comparison):
            for shape, turned in ((_shape(parts), False), (_turned(parts), True)):
                if shape in self._found:
                    found = self._found[shape]
                    return _Subject(found, turned, beside, comparison.constant)
        return None

    def _splits(
        self, comparison: SumComparison
    ) -> Iterator[tuple[Sequence[SumPart], tuple[SumPart, ...]]]:
        """The parts that may be followed as one sum, and those beside: none, or all that are known by
        themselves."""
        yield comparison.parts, ()
        beside = tuple(part for part in comparison.parts if self._is_known(part))
        if 0 < len(beside) < len(comparison.parts):
            yield [part for part in comparison.parts if part not in beside], beside

    def _is_known(self, part: SumPart) -> bool:
        """Whether a part is what a variable holds that is followed by itself."""
        return isinstance(part.body, x.Var) and part.variable in self._m.followed

    def _comparison(self, e: x.Compare, claim: Claim) -> SumComparison | None:
        asked = Claim(e, bound=claim.bound)
        if asked not in self._compared:
            try:
                comparison = taken_apart(self._exact, asked)
            except NotASum:
                self._compared[asked] = None
            else:
                self._compared[asked] = comparison if comparison.parts else None
        return self._compared[asked]


def _comparisons(e: x.Expr) -> Iterator[x.Compare]:
    """The comparisons from which an expression is made by not, and, or."""
    match e:
        case x.Compare():
            yield e
        case x.Not(arg):
            yield from _comparisons(arg)
        case x.And(args) | x.Or(args):
            for arg in args:
                yield from _comparisons(arg)


def _shape(parts: Iterable[SumPart], sign: int = 1) -> SumShape:
    found: Counter[SumPart] = Counter()
    for part in parts:
        locals_ = dict.fromkeys(node for node in walk(part.body) if isinstance(node, x.Local))
        names = {local: x.Local(str(i), local.type) for i, local in enumerate(locals_)}
        bound = ((names[local], value) for local, value in part.bound if local in names)
        body = substituted(part.body, names)
        found[replace(part, factor=sign * part.factor, body=body, bound=tuple(bound))] += 1
    return frozenset(found.items())


def _turned(parts: Iterable[SumPart]) -> SumShape:
    """The parts of the difference the other way round."""
    return _shape(parts, -1)
