"""From a program to a compiled search."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeVar

from rulewright.dsl.ir.program import Program
from rulewright.engines.common.state_codec import StateCodec
from rulewright.engines.game import Game
from rulewright.engines.native.game import NativeGame
from rulewright.engines.native.library import build
from rulewright.engines.native.loading import typed

from ...effort.searching import SEARCHING
from .functions import SOURCES, TYPES
from .random_plays.functions import (
    ARCHIVE,
    ARCHIVE_TYPES,
    GUIDED,
    GUIDED_TYPES,
    SAMPLING,
    SAMPLING_TYPES,
)
from .search import Compiled

S = TypeVar("S", bound=Hashable)

EVERYTHING = (*SOURCES, SAMPLING, GUIDED, *ARCHIVE)


def compiled(
    game: Game[S], program: Program | None = None, *, passing: bool = False
) -> Compiled[S]:
    """The game's program and the search over its states, compiled together.

    ``program``: the same one with other strategies, which C may ask for. ``passing``: it is used
    once and briefly.

    Raises EngineUnavailable if that cannot be done here.
    """
    library, layout = (
        build(program or game.program, EVERYTHING, passing=passing, move_limit=game.move_limit),
        StateCodec(game.program),
    )

    @lru_cache(maxsize=SEARCHING.remembered)
    def decode(data: bytes) -> S:
        node, values = library.states.node(data), library.states.values(data)
        return game.decode(layout.encode(node, values))

    handle = library.handle
    for types in (TYPES, SAMPLING_TYPES, GUIDED_TYPES, ARCHIVE_TYPES):
        typed(handle, types)
    return Compiled(game, handle, decode)


def native_game(game: Game[S]) -> NativeGame:
    """The same game on the native engine, compiled together with the search rather than again.

    Raises EngineUnavailable if that cannot be done here.
    """
    return NativeGame(game.program, EVERYTHING, game.move_limit)
