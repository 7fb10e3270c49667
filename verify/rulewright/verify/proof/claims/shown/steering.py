"""What steers a play between two rests, such as whose pass of a loop it is, and the cases that it makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import and_
from rulewright.dsl.ir.program import Program, Variable

from ....effort.proving import CLAIMING
from ...cut_steps import CutPosition


def steering(
    program: Program, positions: Sequence[CutPosition], *, numbers: bool = False
) -> Iterator[Sequence[Variable]]:
    """The variables of procedures that last between two rests, together; and each that passes by itself.

    Those that have few values, and several of them in the positions. ``numbers``: also which pass it is.
    """
    few = {ty.Enum: CLAIMING.steering, ty.Int: CLAIMING.values if numbers else 0}
    found = [
        v
        for v in program.variables
        if ty.is_scalar(v.type)
        and ty.size(v.type) <= few.get(type(v.type), 0)
        and len({p[v.name] for p in positions}) > 1
    ]
    yield [v for v in found if v.kind == "frame"]
    yield from ([v] for v in found if v.kind == "scratch")


def cases(
    steering: Sequence[Variable], positions: Sequence[CutPosition]
) -> list[tuple[x.Expr, list[CutPosition]]]:
    """The positions grouped by the values of some variables, each group with its condition.

    None if there is one group, or too many.
    """
    groups: dict[tuple[ty.Value, ...], list[CutPosition]] = {}
    for position in positions:
        groups.setdefault(tuple(position[v.name] for v in steering), []).append(position)
    if not 1 < len(groups) <= CLAIMING.cases:
        return []
    found: list[tuple[x.Expr, list[CutPosition]]] = []
    for values, some in sorted(groups.items(), key=lambda item: str(item[0])):
        is_so = [
            x.Compare("==", x.Var(v.name, v.type), x.Const(value, v.type))
            for v, value in zip(steering, values, strict=True)
        ]
        found.append((and_(is_so), some))
    return found
