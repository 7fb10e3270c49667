"""Statements that stand after an end: play never comes to them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from rulewright.dsl.node_fields import field_values
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import cited, nodes

from ....kinds import FindingKind
from ...detector import Noticed

_ENDS = s.Win | s.Draw | s.Lose | s.Gap | s.Rank | s.Return | s.Leave | s.Next


def after_end(ruleset: Ruleset) -> Iterable[Noticed]:
    """The first statement after each end in the same block."""
    for block in _blocks(ruleset):
        for statement, following in pairwise(block):
            if _stops(statement):
                line = following.span.line
                yield Noticed(
                    FindingKind.DEAD_RULE,
                    f"line_after_{_word(statement)}_{_number(ruleset, following)}",
                    following.span,
                    cited(following),
                    f"Line {line} is never done: {_word(statement)!r} stands before it",
                    "put it before, or leave it out",
                )
                break


def _stops(statement: object) -> bool:
    match statement:
        case s.IfStatement(then=then, otherwise=otherwise):
            return _always(then) and _always(otherwise)
        case s.Repeat(kind="forever", body=body):
            return not any(isinstance(node, s.Leave | s.Return) for node in nodes(body))
        case _:
            return isinstance(statement, _ENDS)


def _always(block: tuple[s.Statement, ...]) -> bool:
    return bool(block) and _stops(block[-1])


def _blocks(ruleset: Ruleset) -> Iterable[tuple[s.Statement, ...]]:
    for node in nodes(ruleset.tree.parts):
        for value in field_values(node, without="span"):
            if isinstance(value, tuple) and value and isinstance(value[0], s.Statement):
                yield value


def _word(statement: object) -> str:
    word = type(statement).__name__.lower()
    return {"ifstatement": "if"}.get(word, word)


def _number(ruleset: Ruleset, statement: s.Statement) -> int:
    """Which of the ruleset's statements it is; it does not change with lines of other things."""
    found = [n for n in nodes(ruleset.tree.parts) if isinstance(n, s.Statement)]
    return next(number for number, node in enumerate(found, 1) if node is statement)
