"""One turn, as a generator that asks for decisions."""

from __future__ import annotations

from dataclasses import replace

from .board import groups, number, retired, with_colour
from .options import can_act, free_edge, lays, meltable, moves, places
from .position import (
    FIRST,
    GLOBUS,
    LATER,
    LAY,
    SECOND,
    TORUS,
    Ask,
    Choice,
    Rules,
    State,
    Tile,
    Turn,
    put,
)


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
        return onwards(rules, replace(retired(rules, state, [p]), resting=resting))
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
    sharing = rules.one_set
    neutral = tuple(
        hand - {k} if sharing or q == p else hand for q, hand in enumerate(state.neutral)
    )
    return replace(state, board=put(state.board, t, ((rules.neutral(p), k),)), neutral=neutral)


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
    one_left = number(board, colour, with_colour(board, colour)) == 1
    points = put(state.points, p, state.points[p] + count)
    state = replace(state, board=board, points=points)
    if one_left and colour < rules.players and rules.reads("lone", "cut_down"):
        return retired(rules, state, [colour])
    return state


def judge_lone(rules: Rules, state: State) -> State:
    """The other readings of the end of a player who has one piece on the ice."""
    late = rules.reads("lone", "from_third") and state.phase == LATER
    if not late and not rules.reads("lone", "whenever"):
        return state
    board = state.board
    lone = {q for q in range(rules.players) if number(board, q, with_colour(board, q)) == 1}
    return retired(rules, state, lone & state.active)


def melt(rules: Rules, state: State, choice: Choice) -> Turn:
    p = state.mover
    tiles = meltable(rules, state.board)
    if not tiles:
        islands = bool(free_edge(rules, state.board))
        if islands and rules.reads("no_melt", "unsaid"):
            return replace(state, gap=True)
        spared = islands and rules.reads("no_melt", "spared")
        return state if spared else retired(rules, state, [p])
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


def no_tile_seen(rules: Rules, state: State) -> bool:
    """Whether the mover is out before the turn, for want of a free tile at the edge."""
    early = state.phase == LATER and rules.reads("no_tile_seen", "before_too")
    return early and not any(state.stock[state.mover]) and not free_edge(rules, state.board)


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
            if not (free_edge(rules, state.board) and rules.reads("no_melt", "spared")):
                state = retired(rules, state, [mover])
            continue
        if phase == LAY and not state.neutral[mover]:
            continue
        if no_tile_seen(rules, state):
            state = retired(rules, state, [mover])
            continue
        if can_act(rules, state, mover):
            return state
        may_move = phase == SECOND and rules.reads("second_blocked", "moves")
        if may_move and any(True for _ in moves(rules, state, mover)):
            return state
        if phase == SECOND and rules.reads("second_blocked", "waits"):
            continue
        if phase == FIRST and rules.reads("first_blocked", "opens_later"):
            continue
        waits = phase == LATER and rules.reads("stuck", "waits")
        resting = state.resting | {mover} if waits else state.resting
        state = replace(retired(rules, state, [mover]), resting=resting)
