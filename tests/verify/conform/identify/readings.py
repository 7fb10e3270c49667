"""Random combinations of all readings of a game, and whether they are found again.

``python -m tests.verify.conform.identify.readings COUNT SEED GAME…`` makes so many engines of each game and says
what is found of them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

from tests.shipped import ruleset, shipped

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.identify.identify import identify
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.trials.known import separating
from rulewright.verify.equivalence.distinguish import Difference
from rulewright.verify.limits import Budget

GAMES = (
    ("circle", "small"), ("arktia", "line_of_five"), ("petite-mort", "small"),
    ("run-run-run", "tiny_halt"),
)  # fmt: skip
PAIRS, PLAYS = 6_000_000, 300
"""So many pairs of positions, which is all of these games, and random plays of the game that was found and
of the engine's are compared, by programs of their own."""


@dataclass(frozen=True)
class Recovered:
    """What came of one combination: how many readings were found ``exact``; of the others whether the
    option that the engine follows was told to make the ``same`` game, or to be left ``open``; ``wrong``
    are those that were told to be excluded, though the engine follows them.

    ``game``: the game that was found is *proved* to be the engine's, a play tells it apart (*another*), or
    that was not found out.
    """

    questions: int
    exact: int
    same: int
    open: int
    wrong: tuple[tuple[str, str], ...]
    game: str = ""


def combined(
    name: str, instance: str, seed: int, most: int | None
) -> tuple[PythonGame, Sequence[str]]:
    """A game with random options of some of its readings (of all: None), and which these are."""
    program = shipped(name, instance)
    rng = Random(f"{name} {instance} {seed}")
    known = dict(program.instance.readings)
    parts = [r for r in ruleset(name).readings(program.instance.variant) if r.name.text in known]
    some = parts if most is None else rng.sample(parts, most)
    while True:
        chosen = {r.name.text: rng.choice(r.options).name.text for r in some}
        try:
            other = instantiate(
                ruleset(name), variant=program.instance.variant,
                parameters=dict(program.instance.parameters), readings=known | chosen,
            )  # fmt: skip
        except RulesetError:
            continue
        if other.players == program.players:
            return PythonGame(other), [r.name.text for r in some]


def recovered(name: str, instance: str, seed: int, most: int | None = None) -> Recovered:
    """Have the readings of an engine found out, and compare them with what it follows."""
    hidden, names = combined(name, instance, seed, most)
    chosen = PythonGame(shipped(name, instance))
    engine = LocalEngine(RuledEngine(lambda _: hidden), "mine")
    found = identify(ruleset(name), engine, chosen, Budget(None), names=names, seed=seed)
    truth = dict(hidden.program.instance.readings)
    answer = dict(found.readings or ())
    other = {(n, truth[n]) for n in names if answer.get(n) != truth[n]}
    same, left = other & {*found.same}, other & {*found.open, *found.undecided}
    return Recovered(
        found.questions, len(names) - len(other), len(same), len(left),
        tuple(sorted(other - same - left)), same_game(name, hidden, chosen, answer) if answer else "",
    )  # fmt: skip


def same_game(name: str, hidden: PythonGame, chosen: PythonGame, answer: Mapping[str, str]) -> str:
    """What is known of the game that was found and the hidden one; that others learn what is chosen is
    left out, as no engine says it."""
    instance_of = chosen.program.instance
    chosen_there = hidden.program.instance.readings  # among them the tables of cards
    readings = {name: answer.get(name, option) for name, option in chosen_there}
    program = instantiate(
        ruleset(name), variant=instance_of.variant,
        parameters=dict(instance_of.parameters), readings=readings,
    )  # fmt: skip
    result = separating(hidden, PythonGame(program), Budget(None, PAIRS), plays=PLAYS)
    if isinstance(result, Difference):
        return "another" if result.aspect != "secrecy" else "unknown"
    return "proved" if result else "unknown"


def main() -> None:
    """Say what is found of each engine, and of each game's together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, help="how many combinations of each game")
    parser.add_argument("seed", type=int, help="the first seed")
    parser.add_argument("games", nargs="*", help="the rulesets; else all")
    given = parser.parse_args()
    for name, instance in GAMES:
        if given.games and name not in given.games:
            continue
        found: list[tuple[Recovered, float]] = []
        for seed in range(given.seed, given.seed + given.count):
            start = time.process_time()
            one = recovered(name, instance, seed)
            seconds = time.process_time() - start
            found.append((one, seconds))
            print(f"{name} {instance} {seed}: {one}, {seconds:.0f} seconds", flush=True)
        print(f"{name} {instance}: {_summary(found)}", flush=True)


def _summary(found: Sequence[tuple[Recovered, float]]) -> str:
    """What came of all combinations of a game."""
    every = [one for one, _ in found]
    return ", ".join(
        (
            f"{len(found)} combinations",
            f"{sum(not (one.same or one.open or one.wrong) for one in every)} exactly",
            f"{sum(one.same > 0 and not (one.open or one.wrong) for one in every)} proved the same",
            f"{sum(one.open > 0 and not one.wrong for one in every)} with readings left open",
            f"the game proved to be the engine's {sum(one.game == 'proved' for one in every)}",
            f"another {sum(one.game == 'another' for one in every)}",
            f"{sum(bool(one.wrong) for one in every)} wrong",
            f"{median(one.questions for one in every)} questions",
            f"{median(seconds for _, seconds in found):.0f} seconds of processor (medians)",
        )
    )


if __name__ == "__main__":
    main()
