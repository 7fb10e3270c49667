"""What kept answers say of a ruleset, in seconds: their plays are played again, and nothing else is done.

What is kept as proved, or recorded, is told as that: nothing is called proved that was not checked.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...answers.judge import kernel
from ...answers.kept import (
    Kept,
    KeptCertificate,
    KeptFinding,
    KeptGame,
    KeptOpen,
    KeptPlay,
    KeptSearch,
    bare_name,
)
from ...answers.recheck import Recheck, RecheckedGame, left_open
from ...findings.collect import Results
from ...findings.finding import Finding
from ...findings.subject import Selected
from ...findings.summary.beside import BesideAnswers
from ...findings.summary.overview import Overview, overviews
from ...findings.summary.recorded import recorded_findings
from ...findings.unasked.look import seen_in_text
from ...properties.registry import kind_of
from ...results.check_result import CheckResult, InstanceResult, assess
from ...results.verdict import Explained, UncheckedProof, Unknown, Untried
from ..arguments.select import several
from ..terminal.console import Console
from .answering import Answering, answering
from .asking import look_again
from .kept_answers import KeptAbout, KeptAnswers
from .readings import Readings


@dataclass(frozen=True, slots=True)
class Listed:
    """What is known of a ruleset without looking for anything.

    ``unseen``: the findings that may still hold, but of which nothing is kept: their numbers and names.
    ``elsewhere``: those that are kept of other games alone, with the names of these. ``changed``: the texts
    that changed since answers were kept; ``defaults``: a sentence for each default that did.
    """

    overview: Overview
    unseen: tuple[tuple[str, str], ...]
    elsewhere: tuple[tuple[str, str, tuple[str, ...]], ...]
    changed: tuple[str, ...]
    defaults: tuple[str, ...]


def from_kept(args: argparse.Namespace, console: Console) -> Listed | None:
    """What is kept of the one ruleset that the options name; None if of one of its games nothing is.

    Raises InputError.
    """
    with answering(args, console) as work:
        selected = several(args, instances=True)
        kept = KeptAnswers(args, selected)
        abouts = [kept.of(chosen) for chosen in selected]
        if not all(about.kept.answers for about in abouts):
            return None
        readings = Readings(args, work, kept, selected, plays_alone=True)
        reports = _played_again(work, list(zip(selected, abouts, strict=True)), readings)
    results = [
        Results(chosen, report, judged)
        for chosen, report, judged in zip(selected, reports, assess(reports), strict=True)
    ]
    name = selected[0].program.instance.ruleset
    beside = BesideAnswers(readings=readings.answers()[name])
    before, changed = kept.before(selected[0].path), abouts[0].changed
    noticed = [*seen_in_text(selected), *_recorded(() if changed else before.recorded, selected)]
    (overview,) = overviews(results, {name: replace(beside, noticed=tuple(noticed))}, kept.numbers)
    overview = replace(overview, gone=())  # what was not looked for may be there
    unseen, elsewhere = [], []
    for number, key in _unseen(overview, kept):
        games = () if changed else _games(before, key)
        if games:
            elsewhere.append((number, key, games))
        else:
            unseen.append((number, key))
    defaults = kept.changed_defaults(selected[0].path)
    return Listed(overview, tuple(unseen), tuple(elsewhere), changed, defaults)


def _recorded(recorded: Sequence[KeptFinding], selected: Sequence[Selected]) -> Iterator[Finding]:
    """What is recorded of these games; all that can be known of their readings was played again."""
    return (f for f in recorded_findings(recorded, selected) if not f.key.startswith("reading."))


def _games(kept: Kept, key: str) -> tuple[str, ...]:
    """The games of which a finding is kept, as a note or by a play."""
    games = [game for one in kept.recorded if one.key == key for game in one.games]
    games += [
        name
        for name, game in kept.games.items()
        if key in game.answers and isinstance(game.answers[key].evidence, KeptPlay)
    ]
    return tuple(map(bare_name, games))


def _played_again(
    work: Answering, games: Sequence[tuple[Selected, KeptAbout]], readings: Readings
) -> list[InstanceResult]:
    """What the plays show that are kept of each game; those that tell readings apart go to the readings."""
    rechecks: list[Recheck[Any]] = []
    for chosen, about in games:
        played = {
            n: a
            for n, a in about.kept.answers.items()
            if not isinstance(a.evidence, KeptCertificate | KeptSearch)
        }
        tools = work.tools(chosen.game())
        kept = KeptGame(played, about.kept.defects)
        rechecks.append(Recheck(tools, kept, about.certificates, kernel, again=frozenset()))
    work.start()
    look_again(work, rechecks, readings)
    reports: list[InstanceResult] = []
    for (chosen, about), recheck in zip(games, rechecks, strict=True):
        rest = tuple(
            recheck.mended.get(n) or _not_looked_at(chosen, about, n) for n in recheck.missing or ()
        )
        report = InstanceResult(chosen.program.instance, rest, (), None)
        shown: RecheckedGame = recheck.rechecked(report)
        reports.append(replace(shown.report, for_play=chosen.for_play))
    return reports


def _not_looked_at(chosen: Selected, about: KeptAbout, number: int) -> CheckResult:
    """What is kept of a check that no play answers."""
    check = chosen.program.checks[number]
    kept = about.kept.answers.get(check.name)
    match None if kept is None else kept.evidence:
        case KeptCertificate() | KeptSearch():
            return CheckResult(
                check, Unknown(UncheckedProof(kind_of(check).seeks == "counterexample"))
            )
        case KeptOpen() as evidence:
            return CheckResult(check, left_open(evidence))
        case KeptPlay():
            return CheckResult(check, Unknown(Explained("its kept play no longer shows it")))
        case _:
            return CheckResult(check, Unknown(Untried()))


def _unseen(overview: Overview, kept: KeptAnswers) -> Iterator[tuple[str, str]]:
    """Findings that were there when answers were kept, or earlier, and that only a search or a proof
    shows: not those that a check or a reading is about, as all of these are told."""
    there = {f.key for f in overview.listed}
    asked = {question.name for question in overview.questions}
    for key, number in kept.numbers[overview.name].items():
        if key not in there | asked and not key.startswith("reading."):
            yield number, key
