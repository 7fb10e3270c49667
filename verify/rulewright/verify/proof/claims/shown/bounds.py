"""Between which numbers amounts lie: whoever is to move has three men or more.

Bounds that no position of some plays breaks are guessed (Ernst et al., "The Daikon system for dynamic
detection of likely invariants", 2007), and again for each value of what steers the play. Few plays come to
the least that there can be: so smaller numbers are guessed, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import not_, number, or_
from rulewright.dsl.ir.program import Program

from ....effort.proving import CLAIMING
from ....kernel.certificate import Claim
from ...cut_steps import CutPosition, PointNumber
from ...features import Feature, amounts, observed
from .steering import cases, steering


def bounds(
    program: Program, positions: Sequence[CutPosition], here: Iterable[PointNumber]
) -> Iterator[Claim]:
    """Bounds that hold in all of the positions, which belong to one cut point, and in each case of what
    steers the play those that are closer.

    ``here``: further numbers at this cut point, which the positions hold.
    """
    # Whether something is missing is no amount.
    found = [f for f in (*map(observed, here), *amounts(program)) if ty.size(_type(f)) > 2]
    if len(found) > CLAIMING.amounts or not positions:
        return
    general = dict.fromkeys(claim for feature in found for claim in _bounds(feature, positions))
    yield from general
    for variables in steering(program, positions, numbers=True):
        known = {v.name for v in variables}
        for case, some in cases(variables, positions):
            for feature in found:
                for claim in () if feature.variable in known else _bounds(feature, some):
                    if claim not in general:
                        yield Claim(or_((not_(case), claim.expression)))


def _bounds(feature: Feature, positions: Sequence[CutPosition]) -> Iterator[Claim]:
    """What is less than the least is true as well, and may be kept where that is not."""
    t = _type(feature)
    values = [feature.of(p[feature.variable]) for p in positions]
    least, most = min(values), max(values)
    if most < t.hi:
        yield Claim(x.Compare("<=", feature.expression, number(most)))
    for bound in dict.fromkeys((*range(t.lo + 1, min(least, t.lo + CLAIMING.least) + 1), least)):
        if bound > t.lo:
            yield Claim(x.Compare("<=", number(bound), feature.expression))


def _type(feature: Feature) -> ty.Int:
    assert isinstance(feature.expression.type, ty.Int)
    return feature.expression.type
