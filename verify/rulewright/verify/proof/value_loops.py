"""Loops that give a variable one value after the other, and where play is inside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.loops import predecessors
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.walk import substituted

from ..effort.proving import CLAIMING
from ..kernel.certificate import CutBlock, CutNode, CutPoint
from .cuts import blocks_after


@dataclass(frozen=True, slots=True)
class ValueLoop:
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


def value_loops(program: Program) -> list[ValueLoop]:
    """The loops over few values, each once."""
    return list(dict.fromkeys(_value_loops(program)))


def _value_loops(program: Program) -> Iterator[ValueLoop]:
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
                    heads = blocks_after(program, blocks[end.otherwise])
                    yield ValueLoop(heads, end.otherwise, v, e, end.condition)


def blocks_inside(program: Program, loop: ValueLoop) -> set[int]:
    """The blocks of the natural loops with these heads (Aho, Lam, Sethi, Ullman: Compilers, 9.6.6), across
    decisions too: a pass may begin with a loop of its own."""
    after = [blocks_after(program, block) for block in program.blocks]
    outside, waiting = set[int](), [program.entry]
    while waiting:
        number = waiting.pop()
        if number not in outside and number not in loop.heads:
            outside.add(number)
            waiting += after[number]
    before = predecessors(after)
    found = set(loop.heads)
    waiting = [b for head in loop.heads for b in before.get(head, ()) if b not in outside]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += before.get(number, ())
    return found


def ascends(loop: ValueLoop) -> bool:
    """Whether a pass is for the next greater value, as in ``for p in Player``."""
    match loop.further, loop.last:
        case (
            x.Lookup(x.Const(tuple() as further, ty.Map(ty.Int() | ty.Enum() as t))),
            x.Compare("==", loop.variable, x.Const(int() as last)),
        ):
            low = ty.lowest(t)
            return low < last and all(further[v - low] == v + 1 for v in range(low, last))
    return False


def place(e: x.Expr) -> x.Expr:
    """The number that tells where a value stands among those that an ascending loop goes through."""
    return e if isinstance(e.type, ty.Int) else fold.place_in(e)


def rests_inside(
    program: Program, loop: ValueLoop, loops: frozenset[int]
) -> tuple[list[int], list[CutPoint]]:
    """The nodes inside a loop, and the cut points at which play goes on."""
    inside = blocks_inside(program, loop)
    ends = (program.blocks[b].terminator for b in sorted(inside))
    nodes = [end.node for end in ends if isinstance(end, x.Stop)]
    points: list[CutPoint] = [CutBlock(b) for b in sorted(inside & loops)]
    points += [CutNode(n) for n in dict.fromkeys(nodes) if choices_of(program.nodes[n])]
    return nodes, points


def values_to_come(loop: ValueLoop) -> list[x.Expr]:
    """What the variable holds in this pass and in those that may follow, each value at most once."""
    assert ty.is_scalar(loop.variable.type)
    values: list[x.Expr] = [loop.variable]
    for _ in range(ty.size(loop.variable.type) - 1):
        values.append(substituted(loop.further, {loop.variable: values[-1]}))
    return values
