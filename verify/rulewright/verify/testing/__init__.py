"""For the tests of others: rulesets in pytest, and in Hypothesis.

The strategies need Hypothesis, which is no part of this tool; the rest does without.
"""

from .follows import follows
from .games import game
from .keeps import keeps

__all__ = ["follows", "game", "keeps"]
