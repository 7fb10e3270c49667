"""The answers to a question, each with the strength that it earned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from ..stategraph.graph import RAISE_MOVE_LIMIT, ExhaustiveSearch, LimitReached

if TYPE_CHECKING:  # commands that only format words start without the kernel
    from ..kernel.check import Accepted
    from ..properties.witness import Witness

BEGINNING = "at the beginning"
"""Where a play of no move shows something."""
RAISE_BUDGET = "raise --budget"
ASK_AGAIN = "it was interrupted; ask again"
"""The advice if time, or a person, cut something off."""


@dataclass(frozen=True, slots=True)
class Proved:
    """True of every reachable position of the instance; ``reasons`` say why, a line each.

    ``evidence``: a search that saw every position, or a certificate that the kernel accepted.
    """

    evidence: ExhaustiveSearch | Accepted
    reasons: Sequence[str]
    kind: Literal["proved"] = "proved"

    @property
    def method(self) -> Literal["complete search", "induction"]:
        """The method of the proof."""
        return "complete search" if isinstance(self.evidence, ExhaustiveSearch) else "induction"


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
    """Nothing was found within ``decisions`` decisions, and nothing exists within them."""

    decisions: int
    kind: Literal["bounded"] = "bounded"


@dataclass(frozen=True, slots=True)
class Sampled:
    """A number of random plays showed nothing, which guarantees nothing."""

    plays: int
    kind: Literal["sampled"] = "sampled"


@dataclass(frozen=True, slots=True)
class Untried:
    """Nothing was tried: there was no time to."""


@dataclass(frozen=True, slots=True)
class Unanswerable:
    """No prover answers a question of that kind."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """The kept answer was not checked again: there was no time, or somebody ``interrupted`` it."""

    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """The explanation of a prover, the kernel or a kind of check."""

    words: str


@dataclass(frozen=True, slots=True)
class LastLooked:
    """How far it was taken when it was last looked at, at which effort; None if that was cut off."""

    came_to: Bounded | Sampled | Explained
    effort: str | None


@dataclass(frozen=True, slots=True)
class UncheckedProof:
    """It is kept that the check is proved to hold, or not to; nobody wanted to have that checked again."""

    holds: bool


Reason = LimitReached | Untried | Unanswerable | Unchecked | Explained | LastLooked | UncheckedProof
"""Why there is no answer."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """No answer: why, and what may help."""

    reason: Reason
    advice: str = ""
    kind: Literal["unknown"] = "unknown"

    @property
    def why(self) -> str:
        """The reason in words."""
        return _why(self.reason)

    def advised(self, advice: str) -> Unknown:
        """The same with this advice. That a move is too long stays said, as nothing else helps there.

        >>> Unknown(LimitReached("seconds"), "ask again").advised("raise --budget").advice
        'raise --budget'
        >>> Unknown(LimitReached("move", 9)).advised("raise --budget").advice
        'raise --move-limit; raise --budget'
        """
        long_move = isinstance(self.reason, LimitReached) and self.reason.limit == "move"
        first = (RAISE_MOVE_LIMIT,) if long_move else ()
        return replace(self, advice="; ".join((*first, advice)))


def stopped_at(stop: LimitReached) -> Unknown:
    """No answer, as a search came to a limit."""
    return Unknown(stop, stop.advice)


Verdict = Proved | Refuted | Reached | Bounded | Sampled | Unknown


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "move"), counted(2000, "move")
    ('1 move', '2,000 moves')
    """
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def after_moves(number: int) -> str:
    """Where a play of so many moves shows something.

    >>> after_moves(0), after_moves(1)
    ('at the beginning', 'in 1 move')
    """
    return f"in {counted(number, 'move')}" if number else BEGINNING


def describe(verdict: Verdict) -> str:
    """The verdict in a few words, without its witness."""
    match verdict:
        case Proved():
            return f"proved by {verdict.method}"
        case Refuted(witness):
            return f"refuted {after_moves(len(witness))}"
        case Reached(witness):
            return f"reached {after_moves(len(witness))}"
        case Bounded() | Sampled():
            return f"nothing found {how_far(verdict)}; {_BEYOND[verdict.kind]}"
        case Unknown(_, advice):
            return f"unknown: {verdict.why}" + (f"; {advice}" if advice else "")


