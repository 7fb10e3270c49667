"""What the author of a ruleset accepts, and what became of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches

from rulewright.dsl.elaborate.acceptances import is_of_check
from rulewright.dsl.ruleset import Ruleset

from ..collect import Results
from ..finding import Acceptance, Finding

GONE = "accepted and not found"
"""What to call that something is accepted that was not found."""
LIKE, ABOUT = 0.85, 0.7
"""The similarity from which a name may be a misspelling; with their kinds, many names are a little alike. And that of
the kind, and of what it is about, alone."""


def acceptances(ruleset: Ruleset) -> dict[str, Acceptance]:
    """What the author accepts, by key."""
    return {
        part.name.text: Acceptance(
            part.name.text, part.why, tuple(c.clause for c in part.cites), part.name.span
        )
        for part in ruleset.acceptances
    }


def near_by(key: str, findings: Sequence[Finding]) -> str:
    """The name of a finding that no check asks for, if ``key`` is similar to it: its kind and what it is about."""
    unasked = [] if is_of_check(key) else [f.key for f in findings if not is_of_check(f.key)]
    best = get_close_matches(key, unasked, cutoff=LIKE)
    return next((other for other in best if all(map(_like, *map(_parts, (key, other))))), "")


def _parts(key: str) -> tuple[str, str]:
    kind, _, about = key.partition(".")
    return kind, about


def _like(one: str, two: str) -> bool:
    return SequenceMatcher(None, one, two).ratio() >= ABOUT


def _looked_for(key: str, results: Sequence[Results], unasked: bool) -> bool:
    """Whether these results would include it if it still existed.

    A check must have an answer in each game; for what no check asks about, every game must have been
    searched completely (``unasked``: it was looked for).
    """
    if not is_of_check(key):
        seen = [r.report.coverage for r in results]
        return unasked and all(c is not None and c.stopped is None for c in seen)
    answers = [a for r in results for a in r.report.answers if a.check.name == key]
    return bool(answers) and all(a.holds is not None for a in answers)


def gone(
    accepted: Mapping[str, Acceptance], there: Collection[str], others: Sequence[Finding],
    results: Sequence[Results], *, noticing: bool,
) -> tuple[Acceptance, ...]:  # fmt: skip
    """What is accepted and not ``there``, though everything that could find it was asked, or one of the
    ``others`` has a similar name. ``noticing``: findings that no check asks for were looked for."""
    return tuple(
        a
        for key, a in accepted.items()
        if key not in there and (_looked_for(key, results, noticing) or near_by(key, others))
    )
