"""Classic small games in plain Python: oracles that share no code with the tool.

A game is a first state and a function from a state to its successors, or to the name of its
outcome where play is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache

from .search import Counts

Board = tuple[int | None, ...]
State = tuple[Board, int]
Rule = Callable[[State], list[State] | str]


def count(start: Hashable, rule: Callable[..., list[State] | str]) -> Counts:
    """Every position, breadth first."""
    seen: set[Hashable] = {start}
    layer: list[Hashable] = [start]
    transitions = depth = 0
    terminal: Counter[str] = Counter()
    while layer:
        found: list[Hashable] = []
        for state in layer:
            after = rule(state)
            if isinstance(after, str):
                terminal[after] += 1
                continue
            transitions += len(after)
            for new in after:
                if new not in seen:
                    seen.add(new)
                    found.append(new)
        depth += bool(found)
        layer = found
    return Counts(len(seen), transitions, depth, dict(terminal))


def games(start: Hashable, rule: Callable[..., list[State] | str]) -> int:
    """How many different complete plays there are."""

    @cache
    def from_(state: Hashable) -> int:
        after = rule(state)
        return 1 if isinstance(after, str) else sum(map(from_, after))

    return from_(start)


def perft(start: Hashable, rule: Callable[..., list[State] | str], depth: int) -> list[int]:
    """How many plays of each length from 1 to ``depth`` there are."""
    level: Counter[Hashable] = Counter({start: 1})
    result = []
    for _ in range(depth):
        below: Counter[Hashable] = Counter()
        for state, ways in level.items():
            after = rule(state)
            for new in [] if isinstance(after, str) else after:
                below[new] += ways
        result.append(below.total())
        level = below
    return result


def with_(board: Board, changes: dict[int, int | None]) -> Board:
    return tuple(changes.get(i, piece) for i, piece in enumerate(board))


def lines(columns: int, rows: int, length: int) -> list[list[int]]:
    """Every straight line of the given length, as numbers of squares."""
    result = []
    for c in range(columns):
        for r in range(rows):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                end_c, end_r = c + dc * (length - 1), r + dr * (length - 1)
                if 0 <= end_c < columns and 0 <= end_r < rows:
                    result.append([(r + i * dr) * columns + c + i * dc for i in range(length)])
    return result


def tictactoe() -> tuple[State, Rule]:
    rows = lines(3, 3, 3)

    def rule(state: State) -> list[State] | str:
        board, mover = state
        for line in rows:
            if board[line[0]] is not None and len({board[i] for i in line}) == 1:
                return "XO"[board[line[0]] or 0]
        if None not in board:
            return "draw"
        return [(with_(board, {i: mover}), 1 - mover) for i in range(9) if board[i] is None]

    return ((None,) * 9, 0), rule


def connectfour(columns: int = 7, rows: int = 6, length: int = 4) -> tuple[State, Rule]:
    straight = lines(columns, rows, length)

    def rule(state: State) -> list[State] | str:
        board, mover = state
        for line in straight:
            if board[line[0]] is not None and len({board[i] for i in line}) == 1:
                return ("Yellow", "Red")[board[line[0]] or 0]
        if None not in board:
            return "draw"
        after = []
        for column in range(columns):
            empty = [i for i in range(column, columns * rows, columns) if board[i] is None]
            if empty:
                after.append((with_(board, {empty[0]: mover}), 1 - mover))
        return after

    return ((None,) * (columns * rows), 0), rule


def hex_game(size: int) -> tuple[State, Rule]:
    """Hex without the swap; the first player joins top and bottom."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))

    def joined(board: Board, player: int) -> bool:
        def border(q: int, r: int) -> int:
            return q if player else r

        open_ = [(q, r) for q in range(size) for r in range(size) if border(q, r) == 0]
        open_ = [(q, r) for q, r in open_ if board[r * size + q] == player]
        seen = set(open_)
        while open_:
            q, r = open_.pop()
            if border(q, r) == size - 1:
                return True
            for dq, dr in steps:
                new = (q + dq, r + dr)
                if new in seen or not (0 <= new[0] < size and 0 <= new[1] < size):
                    continue
                if board[new[1] * size + new[0]] == player:
                    seen.add(new)
                    open_.append(new)
        return False

    def rule(state: State) -> list[State] | str:
        board, mover = state
        if joined(board, 1 - mover):
            return ("Vertical", "Horizontal")[1 - mover]
        places = [i for i, piece in enumerate(board) if piece is None]
        return [(with_(board, {i: mover}), 1 - mover) for i in places]

    return ((None,) * (size * size), 0), rule


def breakthrough(columns: int, rows: int, deep: int) -> tuple[State, Rule]:
    """``deep`` rows of pieces for each side; White starts at the bottom (the last rows)."""
    start = tuple(
        1 if i < deep * columns else 0 if i >= (rows - deep) * columns else None
        for i in range(columns * rows)
    )

    def rule(state: State) -> list[State] | str:
        board, mover = state
        other = 1 - mover
        goal = range(columns) if other == 0 else range((rows - 1) * columns, rows * columns)
        if any(board[i] == other for i in goal) or mover not in board:
            return ("White", "Black")[other]
        after = []
        for i, piece in enumerate(board):
            if piece != mover:
                continue
            row, column = divmod(i, columns)
            row += 1 if mover else -1
            for to in (column - 1, column, column + 1):
                if not 0 <= to < columns:
                    continue
                there = board[row * columns + to]
                if there is None or (there == other and to != column):
                    after.append((with_(board, {i: None, row * columns + to: mover}), other))
        return after

    return (start, 0), rule
