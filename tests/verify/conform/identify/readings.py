"""Random combinations of all readings of a game, and whether they are found again.

``python -m tests.verify.conform.identify.readings COUNT SEED GAME…`` makes so many engines of each game and says
what is found of them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

from tests.shipped import ruleset, shipped

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.identify import identify
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.trials.known import separating
from rulewright.verify.equivalence.distinguish import Difference
from rulewright.verify.limits import Budget

GAMES = (
    ("circle", "small"), ("arktia", "line_of_five"), ("petite-mort", "small"),
    ("run-run-run", "tiny_halt"),
)  # fmt: skip
PAIRS, PLAYS = 6_000, 2_000
"""Further than identification looked: in so many pairs of positions and random plays nothing may part
the games."""


@dataclass(frozen=True)
class Recovered:
    """What came of one combination. ``wrong``: a play parts the game from the one that was found.

    ``same`` and ``apart``: how many readings were found otherwise, and it is proved, or not found in
    what was searched, that no play tells.
    """

    questions: int
    exact: int
    same: int
    apart: int
    wrong: tuple[tuple[str, str], ...]


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
    result: bool | Difference = True
    if other and not answer:
        return Recovered(found.questions, 0, 0, 0, tuple(sorted(other)))
    if other:
        instance_of = chosen.program.instance
        readings = {n: answer[n] for n in truth}
        program = instantiate(
            ruleset(name), variant=instance_of.variant,
            parameters=dict(instance_of.parameters), readings=readings,
        )  # fmt: skip
        result = separating(hidden, PythonGame(program), Budget(None, PAIRS), plays=PLAYS)
    return Recovered(
        found.questions,
        len(names) - len(other),
        len(other) if result is True else 0,
        len(other) if result is False else 0,
        tuple(sorted(other)) if isinstance(result, Difference) else (),
    )


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
            f"{sum(not (one.same or one.apart or one.wrong) for one in every)} exactly",
            f"{sum(one.same > 0 for one in every)} up to what is proved the same",
            f"{sum(one.apart > 0 for one in every)} up to what nothing tells apart",
            f"{sum(bool(one.wrong) for one in every)} wrong",
            f"{median(one.questions for one in every)} questions",
            f"{median(seconds for _, seconds in found):.0f} seconds of processor (medians)",
        )
    )


if __name__ == "__main__":
    main()
