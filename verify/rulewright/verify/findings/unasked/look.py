"""Everything that looks for findings that no check asks for, and the findings made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Any

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.tree import cited_around

from ...effort.answering import NOTICING
from ...execution.interruption import ending_in_time
from ...limits import Deadline, OutOfTime
from ..collect import Results
from ..finding import REPLAYED, Finding, Occurrence
from ..kinds import Severity
from ..subject import Selected
from .detector import (
    Conjecture,
    InGames,
    Noticed,
    NoticedIn,
    OfAll,
    OfOne,
    Reader,
    unhidden,
    with_distinct_names,
)
from .detectors.in_all.constant_conditions import ConstantConditions
from .detectors.in_all.dead_branches import DeadBranches
from .detectors.in_all.dead_options import DeadOptions
from .detectors.in_all.forced import ForcedDecisions
from .detectors.in_all.idle_players import IdlePlayers
from .detectors.in_all.never_stored import NeverStored
from .detectors.in_all.unseen_cards import UnseenCards
from .detectors.in_one.endless import endless
from .detectors.in_one.open_parameters import open_parameters
from .detectors.in_one.ties import ties, ties_of_plays
from .detectors.text.after_end import after_end
from .detectors.text.constant_guards import constant_guards
from .detectors.text.left_over import left_over
from .detectors.text.never_changed import never_changed
from .detectors.text.single_options import single_options
from .detectors.text.thrown_away import thrown_away
from .detectors.text.unread_locals import unread_locals
from .detectors.text.unused_names import unused_names
from .explored import Explored, explored
from .open_values import open_values
from .settings import other_settings
from .undecided import undecided
from .where import GamesOfText

READERS: Mapping[str, Reader] = {
    "W001": unused_names,
    "W002": after_end,
    "W003": thrown_away,
    "W004": constant_guards,
    "W005": single_options,
    "W006": unread_locals,
    "W007": never_changed,
}
"""Need only the text; ``check`` reports what they notice, each with its code."""
OF_ALL: tuple[OfAll[Any], ...] = (
    DeadOptions(), DeadBranches(), ConstantConditions(), ForcedDecisions(), IdlePlayers(), NeverStored(),
    UnseenCards(),
)  # fmt: skip
"""Report what holds in every game: need all of them, searched completely, under every reading and
parameter."""
OF_ONE: tuple[OfOne, ...] = (endless, ties, open_parameters)
"""Report what comes about in some game: need that one, searched completely."""


def read(ruleset: Ruleset) -> list[Noticed]:
    """What the text shows, in the order of the text; nothing that is accepted."""
    return [noticed for _, noticed in _read(ruleset)]


def warnings(ruleset: Ruleset) -> list[Diagnostic]:
    """The same as messages with code, place and hint."""
    return [Diagnostic(code, n.span, n.sentence, n.hint) for code, n in _read(ruleset)]


def _read(ruleset: Ruleset) -> list[tuple[str, Noticed]]:
    accepted = {part.name.text for part in ruleset.acceptances}
    found: dict[str, tuple[str, Noticed]] = {}
    for code, reader in READERS.items():
        for noticed in reader(ruleset):
            if noticed.key not in accepted:
                found.setdefault(noticed.key, (code, noticed))
    return sorted(found.values(), key=lambda pair: pair[1].span)


def look(
    results: Sequence[Results], deadline: Deadline, larger: Sequence[InGames] = ()
) -> list[Finding]:
    """The findings about the games of one ruleset that no check asks for, given known answers.

    ``larger``: what holds in games that are too large to be searched. What holds in all games is reported
    only if every one of them could be searched completely, and so could those with other readings and
    numbers that rules ask for: it might not hold in the others. Whatever is not done by the deadline is
    left out.
    """
    selected = [one.selected for one in results]
    ruleset = selected[0].ruleset if selected else None
    if ruleset is None:
        return []
    text = seen_in_text(selected)
    small = [one.selected for one in results if is_small(one)]
    searched = [NoticedIn(one, "complete search") for one in selected]
    found = text + [
        _found_in(_cited(noticed, ruleset), searched)
        for noticed in _once((*_searched(selected, deadline, small), *ties_of_plays(results)))
        if not _reported(noticed, text)
    ]
    found += [
        _found_in(_cited(noticed, ruleset), where)
        for noticed, where in larger
        if not _reported(noticed, found)
    ]
    keys = {finding.key for finding in found}
    return found + [known for known in open_values(results) if known.key not in keys]


def seen_in_text(selected: Sequence[Selected]) -> list[Finding]:
    """Those among them that the text alone shows, in the games that contain the place."""
    ruleset = selected[0].ruleset if selected else None
    if ruleset is None:
        return []
    games_of = GamesOfText(ruleset, selected)
    return [_read_in(noticed, games_of.of(noticed.span)) for noticed in read_with_accepted(ruleset)]


def read_with_accepted(ruleset: Ruleset) -> list[Noticed]:
    """All that the text alone shows, also what the ruleset accepts, and what `check` does not report."""
    found = (n for reader in (*READERS.values(), left_over) for n in reader(ruleset))
    return [_cited(noticed, ruleset) for noticed in _once(found)]


def is_small(one: Results) -> bool:
    """Whether its answers come from a search that saw everything and was not long."""
    positions = one.report.searched
    return positions is not None and positions <= NOTICING.positions


def _searched(
    selected: Sequence[Selected], deadline: Deadline, small: Sequence[Selected]
) -> list[Noticed]:
    """What the detectors notice; one that does not finish in time reports nothing."""
    noticed: list[Noticed] = []
    with suppress(OutOfTime), ending_in_time(deadline):
        games = tuple(_explored(selected, deadline, small))
        if games and len(games) == len(selected):
            noticed += _so_in_all(games, deadline)
        for detector in OF_ONE if games else ():
            if deadline.passed():
                break
            noticed += detector(games)
    return noticed


def _so_in_all(games: tuple[Explored, ...], deadline: Deadline) -> list[Noticed]:
    """What holds in these games, whatever else is set that the rules ask for.

    If that is more than can be gone through, what no setting decides, as far as the text tells.
    """
    if sum(len(one.graph.states) for one in games) > NOTICING.settings_positions:
        return []
    all_settings = True
    left: dict[OfAll[Any], Sequence[Conjecture[Any]]] = {d: tuple(d.claims(games)) for d in OF_ALL}
    for one in chain(games, other_settings(games, deadline)):
        if deadline.passed():
            return []
        if one is None:
            all_settings = False
            break
        for detector, claims in left.items():
            left[detector] = detector.left(claims, one) if claims else ()
        if not any(left.values()):
            break
    every = [claim for claims in left.values() for claim in claims]
    if not all_settings:
        every = list(undecided(left, games[0].ruleset))
    return with_distinct_names([claim.noticed for claim in unhidden(every)])


def _explored(
    selected: Sequence[Selected], deadline: Deadline, small: Sequence[Selected]
) -> Iterator[Explored]:
    """The games that could be searched completely; after one that could not, only the small ones."""
    all_so_far = True
    for chosen in selected:
        if all_so_far or chosen in small:
            one = explored(chosen, seconds=deadline.left())
            all_so_far = all_so_far and one is not None
            if one is not None:
                yield one


def _reported(noticed: Noticed, found: Sequence[Finding]) -> bool:
    """Whether that was already reported, or something else about the same place."""
    return any(
        f.key == noticed.key or (f.span == noticed.span and f.kind == noticed.kind) for f in found
    )


def _once(found: Iterable[Noticed]) -> list[Noticed]:
    first: dict[str, Noticed] = {}
    for noticed in found:
        first.setdefault(noticed.key, noticed)
    return list(first.values())


def _read_in(noticed: Noticed, selected: Sequence[Selected]) -> Finding:
    """What the text alone shows, in the games that contain the place."""
    return _finding(noticed, [Occurrence(one, "read", "the text") for one in selected])


def _found_in(noticed: Noticed, games: Sequence[NoticedIn]) -> Finding:
    """What a play shows, or what is proved of these games."""
    seen, play = noticed.seen, noticed.play
    where = games if seen is None else [NoticedIn(seen, "complete search")]
    if play is None:
        return _finding(noticed, [Occurrence(one.selected, "proved", one.method) for one in where])
    return _finding(
        noticed, [Occurrence(one.selected, "refuted", REPLAYED, (play,)) for one in where]
    )


def _cited(noticed: Noticed, ruleset: Ruleset) -> Noticed:
    """The same, with the clauses of what is around the place if it has none itself."""
    clauses = noticed.clauses or cited_around(ruleset.tree.parts, noticed.span)
    return replace(noticed, clauses=clauses)


def _finding(noticed: Noticed, occurrences: Sequence[Occurrence]) -> Finding:
    return Finding(
        key=noticed.key,
        kind=noticed.kind,
        clauses=noticed.clauses,
        sentence=noticed.sentence,
        occurrences=tuple(occurrences),
        span=noticed.span,
        unexpected=noticed.kind.severity is Severity.WRONG,
        hint=noticed.hint,
    )
