"""That two variables hold the same value: who leads a trick, and with whom it begins.

Candidates for Houdini (Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", 2001): each
equation that no position of some plays breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Program

from ...kernel.certificate import Claim
from ..cut_steps import CutPosition


def equalities(program: Program, positions: Sequence[CutPosition]) -> Iterator[Claim]:
    """For each two variables of one type with a few named values: that they are equal, if they are in all
    of the positions, which belong to one cut point, and do not always have the same single value there."""
    lasting = [v for v in program.variables if v.kind != "scratch" and isinstance(v.type, ty.Enum)]
    for one, two in combinations(lasting, 2):
        values = {(p[one.name], p[two.name]) for p in positions}
        if one.type == two.type and len(values) > 1 and all(a == b for a, b in values):
            yield Claim(x.Compare("==", x.Var(one.name, one.type), x.Var(two.name, two.type)))
