"""What stands where, what hangs together, and who has won."""

from __future__ import annotations

from collections.abc import Iterable

from .position import (
    PLAYERS,
    Board,
    Rules,
    State,
    Tile,
)


def groups(rules: Rules, tiles: Iterable[Tile]) -> list[frozenset[Tile]]:
    """The connected parts of a set of tiles."""
    left, found = set(tiles), []
    while left:
        group = {left.pop()}
        edge = list(group)
        while edge:
            fresh = left.intersection(rules.near[edge.pop()])
            left -= fresh
            group |= fresh
            edge += fresh
        found.append(frozenset(group))
    return found


def with_colour(board: Board, colour: int) -> list[Tile]:
    return [t for t, tower in enumerate(board) if tower and any(c == colour for c, _ in tower)]


def number(board: Board, colour: int, tiles: Iterable[Tile]) -> int:
    return sum(c == colour for t in tiles for c, _ in board[t] or ())


def controls(board: Board, player: int, t: Tile) -> bool:
    tower = board[t] or ()
    return any(colour == player for colour, _ in tower[-1:])


def cut(rules: Rules, board: Board, colour: int) -> bool:
    """Whether the pieces of a colour do not all hang together."""
    return len(groups(rules, with_colour(board, colour))) > 1


def scores(rules: Rules, state: State) -> tuple[int, ...]:
    tiles = range(len(rules.tiles))
    return tuple(
        state.points[p] + sum(controls(state.board, p, t) for t in tiles)
        for p in range(rules.players)
    )


def over(rules: Rules, state: State) -> str | None:
    """Who has won, by name, joined by "+"; "draw"; "gap" where the rules say nothing."""
    if state.gap:
        return "gap"
    if not state.over:
        return None
    reached = scores(rules, state)
    best = [p for p, score in enumerate(reached) if score == max(reached)]
    if len(best) > 1 and rules.reads("even", "nobody"):
        return "draw"
    return "+".join(PLAYERS[p] for p in best)
