"""Sentences of Arktia's rules that a whole game shows too late to be asked often."""

from __future__ import annotations

import pytest
from tests.spec.scenes import ends, outcome, scene

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


STOPPED = """
take muglu[Green, Globus] to tower[a1]
take muglu[Green, Globus] to tower[b1]
retire(Green)
take muglu[Yellow, Torus] to tower[b1]
%s
if score(Green) = %d: win Green
draw
"""


@pytest.mark.parametrize("later", ["melt(Green)", "take_off(Green, {b1}, Yellow)"])
@pytest.mark.parametrize(("option", "tiles"), [("of_the_end", 1), ("of_their_end", 2)])
def test_a_game_that_is_over_does_not_end_once_more(later: str, option: str, tiles: int) -> None:
    """Neither for want of a tile to melt, nor when only a single piece is left on the ice."""
    readings = {"ice": "# #", "stopped_tiles": option, "thaw_by": "everybody"}
    game = scene("arktia", "standard", STOPPED % (later, tiles), readings=readings)
    assert outcome(game) == "Green"
