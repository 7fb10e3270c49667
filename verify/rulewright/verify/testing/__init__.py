"""For the tests of users: rulesets in pytest, and in Hypothesis.

The strategies need Hypothesis, which is not part of this tool; the rest works without it.
"""

from .follows import follows
from .games import game
from .keeps import keeps

__all__ = ["follows", "game", "keeps"]
