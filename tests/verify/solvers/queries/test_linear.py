"""Linear programs whose answers follow from a drawing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulewright.verify.solvers.queries.linear import LinearProgram
from rulewright.verify.solvers.queries.metered import Meter
from rulewright.verify.solvers.solver import Undecided

UNITS = 1_000_000


def test_a_corner_is_found_exactly() -> None:
    # 2x + y <= 2, x + 3y <= 3: the corner (3/5, 4/5) is best for x + y.
    rows = [({0: 2, 1: 1}, 2), ({0: 1, 1: 3}, 3)]
    program = LinearProgram(2, [(0, None), (0, None)], rows, [{0: 1, 1: 1}])
    assert program.solve(Meter(UNITS, lambda: None), UNITS) == (Fraction(3, 5), Fraction(4, 5))


@pytest.mark.thorough
def test_what_comes_first_goes_first() -> None:
    bounds = [(-3, 3), (-3, 3)]
    rows = [({0: 1, 1: 1}, 2)]
    assert LinearProgram(2, bounds, rows, [{0: 1}, {1: 1}]).solve(
        Meter(UNITS, lambda: None), UNITS
    ) == (3, -1)
    assert LinearProgram(2, bounds, rows, [{1: 1}, {0: 1}]).solve(
        Meter(UNITS, lambda: None), UNITS
    ) == (-1, 3)
    assert LinearProgram(2, bounds, rows, [{1: -1}, {0: -1}]).solve(
        Meter(UNITS, lambda: None), UNITS
    ) == (-3, -3)


def test_what_cannot_be_is_no_answer() -> None:
    impossible = LinearProgram(1, [(0, None)], [({0: 1}, -1)], [{0: 1}])
    assert isinstance(impossible.solve(Meter(UNITS, lambda: None), UNITS), Undecided)
    stopped = LinearProgram(1, [(0, 5)], [], [{0: 1}])
    assert isinstance(stopped.solve(Meter(UNITS, lambda: None), 1), Undecided)
