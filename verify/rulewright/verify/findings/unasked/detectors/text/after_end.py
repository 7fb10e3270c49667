"""Statements after an end: play never comes to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from rulewright.dsl.node_fields import field_values
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.one_line import code_of
from rulewright.dsl.syntax.tree import cited, nodes

from ....kinds import FindingKind
from ....names import distinct, name_of
from ...detector import Noticed

_ENDS = s.Win | s.Draw | s.Lose | s.Gap | s.Rank | s.Return | s.Leave | s.Next


def after_end(ruleset: Ruleset) -> Iterable[Noticed]:
    """The first statement after each end in the same block."""
    lines = ruleset.tree.source.split("\n")
    names: Counter[str] = Counter()
    for part, block in _blocks(ruleset.tree.parts):
        for statement, following in pairwise(block):
            if _stops(statement):
                line = following.span.line
                said = code_of(lines[line - 1][following.span.column - 1 :])
                name = f"line_after_{_word(statement)}_{name_of(said)}_of_{part.name.text}"
                yield Noticed(
                    FindingKind.DEAD_RULE,
                    distinct(re.sub("_+", "_", name), names),
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


def _blocks(parts: tuple[p.Part, ...]) -> Iterator[tuple[p.Part, s.BlockSyntax]]:
    """Every block, with the part in which it stands."""
    for part in parts:
        if isinstance(part, p.VariantPart):
            yield from _blocks(part.parts)
            continue
        for node in nodes(part):
            for value in field_values(node, without="span"):
                if isinstance(value, tuple) and value and isinstance(value[0], s.Statement):
                    yield part, value


def _word(statement: object) -> str:
    return type(statement).__name__.lower().removesuffix("statement")
