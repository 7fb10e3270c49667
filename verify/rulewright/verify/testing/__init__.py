"""For the tests of others: rulesets in pytest, and in Hypothesis."""

from .follows import follows
from .games import game

__all__ = ["follows", "game"]
