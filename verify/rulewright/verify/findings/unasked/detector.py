"""The interface of what looks for one kind of finding in any ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, Protocol, TypeVar

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

    ``span``: where in the text. ``hint``: what may help. ``play`` shows it, if one does. ``seen``: the game
    in which it holds, if it does not hold in all that were looked at.
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


@dataclass(frozen=True, slots=True)
class NoticedIn:
    """A game in which something was noticed, and how it is known there if no play shows it."""

    selected: Selected
    method: Literal["complete search", "induction"]


InGames = tuple[Noticed, tuple[NoticedIn, ...]]
"""What was noticed, and the games whose text has the place in question."""


class Reader(Protocol):
    """Looks only at the text of a ruleset."""

    def __call__(self, ruleset: Ruleset) -> Iterable[Noticed]:
        """What it notices; never anything that some game of the ruleset contradicts."""


class OfOne(Protocol):
    """Reports what comes about in some game; looks at completely searched games."""

    def __call__(self, games: tuple[Explored, ...]) -> Iterable[Noticed]:
        """What it notices, each with the game in which it holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Conjecture(Generic[T]):
    """What may be reported if no game contradicts it.

    ``about``: its subject. ``silent``: places about which nothing more is reported then.
    """

    noticed: Noticed
    about: T
    silent: tuple[Span, ...] = ()


class OfAll(Protocol[T]):
    """Reports what holds in every possible game; looks at each game once, by itself."""

    def claims(self, games: tuple[Positions, ...]) -> Iterable[Conjecture[T]]:
        """Everything that might be reported of these games; enclosing places come first."""

    def left(self, claims: Sequence[Conjecture[T]], one: Positions) -> Sequence[Conjecture[T]]:
        """The claims that this game does not contradict."""


class Provable(OfAll[T], Protocol[T]):
    """Reports what may be proved of games that cannot be searched."""

    def against(self, claim: Conjecture[T], program: Program) -> Expr | None:
        """A condition at a resting place that contradicts a claim; None if the program says nothing about
        it."""

    def names(self, claim: Conjecture[T]) -> Collection[str]:
        """The names in rules that can bring about a contradiction; empty if it is about one place."""


def unhidden(claims: Iterable[Conjecture[Any]]) -> Iterator[Conjecture[Any]]:
    """The claims about places for which no enclosing claim says everything."""
    silent: list[Span] = []
    for claim in claims:
        if not any(claim.noticed.span.is_within(around) for around in silent):
            silent += claim.silent
            yield claim


def with_distinct_names(found: Sequence[Noticed]) -> list[Noticed]:
    """The same with distinct names: if a name occurs in several places, all but the first in the text get a
    number."""
    names: Counter[str] = Counter()
    named: dict[tuple[str, Span], str] = {}
    for noticed in sorted(found, key=lambda each: each.span):
        place = noticed.key, noticed.span
        if place not in named:
            named[place] = distinct(noticed.key, names).removeprefix(f"{noticed.kind}.")
    return [replace(noticed, name=named[noticed.key, noticed.span]) for noticed in found]
