"""Circle of Life in plain Python: an oracle for the tests that shares no code with the tool.

The rules were written down from the rulebook a second time, as one generator per turn that asks
for decisions. A place is a number: ring * segments + segment, the innermost ring first; a piece is
its role's number; an empty place is None.
"""

from .rules import DEATH, LIFE, MUMMY, READINGS, ROLES, Ask, Choice, Rules, State, first
from .turns import turn

__all__ = [
    "DEATH",
    "LIFE",
    "MUMMY",
    "READINGS",
    "ROLES",
    "Ask",
    "Choice",
    "Rules",
    "State",
    "first",
    "turn",
]
