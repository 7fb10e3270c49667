"""What looks at so many elements that a proof does without it first."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Chance, Decision, Program

from ..kernel.widths import Widths

LEAST = 200


def pairs_of_places(program: Program) -> int:
    """How many pairs there are of what most is said of (the tiles of a board), but no fewer than
    ``LEAST``: what is about pairs is looked at, as a rule's word on neighbours and groups is."""
    sizes = [1]
    for v in program.variables:
        match v.type:
            case ty.Map(key):
                sizes.append(ty.size(key))
            case ty.Set(element):
                sizes.append(ty.size(element))
    return max(LEAST, max(sizes) ** 2)


def goes_through_more(program: Program, elements: int) -> bool:
    """Whether something that decides where play goes, or what is legal, goes through more."""
    widths = Widths(program)
    return any(widths.of(e) > elements for e in _deciding(program))


def _deciding(program: Program) -> Iterator[x.Expr]:
    for block in program.blocks:
        if isinstance(block.terminator, x.Branch):
            yield block.terminator.condition
    for node in program.nodes:
        if isinstance(node, Chance):
            yield node.weight
        elif isinstance(node, Decision):
            yield from (choice.guard for choice in node.choices)
