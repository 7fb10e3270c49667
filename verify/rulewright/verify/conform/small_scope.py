"""A smaller instance of a game that is too large, compared completely: most faults show in a small scope.

The small scope hypothesis: Jackson, Software Abstractions, 2006, chapter 5.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.instantiate import instantiate, smaller_instances, with_settings
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame

from ..effort.conforming import EXAMINING
from ..limits import Budget, Deadline
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
    for program in _smaller(ruleset, game.program):
        other = PythonGame(program)
        first = beginning(other)
        if deadline.passed():
            return None
        if first.decides == "chance" or first.actions.keys() == beginning(game).actions.keys():
            continue
        if positions(other, EXAMINING.small, deadline) is None:
            continue
        plan = Plan(
            Budget(deadline.left()), most_plays=EXAMINING.first_plays, shrinking=AT_FIRST,
        )  # fmt: skip
        examined = examine(make, other, plan, tell)
        if examined.declined or "legal" not in (examined.hello.offers if examined.hello else ()):
            return None
        if examined.found is not None and not examined.found.length:
            return None
        if examined.found is not None or examined.complete is not None:
            return other, examined
    return None


def _smaller(ruleset: Ruleset, program: Program) -> Iterator[Program]:
    """The smaller instances: with the readings of the larger one, and cards of their own."""
    readings = {part.name.text for part in ruleset.readings(program.instance.variant)}
    chosen = {name: option for name, option in program.instance.readings if name in readings}
    for name in smaller_instances(ruleset, program):
        small = instantiate(ruleset, instance=name)
        made = with_settings(ruleset, small.instance, readings=chosen)
        if made is not None and made.players == program.players:
            yield made
