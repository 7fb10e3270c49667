"""What changes while statements are done, and how play is over."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracles.language.scope import Cell
from tests.oracles.language.statements.frames import Block, Frame, Stack
from tests.oracles.language.values import Type, Value

from rulewright.dsl.span import Span


class Endless(Exception):  # noqa: N818
    """Very many statements were done without a rest."""


@dataclass(frozen=True)
class End:
    """Play is over: how, who wins, with which scores, at which statement."""

    kind: str
    winners: frozenset[Value]
    scores: tuple[int, ...] | None
    span: Span


@dataclass(frozen=True)
class Fault:
    """Play is over because the rules do not say what happens at a place in the ruleset.

    ``declared``: a gap, which they mark themselves. ``taken_back``: everything is as it was where
    somebody decided last.
    """

    place: tuple[int, int, int, int]
    declared: bool
    taken_back: bool = field(compare=False)

    @classmethod
    def at(cls, span: Span, declared: bool = False, taken_back: bool = False) -> Fault:
        """Where a part of the text begins and ends, by line and column."""
        return cls((span.line, span.column, span.end_line, span.end_column), declared, taken_back)


@dataclass
class Run:
    """What changes while statements are done."""

    state: dict[str, Value]
    cells: dict[int, Value]
    stack: Stack | None
    turns: int = 0
    end: End | Fault | None = None

    def push(self, frame: Frame) -> None:
        self.stack = Stack(frame, self.stack)

    def pop(self) -> Frame:
        assert self.stack is not None
        top, self.stack = self.stack.top, self.stack.below
        return top

    def cell(self, value: Value, t: Type) -> Cell:
        """A new place for a local that statements may change."""
        number = max(self.cells, default=0) + 1
        self.cells[number] = value
        return Cell(number, t)


def plain(value: Value) -> Value:
    """A list without the keys by which its items were chosen."""
    return tuple(value) if isinstance(value, tuple) else value


def bind(run: Run, name: str, value: Value) -> None:
    """Bind a name for the rest of the block that is being done."""
    frame = run.pop()
    assert isinstance(frame, Block), frame
    run.push(Block(frame.block, frame.start, {**frame.names, name: value}))
