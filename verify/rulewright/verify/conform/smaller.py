"""The same difference in a smaller game: numbers that are fixed for a whole game shrink, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame

from ..limits import Budget
from ..progress import TellText
from .examination import Maker
from .examine import Examined, examine
from .trials.discrepancy import Discrepancy
from .trials.suite import suite

PLAYS = 10
"""So many random plays of a smaller game come after its suite."""
SHARE = 0.2
"""Of the time that is left, for the suite of one smaller game."""
OF_GAMES = frozenset({"engine", "declined", "unrepeatable"})
"""What is not about the rules of one game is not looked for in another."""


def smaller(
    make: Maker,
    ruleset: Ruleset,
    game: PythonGame,
    examined: Examined,
    budget: Budget,
    tell: TellText = lambda _: None,
) -> tuple[PythonGame, Examined]:
    """The smallest game found in which the engine differs alike, and what was found there.

    One parameter after the other is made smaller, as long as the beginning is as in the rules and
    then the same thing is wrong by the same clauses, in a play that is no longer. An engine that
    has no such game is not to be blamed for that: the game as it was is returned.
    """
    deadline = budget.start()
    best, found = game, examined
    shown = examined.found
    if shown is None or shown.before is not None or shown.aspect in OF_GAMES:
        return best, found
    for part in ruleset.parameters(game.program.instance.variant):
        for program in _smaller(ruleset, best.program, part.name.text):
            if deadline.passed():
                return best, found
            left = Budget(deadline.left())
            other = PythonGame(program)
            again = examine(
                make,
                other,
                left,
                suite=partial(_covering, ruleset, program, left.share(SHARE)),
                most_plays=PLAYS,
                tell=tell,
            )
            if again.found is not None and _alike(shown, again.found):
                best, found = other, _together(found, again)
                break
    return best, found


def _covering(ruleset: Ruleset, program: Program, budget: Budget) -> tuple[tuple[str, ...], ...]:
    return suite(ruleset, program, budget).plays


def _smaller(ruleset: Ruleset, program: Program, name: str) -> Iterator[Program]:
    """Games with a smaller value of one parameter: the two smallest, the middle, the next."""
    numbers = dict(program.instance.parameters)
    programs: dict[int, Program] = {}
    for value in range(numbers[name]):
        made = _made(ruleset, program, {**numbers, name: value})
        if made is not None and made.players == program.players:
            programs[value] = made
    values = list(programs)
    tried = dict.fromkeys([*values[:2], *values[len(values) // 2 :][:1], *values[-1:]])
    yield from (programs[value] for value in tried)


def _made(ruleset: Ruleset, program: Program, parameters: Mapping[str, int]) -> Program | None:
    instance = program.instance
    try:
        return instantiate(
            ruleset, variant=instance.variant, parameters=parameters,
            readings=dict(instance.readings),
        )  # fmt: skip
    except RulesetError:
        return None


def _alike(one: Discrepancy, two: Discrepancy) -> bool:
    """Whether it is the same fault, and not that the engine does not know the other game."""
    return (
        (one.aspect, one.clauses) == (two.aspect, two.clauses)
        and two.before is None
        and two.length <= one.length
        and (two.length > 0 or one.length == 0)
    )


def _together(before: Examined, after: Examined) -> Examined:
    return replace(
        after,
        plays=before.plays + after.plays,
        actions=before.actions + after.actions,
        restarts=before.restarts + after.restarts,
    )
