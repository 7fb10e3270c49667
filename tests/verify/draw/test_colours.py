"""Colours of labels: the one that a label names, and no other label has it."""

from __future__ import annotations

from itertools import permutations

from rulewright.dsl.ir.types import Enum, Record
from rulewright.verify.draw.colours import BLUE, GREEN, RED, YELLOW, colours
from rulewright.verify.draw.marks import mark


def test_whoever_is_called_by_a_colour_has_it() -> None:
    for labels in permutations(("Red", "blue", "Neutral", "GREEN", "Stray")):
        found = dict(zip(labels, colours(labels), strict=True))
        assert (found["Red"], found["blue"], found["GREEN"]) == (RED, BLUE, GREEN)
        assert len(set(found.values())) == 5


def test_a_piece_has_the_colour_of_its_player() -> None:
    player = Enum("Player", ("Green", "Yellow"))
    piece = Record("Piece", (("of", player), ("kind", Enum("Kind", ("Small", "Large")))))
    assert {mark(piece, value).colour for value in range(4)} == {GREEN, YELLOW}


def test_there_may_be_more_labels_than_colours() -> None:
    names = ("Blue", "Red", "Green", "Yellow", "Purple", "Teal", "Orange", "Grey", "Other", "More")
    assert len(colours(names)) == 10
    assert len(set(colours(tuple(f"L{n}" for n in range(20))))) == 8
