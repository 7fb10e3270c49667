"""Arktia in plain Python: an oracle for the tests that shares no code with the tool.

The rules were written down from the rulebook a second time, as one generator per turn that asks
for decisions. A tile is the number of its place in ``Rules.tiles`` (axial coordinates), a piece is
a pair of colour and kind; the colours from ``players`` on are neutral.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

GLOBUS, DISKUS, TORUS = 0, 1, 2
KINDS = ("Globus", "Diskus", "Torus")
PLAYERS = ("Green", "Yellow", "Red", "Blue")
NEUTRALS = ("Neutral", "Stray")

READINGS = {
    "torn_tower": ("collapse", "stays"),
    "water": ("all_water", "melted", "enclosed"),
    "early_stop": ("must_place", "may_stop"),
    "second_blocked": ("out", "waits", "moves"),
    "ties": ("keep_one", "keep_some"),
    "lone": ("cut_down", "from_third", "whenever"),
    "thaw_from": ("next_turn", "same_turn"),
    "melt_order": ("cut_first", "melt_first"),
    "edge": ("any_gap", "outer_shore"),
    "no_melt": ("out", "spared", "unsaid"),
    "stuck": ("out", "waits"),
    "stopping": ("for_good", "this_turn"),
    "neutral_moves": ("carried", "fixed"),
    "neutral_colours": ("one", "two"),
    "opening": ("beside", "anywhere"),
    "even": ("shared", "nobody"),
    "starter": ("first_seat", "last_seat"),
    "together": ("at_once", "when_all"),
    "looked": ("every_turn", "after_moves", "always"),
    "thaw_by": ("playing", "everybody"),
}

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TOWERS = {(GLOBUS,), (DISKUS,), (TORUS,)} | {
    (DISKUS, GLOBUS),
    (TORUS, DISKUS),
    (GLOBUS, TORUS),
    (TORUS, DISKUS, GLOBUS),
}

Tile = int
Piece = tuple[int, int]
Tower = tuple[Piece, ...]
Board = tuple[Tower | None, ...]
"""The tower on each tile, bottom first; None where the tile is gone."""
Choice = tuple[Any, ...]
LAY, FIRST, SECOND, LATER = range(4)
"""The neutral pieces are laid, round one, round two, from round three on."""


@dataclass(frozen=True)
class Rules:
    """One instance: the tiles, how many pieces of each kind a player has, readings by name."""

    tiles: tuple[tuple[int, int], ...]
    pieces: tuple[int, int, int]
    players: int = 2
    neutrals: bool = False
    neutral_kinds: tuple[int, ...] = (GLOBUS, DISKUS, TORUS)
    changed: tuple[tuple[str, str], ...] = ()

    def reads(self, name: str, option: str) -> bool:
        assert option in READINGS[name], (name, option)
        return dict(self.changed).get(name, READINGS[name][0]) == option

    @cached_property
    def index(self) -> dict[tuple[int, int], Tile]:
        return {tile: i for i, tile in enumerate(self.tiles)}

    @cached_property
    def spread(self) -> int:
        """The greatest difference of two coordinates."""
        return max(max(abs(q - x), abs(r - y)) for q, r in self.tiles for x, y in self.tiles)

    @cached_property
    def lines(self) -> list[list[list[Tile | None]]]:
        """For each tile and direction, what lies on the line: a tile, or None for a gap."""
        far = range(1, 2 + self.spread)
        return [
            [[self.index.get((q + n * dq, r + n * dr)) for n in far] for dq, dr in AROUND]
            for q, r in self.tiles
        ]

    @cached_property
    def near(self) -> list[list[Tile]]:
        return [[line[0] for line in lines if line[0] is not None] for lines in self.lines]

    @property
    def opener(self) -> int:
        return 0 if self.reads("starter", "first_seat") else self.players - 1

    @property
    def colours(self) -> range:
        return range(self.players + (2 if self.reads("neutral_colours", "two") else 1))


@dataclass(frozen=True)
class State:
    """Between two turns; ``stock`` and ``neutral`` are what each player still holds."""

    board: Board
    stock: tuple[tuple[int, ...], ...]
    neutral: tuple[frozenset[int], ...]
    points: tuple[int, ...]
    active: frozenset[int]
    phase: int
    mover: int
    resting: frozenset[int] = frozenset()
    over: bool = False
    gap: bool = False


@dataclass(frozen=True)
class Ask:
    """A decision in the middle of a turn; ``key`` tells such positions apart."""

    player: int
    choices: tuple[Choice, ...]
    key: tuple[Any, ...]


Turn = Generator[Ask, Choice, State]


def first(rules: Rules) -> State:
    everyone = range(rules.players)
    hand = frozenset(rules.neutral_kinds) if rules.neutrals else frozenset()
    return State(
        board=((),) * len(rules.tiles),
        stock=(rules.pieces,) * rules.players,
        neutral=(hand,) * rules.players,
        points=(0,) * rules.players,
        active=frozenset(everyone),
        phase=LAY if rules.neutrals else FIRST,
        mover=rules.opener,
    )


# Looking at the board


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


# What is allowed


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


# A turn


def turn(rules: Rules, state: State) -> Turn:
    p = state.mover
    if p not in state.active:
        return onwards(rules, (yield from melt(rules, state, ())))
    options = list(lays(rules, state, p) if state.phase == LAY else places(rules, state, p))
    after_move = {}
    blocked = state.phase == SECOND and not options and rules.reads("second_blocked", "moves")
    if state.phase == LATER or blocked:
        after_move = dict(moves(rules, state, p))
    options += after_move
    early = state.phase in (FIRST, SECOND) and rules.reads("early_stop", "may_stop")
    if state.phase == LATER or early:
        options.append(("stop",))
    choice = yield Ask(p, tuple(options), ())
    if choice == ("stop",):
        resting = state.resting
        if rules.reads("stopping", "this_turn"):
            resting |= {p}
        return onwards(rules, replace(state, active=state.active - {p}, resting=resting))
    if state.resting:
        state = replace(state, active=state.active | state.resting, resting=frozenset())
    thaw = not any(state.stock[p])
    if choice[0] == "lay":
        state = lay(rules, state, choice)
        occupied = [t for t, tower in enumerate(state.board) if tower]
        if not any(state.neutral) and len(groups(rules, occupied)) > 1:
            return replace(state, gap=True)
        return onwards(rules, state)
    if choice[0] == "place":
        state = place(state, choice)
        if rules.reads("thaw_from", "same_turn") and not any(state.stock[p]):
            thaw = True
    else:
        state = replace(state, board=after_move[choice])
    later = state.phase == LATER and not rules.reads("looked", "after_moves")
    checked = later or choice[0] == "move" or rules.reads("looked", "always")
    cut_first = rules.reads("melt_order", "cut_first")
    if cut_first and checked:
        state = yield from settle(rules, state, choice)
    if thaw:
        state = yield from melt(rules, state, choice)
    if state.gap:
        return state
    if checked and not cut_first:
        state = yield from settle(rules, state, choice)
    return onwards(rules, judge_lone(rules, state))


def lay(rules: Rules, state: State, choice: Choice) -> State:
    _, k, t = choice
    p = state.mover
    colour = rules.players + (min(p, 1) if rules.reads("neutral_colours", "two") else 0)
    return replace(
        state,
        board=put(state.board, t, ((colour, k),)),
        neutral=put(state.neutral, p, state.neutral[p] - {k}),
    )


def place(state: State, choice: Choice) -> State:
    _, k, t = choice
    p = state.mover
    left = put(state.stock[p], k, state.stock[p][k] - 1)
    return replace(state, board=put(state.board, t, ((p, k),)), stock=put(state.stock, p, left))


def settle(rules: Rules, state: State, choice: Choice) -> Turn:
    """Take off what is cut off; the mover decides between equal groups."""
    for colour in rules.colours:
        standing = groups(rules, with_colour(state.board, colour))
        if len(standing) < 2:
            continue
        most = max(number(state.board, colour, g) for g in standing)
        largest = [g for g in standing if number(state.board, colour, g) == most]
        kept = largest
        if rules.reads("ties", "keep_some"):
            while len(kept) > 1:
                going = tuple(("away", min(g)) for g in kept)
                key = (colour, choice, state, frozenset(kept))
                picked = yield Ask(state.mover, going, ("away", *key))
                kept = [g for g in kept if min(g) != picked[1]]
                if len(kept) > 1:
                    key = (colour, choice, state, frozenset(kept))
                    picked = yield Ask(state.mover, (("more",), ("enough",)), ("more", *key))
                    if picked == ("enough",):
                        break
        elif len(largest) > 1:
            mains = tuple(("main", min(g)) for g in largest)
            picked = yield Ask(state.mover, mains, ("main", colour, choice, state))
            kept = [g for g in largest if min(g) == picked[1]]
        cut_off = [g for g in standing if g not in kept]
        state = take_off(rules, state, colour, frozenset().union(*cut_off))
    return state


def take_off(rules: Rules, state: State, colour: int, tiles: frozenset[Tile]) -> State:
    p, board = state.mover, state.board
    count = number(board, colour, tiles)
    for t in tiles:
        tower = tuple(piece for piece in board[t] or () if piece[0] != colour)
        ring_below = tuple(kind for _, kind in tower) == (TORUS, GLOBUS)
        if ring_below and rules.reads("torn_tower", "collapse"):
            tower = tower[::-1]
        board = put(board, t, tower)
    active = state.active
    one_left = number(board, colour, with_colour(board, colour)) == 1
    if one_left and rules.reads("lone", "cut_down"):
        active -= {colour}
    points = put(state.points, p, state.points[p] + count)
    return replace(state, board=board, active=active, points=points)


def judge_lone(rules: Rules, state: State) -> State:
    """The other readings of the end of a player who has one piece on the ice."""
    late = rules.reads("lone", "from_third") and state.phase == LATER
    if not late and not rules.reads("lone", "whenever"):
        return state
    board = state.board
    lone = {q for q in range(rules.players) if number(board, q, with_colour(board, q)) == 1}
    return replace(state, active=state.active - lone)


def melt(rules: Rules, state: State, choice: Choice) -> Turn:
    p = state.mover
    tiles = meltable(rules, state.board)
    if not tiles:
        islands = bool(free_edge(rules, state.board))
        if islands and rules.reads("no_melt", "unsaid"):
            return replace(state, gap=True)
        spared = islands and rules.reads("no_melt", "spared")
        return state if spared else replace(state, active=state.active - {p})
    picked = yield Ask(p, tuple(("melt", t) for t in tiles), ("melt", choice, state))
    return replace(
        state,
        board=put(state.board, picked[1], None),
        points=put(state.points, p, state.points[p] + 1),
    )


def thaws_when_out(rules: Rules, state: State) -> bool:
    """Whether a tile has to melt for the mover, whose game is over."""
    everybody = state.phase == LATER and rules.reads("thaw_by", "everybody")
    return everybody and not any(state.stock[state.mover])


def onwards(rules: Rules, state: State) -> State:
    """To the next player who has something to decide; those who can do nothing are out."""
    while True:
        mover = (state.mover + 1) % rules.players
        phase = state.phase
        if mover == rules.opener and phase != LATER and not (phase == LAY and any(state.neutral)):
            phase += 1
        state = replace(state, mover=mover, phase=phase)
        if phase == LATER and not state.active:
            return replace(state, over=True, mover=0)
        if mover not in state.active:
            if not thaws_when_out(rules, state):
                continue
            if meltable(rules, state.board):
                return state
            if free_edge(rules, state.board) and rules.reads("no_melt", "unsaid"):
                return replace(state, gap=True)
            continue
        if can_act(rules, state, mover):
            return state
        may_move = phase == SECOND and rules.reads("second_blocked", "moves")
        if may_move and any(True for _ in moves(rules, state, mover)):
            return state
        if phase == SECOND and rules.reads("second_blocked", "waits"):
            continue
        waits = phase == LATER and rules.reads("stuck", "waits")
        state = replace(
            state,
            active=state.active - {mover},
            resting=state.resting | {mover} if waits else state.resting,
        )


def put(values: Sequence[Any], i: int, value: Any) -> tuple[Any, ...]:
    return (*values[:i], value, *values[i + 1 :])
