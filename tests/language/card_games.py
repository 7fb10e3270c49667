"""Games of cards that rulebooks describe, as rulesets and as plain programs that count their positions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations
from typing import Any

from tests.language.rulebooks import walked

GUARD = """ruleset guard "One card each, and the highest is left"
  players 2..3 = 2
  enum Card: Guard, Baron, Maid, Princess
  supply pack[c: Card] = if c is Guard then 2 else 1
  state hand: Player -> Card? = none seen by owner
  state safe: set of Player = {}
  state alive: set of Player = Player
  procedure draw_one(p: Player) -> Card
    roll c of Card with weight pack[c]
    pack[c] -= 1
    return c
  procedure out(p: Player)
    remove p from alive
    hand[p] := none
    if size(alive) = 1: win alive
  play
    for p in Player
      hand[p] := draw_one(p)
    repeat until (sum c in Card: pack[c]) = 0
      turns for p in Player if p in alive
        if (sum c in Card: pack[c]) = 0: leave
        remove p from safe
        let drawn_one = draw_one(p)
        let held = hand[p]
        if held is none: next
        choose p
          lay(c: {drawn_one, held})
            hand[p] := if c = drawn_one then held else drawn_one
            match c
              Guard
                choose p
                  guess(q: alive - p - safe, g: Card - Guard)
                    if hand[q] = g: out(q)
                otherwise
                  nothing
              Baron
                choose p
                  compare(q: alive - p - safe)
                    let other = hand[q]
                    let own = hand[p]
                    if other is not none and own is not none
                      if other > own: out(p)
                      if other < own: out(q)
                otherwise
                  nothing
              Maid
                add p to safe
              Princess
                out(p)
    win those p in alive if hand[p] is not none with most hand[p]
  check one: never over and size(those p in Player: won(p)) > 1
"""


def guard(players: int) -> tuple[int, int, int]:
    def turn(pack: Any, hands: Any, safe: Any, alive: Any, mover: int) -> Hashable:
        """Who draws next, unless nobody is left to or nothing."""
        if len(alive) == 1 or not sum(pack):
            return "over", pack, hands, safe, alive
        while mover not in alive:
            mover = (mover + 1) % players
        return "draws", pack, hands, safe - {mover}, alive, mover

    def without(hands: Any, player: int) -> Any:
        return tuple(None if q == player else k for q, k in enumerate(hands))

    def drawn(pack: Any) -> Iterator[tuple[int, Any]]:
        for card in (k for k in range(4) if pack[k]):
            yield card, tuple(n - (k == card) for k, n in enumerate(pack))

    def aimed(state: Any) -> Iterator[Hashable]:
        _, card, pack, hands, safe, alive, p = state
        for q in alive - safe - {p}:
            for guess in (1, 2, 3) if card == 0 else (None,):
                out = None
                if card == 0:
                    out = q if hands[q] == guess else None
                elif hands[q] != hands[p]:
                    out = p if hands[q] > hands[p] else q
                yield turn(
                    pack, without(hands, out) if out is not None else hands, safe,
                    alive - {out}, (p + 1) % players,
                )  # fmt: skip

    def moves(state: Any) -> Iterator[Hashable]:
        match state[0]:
            case "deals":
                for card, pack in drawn(state[1]):
                    hands = (*state[2], card)
                    done = len(hands) == players
                    everybody = frozenset(range(players))
                    yield turn(pack, hands, frozenset(), everybody, 0) if done else (
                        "deals", pack, hands,
                    )  # fmt: skip
            case "draws":
                _, pack, *rest = state
                for card, left in drawn(pack):
                    yield "lays", left, *rest, card
            case "lays":
                _, pack, hands, safe, alive, p, card = state
                for laid in {card, hands[p]}:
                    kept = hands[p] if laid == card else card
                    after = tuple(kept if q == p else k for q, k in enumerate(hands))
                    following = (p + 1) % players
                    if laid < 2 and alive - safe - {p}:
                        yield "aims", laid, pack, after, safe, alive, p
                    elif laid == 3:
                        yield turn(pack, without(after, p), safe, alive - {p}, following)
                    else:
                        shielded = safe | {p} if laid == 2 else safe
                        yield turn(pack, after, shielded, alive, following)
            case "aims":
                yield from aimed(state)

    return walked(("deals", (2, 1, 1, 1), ()), moves)


SWEEP = """ruleset sweep "Cards that a card takes"
  players A, B
  enum Card: C1, C2, C3, D1, D2, D3
  table rank: Card -> 1..3
    C1 | D1: 1
    C2 | D2: 2
    C3 | D3: 3
  state pack: set of Card = Card
  state hand: Player -> set of Card = {} seen by owner
  state row: set of Card = {}
  state taken: Player -> set of Card = {}
  state sweeps: Player -> 0..4 = 0
  state latest: Player? = none
  let total(g: set of Card) = sum c in g: rank(c)
  let may_take(c: Card, g: set of Card) =
    g != {} and total(g) = rank(c) and ((some d in row: rank(d) = rank(c)) implies size(g) = 1)
  let score(p: Player) = size(taken[p]) + sweeps[p]
  procedure deal(p: Player)
    roll c of pack
    remove c from pack
    add c to hand[p]
  play
    roll c of pack
    remove c from pack
    add c to row
    for p in Player
      repeat 2 times: deal(p)
    repeat 2 times
      turns for p in Player
        choose p
          take(c: hand[p], g: subsets(row)) when may_take(c, g)
            row := row - g
            hand[p] := hand[p] - c
            taken[p] := taken[p] + g + c
            latest := p
            if row = {}: sweeps[p] += 1
          lay(c: hand[p]) when no g in subsets(row): may_take(c, g)
            remove c from hand[p]
            add c to row
    if latest is not none
      taken[latest] := taken[latest] + row
      row := {}
    rank by score, sweeps else draw
  check all_there: always size(pack) + size(row) + (sum p in Player: size(hand[p]) + size(taken[p])) = 6
  check by_sweeps: reachable over and won(B) and score(A) = score(B)
