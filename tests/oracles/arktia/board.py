"""What stands where, what hangs together, and who has won."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

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
    early = rules.reads("stopped_tiles", "of_their_end")
    return tuple(
        state.points[p]
        + (state.kept[p] if early and p not in state.active else held(state.board, p))
        for p in range(rules.players)
    )


def held(board: Board, player: int) -> int:
    """How many tiles a player controls."""
    return sum(controls(board, player, t) for t in range(len(board)))


def retired(rules: Rules, state: State, players: Iterable[int]) -> State:
    """The game is over for these players."""
    kept = list(state.kept)
    if rules.reads("stopped_tiles", "of_their_end"):
        for p in state.active.intersection(players):
            kept[p] = held(state.board, p)
    return replace(state, active=state.active - set(players), kept=tuple(kept))


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
