"""Random combinations of the readings of the four games are found again, up to what no play tells.

In ``make test`` one combination of a few readings; in ``make slow`` twenty of all, for each game. As a
program, ``python -m tests.verify.conform.test_identify_games NAME INSTANCE FIRST LAST`` tells what came of
some seeds.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest
from tests.shipped import ruleset, shipped
from tests.tiers import slow

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.identify import identify
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.trials.known import separating
from rulewright.verify.equivalence.distinguish import Difference
from rulewright.verify.limits import Budget

GAMES = [
    ("circle", "small"), ("arktia", "line_of_five"), ("petite-mort", "small"),
    ("run-run-run", "tiny_halt"),
]  # fmt: skip
FURTHER = Budget(None, 6_000)
"""Further than identification looked: in so many pairs of positions nothing may part the games."""


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
    assert found.readings is not None, f"seed {seed}: none of the readings"
    told, truth = dict(found.readings), dict(hidden.program.instance.readings)
    other = {(n, truth[n]) for n in names if told[n] != truth[n]}
    result: bool | Difference = True
    if other:
        instance_of = chosen.program.instance
        readings = {n: told[n] for n in truth}
        program = instantiate(
            ruleset(name), variant=instance_of.variant,
            parameters=dict(instance_of.parameters), readings=readings,
        )  # fmt: skip
        result = separating(hidden, PythonGame(program), FURTHER)
    return Recovered(
        found.questions,
        len(names) - len(other),
        len(other) if result is True else 0,
        len(other) if result is False else 0,
        tuple(sorted(other)) if isinstance(result, Difference) else (),
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "instance", "seed", "most"),
    [
        ("circle", "small", 0, 3),
        *slow((name, instance, seed, None) for name, instance in GAMES for seed in range(20)),
    ],
)
def test_readings_of_a_game_are_found_again(
    name: str, instance: str, seed: int, most: int | None
) -> None:
    found = recovered(name, instance, seed, most)
    assert found.wrong == ()
    assert found.exact > 0


if __name__ == "__main__":
    for number in range(int(sys.argv[3]), int(sys.argv[4])):
        print(sys.argv[1], sys.argv[2], number, recovered(sys.argv[1], sys.argv[2], number))
        sys.stdout.flush()
