"""What a finding can be about, and how much it matters."""

from __future__ import annotations

from enum import StrEnum


class Severity(StrEnum):
    """What a reader has to do about a finding; the gravest comes first."""

    WRONG = "wrong"
    """The rules contradict themselves, or stop."""
    DECIDE = "decide"
    """Two readings make two games, or a number that is nowhere stated makes a difference."""
    KNOW = "know"
    """Nothing is broken, but somebody may want to know."""


class FindingKind(StrEnum):
    """What a finding is about. The value is its name in JSON and in identifiers."""

    GAP = "gap"
    CONTRADICTION = "contradiction"
    """Clauses disagree, or a rule asks for something impossible."""
    SHORTAGE = "shortage"
    ENDLESS = "endless"
    STUCK = "stuck"
    TRAP = "trap"
    NO_TIE_BREAK = "no_tie_break"
    AMBIGUITY = "ambiguity"
    OPEN_PARAMETER = "open_parameter"
    DEAD_RULE = "dead_rule"
    NO_CHOICE = "no_choice"
    VACUOUS = "vacuous"
    EXAMPLE = "example"
    NUMBER = "number"
    REFUTED = "refuted"
    """Something is not always so; whether that is wrong depends on what its author expects."""
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    """What its author expects to happen cannot happen."""

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        match self:
            case FindingKind.AMBIGUITY | FindingKind.OPEN_PARAMETER | FindingKind.NO_TIE_BREAK:
                return Severity.DECIDE
            case (
                FindingKind.DEAD_RULE
                | FindingKind.NO_CHOICE
                | FindingKind.VACUOUS
                | FindingKind.REFUTED
                | FindingKind.POSSIBLE
                | FindingKind.IMPOSSIBLE
            ):
                return Severity.KNOW
            case _:
                return Severity.WRONG

    @property
    def label(self) -> str:
        """For a reader."""
        return _LABELS[self]


_LABELS = {
    FindingKind.GAP: "a gap in the rules",
    FindingKind.CONTRADICTION: "a contradiction",
    FindingKind.SHORTAGE: "a shortage",
    FindingKind.ENDLESS: "endless play",
    FindingKind.STUCK: "nobody can act",
    FindingKind.TRAP: "no way back",
    FindingKind.NO_TIE_BREAK: "no tie-break",
    FindingKind.AMBIGUITY: "an ambiguity that matters",
    FindingKind.OPEN_PARAMETER: "an open number that matters",
    FindingKind.DEAD_RULE: "a dead rule",
    FindingKind.NO_CHOICE: "a choice that is none",
    FindingKind.VACUOUS: "a question that says nothing",
    FindingKind.EXAMPLE: "an example that does not come out",
    FindingKind.NUMBER: "a number that is not as expected",
    FindingKind.REFUTED: "something that is not always so",
    FindingKind.POSSIBLE: "something that can happen",
    FindingKind.IMPOSSIBLE: "something that cannot happen",
}
