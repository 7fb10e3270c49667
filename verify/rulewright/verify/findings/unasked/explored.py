"""A game with all its positions, for those who look for what nobody asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame

from ...limits import Budget
from ...plays.play import play_of
from ...stategraph.bfs import explore
from ...stategraph.graph import StateGraph
from ..finding import Shown
from ..subject import Selected

MOST = 4_000
"""A game with more positions is not looked at: the answer would hold for a part of it alone."""


@dataclass(frozen=True, slots=True)
class Explored:
    """A game whose positions are all known. States are those of the Python engine."""

    selected: Selected
    ruleset: Ruleset
    game: PythonGame
    graph: StateGraph[Any, Action]

    @property
    def program(self) -> Program:
        return self.selected.program

    def states(self) -> Iterator[Any]:
        """Every position, the nearest first."""
        return iter(self.graph.states)

    def first(self, shows: Callable[[Any], bool]) -> Shown | None:
        """A shortest play to a position that shows something; None if none does."""
        for number, state in enumerate(self.graph.states):
            if shows(state):
                return self.play(number)
        return None

    def play(self, number: int) -> Shown:
        """A shortest play to the position of that number."""
        return Shown(play_of(self.game, self.graph.path(number)), shortest=True)


def explored(selected: Selected, most: int = MOST, seconds: float | None = None) -> Explored | None:
    """All positions of a game; None where there are too many, or a move does not rest."""
    if selected.ruleset is None:
        return None
    game = PythonGame(selected.program, selected.move_limit)
    graph = explore(game, Budget(seconds, most))
    if graph.stopped is not None:
        return None
    return Explored(selected, selected.ruleset, game, graph)
