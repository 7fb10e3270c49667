"""The frame rule: what is claimed where a way begins is so where it ends, if nothing that is read changes.

(O'Hearn, Reynolds, Yang: "Local reasoning about programs that alter data structures", 2001.) It is
told by the look of the blocks, without running through them.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir.code import Require, Stop, Store
from rulewright.dsl.ir.loops import following
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.walk import walk

from .certificate import CutPoint


@dataclass(frozen=True, slots=True)
class Reach:
    """What ways from a block can store to, the cut points where they can end, and their faults."""

    stored: frozenset[str]
    ends: frozenset[CutPoint]
    faults: frozenset[int]


class FrameRule:
    """What ways from the blocks of a program can do at all, up to the next cut points."""

    def __init__(self, program: Program, cuts: frozenset[int]) -> None:
        self._blocks, self._cuts = program.blocks, cuts
        self._resets = tuple(frozenset(reset.variables) for reset in program.resets)
        self._scratch = frozenset(v.name for v in program.variables if v.kind == "scratch")
        self._known: dict[int, Reach] = {}
        self._own: dict[int, Reach] = {}

    def reach(self, start: int) -> Reach:
        """What all ways from a block can do."""
        if start not in self._known:
            found, waiting = {start}, [start]
            while waiting:
                new = {t for t in following(self._blocks[waiting.pop()]) if t not in self._cuts}
                waiting += new - found
                found |= new
            parts = [self._of(block) for block in sorted(found)]
            self._known[start] = Reach(
                frozenset[str]().union(*(part.stored for part in parts)),
                frozenset[CutPoint]().union(*(part.ends for part in parts)),
                frozenset[int]().union(*(part.faults for part in parts)),
            )
        return self._known[start]

    def _of(self, number: int) -> Reach:
        """What a block itself can do."""
        if number not in self._own:
            block = self._blocks[number]
            parts = [part for stmt in block.body for part in walk(stmt)]
            ends = {CutPoint("block", t) for t in following(block) if t in self._cuts}
            if isinstance(block.terminator, Stop):
                ends.add(CutPoint("node", block.terminator.node))
            self._own[number] = Reach(
                frozenset(part.var for part in parts if isinstance(part, Store)),
                frozenset(ends),
                frozenset(
                    part.fault
                    for part in parts
                    if isinstance(part, Store | Require) and part.fault is not None
                ),
            )
        return self._own[number]

    def set_back(self, source: CutPoint, end: CutPoint) -> frozenset[str]:
        """The variables that have their defaults at the end of a way, and need not where it begins."""
        return self._defaults(end) - self._defaults(source)

    def _defaults(self, point: CutPoint) -> frozenset[str]:
        if point.node is None:
            return frozenset()
        return self._resets[point.node] | self._scratch
