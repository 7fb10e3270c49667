"""Steps of a play to make certificates about by hand, and whether a play reaches something."""

from __future__ import annotations

from tests.verify.kernel.certified import program

from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore

AGAIN = "repeat\n  choose A\n    go(s: Place)\n"


FOUR = "procedure four()\n  n := 4"


def indented(step: str) -> str:
    """A play in which a player takes this step again and again, with a place of their choice."""
    return AGAIN + "".join(f"      {line}\n" for line in step.split("\n"))


def parts_of(play: str) -> str:
    """What else a ruleset holds for a play to have all that it calls."""
    return FOUR if "four()" in play else ""


def reached(play: str, property_: str) -> bool:
    """Whether some position has a property."""
    game = PythonGame(program(play, f"c: never {property_}", parts=parts_of(play)))
    return any(game.holds(0, state) for state in explore(game, Budget()).states)


SUMS = "supply stick = 9\nstate of_a: 0..9 = 0\nstate of_b: 0..9 = 0"
