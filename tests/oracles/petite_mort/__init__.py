"""Petite Mort in plain Python: an oracle for the tests that shares no code with the tool.

The rules were written down from the rulebook a second time, as one generator per round that asks
for decisions; a file for each phase. Players, cards and ailments are numbers, places on the table
begin with 1.
"""

from .cards import READINGS, Composition, Rules, table
from .game import Game
from .positions import CHANCE, PLAYERS, Ask, Choice, State, Table

__all__ = [
    "CHANCE",
    "PLAYERS",
    "READINGS",
    "Ask",
    "Choice",
    "Composition",
    "Game",
    "Rules",
    "State",
    "Table",
    "table",
]
