"""Complete searches: when a game is compiled for one, and how far its results are checked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Searching:
    """A search for all questions of a game, in Python and in C."""

    initial_seconds: float = 1.0
    """Seconds for a search in Python before a game is compiled."""
    compile_threshold: float = 4.0
    """With fewer seconds left, compiling a game is not worthwhile."""
    slices: tuple[int, int] = (64, 16_384)
    """Steps of the game between two looks at the clock: the fewest, and the most."""
    samples: int = 64
    """Expanded states of a search in C, spread over all of it, that are expanded again in Python."""
    remembered: int = 1_024
    """Decoded states that are cached: along a play, each is looked at more than once."""
    lasso_looks: int = 20_000_000
    """After looking at this many transitions the lasso found so far is good enough."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """How far it is checked whether something holds for ever, or whatever is played."""

    future: int = 20_000
    """If a faster engine says that something holds for ever, this is replayed in at most so many states."""
    tries: int = 50
    """States that are tried for one whose future is small enough for that."""
    functions: int = 12
    """How deep functions that call functions are followed, to see what their types say."""


SEARCHING = Searching()
LASTING = Lasting()
