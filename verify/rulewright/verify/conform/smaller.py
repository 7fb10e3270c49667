"""The same difference in a smaller game: numbers that are fixed for a whole game are made smaller, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle

from rulewright.dsl.instantiate import with_settings
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.expressions import Number
from rulewright.engines.python.game import PythonGame

from ..effort.conforming import EXAMINING
from ..limits import Budget, Deadline
from ..progress import TellText
from .confirmed import IN_SMALLER
from .examination import StartsEngine
from .examine import ConformanceResult, Plan, examine
from .trials.discrepancy import Aspect, Discrepancy
from .trials.shrink import actions_of

OF_ENGINES = frozenset({Aspect.ENGINE, Aspect.UNREPEATABLE})
"""Differences that are not about the rules of one game are not looked for in another."""


def smaller(
    make: StartsEngine,
    ruleset: Ruleset,
    game: PythonGame,
    examined: ConformanceResult,
    budget: Budget,
    tell: TellText = lambda _: None,
) -> tuple[PythonGame, ConformanceResult]:
    """The smallest game found in which the engine differs alike, and what was found there.

    All parameters together, then one after the other are made smaller, as long as the beginning is as in the rules and
    then the same thing is wrong by the same clauses, in a play that is no longer; each again after another one has changed,
    until none gets smaller. An engine that has no such game is not to be blamed for that: the game as it was is
    returned. ``tell`` is told how far it is.
    """

    def telling(what: str) -> None:
        tell(f"a smaller game with the same difference is looked for: {what}")

    deadline = budget.start()
    best, found = game, examined
    shown = examined.found
    if shown is None or shown.length <= EXAMINING.short or shown.aspect in OF_ENGINES:
        return best, found
    if shown.before is not None or shown.repeats:
        return best, found
    if deadline.passed():
        return best, found
    names = [part.name.text for part in ruleset.parameters(game.program.instance.variant)]
    rows = [tuple(names)] * (len(names) > 1) + [(name,) for name in names]
    tried = {game.program.instance.parameters}
    unchanged, in_vain = 0, _InVain()
    for row in cycle(rows):
        if unchanged == len(rows):
            break
        unchanged += 1
        for program in _smaller(ruleset, best.program, row):
            if deadline.passed() or in_vain.enough:
                return best, found
            if program.instance.parameters in tried:
                continue
            tried.add(program.instance.parameters)
            other = PythonGame(program)
            again = examine(
                make, other, _plan(found.found or shown, deadline), telling, partial(_alike, shown)
            )
            if found.found is not None and _as_short(found.found, again.found):
                best, found = other, _together(found, again)
                unchanged, in_vain = 0, _InVain()
                break
            in_vain = in_vain.after(again)
    return best, found


@dataclass(frozen=True, slots=True)
class _InVain:
    """The games since the last that showed it: ``actions`` that were compared there, and how many of the last ones
    the engine does not have, or begins otherwise."""

    actions: int = 0
    not_there: int = 0

    def after(self, examined: ConformanceResult) -> _InVain:
        """With one more game."""
        not_there = 0 if examined.actions else self.not_there + 1
        return _InVain(self.actions + examined.actions, not_there)

    @property
    def enough(self) -> bool:
        """Whether no more are worthwhile."""
        return (
            self.actions >= EXAMINING.smaller_in_vain
            or self.not_there >= EXAMINING.smaller_not_there
        )


def _plan(shown: Discrepancy, deadline: Deadline) -> Plan:
    """First what is legal there of the play that shows it, then some random plays, and everything of a very small game."""
    return Plan(
        Budget(deadline.left()), lambda: [actions_of(shown)], most_plays=EXAMINING.smaller_plays,
        shrinking=IN_SMALLER, small=EXAMINING.smaller_positions, actions=EXAMINING.smaller_actions,
    )  # fmt: skip


def _smaller(ruleset: Ruleset, program: Program, names: Sequence[str]) -> Iterator[Program]:
    """Games with smaller values of some parameters: the smallest, those one, two, four and so on above
    it, the next.

    Several parameters are all the same distance above their smallest values, as long as that is smaller
    than before.
    """
    numbers = dict(program.instance.parameters)
    least = {name: _least(ruleset, program, name) for name in names}
    largest = max(numbers[name] - least[name] for name in names)
    above = [0, *(1 << power for power in range(largest.bit_length()))]
    for step in sorted({step for step in above if step < largest} | {largest - 1} - {-1}):
        fewer = {name: min(numbers[name], least[name] + step) for name in names}
        made = with_settings(ruleset, program.instance, parameters=fewer)
        if made is not None and made.players == program.players:
            yield made


def _least(ruleset: Ruleset, program: Program, name: str) -> int:
    """The smallest value of a parameter that is declared; or, if that is not written as a number, for which the
    game exists, the others being as they are: that takes as long as making it."""
    now = dict(program.instance.parameters)[name]
    declared = next(
        part.lo for part in ruleset.parameters(program.instance.variant) if part.name.text == name
    )
    if isinstance(declared, Number):
        return min(declared.value, now)
    for value in range(now):
        made = with_settings(ruleset, program.instance, parameters={name: value})
        if made is not None and made.players == program.players:
            return value
    return now


def _alike(one: Discrepancy, two: Discrepancy) -> bool:
    """Whether it is the same fault, and not that the engine does not know the other game."""
    return (one.aspect, one.clauses) == (two.aspect, two.clauses) and (
        two.length > 0 or one.length == 0
    )


def _as_short(one: Discrepancy, two: Discrepancy | None) -> bool:
    """Whether the other one is the same fault, shown by itself in a play that is no longer."""
    if two is None or two.before is not None or two.lost:
        return False
    return _alike(one, two) and two.length <= one.length


def _together(before: ConformanceResult, after: ConformanceResult) -> ConformanceResult:
    return replace(
        after,
        plays=before.plays + after.plays,
        actions=before.actions + after.actions,
        restarts=before.restarts + after.restarts,
    )
