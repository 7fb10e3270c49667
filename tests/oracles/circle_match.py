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
}
PERSONS = ("First", "Second")


@dataclass(frozen=True)
class Match:
    """The rules of the rounds and the ``changed`` readings of the match."""

    rules: Rules
    changed: tuple[tuple[str, str], ...] = ()

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
    return MatchState(first(match.rules))


def turn_of_match(match: Match, s: MatchState) -> Generator[Ask, tuple[str, int], MatchState]:
    """One turn; see :func:`oracles.circle.turn`. Decisions are asked of persons, not roles."""

    def person(role: int) -> int:
        return s.life if role == LIFE else 1 - s.life

    running = turn(match.rules, s.inner)
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
            needed[person(role)] = pieces_of(match, inner, role)
    after = MatchState(inner, s.life, (wins[0], wins[1]), (needed[0], needed[1]))
    if s.life == 1:
        return replace(after, won=winners(match, after))
    start = DEATH if match.reads("second_start", "same_person") else LIFE
    fresh = first(match.rules)
    free = {start} if match.rules.reads("first_turn", "opening") else fresh.free
    return replace(after, life=1, inner=replace(fresh, mover=start, free=frozenset(free)))


def pieces_of(match: Match, inner: State, role: int) -> int:
    gone = inner.lost if role == LIFE and match.reads("needed", "used_ones") else 0
    return inner.board.count(role) + gone


def winners(match: Match, s: MatchState) -> tuple[int, ...]:
    for wins in (2, 1):
        best = [p for p in (0, 1) if s.wins[p] == wins]
        if wins == 2 and best:
            return tuple(best)
    if len(best) == 1:
        return tuple(best) if match.reads("single_win", "enough") else ()
    if len(best) == 2 and s.needed[0] != s.needed[1]:
        return (0,) if s.needed[0] < s.needed[1] else (1,)
    return ()
