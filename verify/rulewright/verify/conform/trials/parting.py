"""One random play that tells a game from many others at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rulewright.engines.game import Action, EndlessLoop, LongMove
from rulewright.engines.python.game import PythonGame, State

from ...equivalence.pair import Pairs

LONGEST = 200
"""So many moves at most."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The texts of a play; which games differ from the first one at its end; and, for the last
    of them, an action that only the one and only the other game offers there."""

    texts: tuple[str, ...]
    extra: tuple[str, ...]
    differing: frozenset[int]


def parting_play(
    game: PythonGame, others: Sequence[PythonGame], rng: Random, *, table: bool
) -> Parting | None:
    """A random play of the first game, up to where the last of the others parts from it.

    None if none does. ``table``: what lies where is seen, too. Every other play prefers choices that
    were rarely made in it.
    """
    sides = [Pairs(game, other) for other in others]
    at: dict[int, tuple[State | None, State | None]] = {}
    texts: list[str] = []
    extra: tuple[str, ...] = ()
    until, differing = 0, set[int]()
    made: Counter[tuple[int, int]] = Counter()
    rare_first = rng.random() < 0.5
    try:
        here = game.new()
        at = {n: pairs.start() for n, pairs in enumerate(sides)}
        while at and len(texts) <= LONGEST:
            counterparts: dict[int, dict[Action, Action]] = {}
            for n, pair in list(at.items()):
                options = sides[n].options(pair)
                if options is None or (table and sides[n].tables_differ(pair)):
                    until, extra = len(texts), _extra(sides[n], pair)
                    differing.add(n)
                    del at[n]
                else:
                    counterparts[n] = {one: two for _, one, two in options}
            legal = game.legal(here)
            if not legal:
                break
            node = game.node(here)
            if rare_first:
                least = min(made[node, action.choice] for action in legal)
                legal = [action for action in legal if made[node, action.choice] == least]
            action = rng.choice(legal)
            made[node, action.choice] += 1
            texts.append(game.text(here, action))
            here = game.apply_legal(here, action)
            for n, pair in at.items():
                at[n] = sides[n].after(pair, action, counterparts[n][action])
    except (EndlessLoop, LongMove):
        pass  # what differed until there, does
    return Parting(tuple(texts[:until]), extra, frozenset(differing)) if differing else None


def _extra(pairs: Pairs[State, State], pair: tuple[State | None, State | None]) -> tuple[str, ...]:
    """An action that only the one side has, and one that only the other has, as text."""
    found: list[str] = []
    sides = (pairs.one, pair[0]), (pairs.two, pair[1])
    named = [{} if at is None else dict(side.options(at)) for side, at in sides]
    for (side, at), mine, others in zip(sides, named, reversed(named), strict=True):
        only = [action for name, action in mine.items() if name not in others]
        if at is not None and only:
            found.append(side.game.text(at, only[0]))
    return tuple(found)
