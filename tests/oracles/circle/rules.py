"""The readings, the wheel, and a position between two turns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

LIFE, DEATH, MUMMY = 0, 1, 2
ROLES = ("Life", "Death", "Mummy")

READINGS = {
    "beside_whom": ("own", "of_life"),
    "first_turn": ("own_first", "opening"),
    "freedom": ("spent", "kept", "must_place"),
    "bare": ("nowhere", "anywhere"),
    "centre": ("apart", "meeting"),
    "birth_cause": ("placing", "own_turning", "any_turning"),
    "birth_place": ("adjacent", "detached"),
    "birth_chain": ("chain", "once"),
    "birth_duty": ("may", "must"),
    "surrounding": ("every_side", "one_axis"),
    "rim": ("closed", "gaping"),
    "decay_cause": ("placing", "own_turning", "any_turning"),
    "newcomer": ("stays", "replaced"),
    "decay_scope": ("all_over", "touched"),
    "decay_stop": ("all_the_same", "no_more"),
    "decay_number": ("all_of_them", "one_of_them"),
    "decay_chain": ("once", "chain"),
    "replaced_go": ("to_supply", "to_box"),
    "decay_short": ("remains", "removed"),
    "goal_time": ("at_once", "after_powers"),
    "shared_goal": ("together", "mover", "seat", "nobody"),
    "other_goal": ("counts", "own_turn"),
    "empty_ring": ("may_turn", "may_not"),
    "no_place": ("must_turn", "may_pass"),
    "three_destiny": ("dropped", "upheld"),
    "last_turns": ("everyone", "others"),
    "last_goal": ("ends_it", "awaits"),
    "more_than": ("there", "overall"),
    "double_turn": ("whole", "stepwise"),
}

Choice = tuple[str, int] | tuple[str]


@dataclass(frozen=True)
class Rules:
    """One instance: ``variant`` is standard, aggressive or three; ``changed`` readings by name."""

    variant: str
    rings: int
    segments: int
    pieces: int
    changed: tuple[tuple[str, str], ...] = ()
    beginner: int = LIFE
    counts_lost: bool = False

    def reads(self, name: str, option: str) -> bool:
        assert option in READINGS[name], (name, option)
        return dict(self.changed).get(name, READINGS[name][0]) == option

    @cached_property
    def roles(self) -> int:
        return 3 if self.variant == "three" else 2

    @cached_property
    def ring(self) -> list[list[int]]:
        return [[r * self.segments + s for s in range(self.segments)] for r in range(self.rings)]

    @cached_property
    def segment(self) -> list[list[int]]:
        return [[r * self.segments + s for r in range(self.rings)] for s in range(self.segments)]

    def beside_in_ring(self, c: int) -> set[int]:
        r, s = divmod(c, self.segments)
        return {r * self.segments + (s + d) % self.segments for d in (1, -1)}

    def beside_across(self, c: int) -> set[int]:
        r, s = divmod(c, self.segments)
        places = {q * self.segments + s for q in (r - 1, r + 1) if 0 <= q < self.rings}
        if r == 0 and self.reads("centre", "meeting"):
            places |= set(self.ring[0]) - {c} - self.beside_in_ring(c)
        return places

    def around(self, c: int) -> set[int]:
        return self.beside_in_ring(c) | self.beside_across(c)

    def at_rim(self, c: int) -> bool:
        r = c // self.segments
        return r == self.rings - 1 or (r == 0 and not self.reads("centre", "meeting"))


@dataclass(frozen=True)
class State:
    """Between two turns. ``left``: last rotations to come, None before them. ``counted``: Life
    pieces that were replaced, if anybody counts them.

    ``won``: the winners once the round is over (empty: drawn), None before.
    """

    board: tuple[int | None, ...]
    mover: int
    free: frozenset[int]
    lost: int = 0
    left: int | None = None
    won: tuple[int, ...] | None = None
    counted: int = 0


@dataclass(frozen=True)
class Ask:
    """A decision in the middle of a turn; ``key`` tells such positions apart."""

    player: int
    choices: tuple[Choice, ...]
    key: tuple[Any, ...]


def first(rules: Rules) -> State:
    """The position before the first turn."""
    opening = rules.reads("first_turn", "opening")
    free = {rules.beginner} if opening else set(range(rules.roles))
    if rules.variant != "standard":
        free = set()
    board = (None,) * (rules.rings * rules.segments)
    return State(board, rules.beginner, frozenset(free))


def place_of(choice: Choice) -> int:
    """The place or the ring that was chosen."""
    assert len(choice) == 2, choice
    return choice[1]
