"""Which readings one program can hold as state, without becoming much larger."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import program_family
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset

from ...effort.comparing import CACHING


def groups(
    ruleset: Ruleset, program: Program, readings: Sequence[str]
) -> tuple[frozenset[str], ...]:
    """The readings in groups, each of which can be state of one program that is not much larger.

    A reading in front of much that follows doubles it, and several of them multiply it: the effect of each
    alone tells how large a group becomes. Readings of which an option must be known are in no group.
    """
    blocks = len(program.blocks)
    if _size(ruleset, program, readings) <= CACHING.larger_with_all * blocks:
        return (frozenset(readings),)
    alone = {reading: _size(ruleset, program, [reading]) / blocks for reading in readings}
    found: list[list[str]] = []
    larger = 1.0
    for reading in sorted(
        (r for r in readings if alone[r] < CACHING.larger_with_one), key=lambda r: alone[r]
    ):
        larger *= alone[reading]
        if not found or larger > CACHING.larger_with_all:
            found.append([])
            larger = alone[reading]
        found[-1].append(reading)
    return tuple(frozenset(group) for group in found)


def _size(ruleset: Ruleset, program: Program, readings: Sequence[str]) -> float:
    """How many blocks a program takes; infinite if an option must be known."""
    try:
        return len(program_family(ruleset, program, readings).blocks)
    except RulesetError:
        return float("inf")
