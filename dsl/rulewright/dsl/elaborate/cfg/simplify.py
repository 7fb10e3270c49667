"""Fewer blocks: jumps to empty blocks are redirected to their targets, straight lines become one
block."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ...ir.choices import choices_of
from ...ir.code import Block, Branch, Goto, Stop, Terminator
from ...ir.loops import following
from ...ir.program import Chance, Decision, End, Fault, Node
from ...ir.unknown import refuse
from .builder import Cfg, retarget_blocks


def threaded(program: Cfg) -> Cfg:
    """The same flow without jumps to empty blocks, and without branches whose ways lead to one
    place."""
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
    """The target of an empty block; a block that begins a turn elsewhere stays."""
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
        case Stop():
            return end
        case _:
            refuse(end)


def _node(node: Node, blocks: tuple[Block, ...]) -> Node:
    match node:
        case Decision():
            choices = tuple(replace(c, block=_through(c.block, blocks)) for c in node.choices)
            return replace(node, choices=choices)
        case Chance():
            return replace(node, block=_through(node.block, blocks))
        case End() | Fault():
            return node
        case _:
            refuse(node)


def _joined(blocks: list[Block], nodes: tuple[Node, ...], entry: int) -> list[Block]:
    """Append each block with a single predecessor that jumps to it to that predecessor."""
    sources = Counter([entry])
    for block in blocks:
        sources.update(following(block))
    for node in nodes:
        sources.update(choice.block for choice in choices_of(node))
    result = list(blocks)
    for i in range(len(result)):
        while True:
            end = result[i].terminator
            if not isinstance(end, Goto) or end.turn or sources[end.block] != 1 or end.block == i:
                break
            behind = result[end.block]
            body = result[i].body + behind.body
            result[i] = Block(result[i].name, body, behind.terminator)
    return result
