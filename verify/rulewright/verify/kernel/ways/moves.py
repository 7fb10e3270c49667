"""Where moves begin and whose they are: what the graph of blocks alone tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.loops import reachable
from rulewright.dsl.ir.program import Decision, Program
from rulewright.dsl.ir.walk import stores

from ..certificate import CutNode, CutPoint


class Moves:
    """The moves of a program: ways from a choice, or from the entry, to the next place of rest."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._following: dict[int, frozenset[int]] = {}
        self._into: dict[int, tuple[CutPoint | None, ...]] = {}

    def reached_from(self, block: int) -> frozenset[int]:
        """The blocks to which ``block`` can lead without a decision, itself included."""
        if block not in self._following:
            self._following[block] = reachable(self._program.blocks, block)
        return self._following[block]

    def begin_at(self, point: CutPoint | None, block: int) -> Sequence[CutPoint | None]:
        """Where a move may have begun (None: with play) of which a way leads from ``point`` by ``block``.

        Inside a loop the beginning is unknown: the move began at any place from which the loop can be
        reached without another decision.
        """
        if point is None or isinstance(point, CutNode):
            return (point,)
        if block not in self._into:
            self._into[block] = tuple(self._leading_to(block))
        return self._into[block]

    def _leading_to(self, block: int) -> Iterator[CutPoint | None]:
        for number, node in enumerate(self._program.nodes):
            if any(block in self.reached_from(option.block) for option in choices_of(node)):
                yield CutNode(number)
        if block in self.reached_from(self._program.entry):
            yield None

    def mover_in(self, block: int) -> x.Var | None:
        """The variable that tells at the head of a loop whose move it is; None if there is none. It told
        who decides wherever the move may have begun, and nothing on the way to the loop stores to it.
        """
        asked: set[x.Expr] = set()
        stored: set[str] = set()
        for node in self._program.nodes:
            for option in choices_of(node):
                between = self.reached_from(option.block)
                if block not in between:
                    continue
                if not isinstance(node, Decision):
                    return None
                asked.add(node.player)
                stored |= {parameter.variable for parameter in parameters_of(option)}
                for number in between:
                    if block in self.reached_from(number):
                        stored |= stores(*self._program.blocks[number].body)
        player = asked.pop() if len(asked) == 1 else None
        return player if isinstance(player, x.Var) and player.name not in stored else None
