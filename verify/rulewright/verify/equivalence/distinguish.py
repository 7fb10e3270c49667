"""One question in one game: are two programs the same game, and where do they part if not?

First the programs are compared, then short plays, all of them; then random plays look for a
difference that lies deep, and what is left of the time goes into complete search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.ir import fold
from rulewright.dsl.ir.types import Map, Type, Value, show_value
from rulewright.engines.python.game import PythonGame

from ..limits import Budget, Deadline
from ..plays.play import Play, play_of, states_of
from .bisimulation import Open, Same
from .observation import RUNS_ON, Aspect, Key, Side, View, shared
from .pair import Parted
from .product import Tandem
from .random_walk import Strolled
from .shrink import shortened

FIRST_SHARE, RANDOM_SHARE, AGAIN_SHARE, SHORTER_SHARE = 0.5, 0.5, 0.3, 0.5
PLAYS, PLAYS_WITHOUT_CLOCK = 10_000_000, 100


@dataclass(frozen=True, slots=True)
class Difference:
    """The play that shows a difference, on both games, replayed; the views at its end.

    ``aspect``: in what they differ. ``shortest``: no shorter play of this instance shows a
    difference of this kind (the rules, or the table); otherwise that was not searched to the end.
    ``options``: what only the one and only the other game offers there, as a person types it.
    ``table``: what differs on the table, as lines of text: what it is, and both values.
    """

    aspect: Aspect
    shortest: bool
    plays: tuple[Play, Play]
    views: tuple[View, View]
    options: tuple[tuple[str, ...], tuple[str, ...]]
    table: tuple[tuple[str, str, str], ...]

    @property
    def moves(self) -> int:
        """How many decisions, of players and of chance, lead to it."""
        return len(self.plays[0].moves)


@dataclass(frozen=True, slots=True)
class Examined:
    """What is known of two programs.

    ``rules``: a play after which the rules differ. ``table``: one after which only what lies on
    the table does, if there is one and no shorter one of the former kind. ``found``: how far the
    search for the former kind got, None if there is one. ``provisional``: what it says has to be
    confirmed, see :class:`.tandem.Tandem`.
    """

    rules: Difference | None
    table: Difference | None
    found: Same | Open | None
    provisional: bool = False


def examine(
    tandem: Tandem, budget: Budget, seed: int, polish: float = 0.0, *, table: bool = True
) -> Examined:
    """Look for a difference.

    ``budget`` limits the seconds, and the pairs of positions held. What random play finds is
    given ``polish`` seconds more, to become short. Without ``table``, one that only lies on the
    table is told only beside one in the rules.
    """
    deadline = budget.start()
    result = tandem.search(_short(tandem, budget))
    strolled = None
    if isinstance(result, Open):
        plays = PLAYS_WITHOUT_CLOCK if budget.seconds is None else PLAYS
        strolled = tandem.stroll(seed, plays, _left(deadline).share(RANDOM_SHARE).start())
        if strolled.rules is not None:
            seconds = None if budget.seconds is None else (deadline.left() or 0.0) + polish
            parted, shortest = _shortest(tandem, strolled.rules, seed, budget.within(seconds))
            return _examined(tandem, parted, shortest=shortest)
        result = tandem.search(budget.within(deadline.left()))
    if isinstance(result, Parted):
        return _examined(tandem, result, shortest=True)
    if strolled is not None and isinstance(result, Open):
        result = replace(result, random_plays=strolled.plays)
    seen = _on_table(tandem, result, strolled, deadline) if table else None
    return Examined(None, seen, result, tandem.provisional)


def _on_table(
    tandem: Tandem, result: Same | Open, strolled: Strolled | None, deadline: Deadline
) -> Difference | None:
    """A play after which only what lies on the table differs, if one was seen."""
    found = tandem.table
    if found is not None:
        return difference(tandem.games, found, shortest=True)
    if strolled is None or strolled.table is None:
        return None
    found = _shorter_table(tandem, strolled.table, deadline)
    shortest = isinstance(result, Same) or len(found) <= result.moves + 1
    return difference(tandem.games, found, shortest=shortest)


def _examined(tandem: Tandem, parted: Parted, *, shortest: bool) -> Examined:
    """A difference in the rules, and one on the table if that is there sooner."""
    table = tandem.table
    sooner = table if table is not None and len(table) < len(parted) else None
    return Examined(
        difference(tandem.games, parted, shortest=shortest),
        None if sooner is None else difference(tandem.games, sooner, shortest=True),
        None,
    )


def _short(tandem: Tandem, budget: Budget) -> Budget:
    """What the search of short plays may take: many small games need no more."""
    most = tandem.patience if budget.states is None else min(tandem.patience, budget.states)
    return Budget(budget.share(FIRST_SHARE).seconds, most)


def _left(deadline: Deadline) -> Budget:
    return Budget(deadline.left())


def _shorter_table(tandem: Tandem, keys: Sequence[Key], deadline: Deadline) -> Parted:
    def follow(moves: Sequence[Key]) -> int | None:
        return tandem.follow(moves, table=True)

    return tandem.parted(shortened(follow, keys, deadline), table=True)


def _shortest(
    tandem: Tandem, keys: Sequence[Key], seed: int, budget: Budget
) -> tuple[Parted, bool]:
    """A short play with a difference, and whether none is shorter.

    More random plays, each shorter than the best; then what can be left out of that; then
    complete search of all plays that are shorter.
    """
    deadline = budget.start()
    again = _left(deadline).share(AGAIN_SHARE).start()
    best: Sequence[Key] | None = keys
    while best and again.at is not None and not again.passed():
        keys, seed = best, seed + 1
        best = tandem.stroll(seed, PLAYS, again, len(keys) - 1).rules
    shorter = _left(deadline).share(SHORTER_SHARE).start()
    keys = shortened(tandem.follow, keys if best is None else best, shorter)
    result = tandem.search(budget.within(deadline.left()), longest=len(keys) - 1)
    if isinstance(result, Parted):
        return result, True
    return tandem.parted(keys), isinstance(result, Same) or result.moves >= len(keys) - 1


def difference(
    games: tuple[PythonGame, PythonGame], parted: Parted, *, shortest: bool
) -> Difference:
    """A difference with its plays, replayed."""
    first, second = parted.first, parted.second
    if RUNS_ON in (parted.views[0].outcome, parted.views[1].outcome):
        first, second = first[:-1], second[:-1]  # the last action comes to no position
    plays = play_of(games[0], first), play_of(games[1], second)
    only = _only(games[0], parted, 0), _only(games[1], parted, 1)
    return Difference(parted.aspect, shortest, plays, parted.views, only, on_the_table(*plays))


def _only(game: PythonGame, parted: Parted, side: int) -> tuple[str, ...]:
    """The options that only this side has, as text."""
    here, there = parted.views[side], parted.views[1 - side]
    others = {key for key, _ in there.options}
    if all(key in others for key, _ in here.options):
        return ()
    state = states_of(game, (parted.first, parted.second)[side])[-1]
    legal = game.legal(state)
    keys = Side(game).keys(state, legal)
    return tuple(game.text(state, a) for k, a in zip(keys, legal, strict=True) if k not in others)


def on_the_table(first: Play, second: Play) -> tuple[tuple[str, str, str], ...]:
    """What differs between the ends of two plays: its name, and both values."""
    found: list[tuple[str, str, str]] = []
    names = shared(first.program, second.program)
    for variable in (v for v in first.program.variables if v.name in names):
        one = first.positions[-1].values[variable.name]
        two = second.positions[-1].values[variable.name]
        if one == two:
            continue
        if isinstance(variable.type, Map) and isinstance(one, tuple) and isinstance(two, tuple):
            rows = zip(fold.constants(variable.type.key), one, two, strict=True)
            found += [
                (
                    f"{variable.name}[{show_value(key.type, key.value)}]",
                    *_shown(variable.type.value, a, b),
                )
                for key, a, b in rows
                if a != b
            ]
        else:
            found.append((variable.name, *_shown(variable.type, one, two)))
    return tuple(found)


def _shown(t: Type, one: Value, two: Value) -> tuple[str, str]:
    return show_value(t, one), show_value(t, two)
