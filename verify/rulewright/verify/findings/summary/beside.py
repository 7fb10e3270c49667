"""What is found out about a ruleset beside the answers to its checks."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..finding import Finding
from ..origins.expected_numbers import Counted
from ..origins.readings import ReadingAnswers


@dataclass(frozen=True, slots=True)
class BesideAnswers:
    """What is known of one ruleset.

    ``noticed``: what is wrong that no check asks about, None if that was not looked for. ``examples``: how
    many were played. ``numbers``: the results for those that its author expects. ``readings``: which of
    them make two games. ``edited``: the texts that changed since answers were kept, if all of these were
    looked at again. ``defaults``: a sentence for each default that changed since then.
    """

    noticed: tuple[Finding, ...] | None = None
    examples: int = 0
    numbers: tuple[Counted, ...] = ()
    readings: ReadingAnswers = field(default_factory=ReadingAnswers)
    edited: tuple[str, ...] = ()
    defaults: tuple[str, ...] = ()

    @property
    def not_counted(self) -> int:
        """How many numbers were not counted to the end."""
        return sum(number.right is None for number in self.numbers)
