"""A game with all its positions, for detectors of what no check asks about."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.ir.program import Decision, Node, Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame

from ...effort.answering import NOTICING
from ...limits import Budget
from ...plays.play import play_of
from ...stategraph.bfs import NullObserver, explore
from ...stategraph.graph import StateGraph
from ..finding import Shown
from ..subject import Selected


@dataclass(frozen=True, slots=True)
class Positions(ABC):
    """Positions of a game to which play comes. States are those of the Python engine.

    ``found``: the positions; ``actions``: what can be done in each, in the same order.
    """

    selected: Selected
    ruleset: Ruleset
    game: PythonGame
    found: Sequence[Any]
    actions: Sequence[Sequence[Action]]

    @property
    def program(self) -> Program:
        return self.selected.program

    def states(self) -> Iterator[Any]:
        """Every position, the nearest first."""
        return iter(self.found)

    def rests(self) -> Iterator[tuple[Any, Node, Sequence[Action]]]:
        """Every position, the node where it rests, and what can be done there."""
        for state, actions in zip(self.found, self.actions, strict=True):
            yield state, self.program.nodes[self.game.node(state)], actions

    def decisions(self) -> Iterator[tuple[Any, Decision, Sequence[Action]]]:
        """Those in which somebody has to decide."""
        for state, node, actions in self.rests():
            if isinstance(node, Decision):
                yield state, node, actions

    @abstractmethod
    def again(self, game: PythonGame) -> Sequence[Any] | None:
        """The positions of the same game with something inserted into its rules; None if that cannot be
        played."""

    def for_checks(self, states: Sequence[Any]) -> Sequence[Any]:
        """A selection of these in which checks are evaluated, which may take long."""
        return states


@dataclass(frozen=True, slots=True)
class Explored(Positions):
    """All positions of a game."""

    graph: StateGraph[Any, Action]

    def again(self, game: PythonGame) -> Sequence[Any] | None:
        graph = explore(game, Budget(None, NOTICING.positions))
        return None if graph.stopped is not None else graph.states

    def play(self, number: int) -> Shown:
        """A shortest play to the position of that number."""
        return Shown(play_of(self.game, self.graph.path(number)), shortest=True)


def explored(
    selected: Selected, most: int = NOTICING.positions, seconds: float | None = None
) -> Explored | None:
    """All positions of a game; None if there are too many, or a move does not rest."""
    if selected.ruleset is None:
        return None
    game = PythonGame(selected.program, selected.move_limit)
    seen = _Actions()
    graph = explore(game, Budget(seconds, most), seen)
    if graph.stopped is not None:
        return None
    return Explored(selected, selected.ruleset, game, graph.states, seen.of, graph)


@dataclass(frozen=True, slots=True)
class _Actions(NullObserver):
    """Records the actions of each state, including those that never rest."""

    of: list[list[Action]] = field(default_factory=list)

    def state(self, number: int, state: object) -> None:
        self.of.append([])

    def edge(self, source: int, before: object, action: Action, after: object) -> None:
        self.of[source].append(action)

    def diverges(self, source: int, before: object, action: Action) -> None:
        self.of[source].append(action)
