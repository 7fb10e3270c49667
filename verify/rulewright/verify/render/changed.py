"""What is not as it was kept, in few lines: an answer that is the opposite now by itself, others together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..answers.changes import Change

LISTED = 6
"""So many changes are told one by one."""
KNOWN = {"proved", "refuted", "reached"}
NAMED = 3
"""So many questions of others are named."""


def changed_lines(changes: Sequence[tuple[str, Change]]) -> Iterator[str]:
    """A sentence for each change, with the games in which it is the same.

    Where there are many, those that only became open, or are shown in another way, share a sentence.
    """
    games: dict[Change, list[str]] = {}
    for game, change in changes:
        games.setdefault(change, []).append(game)
    single = [c for c in games if len(games) <= LISTED or _is_opposite(c)][: 2 * LISTED]
    for change in single:
        yield f"{_joined(games[change])}: {change.sentence}"
    groups: dict[tuple[str, str, tuple[str, ...]], list[Change]] = {}
    for change in games:
        if change not in single:
            key = _kind(change.was), _kind(change.now), change.between
            groups.setdefault(key, []).append(change)
    for (was, now, _), group in groups.items():
        where = _joined(list(dict.fromkeys(game for change in group for game in games[change])))
        if len(group) == 1:
            yield f"{where}: {group[0].sentence}"
            continue
        names = list(dict.fromkeys(change.question or change.check for change in group))
        more = f"; and {len(names) - NAMED} more" if len(names) > NAMED else ""
        became = f"are now {now}" if was != now else "are still, but not as they were kept"
        yield (
            f"{where}: {sum(len(games[change]) for change in group)} answers were {was}, {became} "
            f"({'; '.join(names[:NAMED])}{more}); between the two, {group[0].texts} changed"
        )


def _is_opposite(change: Change) -> bool:
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
