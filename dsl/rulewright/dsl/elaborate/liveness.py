"""Which frame variables can still be read at each node.

A backward data-flow analysis (Aho, Lam, Sethi, Ullman: Compilers, 9.2.5, live variables). What is
dead at a node is set back to its default there, so that equal positions are equal states; a
variable that is live at no node is scratch and no part of the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..ir.program import Chance, Decision, End, Node
from ..ir.stmt import Block, Branch, Goto, Stmt, Stop, Store
from ..ir.walk import reads

Live = frozenset[str]


def live_at_nodes(
    blocks: tuple[Block, ...], nodes: tuple[Node, ...], kept: tuple[tuple[str, ...], ...],
    frames: frozenset[str],
) -> tuple[Live, ...]:  # fmt: skip
    """For each node, the frame variables that may be read from there on."""
    at_block: list[Live] = [frozenset()] * len(blocks)
    changed = True
    while changed:
        changed = False
        for i in reversed(range(len(blocks))):
            after = _after(blocks[i], nodes, kept, at_block, frames)
            before = _before(blocks[i].body, after, frames)
            if before != at_block[i]:
                at_block[i], changed = before, True
    return tuple(
        _at_node(node, keep, at_block, frames) for node, keep in zip(nodes, kept, strict=True)
    )


def _after(
    block: Block, nodes: tuple[Node, ...], kept: tuple[tuple[str, ...], ...],
    at_block: list[Live], frames: frozenset[str],
) -> Live:  # fmt: skip
    match block.terminator:
        case Goto(target, _):
            return at_block[target]
        case Branch(condition, then, otherwise):
            return at_block[then] | at_block[otherwise] | (reads(condition) & frames)
        case Stop(node):
            return _at_node(nodes[node], kept[node], at_block, frames)


def _before(body: Iterable[Stmt], live: Live, frames: frozenset[str]) -> Live:
    for statement in reversed(list(body)):
        if isinstance(statement, Store) and statement.key is None:
            live -= {statement.var}
        elif isinstance(statement, Store):
            live |= {statement.var} & frames
        live |= reads(statement) & frames
    return live


def _at_node(
    node: Node, kept: tuple[str, ...], at_block: list[Live], frames: frozenset[str]
) -> Live:
    match node:
        case Decision():
            live = reads(node.player)
            for choice in node.choices:
                chosen = {p.variable for p in choice.parameters}
                asked = reads(choice.guard, *(p.over for p in choice.parameters))
                live |= (at_block[choice.block] - chosen) | asked
        case Chance():
            live = reads(node.parameter.over, node.weight)
            live |= at_block[node.block] - {node.parameter.variable}
        case End():
            live = reads(node.winners) | frozenset(kept)
            if node.scores is not None:
                live |= reads(node.scores)
        case _:
            live = frozenset()
    return live & frames


def by_name(names: Iterable[str], order: Mapping[str, int]) -> tuple[str, ...]:
    """Variables in the order of their declaration."""
    return tuple(sorted(names, key=order.__getitem__))
