"""What is found out about rulesets beside the answers to checks: by rule, by examples, by counting."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...findings.summary.beside import BesideAnswers
from ...limits import Deadline
from ..arguments.options import searcher
from ..arguments.select import chosen

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset

    from ...findings.collect import Results
    from ...findings.finding import Finding
    from ...findings.origins.expected_numbers import Counted
    from ...findings.origins.readings import ReadingAnswers
    from ...findings.subject import Selected
    from ...findings.unasked.detector import InGames


class BesideChecks:
    """What is known of each ruleset, by its name."""

    def __init__(self, readings: Mapping[str, ReadingAnswers]) -> None:
        self._known = defaultdict[str, BesideAnswers](BesideAnswers)
        for name, about in readings.items():
            self._known[name] = BesideAnswers(readings=about)

    @property
    def known(self) -> Mapping[str, BesideAnswers]:
        """What was found out so far."""
        return dict(self._known)

    @property
    def of_readings(self) -> list[Finding]:
        """The readings that make two games."""
        return [f for one in self._known.values() for f in one.readings.findings]

    def all_looked_at_again(self, name: str, edited: Sequence[str]) -> None:
        """Record that what is kept of a ruleset was looked at again after these texts had changed."""
        self._known[name] = replace(self._known[name], edited=tuple(edited))

    def defaults_changed(self, name: str, sentences: Sequence[str]) -> None:
        """Record which defaults of a ruleset are not as they were when answers were kept."""
        self._known[name] = replace(self._known[name], defaults=tuple(sentences))

    def look(
        self,
        args: argparse.Namespace,
        selected: Sequence[Selected],
        found: Sequence[Results],
        deadline: Deadline,
        larger: Mapping[str, Sequence[InGames]],
    ) -> None:
        """Look for findings that no check asks for, then play examples, then count what has expected
        numbers.

        What was found by then stays if somebody interrupts.
        """
        from ...findings.origins import examples
        from ...findings.origins.expected_numbers import number_findings
        from ...findings.unasked.look import look

        noticed = {
            name: tuple(look(games, deadline, larger.get(name, ())))
            for name, games in by_name(found).items()
        }
        for name, findings in noticed.items():
            self._known[name] = replace(self._known[name], noticed=findings)
        for name, games in _by_ruleset(args, selected, examples.games).items():
            self._add(name, examples.example_findings(games))
            number = sum(len(g.program.examples) for g in games)
            self._known[name] = replace(self._known[name], examples=number)
        for name, numbers in _counted(args, selected, deadline).items():
            self._add(name, number_findings(numbers))
            self._known[name] = replace(self._known[name], numbers=tuple(numbers))

    def _add(self, name: str, findings: Iterable[Finding]) -> None:
        known = self._known[name]
        self._known[name] = replace(known, noticed=(*findings, *(known.noticed or ())))


def _by_ruleset(
    args: argparse.Namespace,
    selected: Sequence[Selected],
    every: Callable[[Path, Ruleset, int], Sequence[Selected]],
) -> dict[str, Sequence[Selected]]:
    """By ruleset, the games that are looked at: ``every`` one that matters, or those chosen."""
    found: dict[str, Sequence[Selected]] = {}
    for one in selected:
        name = one.program.instance.ruleset
        if name in found or one.ruleset is None:
            continue
        if chosen(args):
            found[name] = [s for s in selected if s.program.instance.ruleset == name]
        else:
            found[name] = every(one.path, one.ruleset, one.move_limit)
    return found


def _counted(
    args: argparse.Namespace, selected: Sequence[Selected], deadline: Deadline
) -> dict[str, Sequence[Counted]]:
    """By ruleset, the results for the numbers that its author expects."""
    from ...findings.origins import expected_numbers

    asked = _by_ruleset(args, selected, expected_numbers.games)
    return {n: expected_numbers.counted(g, searcher(args), deadline) for n, g in asked.items()}


def by_name(found: Sequence[Results]) -> dict[str, list[Results]]:
    """The results by their rulesets."""
    by_ruleset: dict[str, list[Results]] = {}
    for one in found:
        by_ruleset.setdefault(one.selected.program.instance.ruleset, []).append(one)
    return by_ruleset
