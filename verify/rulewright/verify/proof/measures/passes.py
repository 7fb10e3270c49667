"""How many passes a loop makes until one in which something can be done: of the players asked in turn, the
next who has not passed. Where nobody has, it counts how far the loop still goes, and more.

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

    ``step``: the block that takes the next value; ``further``: that value, made from the one before;
    ``last``: whether there is none.
    """

    head: int
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
        inside = _inside(program, loop)
        nodes = [
            t.node for b in sorted(inside) if isinstance(t := program.blocks[b].terminator, x.Stop)
        ]
        points: list[CutPoint] = [CutBlock(b) for b in sorted(inside & loops)]
        points += [CutNode(n) for n in dict.fromkeys(nodes) if choices_of(program.nodes[n])]
        for i, condition in enumerate(_conditions(program, loop, nodes)):
            waiting = _waiting(loop, condition)
            for point in points:
                name = f"passes {loop.step}.{i} {point}"
                yield PointNumber(name, point, waiting)


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
            case x.Block(_, (x.Store(name, None, x.Lookup(_, x.Var() as v) as e),), x.Goto(head)):
                few = ty.is_scalar(v.type) and ty.size(v.type) <= CLAIMING.steering
                if v.name == name and few:
                    yield _Loop(head, end.otherwise, v, e, end.condition)


def _inside(program: Program, loop: _Loop) -> set[int]:
    """The blocks of a natural loop (Aho, Lam, Sethi, Ullman: Compilers, 9.6.6), across decisions too."""
    before = predecessors([_after(program, block) for block in program.blocks])
    found, waiting = {loop.head}, [loop.step]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += before.get(number, ())
    return found


def _after(program: Program, block: x.Block) -> tuple[int, ...]:
    """The blocks that may follow a block, also after a decision."""
    end = block.terminator
    if isinstance(end, x.Stop):
        return tuple(choice.block for choice in choices_of(program.nodes[end.node]))
    return following(block)


def _conditions(program: Program, loop: _Loop, nodes: list[int]) -> Iterator[x.Expr]:
    """What is asked of the value at the head, and of options without arguments inside; and the contrary."""
    asked: list[x.Expr] = []
    end = program.blocks[loop.head].terminator
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
    assert ty.is_scalar(loop.variable.type)
    many = ty.size(loop.variable.type)
    values: list[x.Expr] = [loop.variable]
    for _ in range(many - 1):
        values.append(substituted(loop.further, {loop.variable: values[-1]}))
    t = ty.Int(0, 2 * many)
    waiting: x.Expr = x.Const(many, t)
    for i, value in reversed([*enumerate(values)]):
        holds, last = (substituted(e, {loop.variable: value}) for e in (condition, loop.last))
        none = x.Const(many + i, t)
        waiting = fold.if_(holds, x.Const(i, t), fold.if_(last, none, waiting, t), t)
    return waiting
