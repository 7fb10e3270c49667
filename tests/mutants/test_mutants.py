"""The planting of faults itself: what no test comes to is not noticed."""

from __future__ import annotations

from tests.mutants.trial import Lines, first_that_fails


def test_where_no_test_comes_to_nothing_is_noticed() -> None:
    lines = Lines({"there": (0.1, frozenset({1, 2}))})
    assert lines.coming_to(2, 3) == ("there",)
    assert lines.coming_to(3, 4) == ()
    assert first_that_fails((), lines) is None
