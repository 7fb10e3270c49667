"""Where plays are cut: where somebody or chance decides, and wherever a run between two decisions could
come round again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.code import Block, Const, Each, Stop, Store
from rulewright.dsl.ir.loops import following, reachable
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Program

from ..kernel.certificate import CutBlock, CutNode, CutPoint
from ..symbolic.analysis.cfg import components


def loop_heads(blocks: Sequence[Block]) -> frozenset[int]:
    """Blocks without which no run between two decisions would return to where it was."""
    edges = {i: following(block) for i, block in enumerate(blocks)}
    return frozenset(head for head, _ in _loops(edges))


def cut_points(program: Program, loops: Iterable[int]) -> tuple[CutPoint, ...]:
    """The nodes at which play goes on, and these heads of loops, in the order of their numbers."""
    nodes = (CutNode(n) for n, node in enumerate(program.nodes) if goes_on(node))
    return (*nodes, *(CutBlock(block) for block in sorted(loops)))


def fresh_starts(program: Program) -> frozenset[int]:
    """Blocks in which a lasting map is set up anew, whatever was in it."""
    maps = {v.name for v in program.variables if v.declared}
    return frozenset(
        number
        for number, block in enumerate(program.blocks)
        for stmt in block.body
        if isinstance(stmt, Store)
        and stmt.var in maps
        and stmt.key is None
        and isinstance(stmt.value, Const)
        and isinstance(stmt.value.type, ty.Map)
    )


def after_loops(program: Program) -> frozenset[int]:
    """Blocks that go through sets and at which a loop is left, be it one in which somebody decides: all
    have played, and now it is seen who wins. Then what was chosen last no longer matters."""
    edges = {i: blocks_after(program, block) for i, block in enumerate(program.blocks)}
    return frozenset(
        target
        for _, within in _loops(edges)
        for block in within
        for target in edges[block]
        if target not in within
        and any(isinstance(stmt, Each) for stmt in program.blocks[target].body)
    )


def leading_to(program: Program, loops: frozenset[int]) -> Mapping[CutPoint, Sequence[CutPoint]]:
    """For each cut point those from which play may come to it with no other in between."""
    points = cut_points(program, loops)
    found: dict[CutPoint, list[CutPoint]] = {point: [] for point in points}
    for point in points:
        for end in dict.fromkeys(_next_cuts(program, loops, point)):
            if end in found:
                found[end].append(point)
    return found


def _next_cuts(program: Program, loops: frozenset[int], point: CutPoint) -> Iterator[CutPoint]:
    if isinstance(point, CutNode):
        starts = [choice.block for choice in choices_of(program.nodes[point.node])]
    else:
        starts = [*following(program.blocks[point.number])]
    for start in starts:
        if start in loops:
            yield CutBlock(start)
            continue
        for number in sorted(reachable(program.blocks, start, loops)):
            block = program.blocks[number]
            yield from (CutBlock(head) for head in following(block) if head in loops)
            if isinstance(block.terminator, Stop):
                yield CutNode(block.terminator.node)


def blocks_after(program: Program, block: Block) -> tuple[int, ...]:
    """The blocks that may follow a block, with a rest in between or without."""
    if not isinstance(block.terminator, Stop):
        return following(block)
    node = program.nodes[block.terminator.node]
    return tuple(choice.block for choice in choices_of(node))


def _loops(edges: Mapping[int, Sequence[int]]) -> Iterator[tuple[int, frozenset[int]]]:
    """Loops, and those inside them without their head: the head of each, and all of its nodes."""
    for component in components(edges):
        head, inside = component[0], set(component)
        if len(component) > 1 or head in edges[head]:
            yield head, frozenset(component)
            inside.remove(head)
            yield from _loops({i: [j for j in edges[i] if j in inside] for i in inside})