"""


def sweep() -> tuple[int, int, int]:
    def worth(cards: Any) -> int:
        return sum(card % 3 + 1 for card in cards)

    def dealt(pack: Any, row: Any, hands: Any) -> Hashable:
        if len(hands) < 2 or len(hands[-1]) < 2:
            return "deals", pack, row, hands
        return turn(pack, row, hands, (frozenset(), frozenset()), (0, 0), None, 0)

    def turn(pack: Any, row: Any, hands: Any, taken: Any, sweeps: Any, latest: Any, k: int) -> Any:
        if k < 4:
            return "turn", pack, row, hands, taken, sweeps, latest, k
        if latest is not None:
            taken = tuple(cards | row if p == latest else cards for p, cards in enumerate(taken))
            row = frozenset()
        return "over", pack, row, hands, taken, sweeps, latest

    def moves(state: Any) -> Iterator[Hashable]:
        if state[0] == "deals":
            _, pack, row, hands = state
            for card in pack:
                left = pack - {card}
                if not row:
                    yield "deals", left, frozenset([card]), ()
                elif hands and len(hands[-1]) == 1:
                    yield dealt(left, row, (*hands[:-1], hands[-1] | {card}))
                else:
                    yield dealt(left, row, (*hands, frozenset([card])))
        if state[0] != "turn":
            return
        _, pack, row, hands, taken, sweeps, latest, k = state
        p = k % 2
        for card in hands[p]:
            kept = tuple(h - {card} for h in hands)
            groups = [frozenset(g) for n in range(1, len(row) + 1) for g in combinations(row, n)]
            groups = [g for g in groups if worth(g) == worth([card])]
            groups = [g for g in groups if len(g) == 1] or groups
            for g in groups:
                more = tuple(t | g | {card} if q == p else t for q, t in enumerate(taken))
                swept = tuple(n + (q == p and g == row) for q, n in enumerate(sweeps))
                yield turn(pack, row - g, kept, more, swept, p, k + 1)
            if not groups:
                yield turn(pack, row | {card}, kept, taken, sweeps, latest, k + 1)

    return walked(("deals", frozenset(range(6)), frozenset(), ()), moves)
