"""Expressions over so many elements that a proof first does without them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Chance, Decision, Program

from ..kernel.meaning.widths import Widths
from ..symbolic.analysis.analysis import Analysis


def pairs_of_places(program: Program) -> int:
    """How many pairs there are of the most frequent elements, such as the tiles of a board: a rule's
    condition on neighbours and groups is about pairs."""
    sizes = [1]
    for v in program.variables:
        match v.type:
            case ty.Map(key):
                sizes.append(ty.size(key))
            case ty.Set(element):
                sizes.append(ty.size(element))
    return int(max(sizes) ** 2)


def read_by_wide_looks(analysis: Analysis, elements: int) -> tuple[frozenset[str], ...]:
    """The variables of each condition that decides where play goes, or what is legal, and goes through more
    elements."""
    widths = Widths(analysis.program)
    wide = (e for e in _deciding(analysis.program) if widths.of(e) > elements)
    return tuple(dict.fromkeys(analysis.reads(e) for e in wide))


def _deciding(program: Program) -> Iterator[x.Expr]:
    for block in program.blocks:
        if isinstance(block.terminator, x.Branch):
            yield block.terminator.condition
    for node in program.nodes:
        if isinstance(node, Chance):
            yield node.weight
        elif isinstance(node, Decision):
            yield from (choice.guard for choice in node.choices)
