"""Whether statements run from start to end without a decision or a jump."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....syntax import expressions as e
from ....syntax import statements as s
from ....syntax.parts import ProcedurePart


class Straight:
    """What is known of the procedures of one variant, each examined once."""

    def __init__(self, procedures: Mapping[str, ProcedurePart]) -> None:
        self._procedures = procedures
        self._known: dict[str, bool] = {}

    def block(self, block: Sequence[s.Statement]) -> bool:
        """Whether no statement is a decision, chance, an end, a jump or an ordered loop."""
        return all(self._one(node) for node in block)

    def procedure(self, name: str) -> bool:
        """Whether a procedure runs straight to its end, where it may return a value."""
        if name in self._known:
            return self._known[name]
        before = self._known
        # One that performs itself is straight if nothing else in it is not.
        self._known = {**before, name: True}
        body = self._procedures[name].body
        straight = self.block(body[:-1] if isinstance(body[-1], s.Return) else body)
        if not straight:  # What was found meanwhile assumed that it is straight.
            self._known = {**before, name: False}
        return straight

    def _one(self, node: s.Statement) -> bool:
        match node:
            case s.Bind(_, value) | s.Assign(_, value) | s.Perform(value):
                return self._call(value)
            case s.IfStatement(_, then, otherwise):
                return self.block(then) and self.block(otherwise)
            case s.MatchStatement(_, cases, otherwise):
                bodies = [*(case.body for case in cases), otherwise or ()]
                return all(self.block(body) for body in bodies)
            case s.For():
                return node.order is None and not node.turns and self.block(node.body)
            case (
                s.Change()
                | s.Take()
                | s.PutBack()
                | s.MoveStatement()
                | s.MoveThose()
                | s.Rotate()
                | s.ResetStatement()
                | s.Remember()
                | s.VariableStatement()
                | s.DoNothing()
            ):
                return True
            case _:
                return False

    def _call(self, node: e.Expression) -> bool:
        if not isinstance(node, e.Application) or node.name.text not in self._procedures:
            return True
        return self.procedure(node.name.text)
