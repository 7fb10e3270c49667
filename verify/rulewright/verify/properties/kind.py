"""What a kind of check is: everything that searches, random play, provers and reports know of it.

Nobody else looks at the keyword. A kind is a file in ``kinds/`` and a line in ``registry.py``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeVar

from rulewright.engines.game import Action, Game

from ..stategraph.graph import StateGraph
from .observed import Observed
from .target import Target

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A play that a search found, to be replayed: its actions, what it shows, and a remark."""

    actions: tuple[Action, ...]
    target: Target
    note: str = ""


@dataclass(frozen=True, slots=True)
class Undetermined:
    """A search that saw the whole graph, or all it could, and cannot show the answer."""

    why: str
    advice: str = ""


class CheckKind(ABC):
    """A kind of question that a ruleset asks of its games."""

    keyword: ClassVar[str]
    """Its name in the IR and in JSON."""
    seeks: ClassVar[Literal["witness", "counterexample"]]
    """Whether a play that shows the target says yes or no."""
    needs_transitions: ClassVar[bool] = False
    """Whether ``find`` walks over the transitions of the graph."""

    @abstractmethod
    def target(self, number: int, loop_start: int | None = None) -> Target:
        """What one play must show to answer check ``number``.

        ``loop_start`` is given if the play goes round: the position to which it comes back.
        """

    def find(
        self, game: Game[S], graph: StateGraph[S, Action], observed: Observed, number: int
    ) -> Evidence | Undetermined | None:
        """What a search found: by default, the first hit. None if it saw nothing.

        Raises OutOfMemory, and EngineMismatch if ``game`` is not the game that was searched.
        """
        hit = observed.hits.get(number)
        if hit is None:
            return None
        last = () if hit.action is None else (hit.action,)
        return Evidence((*graph.path(hit.state), *last), hit.target)

    def excluded(self, graph: StateGraph[S, Action]) -> int:
        """Within so many decisions a search that saw nothing excludes a play; 0 if it does not."""
        return graph.distance(graph.expanded)


def remark(graph: StateGraph[S, Action]) -> str:
    """What to say of a play that is found last where positions come again or are all known."""
    return "not all was searched: there may be a shorter one" if graph.stopped else ""
