"""The readings, the ice and the pieces, and a position between two turns."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
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
    "first_blocked": ("out", "opens_later"),
    "stopped_tiles": ("of_the_end", "of_their_end"),
    "no_tile_seen": ("at_the_end", "before_too"),
    "neutral_number": ("three_each", "three_in_all"),
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
        return range(self.players + 2)

    @property
    def one_set(self) -> bool:
        """Whether two players lay three neutral pieces in all."""
        return self.players == 2 and self.reads("neutral_number", "three_in_all")

    def neutral(self, player: int) -> int:
        """The neutral colour of what a player lays; with three players one colour is left."""
        of_their_own = self.players == 2 and self.reads("neutral_colours", "two")
        return self.players + (min(player, 1) if of_their_own and not self.one_set else 0)


@dataclass(frozen=True)
class State:
    """Between two turns; ``stock`` and ``neutral`` are what each player still holds.

    ``kept``: how many tiles each player controlled whose own game is over, if that is what counts.
    """

    board: Board
    stock: tuple[tuple[int, ...], ...]
    neutral: tuple[frozenset[int], ...]
    points: tuple[int, ...]
    active: frozenset[int]
    phase: int
    mover: int
    resting: frozenset[int] = frozenset()
    kept: tuple[int, ...] = ()
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
        kept=(0,) * rules.players,
    )


def put(values: Sequence[Any], i: int, value: Any) -> tuple[Any, ...]:
    return (*values[:i], value, *values[i + 1 :])
