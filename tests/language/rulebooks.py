"""Games that rulebooks describe, as rulesets and as plain programs that count their positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import Any

Moves = Callable[[Any], Iterator[Hashable]]


def walked(start: Hashable, moves: Moves) -> tuple[int, int, int]:
    """How many positions and moves there are, and how many positions without any."""
    seen, waiting, edges, ends = {start}, [start], 0, 0
    for state in waiting:
        following = list(moves(state))
        edges, ends = edges + len(following), ends + (not following)
        waiting += [s for s in dict.fromkeys(following) if s not in seen]
        seen.update(following)
    return len(seen), edges, ends


GO = """ruleset go "Go with ko"
  players Black, White
  shape small = square(2, 2)
  shape wide = square(3, 2)
  shape whole = square(3, 3)
  board grid = square(small)
  state on: Square -> Player? = none
  state passes: 0..2 = 0
  let chain(s: Square) = group(s, those t in Square: on[t] is on[s])
  let breathes(s: Square) = some t in chain(s), u in near(t): on[u] is none
  let stones(p: Player) = count s in Square: on[s] is p
  procedure put_stone(p: Player, s: Square)
    on[s] := p
    let dead = those t in Square: on[t] is next(p) and not breathes(t)
    for t in dead
      on[t] := none
  play
    repeat
      turns for p in Player
        choose p
          place(s: Square) when on[s] is none, after put_stone(p, s): breathes(s) and on != was on
            put_stone(p, s)
            passes := 0
          pass
            passes += 1
        if passes = 2: win those q in Player with most stones(q)
  check ends fails: every play ends
  check full: never all s in Square: on[s] is not none
"""


def go(columns: int, rows: int) -> tuple[int, int, int]:
    cells = [(c, r) for c in range(columns) for r in range(rows)]
    near = {a: [b for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1] for a in cells}

    def breathes(board: dict[Any, int], a: Any) -> bool:
        found = [a]
        for x in found:
            found += [y for y in near[x] if y not in found and board.get(y) == board[a]]
        return any(y not in board for x in found for y in near[x])

    @cache
    def placed(board: frozenset[Any], mover: int) -> tuple[frozenset[Any], ...]:
        """The boards after a stone of the mover, where it lives."""
        found = []
        for a in cells:
            new = {**dict(board), a: mover}
            if a in dict(board):
                continue
            for b in [b for b in new if new[b] != mover and not breathes(new, b)]:
                del new[b]
            if breathes(new, a):
                found.append(frozenset(new.items()))
        return tuple(found)

    def moves(state: Any) -> Iterator[Hashable]:
        board, before, passes, mover = state
        if passes == 2:
            return
        yield board, board, passes + 1, 1 - mover if passes == 0 else None
        yield from (
            (after, board, 0, 1 - mover) for after in placed(board, mover) if after != before
        )

    return walked((frozenset(), frozenset(), 0, 0), moves)


FLOOD = """ruleset flood "The flood, together"
  players 2..5 = 2
  state water: 0..3 = 0
  state boat: 0..5 = 0
  state strength: Player -> 0..1 = 1
  play
    repeat
      turns for p in Player
        choose p
          bail when water > 0, strength[p] > 0
            water -= 1
            strength[p] -= 1
          build
            boat += 1
        if boat = size(Player): win Player
        if water = 3: lose
        water += 1
  check saved: reachable won(P1) and won(P2)
  check drowned: reachable lost
"""


def flood(players: int) -> tuple[int, int, int]:
    def moves(state: Any) -> Iterator[Hashable]:
        water, boat, strength, mover = state
        if mover is None:
            return
        weak = (*strength[:mover], 0, *strength[mover + 1 :])
        for down, up, left in ((1, 0, weak), (0, 1, strength)):
            if down and not (water and strength[mover]):
                continue
            if boat + up == players or water - down == 3:
                yield water - down, boat + up, left, None
            else:
                yield water - down + 1, boat + up, left, (mover + 1) % players

    return walked((0, 0, (1,) * players, 0), moves)


DEAL = """ruleset deal "A cake that melts while they talk"
  players Ann, Bob
  state share: Player -> 0..4 = 0
  state cake: 0..4 = 4
  play
    repeat
      turns for p in Player
        choose p
          ask(mine: 0..4) when mine <= cake
            choose next(p)
              agree_to
                share[p] := mine
                share[next(p)] := cake - mine
                rank by share
              refuse
        cake -= 2
        if cake = 0: lose
  check equal: reachable won(Ann) and won(Bob)
