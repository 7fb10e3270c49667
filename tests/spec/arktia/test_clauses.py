"""Sentences of Arktia's rules that a whole game shows too late to be asked often."""

from __future__ import annotations

import pytest
from tests.spec.scenes import ends, scene

LAID = """
lay_neutrals()
if (sum t in Tile: size(tower[t])) != {number}: lose
if some t in Tile: has(t, Stray): draw
win Green
"""


@pytest.mark.parametrize(
    ("number", "colours", "pieces", "seen"),
    [
        ("three_in_all", "one", 3, "Green"),
        ("three_in_all", "two", 3, "Green"),  # one set has one colour
        ("three_each", "two", 6, "draw"),
        ("three_each", "one", 6, "Green"),
    ],
)
def test_neutral_pieces_that_both_lay_have_one_colour(
    number: str, colours: str, pieces: int, seen: str
) -> None:
    readings = {"ice": "# # # # # #", "neutral_number": number, "neutral_colours": colours}
    game = scene("arktia", "standard", LAID.format(number=pieces), readings=readings)
    assert ends(game) == {seen}
