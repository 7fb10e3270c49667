"""Run Run Run! in plain Python: corridors, walks, mummies' steps, triangles and hearts.

Written from the rulebook, for the default readings. A labyrinth is given by what lies where, in
axial coordinates; directions are numbered clockwise from the north-east.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .tables import rows

Spot = tuple[int, int]
AROUND: tuple[Spot, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
CENTRE: Spot = (0, 0)
FAR = 10**6


@dataclass(frozen=True)
class Card:
    """A kind of place card: its exits before it is turned, its ways to look, and its symbol."""

    exits: frozenset[int]
    looks: int
    sign: str


@dataclass(frozen=True)
class Labyrinth:
    """What lies on the table: cards with their turns, ways through walls, the door and its way."""

    cards: tuple[Card, ...]
    table: frozenset[Spot]
    laid: Mapping[Spot, tuple[int, int]]
    tunnels: frozenset[tuple[Spot, Spot]]
    door: tuple[Spot, Spot] | None
    haunted: frozenset[Spot]
    gates: int = 6

    def exits(self, spot: Spot) -> frozenset[int]:
        if spot == CENTRE:
            return frozenset(range(self.gates))
        if spot not in self.laid:
            return frozenset()
        card, turn = self.laid[spot]
        return frozenset((e + turn) % 6 for e in self.cards[card].exits)

    def occupied(self, spot: Spot) -> bool:
        return spot == CENTRE or spot in self.laid or (self.door or (None,))[0] == spot

    def ways(self, spot: Spot) -> set[Spot]:
        """Where one comes to from a spot in one step."""
        found = {
            over(spot, d) for d in self.exits(spot) if (d + 3) % 6 in self.exits(over(spot, d))
        }
        pairs = set(self.tunnels) | ({self.door} if self.door else set())
        return found | {b for a, b in pairs if a == spot} | {a for a, b in pairs if b == spot}

    def distances(self, start: Spot, barred: Iterable[Spot] = ()) -> dict[Spot, int]:
        """The fewest steps to every spot; a barred one may be entered, but not left."""
        shut = set(barred) - {start}
        found = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here in shut:
                continue
            for there in self.ways(here):
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found


def over(spot: Spot, direction: int) -> Spot:
    """The spot on the other side."""
    return spot[0] + AROUND[direction][0], spot[1] + AROUND[direction][1]


def read_cards(ruleset: Path, table: str) -> tuple[Card, ...]:
    """The kinds of places in a table beside the ruleset or in it."""
    return tuple(
        Card(frozenset(map(int, row["sides"].split())), int(row["looks"]), row.get("sign", ""))
        for row in rows(ruleset, table)
    )


def mummy_steps(maze: Labyrinth, spot: Spot) -> set[Spot]:
    """Where a mummy may step to: one step nearer to the Pharaoh's room."""
    to_room = maze.distances(CENTRE)
    return {n for n in maze.ways(spot) if to_room.get(n, FAR) == to_room.get(spot, FAR) - 1}


def lays(maze: Labyrinth, stands: Spot, hand: Mapping[int, int]) -> set[tuple[Spot, int, int]]:
    """Every place that may be laid, without tokens: where, which card, how turned."""
    steps = maze.distances(stands, maze.haunted)
    found = set()
    for spot in maze.table:
        if maze.occupied(spot):
            continue
        for kind, number in hand.items():
            for turn in range(maze.cards[kind].looks if number else 0):
                doors = _doors(maze, spot, kind, turn)
                rest = [k for k, n in hand.items() if n - (k == kind) > 0]
                reach = 3 + max((len(maze.cards[k].exits) for k in rest), default=0)
                starts = [o for o in doors if o == stands or o not in maze.haunted]
                if any(steps.get(o, FAR) + 1 <= reach for o in starts):
                    found.add((spot, kind, turn))
    return found


def _doors(maze: Labyrinth, spot: Spot, kind: int, turn: int) -> list[Spot]:
    """The neighbours that a card would be joined to, none if a corridor met a wall."""
    mine = {(e + turn) % 6 for e in maze.cards[kind].exits}
    joined = []
    for d in range(6):
        other = over(spot, d)
        if maze.occupied(other):
            theirs = (d + 3) % 6 in maze.exits(other)
            if theirs != (d in mine):
                return []
            if theirs:
                joined.append(other)
    return joined


def triangles(maze: Labyrinth, spot: Spot, used: set[Spot], different: bool) -> set[int]:
    """The directions d such that a spot and its neighbours at d and d + 1 set off a mechanism."""
    found = set()
    for d in range(6):
        corner = {spot, over(spot, d), over(spot, (d + 1) % 6)}
        signs = [maze.cards[maze.laid[s][0]].sign for s in corner if s in maze.laid]
        kinds = len(set(signs))
        if (
            len(signs) == 3
            and all(signs)
            and not corner & used
            and kinds == (3 if different else 1)
        ):
            found.add(d)
    return found


@dataclass
class Hearts:
    """The heart tokens, as somebody at the table would count them."""

    pile: int = 0
    awake: int = 0

    def placed(self, sleeping: int) -> bool:
        """A heart is due; whether a mummy wakes by it."""
        if not sleeping:
            return False
        self.pile += 1
        if self.pile < 5:
            return False
        self.pile = 0
        self.awake += 5
        return True
