"""Findings beside the answers, as they were told when answers were kept, and as findings again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.elaborate.acceptances import is_of_check

from ...answers.kept import KeptFinding
from ..finding import Finding, Occurrence
from ..kinds import FindingKind
from ..subject import Selected
from .overview import Overview

AS_KEPT = "as kept"
"""How it is known that such a finding holds."""


def recorded_after(
    before: Sequence[KeptFinding], overview: Overview, *, all_games: bool, unchanged: bool
) -> tuple[KeptFinding, ...]:
    """What is recorded after a run: what it found, and what it did not look for.

    ``all_games``: every game was asked that is asked where none is named; only then is anything recorded that
    is about all of them. ``unchanged``: the texts are as they were ``before``.
    """
    found = {n.key: n for n in _recorded(overview) if all_games or not n.everywhere}
    asked = {result.selected.kept_name for result in overview.results}
    looked = overview.beside.noticed is not None and not overview.taken.ended
    for old in before if unchanged else ():
        new = found.get(old.key)
        again = looked and (all_games if old.everywhere else asked.issuperset(old.games))
        if new is None and not again:
            found[old.key] = old
        elif new is not None and not new.everywhere:
            others = [game for game in old.games if game not in {*asked, *new.games}]
            found[old.key] = replace(new, games=(*new.games, *others))
    return tuple(found.values())


def recorded_findings(
    recorded: Iterable[KeptFinding], games: Sequence[Selected]
) -> Iterator[Finding]:
    """What is recorded of these games, as findings that nothing shows but the note."""
    kinds = {str(kind): kind for kind in FindingKind}
    for one in recorded:
        there = [game for game in games if game.kept_name in one.games]
        if there and one.kind in kinds:
            yield Finding(
                one.key,
                kinds[one.kind],
                one.clauses,
                one.sentence,
                tuple(Occurrence(game, "recorded", AS_KEPT) for game in there),
                unexpected=one.unexpected,
            )


def is_recorded(finding: Finding) -> bool:
    """Whether nothing shows it but a note."""
    return all(one.verdict == "recorded" for one in finding.occurrences)


def _recorded(overview: Overview) -> Iterator[KeptFinding]:
    """The findings that neither an answer nor the text shows."""
    for finding in overview.each:
        games = dict.fromkeys(o.selected.kept_name for o in finding.occurrences)
        if (
            finding.first.verdict != "read"
            and not is_of_check(finding.key)
            and (named := tuple(filter(None, games)))
        ):
            yield KeptFinding(
                finding.key,
                finding.kind,
                finding.sentence,
                finding.clauses,
                named,
                everywhere=finding.first.verdict == "proved",
                unexpected=finding.unexpected,
            )
