"""What tasks are done with: a game, and who searches, proves and plays."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from rulewright.dsl.ir.program import Program
from rulewright.engines.common.move_limit import MOVE_LIMIT
from rulewright.engines.game import Game

from ..explicit.searcher import PythonSearcher, Searcher
from .provers import NoProver, Prover

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Tools(Generic[S]):
    """A game, and who works on it.

    ``compiled``: whether random plays are played in C. ``memory``: bytes for a search in C.
    """

    game: Game[S]
    searcher: Searcher = field(default_factory=PythonSearcher)
    prover: Prover = field(default_factory=NoProver)
    seed: int = 0
    memory: int | None = None
    compiled: bool = False

    def __reduce__(self) -> tuple[Callable[..., Tools[Any]], tuple[object, ...]]:
        """Games are made again on the other side: modules that were generated do not travel."""
        rest = (self.searcher, self.prover, self.seed, self.memory, self.compiled)
        return tools_for, (self.game.program, self.game.move_limit, *rest)


def tools_for(program: Program, move_limit: int = MOVE_LIMIT, *rest: Any) -> Tools[Any]:
    """The tools for a program, on the Python engine."""
    from rulewright.engines.python.game import PythonGame

    return Tools(PythonGame(program, move_limit), *rest)
