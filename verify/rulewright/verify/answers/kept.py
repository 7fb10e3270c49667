"""What a file of answers holds. None of it is believed: it is evidence, or something that somebody wrote."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..effort.schedule import EffortLevel
from ..results.verdict import Bounded, Explained, Proved, Reached, Refuted, Sampled, Verdict


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """Moves from the beginning: who decides, and what. ``again``: the index of the position that comes
    again."""

    moves: tuple[tuple[str, str], ...]
    again: int | None = None


@dataclass(frozen=True, slots=True)
class KeptSearch:
    """How many positions and actions there were when all were visited."""

    positions: int
    actions: int


@dataclass(frozen=True, slots=True)
class KeptCertificate:
    """A proof, line by line; :mod:`.certificates` reads it."""

    lines: tuple[str, ...]


_WITHIN = re.compile(r"nothing within (\d[\d,]*) decisions?")
_IN_PLAYS = re.compile(r"nothing in (\d[\d,]*) random plays?")


@dataclass(frozen=True, slots=True)
class KeptOpen:
    """How far the search for an answer went. ``effort``: None if seconds, or somebody, cut it off."""

    how_far: str
    effort: EffortLevel | None = None

    @property
    def came_to(self) -> Bounded | Sampled | Explained:
        """The meaning of the words; `keep` writes them."""
        if within := _WITHIN.fullmatch(self.how_far):
            return Bounded(int(within[1].replace(",", "")))
        if plays := _IN_PLAYS.fullmatch(self.how_far):
            return Sampled(int(plays[1].replace(",", "")))
        return Explained(self.how_far)


@dataclass(frozen=True, slots=True)
class KeptPairs:
    """How many pairs of positions of two games there were when all were compared; 0: the programs were the
    same."""

    pairs: int


@dataclass(frozen=True, slots=True)
class KeptComparison:
    """What was found about an option of a reading, compared with the default one, in a game.

    ``game``: as for answers, ``instance small``. A play after which the games differ, pairs that were all
    alike, or how far the search went without telling them apart.
    """

    reading: str
    option: str
    game: str
    evidence: KeptPlay | KeptPairs | KeptOpen

    @property
    def question(self) -> tuple[str, str]:
        """What it is an answer to: the reading and the option."""
        return self.reading, self.option


KeptEvidence = KeptPlay | KeptSearch | KeptCertificate | KeptOpen
KeptWord = Literal["proved", "refuted", "reached", "open"]


def kept_word(verdict: Verdict) -> KeptWord:
    """The word by which an answer is kept."""
    match verdict:
        case Proved() | Refuted() | Reached():
            return verdict.kind
        case _:
            return "open"


def of_instance(name: str) -> str:
    """The name of an instance's game in a file."""
    return f"instance {name}"


def of_variant(name: str) -> str:
    """The same for a variant as it stands."""
    return f"variant {name}"


def bare_name(game: str) -> str:
    """The name of the instance or the variant alone."""
    return game.partition(" ")[2]


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The answer to a check, and why. ``since``: what changed after it was last looked at."""

    verdict: KeptWord
    evidence: KeptEvidence
    since: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptDefect:
    """A play to something that no check asks about."""

    message: str
    play: KeptPlay


@dataclass(frozen=True, slots=True)
class KeptGame:
    """The answers about one game, by the names of its checks."""

    answers: Mapping[str, KeptAnswer] = field(default_factory=dict)
    defects: tuple[KeptDefect, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptFinding:
    """A finding that is not an answer to a check, as it was told when answers were kept.

    ``key``: its name. ``kind``: the word for that. ``games``: in which it was found, as for answers.
    ``everywhere``: it is about all games together, all of which were asked. ``unexpected``: the author
    expects something else.
    """

    key: str
    kind: str
    sentence: str
    clauses: tuple[str, ...]
    games: tuple[str, ...]
    everywhere: bool = False
    unexpected: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """The answers about a ruleset, by the names of its games: ``instance small``.

    ``texts``: a digest for each text that answers depend on, to tell what changed. ``findings``: the number
    of each finding that ever existed (``F3``), by its key. ``nothing``: what was searched for findings that
    no check asks for, and had none, each by a digest. ``comparisons``: of the options of readings, each
    with the default one. ``recorded``: what was found with these texts beside the answers. ``defaults``: the
    default option of each reading, and the value of each parameter (``reading freedom``: ``spent``).
    """

    ruleset: str
    texts: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, KeptGame] = field(default_factory=dict)
    findings: Mapping[str, str] = field(default_factory=dict)
    comparisons: tuple[KeptComparison, ...] = ()
    nothing: frozenset[str] = frozenset()
    recorded: tuple[KeptFinding, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)
