"""How many passes a loop still makes: until the last, and until one in which something can be done, such as
the turn of the next player who has not passed. Where nobody has, it counts how far the loop goes, and more.

So it falls with each pass, also where nothing else changes, if the loop is left once nobody can do anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Decision, Program
from rulewright.dsl.ir.walk import free_locals, reads, substituted

from ...kernel.certificate import CutPoint
from ..cut_steps import CutStep, PointNumber
from ..value_loops import ValueLoop, rests_inside, value_loops, values_to_come


def passes_until(program: Program, loops: frozenset[int]) -> Iterator[PointNumber]:
    """For each loop over few values, each condition on the value that is asked inside it, and each cut point
    inside: in how many passes the condition holds; those that are left and one for each value, if it does in
    none of them.

    ``loops``: the blocks that are cut points.
    """
    for loop in value_loops(program):
        nodes, points = rests_inside(program, loop, loops)
        for i, condition in enumerate(_conditions(program, loop, nodes)):
            waiting = _waiting(loop, condition)
            for point in points:
                yield PointNumber(f"passes {loop.step}.{i} {point}", point, waiting)


def passes_left(program: Program, loops: frozenset[int]) -> Iterator[PointNumber]:
    """For each loop over few values, and each cut point inside it: how many passes are left after this one.

    ``loops``: the blocks that are cut points.
    """
    for loop in value_loops(program):
        if not free_locals(loop.last):
            left = _left(loop)
            for point in rests_inside(program, loop, loops)[1]:
                yield PointNumber(f"left {loop.step} {point}", point, left)


def further_entries(steps: Iterable[CutStep], observed: Iterable[PointNumber]) -> Iterator[CutStep]:
    """Steps into a loop as in those of some plays, but with the condition first holding in another pass.

    Few plays enter a loop when all but the last have nothing to do.
    """
    at: dict[CutPoint, list[PointNumber]] = {}
    for o in observed:
        at.setdefault(o.point, []).append(o)
    for step in steps:
        inside = {o.expression for o in at.get(step.source, ())}
        for o in at.get(step.target, ()):
            many = _values(o)
            if o.expression not in inside and step.after[o.name] in range(many):
                for other in range(many):
                    yield replace(step, after={**step.after, o.name: other})


def _values(waiting: PointNumber) -> int:
    """How many values the loop has: half of those that the number has."""
    assert isinstance(waiting.expression.type, ty.Int)
    return waiting.expression.type.hi // 2


def _conditions(program: Program, loop: ValueLoop, nodes: list[int]) -> Iterator[x.Expr]:
    """What is asked of the value at the head, and of options without arguments inside; and the contrary."""
    asked: list[x.Expr] = []
    for head in loop.heads:
        end = program.blocks[head].terminator
        if isinstance(end, x.Branch):
            asked.append(end.condition)
    for number in nodes:
        node = program.nodes[number]
        if isinstance(node, Decision):
            asked += [c.guard for c in node.choices if not c.parameters]
    about = (c for c in dict.fromkeys(asked) if loop.variable.name in reads(c))
    for condition in about:
        if not free_locals(condition):
            yield from (condition, fold.not_(condition))


def _waiting(loop: ValueLoop, condition: x.Expr) -> x.Expr:
    """The number of passes, as an expression."""
    values = values_to_come(loop)
    many = len(values)
    t = ty.Int(0, 2 * many)
    waiting: x.Expr = x.Const(many, t)
    for i, value in reversed([*enumerate(values)]):
        holds, last = (substituted(e, {loop.variable: value}) for e in (condition, loop.last))
        none = x.Const(many + i, t)
        waiting = fold.if_(holds, x.Const(i, t), fold.if_(last, none, waiting, t), t)
    return waiting


def _left(loop: ValueLoop) -> x.Expr:
    """The number of passes after this one, as an expression."""
    values = values_to_come(loop)
    t = ty.Int(0, len(values) - 1)
    left: x.Expr = x.Const(t.hi, t)
    for i, value in reversed([*enumerate(values[:-1])]):
        last = substituted(loop.last, {loop.variable: value})
        left = fold.if_(last, x.Const(i, t), left, t)
    return left
