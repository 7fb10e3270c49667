"""Which readings one program can hold as state, without becoming much larger."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import program_family
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset

ALL_LARGER, ONE_LARGER = 1.6, 2.5
"""So many times as many blocks may a program take that holds several readings, or one: the time to
compile it grows faster than that."""


def groups(
    ruleset: Ruleset, program: Program, readings: Sequence[str]
) -> tuple[frozenset[str], ...]:
    """The readings in groups, each of which can be state of one program, not much larger.

    A reading in front of much that follows doubles that, and several of them multiply it: what
    each does alone tells about how large a group becomes. Readings of which an option must be
    known are in no group.
    """
    blocks = len(program.blocks)
    if _size(ruleset, program, readings) <= ALL_LARGER * blocks:
        return (frozenset(readings),)
    alone = {reading: _size(ruleset, program, [reading]) / blocks for reading in readings}
    found: list[list[str]] = []
    larger = 1.0
    for reading in sorted((r for r in readings if alone[r] < ONE_LARGER), key=lambda r: alone[r]):
        larger *= alone[reading]
        if not found or larger > ALL_LARGER:
            found.append([])
            larger = alone[reading]
        found[-1].append(reading)
    return tuple(frozenset(group) for group in found)


def _size(ruleset: Ruleset, program: Program, readings: Sequence[str]) -> float:
    """How many blocks a program takes; without end if an option must be known."""
    try:
        return len(program_family(ruleset, program, readings).blocks)
    except RulesetError:
        return float("inf")
