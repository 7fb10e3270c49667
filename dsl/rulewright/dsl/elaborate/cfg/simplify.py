"""Fewer blocks: jumps to empty blocks go on to where those lead, straight lines become one block."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ...ir.code import Block, Branch, Goto, Stop, Terminator
from ...ir.program import Chance, Decision, Node
from .builder import Cfg, retarget_blocks


def threaded(program: Cfg) -> Cfg:
    """The same flow without jumps to empty blocks, and without branches that lead to one place."""
    blocks = [
        Block(b.name, b.body, _threaded(b.terminator, program.blocks)) for b in program.blocks
    ]
    nodes = tuple(_node(n, program.blocks) for n in program.nodes)
    entry = _through(program.entry, program.blocks)
    return retarget_blocks(Cfg(tuple(blocks), nodes, entry))


def joined(program: Cfg) -> Cfg:
    """The same flow in which straight lines are one block."""
    blocks = _joined(list(program.blocks), program.nodes, program.entry)
    return retarget_blocks(replace(program, blocks=tuple(blocks)))


def _through(block: int, blocks: tuple[Block, ...]) -> int:
    """Where an empty block leads; a block that begins a turn elsewhere stays."""
    seen = {block}
    while not blocks[block].body:
        end = blocks[block].terminator
        if not isinstance(end, Goto) or end.turn or end.block in seen:
            break
        block = end.block
        seen.add(block)
    return block


def _threaded(end: Terminator, blocks: tuple[Block, ...]) -> Terminator:
    match end:
        case Goto(block, turn):
            target = _through(block, blocks)
            further = blocks[target]
            if not turn and not further.body and isinstance(further.terminator, Stop):
                return further.terminator
            return Goto(target, turn)
        case Branch(condition, then, otherwise):
            ways = _through(then, blocks), _through(otherwise, blocks)
            return Goto(ways[0]) if ways[0] == ways[1] else Branch(condition, *ways)
        case _:
            return end


def _node(node: Node, blocks: tuple[Block, ...]) -> Node:
    match node:
        case Decision():
            choices = tuple(replace(c, block=_through(c.block, blocks)) for c in node.choices)
            return replace(node, choices=choices)
        case Chance():
            return replace(node, block=_through(node.block, blocks))
        case _:
            return node


def _joined(blocks: list[Block], nodes: tuple[Node, ...], entry: int) -> list[Block]:
    """Append each block that only one other jumps to, to that one."""
    sources = Counter([entry])
    for block in blocks:
        match block.terminator:
            case Goto(target, _):
                sources[target] += 1
            case Branch(_, then, otherwise):
                sources.update([then, otherwise])
            case _:
                pass
    for node in nodes:
        if isinstance(node, Decision):
            sources.update(c.block for c in node.choices)
        elif isinstance(node, Chance):
            sources[node.block] += 1
    result = list(blocks)
    for i in range(len(result)):
        while True:
            end = result[i].terminator
            if not isinstance(end, Goto) or end.turn or sources[end.block] != 1 or end.block == i:
                break
            following = result[end.block]
            body = result[i].body + following.body
            result[i] = Block(result[i].name, body, following.terminator)
    return result
