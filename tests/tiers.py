"""How much a test does in each run: ``make quick``, ``make test``, ``make heavy``, ``make slow``.

A test marked ``thorough`` is left out of the quick run, one marked ``heavy`` out of ``make test``,
too; one marked ``slow`` runs in the slow one alone, where what is drawn at random is drawn in
larger numbers, too. What is marked has a smaller sibling in a faster run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import settings

EVERY_RUN = "no clock"
"""The profile of Hypothesis with which ``make test`` runs."""

_USUAL = 100
"""The examples of a property in Hypothesis's own default profile."""


def drawn(number: int, few: int | None = None) -> int:
    """How many examples to draw: of ``number`` in a hundred, read when modules load.

    ``few`` is how many ``make test`` draws of what is dear; in the slow run, and where faults are
    planted, ``number`` counts.
    """
    most = settings.default.max_examples
    if few is not None and most <= settings.get_profile(EVERY_RUN).max_examples:
        return few
    return max(2, number * most // _USUAL)


def seeds(few: int, many: int) -> list[Any]:
    """Seeds of random plays, for ``parametrize``: the first few always, the others if slow."""
    rest = pytest.param(range(few, many), marks=pytest.mark.slow, id=f"{few} to {many - 1}")
    return [pytest.param(range(few), id=f"0 to {few - 1}"), rest]


def thorough(cases: Iterable[Any]) -> list[Any]:
    """Cases for ``parametrize`` that the quick run leaves out; a tuple is one case's arguments."""
    return [_case(case, pytest.mark.thorough) for case in cases]


def heavy(cases: Iterable[Any]) -> list[Any]:
    """Cases for ``parametrize`` that are for ``make heavy``; a tuple is one case's arguments."""
    return [_case(case, pytest.mark.heavy) for case in cases]


def slow(cases: Iterable[Any]) -> list[Any]:
    """Cases for ``parametrize`` that are for the slow run; a tuple is one case's arguments."""
    return [_case(case, pytest.mark.slow) for case in cases]


def judges(cases: Iterable[Any]) -> list[Any]:
    """As :func:`slow`; yet they judge planted faults (``make mutants``), too."""
    return [_case(case, *_marks(True)) for case in cases]


def but(dear: Collection[Any], cases: Iterable[Any], *, judging: bool = False) -> list[Any]:
    """Cases for ``parametrize``; those that are ``dear`` are slow, or :func:`judges`."""
    marks = _marks(judging)
    return [_case(case, *marks) if case in dear else _case(case) for case in cases]


def every(step: int, cases: Sequence[Any], *, judging: bool = False) -> list[Any]:
    """Cases for ``parametrize``: every so many in all runs, the others are slow, or :func:`judges`."""
    marks = _marks(judging)
    return [
        _case(case) if number % step == 0 else _case(case, *marks)
        for number, case in enumerate(cases)
    ]


def bundles(options: Sequence[tuple[str, str]], most: int) -> list[dict[str, str]]:
    """Options of readings, so many at once at most and no two of one reading; each is in one bundle.

    What is wrong with one of them shows in its bundle as it does alone, in fewer games.
    """
    of_one = max(Counter(name for name, _ in options).values(), default=1)
    number = max(of_one, -(-len(options) // most))
    return [dict(options[k::number]) for k in range(number)]


def _marks(judging: bool) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.slow, pytest.mark.judges) if judging else (pytest.mark.slow,)


def _case(case: Any, *marks: pytest.MarkDecorator) -> Any:
    assert not isinstance(case, type(pytest.param())), "this case has its marks already"
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=marks)
