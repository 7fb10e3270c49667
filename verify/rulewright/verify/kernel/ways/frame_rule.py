"""The frame rule: what is claimed where a way begins holds where it ends, if nothing it reads is changed.

(O'Hearn, Reynolds, Yang: "Local reasoning about programs that alter data structures", 2001.) It is decided
syntactically, without running through the blocks.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir.code import Require, Stop, Store
from rulewright.dsl.ir.loops import following, reachable
from rulewright.dsl.ir.walk import walk

from ..certificate import CutBlock, CutNode, CutPoint
from ..meaning.known import Known


@dataclass(frozen=True, slots=True)
class Footprint:
    """What ways from a block can store to, the cut points where they can end, and their faults."""

    stored: frozenset[str]
    ends: frozenset[CutPoint]
    faults: frozenset[int]


class FrameRule:
    """What ways from the blocks of a program can do at all, up to the next cut points."""

    def __init__(self, about: Known, cuts: frozenset[int]) -> None:
        self._about, self._blocks, self._cuts = about, about.program.blocks, cuts
        self._known: dict[int, Footprint] = {}
        self._own: dict[int, Footprint] = {}

    def reach(self, start: int, *, at_once: bool = False) -> Footprint:
        """What all ways from a block can do; ``at_once``: they end there, as it is a cut point."""
        if at_once:
            return Footprint(frozenset(), frozenset((CutBlock(start),)), frozenset())
        if start not in self._known:
            parts = [self._of(block) for block in reachable(self._blocks, start, self._cuts)]
            self._known[start] = Footprint(
                frozenset[str]().union(*(part.stored for part in parts)),
                frozenset[CutPoint]().union(*(part.ends for part in parts)),
                frozenset[int]().union(*(part.faults for part in parts)),
            )
        return self._known[start]

    def _of(self, number: int) -> Footprint:
        """What a block itself can do."""
        if number not in self._own:
            block = self._blocks[number]
            parts = [part for stmt in block.body for part in walk(stmt)]
            ends: set[CutPoint] = {CutBlock(t) for t in following(block) if t in self._cuts}
            if isinstance(block.terminator, Stop):
                ends.add(CutNode(block.terminator.node))
            self._own[number] = Footprint(
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
        """The variables that have their defaults at the end of a way, and may not have them where it
        begins."""
        return self._defaults(end) - self._defaults(source)

    def _defaults(self, point: CutPoint) -> frozenset[str]:
        return frozenset() if point.node is None else self._about.set_back(point.node)
