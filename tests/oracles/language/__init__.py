"""A second meaning of the language: an interpreter of the syntax tree.

It shares the parser with the tool and nothing else: names, types, the flow of statements and
positions are its own, written from ``docs/language.md``.
"""

from tests.oracles.language.game import CHANCE, Action, Oracle, Outcome, Position
from tests.oracles.language.search import Graph, TooMany, Verdict, search, verdict
from tests.oracles.language.statements.run import Endless, Fault

__all__ = [
    "CHANCE", "Action", "Endless", "Fault", "Graph", "Oracle", "Outcome", "Position", "TooMany",
    "Verdict", "search", "verdict",
]  # fmt: skip
