"""The same ruleset with marks in its rules: truth values that record that play has come to a place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .elaborate.symbols.report import DiagnosticSink
from .elaborate.symbols.variants import variants
from .ruleset import Ruleset
from .span import Span
from .syntax import expressions as e
from .syntax import parts as p
from .syntax import statements as s
from .syntax.node import Name
from .syntax.tree import rewritten

MarkPlace = s.BlockSyntax | s.IfStatement | s.ChooseOption | s.Repeat
"""A block; an ``if``, for its missing ``else``; an option; a loop, for what follows it."""


def free_prefix(ruleset: Ruleset) -> str:
    """A prefix with which no name of the ruleset begins."""
    found = "mark_"
    while found in ruleset.tree.source:
        found = f"x_{found}"
    return found


def with_marks(ruleset: Ruleset, places: Mapping[str, MarkPlace]) -> Ruleset:
    """The ruleset in which each of these places sets the state of that name, which is initially no."""
    blocks = {id(place): (setting(ruleset, name),) for name, place in places.items()}
    return with_parts(
        ruleset, (*with_blocks(ruleset, blocks), *(mark_of(ruleset, name) for name in places))
    )


def with_blocks(
    ruleset: Ruleset, blocks: Mapping[int, s.BlockSyntax], *, only: bool = False
) -> tuple[p.Part, ...]:
    """The ruleset's parts with statements inserted at the beginning of places, by the address of
    those.

    ``only``: they replace what is there.
    """

    def change(before: object, after: Any) -> Any:
        if isinstance(before, tuple):
            after = _with_followers(before, after, blocks)
        if (block := blocks.get(id(before))) is None or isinstance(before, s.Repeat):
            return after
        match before:
            case s.ChooseOption():
                return replace(after, body=block if only else (*block, *after.body))
            case s.IfStatement():
                return replace(after, otherwise=block)
            case _:
                return block if only else (*block, *after)

    changed: tuple[p.Part, ...] = rewritten(ruleset.tree.parts, change)
    return changed


def _with_followers(
    before: tuple[object, ...], after: tuple[Any, ...], blocks: Mapping[int, s.BlockSyntax]
) -> tuple[Any, ...]:
    """The same with these statements after those loops that have some."""
    if not any(isinstance(each, s.Repeat) and id(each) in blocks for each in before):
        return after
    found: list[Any] = []
    for was, now in zip(before, after, strict=True):
        found += (now, *blocks.get(id(was), ())) if isinstance(was, s.Repeat) else (now,)
    return tuple(found)


def with_parts(ruleset: Ruleset, parts: tuple[p.Part, ...]) -> Ruleset:
    """The ruleset with other parts; whether they fit together is only seen when it is instantiated."""
    tree = replace(ruleset.tree, parts=parts)
    return Ruleset(tree, variants(tree, DiagnosticSink()), ruleset.clauses)


def setting(ruleset: Ruleset, name: str) -> s.Assign:
    """The statement that sets a mark."""
    at = nowhere(ruleset)
    return s.Assign(e.Reference(name, span=at), e.Truth(True, span=at), span=at)


def mark_of(ruleset: Ruleset, name: str) -> p.StatePart:
    """The state that is the mark."""
    at = nowhere(ruleset)
    truth = e.PlainType(e.Reference("Bool", span=at), span=at)
    no = e.Truth(False, span=at)
    return p.StatePart(name=Name(name, span=at), type=truth, initial=no, seen=None, span=at)


def nowhere(ruleset: Ruleset) -> Span:
    """A place for parts that the author did not write: the name of the ruleset."""
    return ruleset.tree.name.span
