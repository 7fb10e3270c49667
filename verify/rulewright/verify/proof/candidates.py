"""Which claims are tried beside the goals of a proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import And, Or
from rulewright.dsl.ir.program import Check

from ..properties.registry import kind_of
from ..properties.target import StateTarget
from ..symbolic.dependencies import Analysis
from .invariants import ExpressionInvariant, RangeInvariant, conjuncts
from .samples import Sample

MOST_VALUES = 12


def stated(check: Check) -> Iterator[ExpressionInvariant]:
    """What a check says of every position; nothing if it is of another kind."""
    kind = kind_of(check)
    match kind.target(0):
        case StateTarget(_, holds) if kind.seeks == "counterexample":
            yield from conjuncts(
                ExpressionInvariant(check.property, not holds, f"check {check.name}")
            )
        case _:
            pass


def repeating(analysis: Analysis, goals: Sequence[ExpressionInvariant]) -> Iterator[str]:
    """The names of the checks that say just what the goals say."""
    for check in analysis.program.checks:
        if tuple(replace(claim, text="") for claim in stated(check)) == tuple(goals):
            yield check.name


def helpers(
    analysis: Analysis, goals: Sequence[ExpressionInvariant], cone: frozenset[str]
) -> Iterator[ExpressionInvariant]:
    """The other checks of the ruleset that say something about the cone alone."""
    for check in analysis.program.checks:
        needs = analysis.needs.of(check.property)
        if needs.variables and needs.variables <= cone and not needs.node:
            for claim in stated(check):
                if replace(claim, text="") not in goals:
                    yield claim


def alternatives(goals: Sequence[ExpressionInvariant]) -> Iterator[ExpressionInvariant]:
    """What is enough for a goal: one part of an ``or``. Inside a loop it is often that."""
    for goal in goals:
        e = goal.expression
        if isinstance(e, Or if goal.holds else And):
            yield from (replace(goal, expression=part) for part in e.args)


def ranges(
    analysis: Analysis, cone: frozenset[str], samples: Sequence[Sample]
) -> Iterator[RangeInvariant]:
    """Sets of values that a variable of the cone showed at some node of random plays."""
    for v in analysis.program.variables:
        inner = v.type.value if isinstance(v.type, ty.Map) else v.type
        if v.name not in cone or v.kind == "scratch" or not ty.is_scalar(inner):
            continue
        by_node: dict[int, set[int]] = {}
        for sample in samples:
            value = sample.values[v.name]
            entries = value if isinstance(value, tuple) else (value,)
            by_node.setdefault(sample.node, set()).update(int(e) for e in entries)  # type: ignore[arg-type]
        for values in dict.fromkeys(frozenset(seen) for seen in by_node.values()):
            if len(values) < ty.size(inner) and len(values) <= MOST_VALUES:
                yield RangeInvariant(v.name, values, "")
