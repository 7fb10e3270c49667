"""What every node of the syntax tree has: a place in the source."""

from __future__ import annotations

from dataclasses import dataclass

from ..span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntaxNode:
    span: Span


@dataclass(frozen=True, slots=True)
class Name(SyntaxNode):
    """A name where it is introduced or used."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(SyntaxNode):
    """A citation of a clause, without its brackets."""

    clause: str
