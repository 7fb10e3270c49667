"""The match of two rounds of Circle of Life, around the oracle of one round."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from .circle import DEATH, LIFE, Ask, Rules, State, first, turn

READINGS = {
    "second_start": ("new_life", "same_person"),
    "needed": ("standing_ones", "used_ones"),
    "shared_round": ("for_both", "for_nobody"),
    "single_win": ("enough", "drawn_game"),
    "both_twice": ("both_win", "fewer", "nobody"),
}
PERSONS = ("First", "Second")


@dataclass(frozen=True)
class Match:
    """The rules of the rounds and the ``changed`` readings of the match."""

    rules: Rules
    changed: tuple[tuple[str, str], ...] = ()

    def round(self, life: int) -> Rules:
        """What one round goes by: who begins it, and whether replaced pieces are counted."""
        later = life == 1 and self.reads("second_start", "same_person")
        return replace(
            self.rules,
            beginner=DEATH if later else LIFE,
            counts_lost=self.reads("needed", "used_ones"),
        )

    def reads(self, name: str, option: str) -> bool:
        assert option in READINGS[name], (name, option)
        return dict(self.changed).get(name, READINGS[name][0]) == option


@dataclass(frozen=True)
class MatchState:
    """``life``: who plays Life; ``wins`` and ``needed``: one number per person."""

    inner: State
    life: int = 0
    wins: tuple[int, int] = (0, 0)
    needed: tuple[int, int] = (0, 0)
    won: tuple[int, ...] | None = None


def first_of_match(match: Match) -> MatchState:
    return MatchState(first(match.round(0)))


def turn_of_match(match: Match, s: MatchState) -> Generator[Ask, tuple[str, int], MatchState]:
    """One turn; see :func:`oracles.circle.turn`. Decisions are asked of persons, not roles."""

    def person(role: int) -> int:
        return s.life if role == LIFE else 1 - s.life

    running = turn(match.round(s.life), s.inner)
    try:
        asked = next(running)
        while True:
            answer = yield Ask(person(asked.player), asked.choices, (s, asked.key))
            asked = running.send(answer)
    except StopIteration as end:
        inner = end.value
    if inner.won is None:
        return replace(s, inner=inner)
    wins, needed = list(s.wins), list(s.needed)
    if len(inner.won) < 2 or match.reads("shared_round", "for_both"):
        for role in inner.won:
            wins[person(role)] += 1
            needed[person(role)] += pieces_of(inner, role)
    after = MatchState(inner, s.life, (wins[0], wins[1]), (needed[0], needed[1]))
    if s.life == 1:
        return replace(after, won=winners(match, after))
    return replace(after, life=1, inner=first(match.round(1)))


def pieces_of(inner: State, role: int) -> int:
    return inner.board.count(role) + (inner.counted if role == LIFE else 0)


def winners(match: Match, s: MatchState) -> tuple[int, ...]:
    for wins in (2, 1):
        best = [p for p in (0, 1) if s.wins[p] == wins]
        if len(best) == 2 and wins == 2 and not match.reads("both_twice", "both_win"):
            break
        if wins == 2 and best:
            return tuple(best)
    if wins == 2 and match.reads("both_twice", "nobody"):
        return ()
    if len(best) == 1:
        return tuple(best) if match.reads("single_win", "enough") else ()
    if len(best) == 2 and s.needed[0] != s.needed[1]:
        return (0,) if s.needed[0] < s.needed[1] else (1,)
    return ()
