"""The answers to a question, each with the strength that it earned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..kernel.check import Accepted
from ..properties.witness import Witness
from ..stategraph.graph import RAISE_MOVE_LIMIT, Finished

RAISE_BUDGET = "raise --budget"
ASK_AGAIN = "it was interrupted; ask again"
"""What may help where time cut something off, and where a person did."""


@dataclass(frozen=True, slots=True)
class Proved:
    """True of every reachable position of the instance; ``reasons`` say why, a line each.

    ``evidence``: a search that saw every position, or a certificate that the kernel accepted.
    """

    evidence: Finished | Accepted
    reasons: Sequence[str]
    kind: Literal["proved"] = "proved"

    @property
    def method(self) -> Literal["complete search", "induction"]:
        """How it was found out."""
        return "complete search" if isinstance(self.evidence, Finished) else "induction"


@dataclass(frozen=True, slots=True)
class Refuted:
    """A play shows what the check says never happens."""

    witness: Witness
    kind: Literal["refuted"] = "refuted"


@dataclass(frozen=True, slots=True)
class Reached:
    """A play shows what the check asks for."""

    witness: Witness
    kind: Literal["reached"] = "reached"


@dataclass(frozen=True, slots=True)
class Bounded:
    """Nothing was found within so many decisions, and there is nothing within them."""

    decisions: int
    kind: Literal["bounded"] = "bounded"


@dataclass(frozen=True, slots=True)
class Sampled:
    """So many random plays showed nothing, which assures nobody of anything."""

    plays: int
    kind: Literal["sampled"] = "sampled"


@dataclass(frozen=True, slots=True)
class Unknown:
    """No answer: why, and what may help."""

    why: str
    advice: str = ""
    kind: Literal["unknown"] = "unknown"

    def advised(self, advice: str) -> Unknown:
        """The same with this advice. That a move is too long stays said, as nothing else helps there.

        >>> Unknown("the time is up", "ask again").advised("raise --budget").advice
        'raise --budget'
        >>> Unknown("a move is too long", RAISE_MOVE_LIMIT).advised("raise --budget").advice
        'raise --move-limit; raise --budget'
        """
        first = (RAISE_MOVE_LIMIT,) if self.advice.startswith(RAISE_MOVE_LIMIT) else ()
        return replace(self, advice="; ".join((*first, advice)))


Verdict = Proved | Refuted | Reached | Bounded | Sampled | Unknown


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "move"), counted(2000, "move")
    ('1 move', '2,000 moves')
    """
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def describe(verdict: Verdict) -> str:
    """The verdict in a few words, without its witness."""
    match verdict:
        case Proved():
            return f"proved by {verdict.method}"
        case Refuted(witness):
            return f"refuted in {counted(len(witness), 'move')}"
        case Reached(witness):
            return f"reached in {counted(len(witness), 'move')}"
        case Bounded(decisions):
            return f"nothing found within {counted(decisions, 'decision')}; beyond is open"
        case Sampled(plays):
            return f"nothing found in {counted(plays, 'random play')}; this assures nothing"
        case Unknown(why, advice):
            return f"unknown: {why}" + (f"; {advice}" if advice else "")
