"""Which frame variables can still be read at each node.

A backward data-flow analysis (Aho, Lam, Sethi, Ullman: Compilers, 9.2.5, live variables). What is
dead at a node is set back to its default there, so that equal positions are equal states; a
variable that is live at no node is scratch and no part of the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...ir.program import Chance, Decision, End, Node
from ...ir.stmt import Block, Branch, Goto, Stmt, Stop, Store
from ...ir.walk import reads

Live = frozenset[str]


def live_at_nodes(
    blocks: tuple[Block, ...], nodes: tuple[Node, ...], kept: tuple[tuple[str, ...], ...],
    frames: frozenset[str],
) -> tuple[Live, ...]:  # fmt: skip
    """For each node, the frame variables that may be read from there on."""
    stops = [_at_node(node, keep, frames) for node, keep in zip(nodes, kept, strict=True)]
    rows = [_along(block, stops, frames) for block in blocks]
    sources: list[list[int]] = [[] for _ in blocks]
    for i, row in enumerate(rows):
        for way in row:
            if way.block is not None:
                sources[way.block].append(i)
    at_block: list[Live] = [frozenset()] * len(blocks)
    waiting = dict.fromkeys(range(len(blocks)))
    while waiting:
        i, _ = waiting.popitem()
        before = _together(rows[i], at_block)
        if before != at_block[i]:
            at_block[i] = before
            waiting |= dict.fromkeys(sources[i])
    return tuple(_together(row, at_block) for row in stops)


@dataclass(frozen=True, slots=True)
class _Way:
    """One way on: what it reads first, and what it sets before control gets to ``block``."""

    reads: Live
    sets: Live
    block: int | None


def _together(ways: Iterable[_Way], at_block: Sequence[Live]) -> Live:
    """What is read on some way, given what is read from each block on."""
    live: Live = frozenset()
    for way in ways:
        live |= way.reads
        if way.block is not None:
            live |= at_block[way.block] - way.sets
    return live


def _along(block: Block, stops: Sequence[Sequence[_Way]], frames: Live) -> list[_Way]:
    """The ways on from the start of a block, through its body."""
    match block.terminator:
        case Goto(target, _):
            ways = [_Way(frozenset(), frozenset(), target)]
        case Branch(condition, then, otherwise):
            asked = reads(condition) & frames
            ways = [_Way(asked, frozenset(), then), _Way(asked, frozenset(), otherwise)]
        case Stop(node):
            ways = list(stops[node])
    read, written = _body(block.body, frames)
    return [_Way(read | way.reads - written, written | way.sets, way.block) for way in ways]


def _body(body: Iterable[Stmt], frames: Live) -> tuple[Live, Live]:
    """What statements read before they set it, and what they set as a whole.

    A store at one key does neither: what stood at the other keys is live if it is read later.
    """
    read, written = set[str](), set[str]()
    for statement in body:
        read |= (reads(statement) & frames) - written
        if isinstance(statement, Store) and statement.key is None:
            written.add(statement.var)
    return frozenset(read), frozenset(written)


def _at_node(node: Node, kept: tuple[str, ...], frames: Live) -> list[_Way]:
    """The ways on from a node: one for each choice, or none."""
    none: Live = frozenset()
    match node:
        case Decision():
            ways = [_Way(reads(node.player), none, None)]
            for choice in node.choices:
                asked = reads(choice.guard, *(p.over for p in choice.parameters))
                chosen = frozenset(p.variable for p in choice.parameters)
                ways.append(_Way(asked, chosen, choice.block))
        case Chance():
            asked = reads(node.parameter.over, node.weight)
            ways = [_Way(asked, frozenset([node.parameter.variable]), node.block)]
        case End():
            scores = none if node.scores is None else reads(node.scores)
            ways = [_Way(reads(node.winners) | scores | frozenset(kept), none, None)]
        case _:
            ways = []
    return [_Way(way.reads & frames, way.sets, way.block) for way in ways]
