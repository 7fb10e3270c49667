"""What looks for one kind of finding in any ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from rulewright.dsl.ir.code import Expr
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span

from ..finding import Shown
from ..kinds import FindingKind
from ..names import distinct
from ..subject import Selected
from .explored import Explored, Positions

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something that was noticed: ``name`` makes the finding's key, together with its kind.

    ``span``: where in the text. ``hint``: what may help. ``play`` shows it, if one does. ``seen``: the
    game in which that is, where it is not so in all that were looked at.
    """

    kind: FindingKind
    name: str
    span: Span
    clauses: tuple[str, ...]
    sentence: str
    hint: str = ""
    play: Shown | None = None
    seen: Selected | None = None

    @property
    def key(self) -> str:
        """The name of the finding."""
        return f"{self.kind}.{self.name}"


InGames = tuple[Noticed, tuple[Selected, ...]]
"""What is said, and the games in which that stands of which it is said."""


class Reader(Protocol):
    """Looks at the text of a ruleset alone."""

    def __call__(self, ruleset: Ruleset) -> Iterable[Noticed]:
        """What it notices; never anything that some game of the ruleset contradicts."""


class OfOne(Protocol):
    """Says what comes about in some game; looks at games that were searched whole."""

    def __call__(self, games: tuple[Explored, ...]) -> Iterable[Noticed]:
        """What it notices, each thing with the game in which it is so."""


@dataclass(frozen=True, slots=True, eq=False)
class Conjecture(Generic[T]):
    """What may be said if no game contradicts it.

    ``about``: that of which it is said. ``silent``: of what stands there nothing more is said then.
    """

    noticed: Noticed
    about: T
    silent: tuple[Span, ...] = ()


class OfAll(Protocol[T]):
    """Says what is so in every game that there can be; each is looked at once, by itself."""

    def claims(self, games: tuple[Positions, ...]) -> Iterable[Conjecture[T]]:
        """All that might be said of these games; what is around others comes first."""

    def left(self, claims: Sequence[Conjecture[T]], one: Positions) -> Sequence[Conjecture[T]]:
        """Those that this game does not contradict."""


class Provable(OfAll[T], Protocol[T]):
    """Says what may be proved of games that nobody can search."""

    def against(self, claim: Conjecture[T], program: Program) -> Expr | None:
        """What is so where play rests that contradicts a claim; None where the program tells nothing of it."""

    def names(self, claim: Conjecture[T]) -> Collection[str]:
        """What rules name that bring about what contradicts it; nothing where that is said of one place."""


def unhidden(claims: Iterable[Conjecture[Any]]) -> Iterator[Conjecture[Any]]:
    """Those that do not stand where others have said all."""
    silent: list[Span] = []
    for claim in claims:
        if not any(within(claim.noticed.span, around) for around in silent):
            silent += claim.silent
            yield claim


def with_distinct_names(found: Sequence[Noticed]) -> list[Noticed]:
    """The same, where what stands in several places has as many names: all but the first in the text get a number."""
    names: Counter[str] = Counter()
    named: dict[tuple[str, Span], str] = {}
    for noticed in sorted(found, key=lambda each: each.span):
        place = noticed.key, noticed.span
        if place not in named:
            named[place] = distinct(noticed.key, names).removeprefix(f"{noticed.kind}.")
    return [replace(noticed, name=named[noticed.key, noticed.span]) for noticed in found]


def within(inner: Span, outer: Span) -> bool:
    """Whether a part of the text lies in another."""
    begin, end = (inner.line, inner.column), (inner.end_line, inner.end_column)
    return (outer.line, outer.column) <= begin and end <= (outer.end_line, outer.end_column)
