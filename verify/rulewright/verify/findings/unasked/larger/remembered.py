"""Larger games of which it is known on this machine that there is nothing to say but what was asked.

That alone is remembered: whatever is said is looked for each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TypeVar

from rulewright.dsl.file_cache import FileCache, user_folder

from ....effort.answering import NOTICING, NOTICING_ALWAYS, NOTICING_IN_PLAYS, NOTICING_NEVER
from ....limits import Deadline
from ...subject import Selected

T = TypeVar("T")

_NOTHING = b"nothing"


def unless_nothing(
    games: Sequence[Selected], look: Callable[[], tuple[T, ...]], deadline: Deadline
) -> tuple[T, ...]:
    """What there is to say about games, which are looked at unless it is known to be nothing."""
    folder = user_folder("never_reached")
    if folder is None:
        return look()
    cache, key = FileCache(folder, ".nothing", NOTICING.remembered, 64), _key(games)
    if cache.read(key) == _NOTHING:
        return ()
    found = look()
    if not found and not deadline.passed():
        cache.write_and_tidy(key, _NOTHING)
    return found


def _key(games: Sequence[Selected]) -> str:
    """Other rules, games or effort are looked at anew."""
    texts = {one.ruleset.tree.source for one in games if one.ruleset is not None}
    programs = (repr(one.program) for one in games)
    efforts = map(repr, (NOTICING, NOTICING_ALWAYS, NOTICING_NEVER, NOTICING_IN_PLAYS))
    whole = "\n".join((*efforts, *texts, *programs))
    return blake2b(whole.encode(), digest_size=32).hexdigest()
