"""How far open questions of a game were taken when they were last asked on this machine.

An open answer is no verdict: this is told as what it is, until somebody has the question asked again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import get_args

from rulewright.dsl.file_cache import FileCache, user_cache
from rulewright.dsl.ir.program import Instance

from ...answers.keep import kept_open
from ...answers.kept import KeptAnswer, KeptGame, KeptOpen
from ...effort.answering import RECHECKING
from ...effort.schedule import LEVELS, EffortLevel
from ...results.attempt import Attempt, Way
from ...results.check_result import CheckResult, InstanceResult
from ...results.verdict import LastLooked, Unknown

_LARGEST = 4_000_000
"""In bytes; how far the questions of a game were taken is not remembered beyond."""
AGAIN = "'rulewright verify' looks again"


@dataclass(frozen=True, slots=True)
class LastLook:
    """What came of looking for an answer, and of each way."""

    open: KeptOpen
    attempts: tuple[Attempt, ...]


LastLooks = Mapping[str, LastLook]
"""Those at the open questions of a game, by the names of its checks."""


def digest_of(path: Path, texts: Mapping[str, str], instance: Instance, move_limit: int) -> str:
    """A digest of a game in a file: of another text, or of another instance, nothing is remembered."""
    whole = str(path.absolute()), sorted(texts.items()), astuple(instance), move_limit
    return blake2b(repr(whole).encode(), digest_size=8).hexdigest()


def recalled(digest: str, checks: Collection[str]) -> LastLooks:
    """What is remembered of these checks of a game; nothing if it cannot be read."""
    return {name: look for name, look in _all(digest).items() if name in checks}


def _all(digest: str) -> LastLooks:
    cache = _cache()
    data = None if cache is None else cache.read(digest)
    try:
        found = {} if data is None else json.loads(data)
        return {name: _look(*of) for name, of in found.items()}
    except (ValueError, TypeError, AttributeError):  # another version wrote it
        return {}


def remember(digest: str, answers: Sequence[CheckResult], effort: EffortLevel | None) -> None:
    """Remember how far these questions were taken, at a level of effort; what is answered is forgotten.

    What there was no time to begin with changes nothing.
    """
    cache = _cache()
    if cache is None:
        return
    before = _all(digest)
    looks = dict(before)
    for answer in answers:
        how = kept_open(answer, effort)
        if how is None:
            looks.pop(answer.check.name, None)
        elif any(attempt.started for attempt in answer.attempts):
            looks[answer.check.name] = LastLook(how, answer.attempts)
    if looks != before:
        written = {
            name: (look.open.how_far, look.open.effort, [astuple(a) for a in look.attempts])
            for name, look in looks.items()
        }
        cache.write_and_tidy(digest, json.dumps(written).encode())


def with_looks(kept: KeptGame, looks: LastLooks) -> KeptGame:
    """What is kept of a game, and as open what else is remembered to be."""
    remembered = {name: KeptAnswer("open", look.open) for name, look in looks.items()}
    return replace(kept, answers={**remembered, **kept.answers})


def with_attempts(report: InstanceResult, looks: LastLooks) -> InstanceResult:
    """The report, with the ways in which its questions were looked for when they were left open."""
    return replace(report, answers=tuple(_with_attempts(a, looks) for a in report.answers))


def _with_attempts(answer: CheckResult, looks: LastLooks) -> CheckResult:
    match answer.verdict:
        case Unknown(LastLooked(effort=effort)) as verdict if not answer.attempts:
            look = looks.get(answer.check.name)
            attempts = () if look is None else look.attempts
            advised = verdict.advised(AGAIN) if effort is None else verdict
            return replace(answer, verdict=advised, attempts=attempts)
        case _:
            return answer


def _look(
    how_far: str, effort: EffortLevel | None, attempts: Sequence[Sequence[object]]
) -> LastLook:
    """Raises ValueError or TypeError if it is not what `remember` writes."""
    if effort is not None and effort not in LEVELS:
        raise ValueError(effort)
    return LastLook(KeptOpen(str(how_far), effort), tuple(_attempt(*some) for some in attempts))


def _attempt(way: object, effort: object, came_to: object, cut: object) -> Attempt:
    known: Mapping[object, Way] = {one: one for one in get_args(Way)}
    if way not in known:
        raise ValueError(way)
    return Attempt(known[way], str(effort), str(came_to), bool(cut))


def _cache() -> FileCache | None:
    return user_cache("last_looks", ".looks", RECHECKING.looks, _LARGEST)
