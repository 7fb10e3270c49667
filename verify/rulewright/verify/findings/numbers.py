"""Short identifiers of findings: F1, F2 …

A finding is identified by its key, which follows from the names in the ruleset alone and is the same in
every run. Its number is kept with the answers of the ruleset (``--update``); from then on it belongs to
that key, and no other finding ever gets it. If nothing is kept, findings are numbered in the order in which
they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def numbered(keys: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
    """The number of each key: the one that is known, or the next one that is free.

    >>> numbered(["ends", "acts"], {"acts": "F1", "gone": "F4"})
    {'ends': 'F5', 'acts': 'F1'}
    """
    highest = max((int(number[1:]) for number in known.values()), default=0)
    found: dict[str, str] = {}
    for key in keys:
        if key in found:
            continue
        if key in known:
            found[key] = known[key]
        else:
            highest += 1
            found[key] = f"F{highest}"
    return found
