"""A program that writes down which of its branches were taken."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import Bool


@dataclass(frozen=True, slots=True)
class Branched:
    """The same game, with a variable behind all others for each way on of each branch.

    ``ways``: where each branch stands, and whether its condition holds there.
    """

    program: Program
    ways: tuple[str, ...]


def branched(program: Program) -> Branched:
    """The program with its branches written down; conditions are worked out once more for that."""
    writer = _Writer()
    blocks = tuple(writer.block(block) for block in program.blocks)
    marks = tuple(
        Variable(name, Bool(), False, "state", "none")
        for name in map(mark_of, range(len(writer.ways)))
    )
    return Branched(
        replace(program, blocks=blocks, variables=(*program.variables, *marks)), tuple(writer.ways)
    )


def mark_of(number: int) -> str:
    """The variable that says whether the way of that number was taken."""
    return f"branch_taken_{number}"


class _Writer:
    def __init__(self) -> None:
        self.ways: list[str] = []

    def block(self, block: x.Block) -> x.Block:
        body = self._body(block.body, block.name)
        end = block.terminator
        if isinstance(end, x.Branch) and not isinstance(end.condition, x.Const):
            for holds in (True, False):
                condition = end.condition if holds else fold.not_(end.condition)
                number = self._way(block.name, holds)
                taken = fold.or_([x.Var(mark_of(number), Bool()), condition])
                body = (*body, x.Store(mark_of(number), None, taken, None))
        return replace(block, body=body)

    def _body(self, body: tuple[x.Stmt, ...], where: str) -> tuple[x.Stmt, ...]:
        return tuple(self._statement(s, where) for s in body)

    def _statement(self, statement: x.Stmt, where: str) -> x.Stmt:
        match statement:
            case x.When(_, then, otherwise):
                return replace(
                    statement,
                    then=(self._mark(where, holds=True), *self._body(then, where)),
                    otherwise=(self._mark(where, holds=False), *self._body(otherwise, where)),
                )
            case x.Each(body=body):
                return replace(statement, body=self._body(body, where))
            case _:
                return statement

    def _mark(self, where: str, *, holds: bool) -> x.Stmt:
        return x.Store(mark_of(self._way(where, holds)), None, x.YES, None)

    def _way(self, where: str, holds: bool) -> int:
        self.ways.append(f"{where}, branch {len(self.ways) // 2 + 1}: {'yes' if holds else 'no'}")
        return len(self.ways) - 1