"""


def deal() -> tuple[int, int, int]:
    def moves(state: Any) -> Iterator[Hashable]:
        kind, cake, mover, mine = state
        if kind == "asks":
            yield from (("answers", cake, mover, k) for k in range(cake + 1))
        elif kind == "answers":
            shares = (mine, cake - mine) if mover == 0 else (cake - mine, mine)
            yield "agreed", cake, None, shares
            lost = cake == 2
            yield ("lost", 0, None, None) if lost else ("asks", cake - 2, 1 - mover, None)

    return walked(("asks", 4, 0, None), moves)


DECK = """ruleset deck "A deck that is built"
  players Ann, Bob
  enum Card: Copper, Silver
  state deck: Player, Card -> 0..6 = 0
  state heap: Player, Card -> 0..6 = 0
  state points: Player -> 0..2 = 0
  state rounds: 0..2 = 0
  play
    for p in Player: deck[p, Copper] := 1
    repeat until rounds = 2
      turns for p in Player
        if all c in Card: deck[p, c] = 0
          for c in Card
            deck[p, c] := heap[p, c]
            heap[p, c] := 0
        roll c of (those k in Card: deck[p, k] > 0) with weight deck[p, c]
        deck[p, c] -= 1
        heap[p, c] += 1
        choose p
          buy when c is Copper
            heap[p, Silver] += 1
          sell when c is Silver
            points[p] += 1
          wait
      rounds += 1
    rank by points
  check sold: reachable points[Ann] = 1
"""


def deck() -> tuple[int, int, int]:
    def drawing(decks: Any, heaps: Any, points: Any, rounds: int, p: int) -> Hashable:
        if p == 2:
            rounds, p = rounds + 1, 0
        if rounds == 2:
            return "end", decks, heaps, points, None, None
        if decks[p] == (0, 0):
            decks, heaps = put(decks, p, heaps[p]), put(heaps, p, (0, 0))
        return "draw", decks, heaps, points, rounds, p

    def put(pair: Any, p: int, new: Any) -> Any:
        return (new, pair[1]) if p == 0 else (pair[0], new)

    def moves(state: Any) -> Iterator[Hashable]:
        kind, decks, heaps, points, rounds, p = state
        if kind == "end":
            return
        if kind == "draw":
            for card in (0, 1):
                if decks[p][card]:
                    left = tuple(n - (k == card) for k, n in enumerate(decks[p]))
                    more = tuple(n + (k == card) for k, n in enumerate(heaps[p]))
                    yield card, put(decks, p, left), put(heaps, p, more), points, rounds, p
            return
        copper, silver = heaps[p]
        yield drawing(decks, heaps, points, rounds, p + 1)
        if kind == 0:
            yield drawing(decks, put(heaps, p, (copper, silver + 1)), points, rounds, p + 1)
        else:
            yield drawing(decks, heaps, put(points, p, points[p] + 1), rounds, p + 1)

    empty = ((0, 0), (0, 0))
    return walked(drawing(((1, 0), (1, 0)), empty, (0, 0), 0, 0), moves)


DRAUGHTS = """ruleset draughts "Draughts on three by four: a position that comes again is a draw"
  players White, Black
  board grid = square(3, 4)
  state on: Square -> Player? = none
  state kings: set of Square = {}
  state mover: Player = White
  history positions of on, kings, mover up to 24
  let ways(a: Square, p: Player) =
    let up = {northeast, northwest}
    let down = {southeast, southwest}
    if a in kings then up + down else if p is White then up else down
  let clear(a: Square, d: Direction) =
    let b = step(a, d)
    if b is none then no else on[b] is none
  let jumps(a: Square, d: Direction, p: Player) =
    let b = step(a, d)
    if b is none then no else on[a] is p and d in ways(a, p) and on[b] is next(p) and clear(b, d)
  let steps(a: Square, d: Direction, p: Player) = on[a] is p and d in ways(a, p) and clear(a, d)
  let must(p: Player) = some a in Square, d in Direction: jumps(a, d, p)
  let may(p: Player) = some a in Square, d in Direction: jumps(a, d, p) or steps(a, d, p)
  procedure arrive(a: Square, d: Direction, p: Player, from_there: Square)
    let b = step(from_there, d)
    if b is not none
      on[a] := none
      on[b] := p
      if a in kings
        remove a from kings
        add b to kings
      else
        reset positions
        if row(b) is (if p is White then r4 else r1): add b to kings
  play
    on[a1] := White
    on[c1] := White
    on[b4] := Black
    remember positions
    repeat
      turns for p in Player
        choose p
          jump(a: Square, d: Direction) when jumps(a, d, p)
            let b = step(a, d)
            if b is not none
              arrive(a, d, p, b)
              on[b] := none
              remove b from kings
              reset positions
          go(a: Square, d: Direction) when steps(a, d, p) unless must(p)
            arrive(a, d, p, a)
        mover := next(p)
        remember positions
        if remembered(positions) = 2: draw
        if not may(mover): win p
  check ends: every play ends
  check drawn_one: reachable drawn
  check enough: never positions > 24
