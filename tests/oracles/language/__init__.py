"""A second meaning of the language: an interpreter of the syntax tree.

It shares the parser with the tool and nothing else: names, types, the flow of statements and
positions are its own, written from ``docs/language.md``.
"""

from .game import CHANCE, Action, Oracle, Outcome, Position
from .run import Endless, Fault
from .search import Graph, TooMany, Verdict, search, verdict

__all__ = [
    "CHANCE", "Action", "Endless", "Fault", "Graph", "Oracle", "Outcome", "Position", "TooMany",
    "Verdict", "search", "verdict",
]  # fmt: skip
