"""What looks for one kind of finding in any ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span

from ..finding import Shown
from ..kinds import FindingKind
from ..subject import Selected
from .explored import Explored


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


class Reader(Protocol):
    """Looks at the text of a ruleset alone."""

    def __call__(self, ruleset: Ruleset) -> Iterable[Noticed]:
        """What it notices; never anything that some game of the ruleset contradicts."""


class Detector(Protocol):
    """Looks at games that were searched whole; all of a ruleset's that are asked about."""

    def __call__(self, games: tuple[Explored, ...]) -> Iterable[Noticed]:
        """What it notices; never anything that one of the games contradicts."""
