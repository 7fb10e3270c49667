"""Complete searches: when a game is compiled for one, and how far it is looked at what was found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Searching:
    """A search for all questions of a game, in Python and in C."""

    initial_seconds: float = 1.0
    """So many seconds a search in Python is given before a game is compiled."""
    compile_threshold: float = 4.0
    """With less than so many seconds left it is not worth while to compile a game."""
    slices: tuple[int, int] = (64, 16_384)
    """After so many steps of the game the clock is looked at: the fewest, and the most."""
    samples: int = 64
    """So many expanded states of a search in C, spread over all of it, are expanded again in Python."""
    remembered: int = 1_024
    """So many decoded states: along a play, each is looked at more than once."""
    lasso_looks: int = 20_000_000
    """After looking at so many transitions a lasso that was found is good enough."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """How far is looked whether something holds for ever, or whatever is played."""

    future: int = 20_000
    """What a faster engine says to hold for ever is replayed in so many states at most."""
    tries: int = 50
    """So many states are tried whether their future is small enough for that."""
    functions: int = 12
    """Functions that ask functions are looked into so far, to see what their types say."""


SEARCHING = Searching()
LASTING = Lasting()
