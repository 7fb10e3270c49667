"""The largest known number of Arktia on the Python engine: minutes; in C: test_native_counts."""

from __future__ import annotations

from tests.oracles.arktia import Rules
from tests.oracles.search import Counts
from tests.spec.arktia_games import FIVE
from tests.spec.test_arktia_counts import turns


def test_five_tiles_with_a_piece_of_each_kind() -> None:
    known = {"Green": 53344, "Yellow": 49258, "Green+Yellow": 14864}
    assert turns(Rules(FIVE, (1, 1, 1))) == Counts(302376, 837661, 20, known)
