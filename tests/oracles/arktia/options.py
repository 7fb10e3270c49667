"""What is allowed on a turn."""

from __future__ import annotations

from collections.abc import Iterator

from .board import controls, cut, groups
from .position import (
    FIRST,
    LATER,
    LAY,
    TOWERS,
    Board,
    Choice,
    Rules,
    State,
    Tile,
)


def open_water(rules: Rules, board: Board) -> set[Tile]:
    """The melted tiles from which one comes to the outside over melted tiles."""
    melted = [t for t, tower in enumerate(board) if tower is None]
    outside = [g for g in groups(rules, melted) if any(len(rules.near[t]) < 6 for t in g)]
    return set().union(*outside)


def reached(rules: Rules, board: Board, start: Tile) -> Iterator[Tile]:
    """The tiles to which a piece can be moved in a straight line."""
    passable = open_water(rules, board) if rules.reads("water", "enclosed") else set()
    for line in rules.lines[start]:
        for t in line:
            if t is None:
                if rules.reads("water", "all_water"):
                    break
            elif board[t] is None:
                if t not in passable:
                    break
            else:
                yield t


def moved(board: Board, start: Tile, end: Tile, n: int) -> Board | None:
    """The board after the upper ``n`` pieces moved; None if no allowed tower comes of it."""
    below, tower = board[end], board[start]
    assert below is not None
    assert tower is not None
    new = below + tower[-n:]
    if below and tuple(kind for _, kind in new) not in TOWERS:
        return None
    after = list(board)
    after[start], after[end] = tower[:-n], new
    return tuple(after)


def moves(rules: Rules, state: State, player: int) -> Iterator[tuple[Choice, Board]]:
    board = state.board
    for start, tower in enumerate(board):
        if not controls(board, player, start):
            continue
        assert tower is not None
        for n in range(1, len(tower) + 1):
            carried = {c for c, _ in tower[-n:]}
            if rules.reads("neutral_moves", "fixed") and max(carried) >= rules.players:
                continue
            for end in reached(rules, board, start):
                after = moved(board, start, end, n)
                if after is None or cut(rules, after, player):
                    continue
                yield ("move", start, end, n), after


def places(rules: Rules, state: State, player: int) -> Iterator[Choice]:
    board = state.board
    for t, tower in enumerate(board):
        if tower != ():
            continue
        if state.phase == FIRST:
            occupied = any(board[n] for n in rules.near[t])
            nothing = not any(board)
            free = rules.reads("opening", "anywhere") and player == rules.opener
            fits = occupied or nothing or free
        else:
            fits = any(c == player for n in rules.near[t] for c, _ in board[n] or ())
            if state.stock[player] == rules.pieces and rules.reads("first_blocked", "opens_later"):
                fits |= not any(board) or any(board[n] for n in rules.near[t])
        if fits:
            yield from (("place", k, t) for k in range(3) if state.stock[player][k])


def lays(rules: Rules, state: State, player: int) -> Iterator[Choice]:
    board = state.board
    anywhere = not any(board) or rules.reads("together", "when_all")
    for t, tower in enumerate(board):
        if tower == () and (anywhere or any(board[n] for n in rules.near[t])):
            yield from (("lay", k, t) for k in sorted(state.neutral[player]))


def free_edge(rules: Rules, board: Board) -> list[Tile]:
    """The free tiles at the edge, whether or not an island would come of melting them."""
    sea = open_water(rules, board)
    found = []
    for t, tower in enumerate(board):
        if rules.reads("edge", "any_gap"):
            at_edge = sum(board[n] is not None for n in rules.near[t]) < 6
        else:
            at_edge = len(rules.near[t]) < 6 or any(n in sea for n in rules.near[t])
        if tower == () and at_edge:
            found.append(t)
    return found


def meltable(rules: Rules, board: Board) -> list[Tile]:
    land = {t for t, tower in enumerate(board) if tower is not None}
    return [t for t in free_edge(rules, board) if len(groups(rules, land - {t})) <= 1]


def can_act(rules: Rules, state: State, player: int) -> bool:
    if state.phase == LAY or any(True for _ in places(rules, state, player)):
        return True
    moving = state.phase == LATER
    return moving and any(True for _ in moves(rules, state, player))
