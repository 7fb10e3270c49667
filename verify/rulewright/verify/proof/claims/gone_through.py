"""What holds for the values that a loop has gone through, or for those that are still to come.

What is asked of a value inside a loop mostly holds for all values once the loop is over, or held for all
when it began: halfway it holds for one part of them. Such claims are the invariants of loops over arrays
(Flanagan, Qadeer: Predicate abstraction for software verification, 2002).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.walk import free_locals, substituted

from ...kernel.certificate import Claim, CutPoint
from ...symbolic.analysis.analysis import Analysis
from ..value_loops import ValueLoop, ascends, blocks_inside, place, rests_inside, value_loops


def gone_through(analysis: Analysis, loops: frozenset[int]) -> Iterator[tuple[CutPoint, Claim]]:
    """For each loop over ascending values, and each cut point inside, what is asked of the value there.

    ``loops``: the blocks that are cut points.
    """
    program = analysis.program
    for loop in value_loops(program):
        if not ascends(loop):
            continue
        points = rests_inside(program, loop, loops)[1]
        for condition in dict.fromkeys(_asked_inside(analysis, loop)):
            for claim in _of_parts(loop.variable, condition):
                for point in points:
                    yield point, claim


def _asked_inside(analysis: Analysis, loop: ValueLoop) -> Iterator[x.Expr]:
    """The conditions about the value and what lasts, and their parts."""
    program = analysis.program
    known = {v.name for v in program.variables if v.declared} | {loop.variable.name}
    for number in sorted(blocks_inside(program, loop)):
        end = program.blocks[number].terminator
        if number != loop.step and isinstance(end, x.Branch):
            for part in _parts(end.condition):
                about = analysis.reads(part)
                if loop.variable.name in about and len(about) > 1 and about <= known:
                    yield part


def _parts(e: x.Expr) -> Iterator[x.Expr]:
    if free_locals(e):
        return
    match e:
        case x.Not(arg):
            yield from _parts(arg)
        case x.And(args) | x.Or(args):
            yield e
            for arg in args:
                yield from _parts(arg)
        case _:
            yield e


def _of_parts(variable: x.Var, condition: x.Expr) -> Iterator[Claim]:
    """That it holds, or does not, for all values before this one, or for all after it; with this one or
    without."""
    assert isinstance(variable.type, ty.Enum | ty.Int)
    other = x.Local("gone", variable.type)
    mine, its = place(variable), place(other)
    said = substituted(condition, {variable: other})
    for holds in (said, fold.not_(said)):
        for op in ("<=", "<"):
            for left, right in ((mine, its), (its, mine)):
                body = fold.or_((fold.compare(op, left, right), holds))
                every = x.every(variable.type)
                yield Claim(x.Quantifier("all", other, every, None, body, ty.Bool()))
