"""Plays that end in a draw and log what was done, and what statements may be about."""

from __future__ import annotations

from textwrap import dedent

from tests.dsl.playing import Play, game


def drawn(play: str) -> str:
    """The play with a draw at its end."""
    return f"{dedent(play).strip(chr(10))}\ndraw"


def logged(play: str, *choices: str, parts: str = "") -> str:
    """The log at the end of a play that ends in a draw."""
    done = Play(game(drawn(play), parts)).choose(*choices)
    assert done.end == "draw"
    return done["log"]


ITEMS = """
board net = graph("a-b b-c")
supply token[Player] = 2
state on: Place -> Player? = none
state pile: list of Player up to 3 = []
state heap: list of 0..3 up to 3 = []
state held: Player? = none
board wheel = polar(2, 4)
state at: Cell -> Player? = none
"""
"""What statements take, put back, move and turn."""
