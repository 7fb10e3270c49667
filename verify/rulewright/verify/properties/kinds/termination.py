"""Whether every play ends."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise
from typing import ClassVar, Literal, TypeVar

from rulewright.engines.game import Action, Game

from ...stategraph.bfs import action_between
from ...stategraph.graph import EngineMismatch, StateGraph
from ...stategraph.lasso import Lasso, shortest_lasso
from ..kind import CheckKind, Evidence, Undetermined, remark
from ..observed import Observed
from ..target import DivergenceTarget, LassoTarget

S = TypeVar("S", bound=Hashable)


class Termination(CheckKind):
    """``every play ends``: no state can come again, and the rules always come to rest."""

    keyword = "ends"
    seeks: ClassVar[Literal["witness", "counterexample"]] = "counterexample"
    needs_transitions = True

    def target(self, number: int, loop_start: int | None = None) -> LassoTarget | DivergenceTarget:
        """A state that comes again; or, if the play does not go round, rules that run on."""
        return DivergenceTarget() if loop_start is None else LassoTarget(loop_start)

    def find(
        self, game: Game[S], graph: StateGraph[S, Action], observed: Observed, number: int
    ) -> Evidence | Undetermined | None:
        """The first action after which the rules run on, else the shortest way round."""
        if observed.divergent is not None:
            return Evidence(graph.path(observed.divergent), DivergenceTarget())
        lasso = shortest_lasso(graph)
        if lasso is None:
            return None
        note = remark(graph) if lasso.shortest else "there may be a shorter one"
        return Evidence(loop_actions(game, graph, lasso), LassoTarget(len(lasso.stem) - 1), note)


def loop_actions(game: Game[S], graph: StateGraph[S, Action], lasso: Lasso) -> tuple[Action, ...]:
    """The actions of a play that goes to a loop and round it once."""
    actions = list(graph.path(lasso.stem[-1]))
    for source, target in pairwise(lasso.loop):
        action = action_between(game, graph.states[source], graph.states[target])
        if action is None:
            raise EngineMismatch(f"no action leads from state {source} to state {target}")
        actions.append(action)
    return tuple(actions)
