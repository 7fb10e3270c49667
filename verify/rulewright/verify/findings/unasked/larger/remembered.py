"""Larger games known to have nothing to report beyond the answers to their checks: known here, or beside
the ruleset.

Only this is cached: whatever is reported is looked for each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple
from hashlib import blake2b
from typing import TypeVar

from rulewright.dsl.file_cache import user_cache

from ....answers.sources import texts
from ....effort.answering import NOTICING
from ....limits import Deadline
from ...subject import Selected

T = TypeVar("T")

_NOTHING = b"nothing"


def digest_of(games: Sequence[Selected], what: str, *how: tuple[object, ...]) -> str:
    """A digest of games by their texts, of what is looked for, and ``how`` far: anything else is looked at
    anew."""
    rules = {one.path: one.ruleset for one in games if one.ruleset is not None}
    read = [sorted(texts(ruleset, path).items()) for path, ruleset in rules.items()]
    asked = [(astuple(one.program.instance), one.move_limit) for one in games]
    whole = read, asked, what, how
    return blake2b(repr(whole).encode(), digest_size=8).hexdigest()


def unless_nothing(
    digest: str, look: Callable[[], tuple[T, ...]], deadline: Deadline
) -> tuple[T, ...]:
    """What there is to report of games; they are not looked at if this is known on this machine to be
    nothing."""
    cache = user_cache("never_reached", ".nothing", NOTICING.remembered, 64)
    if cache is None:
        return look()
    if cache.read(digest) == _NOTHING:
        return ()
    found = look()
    if not found and not deadline.passed():
        cache.write_and_tidy(digest, _NOTHING)
    return found
