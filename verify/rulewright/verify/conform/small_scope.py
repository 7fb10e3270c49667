"""A smaller instance of a game that is too large, compared completely: most faults show in a small scope.

The small scope hypothesis: Jackson, Software Abstractions, 2006, chapter 5.
"""

from __future__ import annotations

from contextlib import suppress

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate, smaller_instances
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame

from ..effort.conforming import EXAMINING
from ..execution.interruption import ending_in_time
from ..limits import Budget, Deadline, OutOfTime
from ..progress import TellText
from .confirmed import AT_FIRST
from .examination import StartsEngine
from .examine import ConformanceResult, Plan, examine
from .rules.expected import beginning
from .trials.everything import positions


def in_small_scope(
    make: StartsEngine,
    ruleset: Ruleset,
    game: PythonGame,
    deadline: Deadline,
    tell: TellText = lambda _: None,
) -> tuple[PythonGame, ConformanceResult] | None:
    """The first of the smaller instances that the engine has, with every action of all its positions compared, or with
    a difference; None if there is none, or no time.

    An engine may take no notice of which game it is asked for. So only games are asked that begin otherwise than
    ``game``, with a player's choice, and a difference at the beginning is none of the rules.
    """
    already = beginning(game).actions.keys()
    for name in smaller_instances(ruleset, game.program):
        other = None if deadline.passed() else _made(ruleset, name, game.program, deadline)
        if other is None:
            continue
        first = beginning(other)
        if first.decides == "chance" or first.actions.keys() == already:
            continue
        if positions(other, EXAMINING.small, deadline) is None:
            continue
        plan = Plan(Budget(deadline.left()), most_plays=EXAMINING.first_plays, shrinking=AT_FIRST)
        examined = examine(make, other, plan, tell)
        if examined.declined or "legal" not in (examined.hello.offers if examined.hello else ()):
            return None
        if examined.found is not None and not examined.found.length:
            return None
        if examined.found is not None or examined.complete is not None:
            return other, examined
    return None


def _made(ruleset: Ruleset, name: str, program: Program, deadline: Deadline) -> PythonGame | None:
    """An instance with the readings of the larger game, and cards of its own; None if there is no such game for its
    players, or no time to make it."""
    readings = {part.name.text for part in ruleset.readings(program.instance.variant)}
    chosen = {each: option for each, option in program.instance.readings if each in readings}
    with suppress(RulesetError, OutOfTime), ending_in_time(deadline):
        made = instantiate(ruleset, instance=name, readings=chosen)
        return PythonGame(made) if made.players == program.players else None
    return None
