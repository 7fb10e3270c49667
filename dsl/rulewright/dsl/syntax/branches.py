"""Where the rules go one way or another: the arms of every branch and loop in the text of a
ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from . import statements as s
from .node import SyntaxNode
from .one_line import one_line
from .tree import nodes

BranchPlace = s.BlockSyntax | s.IfStatement | s.Repeat
"""A block; or an ``if`` without ``else``, for the case that its condition is not met; or a loop,
for its end."""


@dataclass(frozen=True, slots=True, eq=False)
class BranchArm:
    """An arm. ``statement``: where it parts from the others; ``about``: what decides whether it is
    taken.

    ``kind``: "loop" is the repeated body of a loop, "over" its end by its condition, "unless" an
    ``if`` without ``else`` whose condition is not met, "otherwise" what is done if nobody can
    choose.
    """

    kind: Literal["if", "else", "unless", "case", "loop", "over", "otherwise"]
    place: BranchPlace
    statement: SyntaxNode
    about: SyntaxNode

    @property
    def words(self) -> str:
        """The words before the deciding part, to name the branch by."""
        match self.kind, self.statement:
            case "else" | "unless", _:
                return "else of"
            case "loop", s.For():
                return "for each in"
            case "loop", _:
                return "repeat until"
            case "over", _:
                return "end of repeat until"
            case "otherwise", _:
                return "otherwise of"
            case kind, _:
                return kind

    def text(self, source: str) -> str:
        """The deciding part, in the author's own words on one line; for an ``otherwise`` the
        options."""
        if isinstance(self.statement, s.Choose):
            return ", ".join(dict.fromkeys(option.name.text for option in self.statement.options))
        return one_line(source, self.about.span)


def branches(root: object) -> Iterator[BranchArm]:
    """The arms of all statements below a node, enclosing ones first."""
    for node in nodes(root):
        match node:
            case s.IfStatement(condition=condition, then=then, otherwise=otherwise):
                yield BranchArm("if", then, node, condition)
                if not otherwise:
                    yield BranchArm("unless", node, node, condition)
                elif not isinstance(otherwise[0], s.IfStatement):
                    yield BranchArm("else", otherwise, node, condition)
            case s.MatchStatement(cases=cases, otherwise=last):
                for case in cases:
                    yield BranchArm("case", case.body, node, case.patterns[0])
                if last:
                    yield BranchArm("else", last, node, node.subject)
            case s.Repeat(kind="until", control=control, body=body) if control is not None:
                yield BranchArm("loop", body, node, control)
                yield BranchArm("over", node, node, control)
            case s.For(over=over, turns=False, body=body):
                yield BranchArm("loop", body, node, over)
            case s.Choose(otherwise=last) if last:
                yield BranchArm("otherwise", last, node, node)
            case _:
                pass
