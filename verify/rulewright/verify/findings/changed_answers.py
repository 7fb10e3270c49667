"""Which answers change under an option of a reading, as far as games were asked about with it."""

from __future__ import annotations

from collections.abc import Iterator

from .collect import Results
from .summary.overview import Overview


def changed_answers(overview: Overview, reading: str, option: str) -> tuple[str, ...] | None:
    """The questions whose answers with this option differ from those without it.

    Games are compared that differ in nothing else. None if there is no such pair: then nobody asked.
    """
    pairs = list(_pairs(overview, reading, option))
    if not pairs:
        return None
    texts = {question.name: question.text for question in overview.questions}
    changed: dict[str, None] = {}
    for one, other in pairs:
        before = {a.check.name: a.holds for a in one.report.answers}
        for answer in other.report.answers:
            known, now = before.get(answer.check.name), answer.holds
            if known is not None and now is not None and known is not now:
                changed[texts[answer.check.name]] = None
    return tuple(changed)


def _pairs(overview: Overview, reading: str, option: str) -> Iterator[tuple[Results, Results]]:
    for other in overview.results:
        instance = other.selected.program.instance
        if (reading, option) not in instance.readings:
            continue
        rest = _rest(other, reading)
        for one in overview.results:
            if one is not other and _rest(one, reading) == rest:
                yield one, other


def _rest(result: Results, reading: str) -> tuple[object, ...]:
    """Everything that defines the game except one reading."""
    instance = result.selected.program.instance
    others = tuple(pair for pair in instance.readings if pair[0] != reading)
    return instance.variant, instance.parameters, others