def describe_open(verdicts: Sequence[Bounded | Sampled | Unknown]) -> str:
    """Open answers with the same reason in a few words, with the range of their numbers.

    >>> describe_open([Bounded(7), Bounded(3)])
    'nothing found within 3 to 7 decisions; beyond is open'
    """
    numbers = _range(verdicts)
    match verdicts[0]:
        case Unknown(reason, advice):
            return _why(reason, numbers) + (f"; {advice}" if advice else "")
        case Bounded() | Sampled() as nothing:
            return f"nothing found {how_far(nothing, numbers)}; {_BEYOND[nothing.kind]}"


def how_far_open(verdicts: Sequence[Bounded | Sampled | Unknown]) -> str:
    """How far open answers were taken, as far as that is a number of decisions or of plays.

    >>> how_far_open([Bounded(7), Bounded(3), Unknown(Untried())])
    'within 3 to 7 decisions'
    """
    for kind in (Bounded, Sampled):
        of_kind = [verdict for verdict in verdicts if isinstance(verdict, kind)]
        if of_kind:
            return how_far(of_kind[0], _range(of_kind))
    return ""


def _range(verdicts: Sequence[Bounded | Sampled | Unknown]) -> str:
    """The least and the greatest number in the reasons; nothing if there are not two."""
    found = [number for number in map(how_much, verdicts) if number is not None]
    return f"{min(found):,} to {max(found):,}" if found and min(found) < max(found) else ""


def how_much(verdict: Bounded | Sampled | Unknown) -> int | None:
    """The number in the reason why an answer is open, if there is one."""
    match verdict:
        case Unknown(LimitReached(number=number)):
            return number
        case (
            Bounded(number)
            | Sampled(number)
            | Unknown(LastLooked(Bounded(number) | Sampled(number)))
        ):
            return number
        case _:
            return None


def without_number(verdict: Bounded | Sampled | Unknown) -> Bounded | Sampled | Unknown:
    """The common part of all answers that are open for the same reason, whatever the numbers."""
    match verdict:
        case Bounded():
            return Bounded(0)
        case Sampled():
            return Sampled(0)
        case Unknown(LimitReached(limit), advice):
            return Unknown(LimitReached(limit), advice)
        case Unknown(LastLooked(Bounded() | Sampled() as came_to, effort), advice):
            zero = Bounded(0) if isinstance(came_to, Bounded) else Sampled(0)
            return Unknown(LastLooked(zero, effort), advice)
        case _:
            return verdict


_BEYOND = {"bounded": "beyond is open", "sampled": "this assures nothing"}
OPEN_ENDS = tuple(_BEYOND.values())
"""How an open answer ends in words."""


def how_far(verdict: Bounded | Sampled, numbers: str = "") -> str:
    """``within 7 decisions``, or ``in 7 random plays``; ``numbers`` replaces its number."""
    number, noun, before = (
        (verdict.decisions, "decision", "within")
        if isinstance(verdict, Bounded)
        else (verdict.plays, "random play", "in")
    )
    return f"{before} {numbers} {noun}s" if numbers else f"{before} {counted(number, noun)}"


def _why(reason: Reason, numbers: str = "") -> str:
    """A reason in words; ``numbers`` replaces its number."""
    match reason:
        case LimitReached():
            return reason.words(numbers) if numbers else reason.why
        case Untried():
            return "nothing was tried"
        case Unanswerable():
            return "no prover answers such a question"
        case Unchecked(interrupted):
            return "its kept answer was not checked again" + (
                "" if interrupted else ": there was no time"
            )
        case Explained(words):
            return words
        case UncheckedProof(holds):
            return f"kept as proved to be {'so' if holds else 'never so'}, and not checked again"
        case LastLooked(came_to, effort):
            at = "" if effort is None else f" at {effort} effort"
            return f"{_came_to(came_to, numbers)}{at}, when it was last looked at"


def _came_to(came_to: Bounded | Sampled | Explained, numbers: str) -> str:
    return (
        came_to.words
        if isinstance(came_to, Explained)
        else f"nothing found {how_far(came_to, numbers)}"
    )
