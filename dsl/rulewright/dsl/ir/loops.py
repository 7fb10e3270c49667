"""Where the loops of a program close: what runs on without a decision passes there again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .choices import choices_of
from .code import Block, Branch, Goto, Stop
from .program import Program
from .unknown import refuse


def following(block: Block) -> tuple[int, ...]:
    """The blocks that may follow a block without a rest in between."""
    end = block.terminator
    match end:
        case Goto(target):
            return (target,)
        case Branch(_, then, otherwise):
            return (then, otherwise)
        case Stop():
            return ()
        case _:
            refuse(end)


def predecessors(after: Sequence[Iterable[int]]) -> dict[int, list[int]]:
    """The blocks from which each is reached in one step; ``after``: for each block those that it leads to."""
    found: dict[int, list[int]] = {}
    for number, targets in enumerate(after):
        for target in targets:
            found.setdefault(target, []).append(number)
    return found


def reachable(
    blocks: Sequence[Block], start: int, cuts: frozenset[int] = frozenset()
) -> frozenset[int]:
    """The blocks that control can reach from a block without a rest in between, the block included;
    of ``cuts`` none but the block itself."""
    found, waiting = {start}, [start]
    while waiting:
        new = set(following(blocks[waiting.pop()])) - found - cuts
        found |= new
        waiting += new
    return frozenset(found)


def beginnings(program: Program) -> tuple[int, ...]:
    """The blocks at which a move can begin: the entry, and where the choices of nodes lead."""
    found = [program.entry]
    for node in program.nodes:
        found += [choice.block for choice in choices_of(node)]
    return tuple(dict.fromkeys(found))


def heads(program: Program) -> frozenset[int]:
    """The heads of loops: every cycle of blocks that a move can reach contains one of them.

    They are the targets of retreating edges in a depth-first walk (Aho, Lam, Sethi, Ullman:
    Compilers, 9.6.6).
    """
    found: set[int] = set()
    done: set[int] = set()
    for root in beginnings(program):
        if root not in done:
            _walk(program.blocks, root, done, found)
    return frozenset(found)


def _walk(blocks: Sequence[Block], root: int, done: set[int], found: set[int]) -> None:
    path = {root}
    work: list[tuple[int, Iterator[int]]] = [(root, iter(following(blocks[root])))]
    while work:
        block, rest = work[-1]
        for target in rest:
            if target in path:
                found.add(target)
            elif target not in done:
                path.add(target)
                work.append((target, iter(following(blocks[target]))))
                break
        else:
            work.pop()
            path.remove(block)
            done.add(block)
