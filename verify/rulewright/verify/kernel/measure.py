"""Why every play ends: numbers of which, on every way on, the first that changes falls.

Numbers of the program are bounded from below, so that this cannot go on for ever (Floyd, "Assigning
meanings to programs", 1967; ranking functions).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Program

from .certificate import Certificate, CutBlock, CutNode, CutPoint
from .goals import Refused
from .meaning.numbers import RangedNumber
from .meaning.terms import KernelTerm
from .meaning.values import Content
from .setting import CutPointContext, split
from .ways.paths import PathState


@dataclass(frozen=True, slots=True)
class Start:
    """A cut point at which ways begin, and the values there."""

    point: CutPoint
    values: Mapping[str, Content]


@dataclass(frozen=True, slots=True)
class PathEnd:
    """A cut point to which ways lead, and the state there; at a resting place, the state after it came to
    rest."""

    point: CutPoint
    state: PathState


class Measure:
    """The measure of a certificate, which must be given at every place from which play goes on."""

    def __init__(self, program: Program, certificate: Certificate) -> None:
        """Raises Refused."""
        self._numbers = dict(certificate.measure)
        nodes = enumerate(program.nodes)
        needed: set[CutPoint] = {CutNode(i) for i, node in nodes if goes_on(node)}
        needed |= {CutBlock(block) for block in certificate.loops}
        if self._numbers.keys() != needed:
            raise Refused("a measure has to be given at every place from which play goes on")
        lengths = {len(numbers) for numbers in self._numbers.values()}
        integers = all(isinstance(e.type, ty.Int) for ns in self._numbers.values() for e in ns)
        if len(lengths) > 1 or not integers:
            raise Refused("measures are integers, equally many at each place")

    def __contains__(self, point: CutPoint) -> bool:
        return point in self._numbers

    def does_not_fall(self, s: CutPointContext, start: Start, end: PathEnd) -> KernelTerm:
        """That ways lead from a start to an end at which the measure is not less."""
        return s.t.and_((end.state.path, s.t.not_(self._falls(s, start, end))))

    def _falls(self, s: CutPointContext, start: Start, end: PathEnd) -> KernelTerm:
        """Whether the first number that changes is less than it was."""
        falls, equal = s.t.false, s.t.true
        for old, new in zip(self._numbers[start.point], self._numbers[end.point], strict=True):
            change = _change(s, old, start, new, end)
            less = s.values.n.less(change, s.values.n.constant(0))
            falls = s.t.or_((falls, s.t.and_((equal, less))))
            equal = s.t.and_((equal, s.values.n.is_(change, 0)))
        return falls


def _change(
    s: CutPointContext, old: x.Expr, start: Start, new: x.Expr, end: PathEnd
) -> RangedNumber:
    """By how much a number of the measure changes: by the shift that was followed, if it is the same sum."""
    (before, less), (after, more) = split(old), split(new)
    if before == after:
        zero = s.values.n.constant(0)
        shift = zero if before is None else s.sunk(before, end.state.shifts)
        if shift is not None:
            return s.values.n.add(shift, s.values.n.constant(more - less))
    return s.values.n.subtract(
        _measured(s, new, end.state.variables, end.point),
        _measured(s, old, start.values, start.point),
    )


def _measured(
    s: CutPointContext, e: x.Expr, variables: Mapping[str, Content], point: CutPoint
) -> RangedNumber:
    return s.meaning.number(e, s.frame(e, variables, point.node))
