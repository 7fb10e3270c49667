"""What is not as it was kept, in few lines: an answer that is now the opposite by itself, others together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..answers.changes import OPEN, AnswerChange, named
from ..findings.summary.overview import Overview

LISTED = 6
"""The most changes reported individually."""
KNOWN = {"proved", "refuted", "reached"}
NAMED = 3
"""The most questions named of the others."""


def news(overview: Overview) -> Iterator[str]:
    """What changed since answers were kept, defaults first; if the rules did, also that no answer changed."""
    yield from (f"Changed. {line}" for line in overview.beside.defaults)
    yield from (f"Changed. {line}" for line in changed_lines(overview.changes))
    if any(_became_open(change) for _, change in overview.changes):
        effort = f" with {overview.taken.effort} effort" if overview.taken.effort else ""
        yield f"What is now open: the kept play or proof does not show it any more, and{effort} no other was found."
    if overview.beside.edited and not overview.changes:
        yield f"{named(overview.beside.edited)} changed since answers were kept: no answer is another"


def changed_lines(changes: Sequence[tuple[str, AnswerChange]]) -> Iterator[str]:
    """A sentence for each change, with the games in which it is the same.

    If there are many, one for each question whose answer is now the opposite; those with only other
    evidence share one, and so do those that became open, or are known now.
    """
    games: dict[AnswerChange, list[str]] = {}
    for game, change in changes:
        games.setdefault(change, []).append(game)
    if len(games) <= LISTED:
        yield from (f"{_joined(where)}: {change.sentence}" for change, where in games.items())
        return
    groups: dict[tuple[str, ...], list[AnswerChange]] = {}
    for change in games:
        groups.setdefault(_group(change), []).append(change)
    opposite = [group for group in groups.values() if _is_opposite(group[0])]
    singles = opposite[: 2 * LISTED]
    for group in singles:
        yield f"{_where(group, games)}: {_together(group)}"
    for change in (change for group in opposite[2 * LISTED :] for change in group):
        groups.setdefault((change.was.split()[0], change.now.split()[0]), []).append(change)
    for group in groups.values():
        if group in opposite:
            continue
        where = _where(group, games)
        count = sum(len(games[change]) for change in group)
        was, now = _kind(group[0].was), _kind(group[0].now)
        if count == 1:
            yield f"{where}: {group[0].sentence}"
        elif _is_same(group[0]):
            yield f"{where}: {count} answers are what they were, and were shown anew"
        else:
            names = list(dict.fromkeys(change.question or change.check for change in group))
            more = f"; and {len(names) - NAMED} more" if len(names) > NAMED else ""
            yield (
                f"{where}: {count} answers were {was}, are now {now} "
                f"({'; '.join(names[:NAMED])}{more}); between the two, {group[0].texts} changed"
            )


def _group(change: AnswerChange) -> tuple[str, ...]:
    """The common part of all that are reported together."""
    if _is_opposite(change):
        return change.check, _kind(change.was), _kind(change.now), *change.between
    return ("",) if _is_same(change) else (_kind(change.was), _kind(change.now), *change.between)


def _together(group: Sequence[AnswerChange]) -> str:
    """One question in several games: the lengths of the shortest and the longest play."""
    first = group[0]
    lengths = sorted(
        {int(n) for change in group for n in re.findall(r" in (\d+) move", change.now)}
    )
    if len(lengths) < 2:
        return first.sentence
    return replace(first, now=f"{_kind(first.now)} in {lengths[0]} to {lengths[-1]} moves").sentence


def _where(group: Sequence[AnswerChange], games: Mapping[AnswerChange, Sequence[str]]) -> str:
    return _joined(list(dict.fromkeys(game for change in group for game in games[change])))


def _is_same(change: AnswerChange) -> bool:
    return _kind(change.was) == _kind(change.now)


def _became_open(change: AnswerChange) -> bool:
    return change.was.split()[0] in KNOWN and change.now.startswith(OPEN)


def _is_opposite(change: AnswerChange) -> bool:
    was, now = change.was.split()[0], change.now.split()[0]
    return was != now and {was, now} <= KNOWN


def _kind(answer: str) -> str:
    """The answer without its numbers: ``reached in 3 moves`` is ``reached``."""
    return re.sub(r" in \d+ moves?.*", "", answer)


def _joined(games: Sequence[str]) -> str:
    """The names of games of one ruleset: ``circle box, box_match``."""
    first, *more = games
    ruleset = first.partition(" ")[0]
    return ", ".join([first, *(name.removeprefix(f"{ruleset} ") for name in more)])
