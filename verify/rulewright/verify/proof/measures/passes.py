"""How many passes a loop still makes: until the last, and until one in which something can be done, such as
the turn of the next player who has not passed. Where nobody has, it counts how far the loop goes, and more.

So it falls with each pass, also where nothing else changes, if the loop is left once nobody can do anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.loops import following, predecessors
from rulewright.dsl.ir.program import Decision, Program
from rulewright.dsl.ir.walk import free_locals, reads, substituted

from ...effort.proving import CLAIMING
from ...kernel.certificate import CutBlock, CutNode, CutPoint
from ..cut_steps import CutStep, PointNumber


@dataclass(frozen=True, slots=True)
class _Loop:
    """A loop that gives a variable one value after the other.

    ``heads``: the block where a pass begins, or the blocks of the options if it begins with a decision;
    ``step``: the block that takes the next value; ``further``: that value, made from the one before;
    ``last``: whether there is none.
    """

    heads: tuple[int, ...]
    step: int
    variable: x.Var
    further: x.Expr
    last: x.Expr


def passes_until(program: Program, loops: frozenset[int]) -> Iterator[PointNumber]:
    """For each loop over few values, each condition on the value that is asked inside it, and each cut point
    inside: in how many passes the condition holds; those that are left and one for each value, if it does in
    none of them.

    ``loops``: the blocks that are cut points.
    """
    for loop in dict.fromkeys(_loops(program)):
        nodes, points = _rests(program, loop, loops)
        for i, condition in enumerate(_conditions(program, loop, nodes)):
            waiting = _waiting(loop, condition)
            for point in points:
                yield PointNumber(f"passes {loop.step}.{i} {point}", point, waiting)


def passes_left(program: Program, loops: frozenset[int]) -> Iterator[PointNumber]:
    """For each loop over few values, and each cut point inside it: how many passes are left after this one.

    ``loops``: the blocks that are cut points.
    """
    for loop in dict.fromkeys(_loops(program)):
        if not free_locals(loop.last):
            left = _left(loop)
            for point in _rests(program, loop, loops)[1]:
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


def _loops(program: Program) -> Iterator[_Loop]:
    blocks = program.blocks
    for block in blocks:
        end = block.terminator
        if not isinstance(end, x.Branch):
            continue
        match blocks[end.otherwise]:
            case x.Block(
                _, (x.Store(name, None, x.Lookup(_, x.Var() as v) as e),), x.Goto() | x.Stop()
            ):
                few = ty.is_scalar(v.type) and ty.size(v.type) <= CLAIMING.steering
                if v.name == name and few:
                    heads = _after(program, blocks[end.otherwise])
                    yield _Loop(heads, end.otherwise, v, e, end.condition)


def _inside(program: Program, loop: _Loop) -> set[int]:
    """The blocks of a natural loop (Aho, Lam, Sethi, Ullman: Compilers, 9.6.6), across decisions too."""
    before = predecessors([_after(program, block) for block in program.blocks])
    found, waiting = set(loop.heads), [loop.step]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += before.get(number, ())
    return found


def _rests(
    program: Program, loop: _Loop, loops: frozenset[int]
) -> tuple[list[int], list[CutPoint]]:
    """The nodes inside a loop, and the cut points at which play goes on."""
    inside = _inside(program, loop)
    ends = (program.blocks[b].terminator for b in sorted(inside))
    nodes = [end.node for end in ends if isinstance(end, x.Stop)]
    points: list[CutPoint] = [CutBlock(b) for b in sorted(inside & loops)]
    points += [CutNode(n) for n in dict.fromkeys(nodes) if choices_of(program.nodes[n])]
    return nodes, points


def _after(program: Program, block: x.Block) -> tuple[int, ...]:
    """The blocks that may follow a block, also after a decision."""
    end = block.terminator
    if isinstance(end, x.Stop):
        return tuple(choice.block for choice in choices_of(program.nodes[end.node]))
    return following(block)


def _conditions(program: Program, loop: _Loop, nodes: list[int]) -> Iterator[x.Expr]:
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


def _waiting(loop: _Loop, condition: x.Expr) -> x.Expr:
    """The number of passes, as an expression."""
    values = _values_to_come(loop)
    many = len(values)
    t = ty.Int(0, 2 * many)
    waiting: x.Expr = x.Const(many, t)
    for i, value in reversed([*enumerate(values)]):
        holds, last = (substituted(e, {loop.variable: value}) for e in (condition, loop.last))
        none = x.Const(many + i, t)
        waiting = fold.if_(holds, x.Const(i, t), fold.if_(last, none, waiting, t), t)
    return waiting


def _left(loop: _Loop) -> x.Expr:
    """The number of passes after this one, as an expression."""
    values = _values_to_come(loop)
    t = ty.Int(0, len(values) - 1)
    left: x.Expr = x.Const(t.hi, t)
    for i, value in reversed([*enumerate(values[:-1])]):
        last = substituted(loop.last, {loop.variable: value})
        left = fold.if_(last, x.Const(i, t), left, t)
    return left


def _values_to_come(loop: _Loop) -> list[x.Expr]:
    """What the variable holds in this pass and in those that may follow, each value at most once."""
    assert ty.is_scalar(loop.variable.type)
    values: list[x.Expr] = [loop.variable]
    for _ in range(ty.size(loop.variable.type) - 1):
        values.append(substituted(loop.further, {loop.variable: values[-1]}))
    return values
