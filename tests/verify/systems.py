"""Random small transition systems, and slow plain answers about them."""

from __future__ import annotations

from hypothesis import strategies as st

from .table_game import TableGame

LABELS = ("X", "O", "draw")


@st.composite
def games(draw: st.DrawFn, most: int = 8) -> TableGame:
    """Any game with up to ``most`` states, some of them ends, some stuck."""
    size = draw(st.integers(1, most))
    moves = draw(
        st.lists(st.lists(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size)
    )
    ends = draw(st.dictionaries(st.integers(0, size - 1), st.sampled_from(LABELS), max_size=size))
    pairs = [(s, a) for s, targets in enumerate(moves) for a in range(len(targets))]
    turns = draw(st.frozensets(st.sampled_from(pairs))) if pairs else frozenset()
    return TableGame(moves, ends, turns)


def out(game: TableGame, state: int) -> list[int]:
    """Where the actions of a state lead, one entry for each."""
    return [] if state in game.ends else list(game.moves[state])


def distances(game: TableGame) -> dict[int, int]:
    """The distance of every reachable state, by relaxing until nothing changes."""
    known = {0: 0}
    for _ in game.moves:
        for state in list(known):
            for target in out(game, state):
                known[target] = min(known.get(target, len(game.moves)), known[state] + 1)
    return known


def returns(game: TableGame, state: int) -> int | None:
    """The length of the shortest way from a state back to itself, by sets of walks."""
    places = {state}
    for length in range(1, len(game.moves) + 1):
        places = {t for s in places for t in out(game, s)}
        if state in places:
            return length
    return None
