"""Calls into C in slices: as long as they are short the slices grow, and never beyond what is left."""

from __future__ import annotations

import time

import pytest

from rulewright.verify.effort.running import Working
from rulewright.verify.execution import slices
from rulewright.verify.execution.slices import Slices
from rulewright.verify.limits import Budget


@pytest.mark.parametrize(
    ("short", "expected"),
    [(1e9, [3, 6, 12, 16, 16]), (0.0, [3, 3, 3, 3, 3])],
)
def test_slices_grow_while_they_are_short(
    short: float, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "WORKING", Working(short=short))
    done: list[int] = []
    sliced = Slices(Budget(None).start(), 3, 16)
    for _ in expected:
        assert sliced.advance(lambda n: done.append(n) or 7) == 7
    assert done == expected


def test_a_slice_that_takes_long_is_halved_and_what_is_left_bounds_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clock stands, but for the third slice."""
    now = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    monkeypatch.setattr(time, "monotonic", iter(now).__next__)
    done: list[int] = []
    sliced = Slices(Budget(None).start(lambda: 0.0), 2, 64)
    for left in (None, None, None, None, 3):
        sliced.advance(lambda n: done.append(n) or 0, left)
    assert done == [2, 4, 8, 4, 3]
