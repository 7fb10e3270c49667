"""A finding, as every renderer reads it: for the terminal, for programs or for a browser."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rulewright.dsl.span import Span

from ..plays.play import Play
from ..properties.asked import is_agreement
from ..results.verdict import BEGINNING, counted
from .kinds import FindingKind, Severity
from .subject import Selected


@dataclass(frozen=True, slots=True)
class Shown:
    """A play as evidence, and what can be said of its length.

    ``label``: what it is a play of, if there are several (the option of a reading). ``shortest``: whether
    none is shorter in that game; False if that is not known. ``said``: what holds at its end.
    """

    play: Play
    label: str = ""
    shortest: bool = False
    said: str = ""

    def __len__(self) -> int:
        """The number of moves."""
        return len(self.play.moves)


REPLAYED = "a play that was replayed"
"""How it is known what a play shows."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A game in which a finding holds, how that is known, and what shows it.

    ``plays``: one that shows it; two for a reading, side by side; none for what was proved. ``reasons``:
    why it is proved, line by line. ``asked``: the check that was answered. ``command``: looks for it again,
    if that is not done by asking a check. *Recorded* is what an earlier run found and this one does not look for.
    """

    selected: Selected
    verdict: Literal["refuted", "reached", "proved", "differs", "read", "recorded"]
    method: str
    plays: tuple[Shown, ...] = ()
    reasons: Sequence[str] = ()
    note: str = ""
    asked: str = ""
    command: str = ""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.selected.program.players.labels)

    @property
    def moves(self) -> int | None:
        """How long the play is; None without one."""
        return len(self.plays[0]) if self.plays else None


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The author knows of the finding ``key`` and intends it: why, and by which clauses."""

    key: str
    why: str
    clauses: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a reader of the rules should know of, wherever it was found.

    ``key`` identifies it by names of the ruleset (``ends``, ``reading.freedom``): it is the same in every
    run, and ``accept`` names it. ``id`` (``F3``) is short for it; see :mod:`.numbers`; ``lasting``: it is
    kept with the answers. ``sentence`` states it in a line or two, without a full stop. ``unexpected``: the
    author expects something else. ``occurrences``: at least one, the clearest first; nothing else differs
    between games. ``hint``: what may help. ``reading``: of a contradiction, the finding that its clauses can
    be read in two ways, which is told within it.
    """

    key: str
    kind: FindingKind
    clauses: tuple[str, ...]
    sentence: str
    occurrences: tuple[Occurrence, ...]
    span: Span | None = None
    unexpected: bool = False
    hint: str = ""
    accepted: Acceptance | None = None
    id: str = ""
    lasting: bool = False
    reading: Finding | None = None

    @property
    def statement(self) -> str:
        """The sentence, and that of the reading within it, for formats in which a finding is one text."""
        if self.reading is None:
            return self.sentence
        stop = "" if self.sentence.endswith("?") else "."
        return f"{self.sentence}{stop} {self.read_in_two_ways}"

    @property
    def read_in_two_ways(self) -> str:
        """What its reading says; nothing without one."""
        return (
            "" if self.reading is None else f"It can be read in two ways: {self.reading.sentence}"
        )

    @property
    def severity(self) -> Severity:
        """How much it matters; an answer that nobody expected is wrong, whatever it is about."""
        return Severity.WRONG if self.unexpected else self.kind.severity

    @property
    def weight(self) -> str:
        """Its severity for a reader, and whether it fails the run."""
        return f"{self.severity}: not what the ruleset expects" if self.fails else self.severity

    @property
    def fails(self) -> bool:
        """Whether it fails a run: nobody expected it, nor accepted it. All reports to build servers rest on
        this."""
        return self.unexpected and self.accepted is None

    @property
    def claim(self) -> str:
        """The property that a play refutes, if the sentence is a question; else nothing."""
        checks = self.first.selected.program.checks if self.first.verdict == "refuted" else ()
        check = next((c for c in checks if c.name == self.first.asked and c.question), None)
        return "" if check is None or is_agreement(check) else check.text

    @property
    def acceptance(self) -> str:
        """What an author writes to accept it; the reason must be filled in."""
        cited = self.clauses[0] if self.clauses else "clause"
        return f'accept {self.key} by [{cited}] "why"'

    @property
    def first(self) -> Occurrence:
        """The clearest game in which it holds."""
        return self.occurrences[0]

    @property
    def moves(self) -> int | None:
        """The length of its shortest play; None without one."""
        lengths = [o.moves for o in self.occurrences if o.moves is not None]
        return min(lengths, default=None)

    @property
    def length(self) -> str:
        """That length for a reader: ``2 moves``, or ``at the beginning``; nothing without a play."""
        return (
            "" if self.moves is None else counted(self.moves, "move") if self.moves else BEGINNING
        )

    @property
    def command(self) -> str:
        """The command that shows it whole."""
        selected = self.first.selected
        name = self.id if self.lasting else self.key
        options = () if self.lasting and not self._of_others_alone else selected.options
        words = [name, *options]
        return shlex.join(["rulewright", "show", selected.shown, *words])

    @property
    def _of_others_alone(self) -> bool:
        """Whether an answer showed it in an instance that is asked of only if it is named, and nowhere else."""
        answers = [o for o in self.occurrences if o.verdict in ("refuted", "reached", "proved")]
        return bool(answers) and all(o.selected.must_be_named for o in answers)

    @property
    def again(self) -> str:
        """The command that looks for it again in the game where it was found first."""
        return self.first.command or self.first.selected.again(self.first.asked)