"""


def draughts() -> tuple[int, int, int]:
    cells = {(c, r) for c in range(3) for r in range(4) if (c + r) % 2 == 0}

    def ways(board: Any, a: Any, jump: bool) -> Iterator[tuple[Any, Any]]:
        who, king = board[a]
        for dc in (-1, 1):
            for dr in (1, -1) if king else (1 - 2 * who,):
                b, beyond = (a[0] + dc, a[1] + dr), (a[0] + 2 * dc, a[1] + 2 * dr)
                if jump and b in board and board[b][0] != who:
                    if beyond in cells and beyond not in board:
                        yield b, beyond
                elif not jump and b in cells and b not in board:
                    yield None, b

    def of(board: Any, mover: int, jump: bool) -> list[Any]:
        own = (a for a in board if board[a][0] == mover)
        return [(a, b, to) for a in own for b, to in ways(board, a, jump)]

    def moves(state: Any) -> Iterator[Hashable]:
        pieces, mover, seen, over = state
        if over:
            return
        board = dict(pieces)
        for a, taken, to in of(board, mover, True) or of(board, mover, False):
            new = {k: v for k, v in board.items() if k not in (a, taken)}
            king = board[a][1]
            new[to] = (mover, king or to[1] == (0 if mover else 3))
            here = frozenset(new.items()), 1 - mover
            seen_now = (*(seen if king and taken is None else ()), here)
            stuck = not (of(new, 1 - mover, True) or of(new, 1 - mover, False))
            over = "draw" if seen_now.count(here) == 2 else "won" if stuck else ""
            yield *here, seen_now, over

    start = frozenset({(0, 0): (0, False), (2, 0): (0, False), (1, 3): (1, False)}.items()), 0
    return walked((*start, (start,), ""), moves)


SUPERKO = """ruleset superko "Go in a row: no position comes twice"
  players Black, White
  shape two = square(2, 1)
  shape three = square(3, 1)
  board grid = square(two)
  state on: Square -> Player? = none
  history boards of on up to 60
  let chain(s: Square) = group(s, those t in Square: on[t] is on[s])
  let breathes(s: Square) = some t in chain(s), u in near(t): on[u] is none
  procedure put_stone(p: Player, s: Square)
    on[s] := p
    let dead = those t in Square: on[t] is next(p) and not breathes(t)
    for t in dead
      on[t] := none
  play
    remember boards
    repeat
      choose Black
        place(p: Player, s: Square) when on[s] is none, after put_stone(p, s): breathes(s) and remembered(boards) = 0
          put_stone(p, s)
          remember boards
      otherwise
        draw
  check once: never remembered(boards) > 1
"""


AUCTION = """ruleset auction "Two lots, for two to five"
  players 2..5 = 2
  state bid: 0..2 = 0
  state leader: Player? = none
  state out: set of Player = {}
  state lots: Player -> 0..2 = 0
  let left = size(Player - out)
  play
    repeat 2 times
      repeat until left = 1
        turns for p in Player if p not in out and leader is not p and left > 1
          choose p
            raise_it when bid < 2
              bid += 1
              leader := p
            drop
              add p to out
      if leader is not none: lots[leader] += 1
      reset bid, leader, out
    rank by lots else draw
  check ends: every play ends
  check tie: reachable drawn and lots[P1] = 1
  check nobody: reachable drawn and lots[P1] = 0
"""


def auction(players: int) -> tuple[int, int, int]:
    def rest(lot: int, bid: int, leader: Any, out: Any, lots: Any, mover: int) -> Hashable:
        """Where somebody is asked next."""
        while True:
            if len(out) == players - 1:
                if leader is not None:
                    lots = tuple(n + (q == leader) for q, n in enumerate(lots))
                lot, bid, leader, out, mover = lot + 1, 0, None, frozenset(), 0
                if lot == 2:
                    return "over", lots
            if mover not in out and mover != leader:
                return lot, bid, leader, out, lots, mover
            mover = (mover + 1) % players

    def moves(state: Any) -> Iterator[Hashable]:
        if state[0] == "over":
            return
        lot, bid, leader, out, lots, mover = state
        after = (mover + 1) % players
        if bid < 2:
            yield rest(lot, bid + 1, mover, out, lots, after)
        yield rest(lot, bid, leader, out | {mover}, lots, after)

    return walked(rest(0, 0, None, frozenset(), (0,) * players, 0), moves)
