"""One question in one game: are two programs the same game, and if not, where do they differ?

First the programs are compared, then all short plays; then random plays look for a deep difference, and the
remaining time goes into complete search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.ir import fold
from rulewright.dsl.ir.types import Map, show_value
from rulewright.engines.python.game import PythonGame

from ..effort.comparing import DISTINGUISHING
from ..limits import Budget, Deadline
from ..plays.play import Play, play_of, states_of
from ..stategraph.graph import EngineMismatch
from .bisimulation import BoundedEquivalence, Equivalent
from .labels import ActionName
from .observation import ENDLESS, Observation, ObservedAspect, Side, lies_open
from .pair import DistinguishingPlay
from .product import Product
from .random_walk import WalkResult
from .shrink import shortened

MISSING = "is not there"
"""Stands for an entry on the table that only the other game has."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The play that shows a difference, replayed on both games; the views at its end.

    ``aspect``: what differs. ``plays``: None for a game whose rules run on for ever after the last move, as
    it has no position then. ``shortest``: no shorter play of this instance shows a difference of this kind
    (the rules, or the table); otherwise that was not searched completely. ``options``: what only the one
    and only the other game offers there, as a person types it. ``table``: what differs on the table, as
    lines of text: its name, and both values.
    """

    aspect: ObservedAspect
    shortest: bool
    plays: tuple[Play | None, Play | None]
    views: tuple[Observation, Observation]
    options: tuple[tuple[str, ...], tuple[str, ...]]
    table: tuple[tuple[str, str, str], ...]

    @property
    def moves(self) -> int:
        """How many decisions, of players and of chance, lead to it."""
        return len(self.play.moves)

    @property
    def play(self) -> Play:
        """The play on the first game, or on the second if the first runs on for ever."""
        shown = next((play for play in self.plays if play is not None), None)
        assert shown is not None, "games that both run on for ever do not differ"
        return shown


@dataclass(frozen=True, slots=True)
class ProgramComparison:
    """What is known of two programs.

    ``rules``: a play after which the rules differ. ``table``: one after which only the table differs, if
    there is one and no shorter one of the former kind. ``found``: how far the search for the former kind
    got, None if there is one. ``unconfirmed``: its result must be confirmed, see :class:`.product.Product`.
    """

    rules: Difference | None
    table: Difference | None
    found: Equivalent | BoundedEquivalence | None
    unconfirmed: bool = False


def distinguish(
    product: Product, budget: Budget, seed: int, shrink_seconds: float = 0.0, *, table: bool = True,
    plays: int | None = None,
) -> ProgramComparison:  # fmt: skip
    """Look for a difference.

    ``budget`` limits the seconds, and the pairs of positions held. A play found at random gets
    ``shrink_seconds`` seconds more, to be shortened. Without ``table``, a difference on the table alone is
    reported only beside one in the rules. ``plays``: the most random plays.
    """
    deadline = budget.start()
    result = product.search(_short(product, budget))
    walked = None
    if isinstance(result, BoundedEquivalence):
        if plays is None:
            plays = (
                DISTINGUISHING.plays_without_clock
                if budget.seconds is None
                else DISTINGUISHING.plays
            )
        walked = product.random_walk(
            seed, plays, _left(deadline).share(DISTINGUISHING.random).start()
        )
        if walked.rules is not None:
            seconds = None if budget.seconds is None else (deadline.left() or 0.0) + shrink_seconds
            play, shortest = _shortest(product, walked.rules, seed, budget.within(seconds))
            return _comparison(product, play, shortest=shortest)
        result = product.search(budget.within(deadline.left()))
    if isinstance(result, DistinguishingPlay):
        return _comparison(product, result, shortest=_none_shorter(product, result))
    if walked is not None and isinstance(result, BoundedEquivalence):
        result = replace(result, random_plays=walked.plays)
    seen = _on_table(product, result, walked, deadline) if table else None
    return ProgramComparison(None, seen, result, product.unconfirmed)


def _none_shorter(product: Product, found: DistinguishingPlay) -> bool:
    """Whether the result of complete search is a shortest play: plays behind a move over the limit were
    left out."""
    return product.left_out is None or len(found) <= product.left_out + 1


def _on_table(
    product: Product,
    result: Equivalent | BoundedEquivalence,
    walked: WalkResult | None,
    deadline: Deadline,
) -> Difference | None:
    """A play after which only the table differs, if one was seen."""
    found = product.table
    if found is not None:
        return difference(product.games, found, shortest=_none_shorter(product, found))
    if walked is None or walked.table is None:
        return None
    found = _shorter_table(product, walked.table, deadline)
    if isinstance(result, Equivalent):
        raise EngineMismatch("random play found another table where complete search found none")
    shortest = len(found) <= result.moves + 1
    return difference(product.games, found, shortest=shortest)


def _comparison(product: Product, play: DistinguishingPlay, *, shortest: bool) -> ProgramComparison:
    """A difference in the rules, and one on the table if it comes earlier."""
    table = product.table
    sooner = table if table is not None and len(table) < len(play) else None
    return ProgramComparison(
        difference(product.games, play, shortest=shortest),
        None
        if sooner is None
        else difference(product.games, sooner, shortest=_none_shorter(product, sooner)),
        None,
    )


def _short(product: Product, budget: Budget) -> Budget:
    """The budget for the search of short plays: many small games need no more."""
    most = product.first_pairs if budget.states is None else min(product.first_pairs, budget.states)
    return Budget(budget.share(DISTINGUISHING.first).seconds, most)


def _left(deadline: Deadline) -> Budget:
    return Budget(deadline.left())


def _shorter_table(
    product: Product, keys: Sequence[ActionName], deadline: Deadline
) -> DistinguishingPlay:
    def follow(moves: Sequence[ActionName]) -> int | None:
        return product.follow(moves, table=True)

    keys = shortened(follow, keys, deadline)
    return product.distinguishing_play(
        _variation(product, keys, 0, deadline, table=True), table=True
    )


def _variation(
    product: Product, keys: Sequence[ActionName], seed: int, deadline: Deadline, *,
    table: bool = False,
) -> Sequence[ActionName]:  # fmt: skip
    """The best variation of a play that is found in a part of the time."""
    tries = DISTINGUISHING.variations
    if deadline.at is None:
        tries = DISTINGUISHING.variations_without_clock
    until = _left(deadline).share(DISTINGUISHING.variation).start()
    return product.variation(keys, seed, tries, until, table=table)


def _shortest(
    product: Product, keys: Sequence[ActionName], seed: int, budget: Budget
) -> tuple[DistinguishingPlay, bool]:
    """A short play with a difference, and whether none is shorter.

    First more random plays, each shorter than the best; then moves are left out; then variations are tried;
    then complete search covers all plays that are shorter.
    """
    deadline = budget.start()
    again = _left(deadline).share(DISTINGUISHING.again).start()
    best: Sequence[ActionName] | None = keys
    while best and again.at is not None and not again.passed():
        keys, seed = best, seed + 1
        best = product.random_walk(seed, DISTINGUISHING.plays, again, len(keys) - 1).rules
    shorter = _left(deadline).share(DISTINGUISHING.shorter).start()
    keys = shortened(product.follow, keys if best is None else best, shorter)
    keys = _variation(product, keys, seed, deadline)
    result = product.search(budget.within(deadline.left()), longest=len(keys) - 1)
    if isinstance(result, DistinguishingPlay):
        return result, _none_shorter(product, result)
    if isinstance(result, Equivalent):
        raise EngineMismatch("random play found a difference where complete search found none")
    return product.distinguishing_play(keys), result.moves >= len(keys) - 1


def difference(
    games: tuple[PythonGame, PythonGame], play: DistinguishingPlay, *, shortest: bool
) -> Difference:
    """A difference with its plays, replayed."""
    first, second = (
        None if view == ENDLESS else play_of(game, actions)
        for game, view, actions in zip(games, play.views, (play.first, play.second), strict=True)
    )
    only = _only(games[0], play, 0), _only(games[1], play, 1)
    table = () if first is None or second is None else on_the_table(first, second)
    return Difference(play.aspect, shortest, (first, second), play.views, only, table)


def _only(game: PythonGame, play: DistinguishingPlay, side: int) -> tuple[str, ...]:
    """The options that only this side has, as text."""
    here, there = play.views[side], play.views[1 - side]
    others = {key for key, _ in there.options}
    if all(key in others for key, _ in here.options):
        return ()
    state = states_of(game, (play.first, play.second)[side])[-1]
    options = Side(game).options(state)
    return tuple(game.text(state, action) for key, action in options if key not in others)


def on_the_table(first: Play, second: Play) -> tuple[tuple[str, str, str], ...]:
    """What differs between the ends of two plays: its name, and both values as text."""
    ours, theirs = _shown(first), _shown(second)
    return tuple(
        (name, ours.get(name, MISSING), theirs.get(name, MISSING))
        for name in dict.fromkeys([*ours, *theirs])
        if ours.get(name) != theirs.get(name)
    )


def _shown(play: Play) -> dict[str, str]:
    """What lies on the table at the end of a play, one entry of a map at a time."""
    found: dict[str, str] = {}
    values = play.positions[-1].values
    for name, t in lies_open(play.program).items():
        value = values[name]
        if isinstance(t, Map):
            assert isinstance(value, tuple)
            for key, entry in zip(fold.constants(t.key), value, strict=True):
                found[f"{name}[{show_value(key.type, key.value)}]"] = show_value(t.value, entry)
        else:
            found[name] = show_value(t, value)
    return found
