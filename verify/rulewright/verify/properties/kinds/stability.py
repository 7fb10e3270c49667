"""Whether a property can come to hold for ever."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from typing import ClassVar, Literal, TypeVar

from rulewright.engines.game import Action, Game

from ...effort.searching import LASTING
from ...stategraph.fixpoints import always_globally
from ...stategraph.graph import StateGraph
from ..kind import CheckKind, Evidence, Undetermined, remark
from ..observed import Observed
from ..target import TrapTarget

S = TypeVar("S", bound=Hashable)


class Forever(CheckKind):
    """``reachable forever P``: after some play the property holds, whatever follows."""

    keyword = "forever"
    seeks: ClassVar[Literal["witness", "counterexample"]] = "witness"
    needs_transitions = True

    def target(self, number: int, loop_start: int | None = None) -> TrapTarget:
        """A state from which the property holds, whatever follows."""
        return TrapTarget(number)

    def find(
        self, game: Game[S], graph: StateGraph[S, Action], observed: Observed, number: int
    ) -> Evidence | Undetermined | None:
        """The nearest such state, if possible one with successors."""
        marks = always_globally(graph, observed.satisfying[number])
        first = marks.find(1)
        if first < 0:
            return None
        going_on = (s for s in _marked(marks, first) if graph.successors(s))
        state: int | None
        if graph.analysis is None:
            state = next(going_on, first)
        else:
            tried = list(islice(going_on, LASTING.tries))
            state = next((s for s in tried or [first] if _future_is_small(graph, s)), None)
        if state is None:
            why = (
                f"it holds for ever after some play, but in more than {LASTING.future:,} positions"
            )
            return Undetermined(why, "take a smaller instance")
        over = game.outcome(graph.states[state]) is not None
        note = "only where play is over" if over else remark(graph)
        return Evidence(graph.path(state), TrapTarget(number), note)

    def excluded(self, graph: StateGraph[S, Action]) -> int:
        """Nothing: what follows the last states is not known."""
        return 0


def _marked(marks: bytearray, state: int) -> Iterator[int]:
    while state >= 0:
        yield state
        state = marks.find(1, state + 1)


def _future_is_small(graph: StateGraph[S, Action], state: int) -> bool:
    known = {state}
    waiting = [state]
    while waiting and len(known) <= LASTING.future:
        new = set(graph.successors(waiting.pop())) - known
        known |= new
        waiting += new
    return len(known) <= LASTING.future
