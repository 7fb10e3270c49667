"""What play has just asked where it comes to rest: the conditions of branches that lead only there.

A decision is often reached because there is something to choose from, and for no other reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.ir.code import Block, Branch, Stop
from rulewright.dsl.ir.loops import beginnings, following, predecessors
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.walk import free_locals

from ...kernel.certificate import Claim, CutNode, CutPoint


def last_branches(program: Program) -> Iterator[tuple[CutPoint, tuple[Claim, ...]]]:
    """For each decision the conditions on the way to it, as far back as there is only one way."""
    before = predecessors([following(block) for block in program.blocks])
    starts = frozenset(beginnings(program))
    found: dict[int, dict[Claim, None]] = {}
    for number, block in enumerate(program.blocks):
        if isinstance(block.terminator, Stop):
            node = program.nodes[block.terminator.node]
            if goes_on(node):
                asked = found.setdefault(block.terminator.node, {})
                asked.update(dict.fromkeys(_asked(program.blocks, number, before, starts)))
    for node_number, claims in sorted(found.items()):
        if claims:
            yield CutNode(node_number), tuple(claims)


def _asked(
    blocks: Sequence[Block], number: int, before: dict[int, list[int]], starts: frozenset[int]
) -> Iterator[Claim]:
    """The conditions, the last one first."""
    seen = {number}
    while number not in starts and len(before.get(number, ())) == 1:
        (last,) = before[number]
        terminator = blocks[last].terminator
        if isinstance(terminator, Branch):
            apart = terminator.then != terminator.otherwise
            if apart and not free_locals(terminator.condition):
                yield Claim(terminator.condition, holds=terminator.then == number)
        if last in seen:
            return
        seen.add(last)
        number = last
