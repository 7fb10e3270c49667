"""Which readings of a ruleset matter: every option against the one that is set.

A reading can show itself in one instance and not in another: a power that needs nine pieces never
comes about with two. So several instances are tried, and the answer says in which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.compile import Ruleset, instantiate
from rulewright.engines.interface import Action
from rulewright.engines.python.game import PythonGame

from ..budget import Budget
from ..play import Play, play_of, states_of
from .lockstep import Comparison, Open, Parted, Same, Side, View, compare
from .stroll import stroll

SEARCH_SHARE = 0.5
PLAYS = 2_000


@dataclass(frozen=True, slots=True)
class Difference:
    """The play that shows the difference, on both games, replayed; the views at its end.

    ``shortest``: no shorter play shows it in this instance; otherwise random play found it.
    """

    instance: str
    shortest: bool
    plays: tuple[Play, Play]
    views: tuple[View, View]
    options: tuple[tuple[str, ...], tuple[str, ...]]
    """What only the one and only the other game offers at the end, as a person types it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one option: whether it makes another game than the default option.

    ``difference`` is None where no play was found. ``same`` names the instances in which complete
    search proved that there is none, ``open`` those that were not searched to the end.
    """

    reading: str
    question: str
    default: tuple[str, str]
    option: tuple[str, str]
    clauses: tuple[str, ...]
    difference: Difference | None
    same: tuple[tuple[str, Same], ...]
    open: tuple[tuple[str, Open], ...]


def answers(
    ruleset: Ruleset,
    variant: str,
    instances: Sequence[str],
    budget: Budget,
    wanted: Callable[[str], bool] = lambda reading: True,
    seed: int = 0,
) -> Iterator[Answer]:
    """An answer for every option of every wanted reading of a variant, as they are found.

    ``instances`` are tried in order until one shows a difference; without any, the variant with its
    default parameters is. Every comparison gets an equal share of what is left of the budget.
    """
    deadline = budget.start()
    questions = [
        (reading, option)
        for reading in ruleset.readings(variant)
        if wanted(reading.name.text)
        for option in reading.options
        if not option.default
    ]
    for number, (reading, option) in enumerate(questions):
        left = deadline.left()
        own = Budget(None if left is None else left / (len(questions) - number)).start()
        default = next(o for o in reading.options if o.default)
        found = None
        same: list[tuple[str, Same]] = []
        unsure: list[tuple[str, Open]] = []
        places = list(instances) or [""]
        for tried, name in enumerate(places):
            seconds = own.left()
            seconds = None if seconds is None else seconds / (len(places) - tried)
            games = _games(ruleset, variant, name, reading.name.text, option.name.text)
            found, result = _compared(name, games, Budget(seconds, budget.states), seed)
            if found is not None:
                break
            if isinstance(result, Same):
                same.append((name, result))
            elif isinstance(result, Open):
                unsure.append((name, result))
        yield Answer(
            reading.name.text,
            reading.question,
            (default.name.text, default.text),
            (option.name.text, option.text),
            tuple(c.clause for c in reading.cites),
            found,
            tuple(same),
            tuple(unsure),
        )


def _games(
    ruleset: Ruleset, variant: str, instance: str, reading: str, option: str
) -> tuple[PythonGame, PythonGame]:
    """An instance (or a variant) as it is, and with one reading changed."""
    named, alone = (instance, None) if instance else (None, variant)
    plain = instantiate(ruleset, instance=named, variant=alone)
    changed = instantiate(ruleset, instance=named, variant=alone, readings={reading: option})
    return PythonGame(plain), PythonGame(changed)


def _compared(
    instance: str, games: tuple[PythonGame, PythonGame], budget: Budget, seed: int
) -> tuple[Difference | None, Comparison]:
    """Complete search with half of the time; where that ends too early, random play."""
    deadline = budget.start()
    result = compare(games[0], games[1], budget.share(SEARCH_SHARE))
    parted = result if isinstance(result, Parted) else None
    if isinstance(result, Open):
        parted, plays = stroll(games[0], games[1], seed, PLAYS, deadline)
        result = Open(result.moves, result.pairs, plays)
    if parted is None:
        return None, result
    plays_of = (play_of(games[0], parted.first), play_of(games[1], parted.second))
    only = (
        _only(games[0], parted.first, parted.views[0], parted.views[1]),
        _only(games[1], parted.second, parted.views[1], parted.views[0]),
    )
    shortest = isinstance(result, Parted)
    return Difference(instance, shortest, plays_of, parted.views, only), result


def _only(
    game: PythonGame, actions: tuple[Action, ...], here: View, there: View
) -> tuple[str, ...]:
    """The options that only ``here`` has, as text."""
    state = states_of(game, actions)[-1]
    _, action_of = Side(game).view(state)
    others = {key for key, _ in there.options}
    return tuple(game.text(state, action_of[key]) for key, _ in here.options if key not in others)
