"""The methods, by name."""

from __future__ import annotations

from ..results.attempt import Way
from .method import Method
from .methods.bounded_search import BoundedSearch
from .methods.complete_search import CompleteSearch
from .methods.fewer_moves import FewerMoves
from .methods.guided_play import GuidedPlay
from .methods.proof import ProofSearch
from .methods.random_play import RandomPlay
from .methods.shorter_play import ShorterPlay

METHODS: dict[Way, Method] = {
    method.way: method
    for method in (
        CompleteSearch(),
        RandomPlay(),
        GuidedPlay(),
        ProofSearch(),
        BoundedSearch(),
        FewerMoves(),
        ShorterPlay(),
    )
}
"""Nobody writes to it."""


def method_of(way: Way) -> Method:
    """The method of that name. Raises TypeError if there is none."""
    method = METHODS.get(way)
    if method is None:
        raise TypeError(f"there is no method {way!r}")
    return method
