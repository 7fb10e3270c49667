"""The colour of each label of an enumeration, in terminals and on pages."""

from __future__ import annotations

from functools import cache

BLUE, RED, GREEN, YELLOW, PURPLE, TEAL, ORANGE, GREY, WHITE, BLACK = range(10)

NAMES = {
    "blue": BLUE, "red": RED, "green": GREEN, "yellow": YELLOW, "gold": YELLOW, "purple": PURPLE,
    "violet": PURPLE, "pink": PURPLE, "magenta": PURPLE, "teal": TEAL, "turquoise": TEAL, "cyan": TEAL,
    "orange": ORANGE, "brown": ORANGE, "grey": GREY, "gray": GREY, "silver": GREY, "white": WHITE,
    "black": BLACK,
}  # fmt: skip
IN_TURN = (BLUE, RED, GREEN, YELLOW, PURPLE, TEAL, ORANGE, GREY)
BESIDE_NAMED = (GREY, PURPLE, TEAL, ORANGE, BLUE, RED, GREEN, YELLOW)
"""Labels that are no colours take these, where others are."""


@cache
def colours(labels: tuple[str, ...]) -> tuple[int, ...]:
    """The colour of each label: the one that it names, or else one in turn.

    >>> colours(("Life", "Death"))
    (0, 1)
    >>> colours(("Green", "Yellow", "Neutral"))
    (2, 3, 7)
    """
    named = [NAMES.get(label.lower()) for label in labels]
    taken = {colour for colour in named if colour is not None}
    beside = tuple(colour for colour in BESIDE_NAMED if colour not in taken)
    free = (beside or IN_TURN) if taken else IN_TURN
    found: list[int] = []
    others = 0
    for colour in named:
        found.append(free[others % len(free)] if colour is None else colour)
        others += colour is None
    return tuple(found)
