"""Which claims are tried: what the checks state, and the values that were seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Program

from ...effort.proving import CLAIMING
from ...kernel.certificate import Claim, CutNode, CutPoint
from ...kernel.goals import goals
from ...kernel.setting import compares_sums
from ...properties.registry import kind_of
from ...properties.target import StateTarget
from ...symbolic.analysis.analysis import Analysis
from .samples import Sample

ClaimCandidates = Iterable[tuple[CutPoint, tuple[Claim, ...]]]
"""What may be claimed at each cut point: the nodes, and the heads of the loops."""


def can_stand_at(analysis: Analysis, claim: Claim, point: CutPoint) -> bool:
    """Whether a claim can be made there: between two rests none can ask at which node play rests."""
    return isinstance(point, CutNode) or not analysis.reads_location(claim.expression)


def stated(analysis: Analysis) -> Iterator[Claim]:
    """What the checks that should hold state about the variables in every position."""
    for check in analysis.program.checks:
        kind = kind_of(check)
        everywhere = isinstance(kind.target(0), StateTarget) and kind.seeks == "counterexample"
        if check.expected and everywhere and not analysis.reads_location(check.property):
            for claim in goals(analysis.program, check):
                yield replace(claim, summed=compares_sums(analysis.program, claim))


def ranges(program: Program, samples: Sequence[Sample]) -> Iterator[Claim]:
    """That a variable has one of the values that it had at some node of random plays."""
    for v in program.variables:
        if v.kind == "scratch":
            continue
        by_node: dict[int, list[ty.Value]] = {}
        for sample in samples:
            by_node.setdefault(sample.node, []).append(sample.values[v.name])
        yield from dict.fromkeys(
            claim for seen in by_node.values() for claim in seen_range(x.Var(v.name, v.type), seen)
        )


def seen_range(var: x.Var, seen: Iterable[ty.Value]) -> Iterator[Claim]:
    """That a scalar variable, or every entry of a map of scalars, has one of the values seen.

    Nothing if these are all values of the type, or too many.
    """
    t = var.type
    inner = t.value if isinstance(t, ty.Map) else t
    if not ty.is_scalar(inner):
        return
    values = frozenset(scalar for value in seen for scalar in _scalars(value))
    if not len(values) < ty.size(inner) or len(values) > CLAIMING.values:
        return
    if isinstance(t, ty.Map):
        key = x.Local("key", t.key)
        each = _one_of(x.Lookup(var, key, t.value), ty.scalar(inner), values)
        yield Claim(x.Quantifier("all", key, x.every(t.key), None, each, ty.Bool()))
    else:
        yield Claim(_one_of(var, ty.scalar(inner), values))


def _one_of(e: x.Expr, t: ty.Scalar, values: frozenset[int]) -> x.Expr:
    if ty.size(t) > CLAIMING.members:
        return fold.or_([x.Compare("==", e, x.Const(v, e.type)) for v in sorted(values)])
    mask = sum(1 << value - ty.lowest(t) for value in values)
    return x.In(e, x.Const(mask, ty.Set(t)))


def _scalars(value: ty.Value) -> Iterator[int]:
    if isinstance(value, tuple):
        for one in value:
            yield from _scalars(one)
    else:
        yield int(value)
