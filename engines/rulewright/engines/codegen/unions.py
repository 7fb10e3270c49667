"""Unions over a set: `union t in ends: f(t)` is a loop over the ends alone.

The IR has no node for it: it says "those elements that are in f(t) for some t", and evaluating that
literally would ask for each element again.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.types import Set

from .read_sets import free_locals


@dataclass(frozen=True, slots=True)
class Union:
    """The union of ``body`` over the elements of ``loops``, the outermost first."""

    loops: tuple[x.Quantifier, ...]
    body: x.Expr


def union_of(e: x.Filter) -> Union | None:
    """The union that a comprehension amounts to; None if it does not."""
    if e.over != x.every(e.type.element):
        return None
    loops: list[x.Quantifier] = []
    inside = e.where
    while isinstance(inside, x.Quantifier) and inside.kind == "some" and inside.body is not None:
        loops.append(inside)
        inside = inside.body
    if not loops or not isinstance(inside, x.In) or inside.element != e.var:
        return None
    parts = [inside.set, *(p for q in loops for p in (q.over, q.where) if p is not None)]
    if inside.set.type != Set(e.type.element) or any(e.var in free_locals(p) for p in parts):
        return None
    return Union(tuple(loops), inside.set)
