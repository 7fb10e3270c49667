"""Ends of play with the same result are one node: only the outcome is kept, not how it came about.

An end tells at which statement play was over, who has won, and with which numbers. Where a
statement occurs in a program more than once, because procedures are inlined, or where a local of a
procedure tells who wins, the outcome becomes a variable, and nothing else of what led to it is part
of the last position.
"""

from __future__ import annotations

from dataclasses import replace

from ...ir import code as x
from ...ir.code import Block, Stmt, Stop, Store
from ...ir.program import End
from ...ir.walk import reads
from .builder import Cfg, CfgBuilder, retarget_blocks


def with_outcomes(program: Cfg, graph: CfgBuilder) -> Cfg:
    """The same flow, in which ends differ only by their outcomes."""
    alike: dict[tuple[object, ...], list[tuple[int, End]]] = {}
    for number, node in enumerate(program.nodes):
        if isinstance(node, End):
            ranked = None if node.scores is None else node.scores.type
            key = (node.span, node.kind, node.clauses, ranked)
            alike.setdefault(key, []).append((number, node))
    nodes, stops = list(program.nodes), dict[int, tuple[int, tuple[Stmt, ...]]]()
    for ends in alike.values():
        at, first = ends[0]
        if len(ends) == 1 and not _tells_more(first, graph):
            continue
        winners = graph.frame("winners", first.winners.type)
        scores = None if first.scores is None else graph.frame("scores", first.scores.type)
        nodes[at] = replace(first, winners=winners, scores=scores)
        for number, end in ends:
            stores: list[Stmt] = [Store(winners.name, None, end.winners, None)]
            if scores is not None:
                assert end.scores is not None
                stores.append(Store(scores.name, None, end.scores, None))
            stops[number] = at, tuple(stores)
    blocks = tuple(_ended(block, stops) for block in program.blocks)
    return retarget_blocks(replace(program, blocks=blocks, nodes=tuple(nodes)))


def _tells_more(end: End, graph: CfgBuilder) -> bool:
    """Whether an end reads frame variables that may differ while the outcome does not."""
    if end.scores is not None and reads(end.scores) & graph.frames.keys():
        return True
    match end.winners:
        case x.SetOf((x.Var(),)):
            return False
        case winners:
            return bool(reads(winners) & graph.frames.keys())


def _ended(block: Block, stops: dict[int, tuple[int, tuple[Stmt, ...]]]) -> Block:
    end = block.terminator
    if not isinstance(end, Stop) or end.node not in stops:
        return block
    node, stores = stops[end.node]
    return replace(block, body=(*block.body, *stores), terminator=Stop(node))
