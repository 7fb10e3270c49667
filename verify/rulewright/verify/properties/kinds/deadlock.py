"""Whether somebody can always act."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Literal, TypeVar

from rulewright.engines.game import Action, Game

from ...stategraph.graph import StateGraph
from ..kind import CheckKind, Evidence, Undetermined
from ..observed import Observed
from ..target import DeadlockTarget

S = TypeVar("S", bound=Hashable)


class Acts(CheckKind):
    """``someone can always act``: no decision without a legal option can be reached."""

    keyword = "acts"
    seeks: ClassVar[Literal["witness", "counterexample"]] = "counterexample"

    def target(self, number: int, loop_start: int | None = None) -> DeadlockTarget:
        """A decision without a legal option."""
        return DeadlockTarget()

    def find(
        self, game: Game[S], graph: StateGraph[S, Action], observed: Observed, number: int
    ) -> Evidence | Undetermined | None:
        """The first state at which play is stuck."""
        return Evidence(graph.path(graph.stuck[0]), DeadlockTarget()) if graph.stuck else None

    def excluded(self, graph: StateGraph[S, Action]) -> int:
        """One less: a state must be expanded to tell whether it has actions."""
        return graph.distance(graph.expanded) - 1
