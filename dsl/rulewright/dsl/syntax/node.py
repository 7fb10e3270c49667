"""What every node of the syntax tree has: a place in the source."""

from __future__ import annotations

from dataclasses import dataclass

from ..span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name where it is introduced or used."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """A citation of a clause, without its brackets."""

    clause: str
