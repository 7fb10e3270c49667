"""Where plays are cut: where somebody or chance decides, and wherever a run between two decisions could
come round again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Block, Const, Store
from rulewright.dsl.ir.loops import following
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Program

from ..kernel.certificate import CutBlock, CutNode, CutPoint
from ..symbolic.analysis.cfg import components


def loop_heads(blocks: Sequence[Block]) -> frozenset[int]:
    """Blocks without which no run between two decisions would return to where it was."""
    return _heads({i: following(block) for i, block in enumerate(blocks)})


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


def _heads(edges: dict[int, tuple[int, ...]]) -> frozenset[int]:
    found: set[int] = set()
    for component in components(edges):
        head = component[0]
        inside = set(component)
        if len(component) == 1 and head not in edges[head]:
            continue
        found.add(head)
        inside.remove(head)
        found |= _heads({i: tuple(j for j in edges[i] if j in inside) for i in inside})
    return frozenset(found)
