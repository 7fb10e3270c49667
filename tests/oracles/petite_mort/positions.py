"""Everything that lies on the table, and decisions about it."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from .cards import Composition, Rules

CHANCE = -1
PLAYERS = ("Ada", "Bo", "Cy", "Dan")
Choice = tuple[Any, ...]
Play = Generator["Ask", Choice, None]


class ShortageError(Exception):
    """A component is needed that is not there."""


@dataclass(frozen=True)
class Ask:
    """A decision or a chance: who, what is possible, and what tells it from others."""

    player: int
    choices: tuple[Choice, ...]
    where: Hashable
    table: Table

    @property
    def key(self) -> Hashable:
        """Equal for equal positions; to be asked for while the decision is open."""
        return self.where, snapshot(self.table)


@dataclass
class Table:
    """Everything that lies on the table, in hands and in packs."""

    characters: list[int]
    traits: list[int]
    scythes: list[int]
    pawn: list[int]
    powa: int
    lives: list[list[int | None]]
    worn: list[list[list[int]]]
    hand: list[list[int]]
    blade: list[list[int]]
    plan: list[list[tuple[int, int, int]]]
    laid: list[list[tuple[int, int, int]]]
    meant_too: list[list[tuple[int, int, int]]]
    taken_too: list[list[tuple[int, int, int]]]
    reaping: list[int]
    used: list[int]
    tokens: list[int]
    added: list[list[list[int]]]
    wild: list[list[int]]
    spent: int
    buried: list[list[int]]
    grave: list[list[int]]
    marked: list[list[int]]
    dealt: bool = False
    won: tuple[int, ...] | str | None = None
    shared: list[Any] = field(default_factory=list, compare=False)


def frozen(value: Any) -> Hashable:
    """Lists within lists as tuples within tuples."""
    return tuple(frozen(v) for v in value) if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class State:
    """A table between rounds; equal tables are equal states."""

    table: Table = field(compare=False, repr=False)
    key: Hashable

    def __hash__(self) -> int:
        return hash(self.key)


def copied(t: Table) -> Table:
    """A table that shares nothing that changes with the other."""
    return Table(**{k: fresh(v) for k, v in vars(t).items()})


def fresh(value: Any) -> Any:
    return [fresh(v) for v in value] if isinstance(value, list) else value


def state_of(t: Table) -> State:
    """A state that no later change of the table touches."""
    return State(copied(t), snapshot(t))


def snapshot(t: Table) -> Hashable:
    """All that a position is made of."""
    return frozen([v for k, v in vars(t).items() if k != "shared"])


class Seats:
    """An instance, and what every phase of a round needs of it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cards = Composition(rules)
        self.everyone = range(rules.players)
        self.places = range(1, rules.row + 1)

    def ask(self, t: Table, player: int, choices: Iterable[Choice], *where: Any) -> Ask:
        return Ask(player, tuple(choices), frozen(where), t)

    def take_pawns(self, t: Table, p: int, number: int) -> None:
        if number > t.pawn[p]:
            raise ShortageError("there is not enough pawn left to take")
        t.pawn[p] -= number
