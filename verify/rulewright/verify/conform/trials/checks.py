"""The checks of a ruleset as properties of an engine: does it keep them in the positions that it
reports?

A check is kept or broken by single positions and actions: ``always``, ``never``, ``someone can always
act``, also ``reachable`` if the author expects that it is not. Whether play ends no single play tells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.dsl.ir.program import Check
from rulewright.engines.game import Unrested
from rulewright.engines.python.game import PythonGame, PythonState

from ...plays.json_values import Json
from ...properties.registry import kind_of
from ...properties.target import DeadlockTarget, StateTarget, StepTarget, Target, shows
from ..connection.engine import Engine
from ..connection.protocol import ActionRefused, setup_of
from ..rules.expected import Expected, beginning
from ..rules.plain import value_of
from .discrepancy import apart, same


@dataclass(frozen=True, slots=True)
class Broken:
    """A check that an engine breaks.

    ``play``: the texts of the actions after which it does. ``differences``: how the engine's position
    differs from that of the rules, each as text for the rules and for the engine. ``by_rules``: the
    rules break it in this play, too.
    """

    check: Check
    play: tuple[str, ...]
    differences: tuple[tuple[str, str], ...]
    by_rules: bool


def broken(
    engine: Engine, game: PythonGame, play: Iterable[str], names: Collection[str] = ()
) -> Broken | None:
    """The first check, of those named or of all, that an engine breaks in a play.

    Positions are those that the engine reports, if it offers ``position``, otherwise those of the rules;
    the latter also supply variables that it does not report, or reports with an invalid value. Actions
    that the rules do not allow are left out; the play ends where the engine refuses one that they do, or
    where the rules do not say how to go on. Raises Declined, EngineFailure.
    """
    watched = list(_watched(game, names))
    tells = "position" in engine.hello().offers
    position = engine.new(setup_of(game.program)).position
    expected: Expected[PythonState] = beginning(game)
    played: tuple[str, ...] = ()
    waiting = iter(play)
    ours, theirs = [], []
    while True:
        ours.append(expected.at)
        theirs.append(reported(expected, position) if tells else expected.at)
        for check, target in watched:
            if _shows(game, theirs, target):
                differences = tuple(_differences(expected, position)) if tells else ()
                by_rules = _shows(game, ours, target)
                return Broken(check, played, differences, by_rules)
        text = next((text for text in waiting if text in expected.actions), None)
        if text is None:
            return None
        answer = engine.apply(text, expected.decides)
        if isinstance(answer, ActionRefused):
            return None
        try:
            expected = expected.after(text)
        except Unrested:
            return None
        position, played = answer.position, (*played, text)


def reported(expected: Expected[PythonState], position: Mapping[str, Json]) -> PythonState:
    """The position as an engine reports it; the rest is as in the rules."""
    game = expected.game
    assert isinstance(game, PythonGame)
    values = {}
    for variable in game.program.variables:
        if variable.declared and variable.name in position:
            try:
                values[variable.name] = value_of(variable.type, position[variable.name])
            except ValueError:
                continue
    return game.with_values(expected.at, values)


def _watched(game: PythonGame, names: Collection[str]) -> Iterator[tuple[Check, Target]]:
    """The checks that a play can break, with what it has to show for that."""
    for number, check in enumerate(game.program.checks):
        kind = kind_of(check)
        if (names and check.name not in names) or check.expected == (kind.seeks == "witness"):
            continue
        target = kind.target(number)
        if isinstance(target, StateTarget | StepTarget | DeadlockTarget):
            yield check, target


def _shows(game: PythonGame, states: list[PythonState], target: Target) -> bool:
    """Whether the last position shows it.

    What the rules guarantee, and the code relies on, need not hold in an engine's position: if nothing
    can be computed, nothing is shown.
    """
    try:
        return shows(game, states, target)
    except (LookupError, ArithmeticError, TypeError, ValueError):
        return False


def _differences(
    expected: Expected[PythonState], position: Mapping[str, Json]
) -> Iterator[tuple[str, str]]:
    for name, value in expected.position.items():
        if name in position and not same(value, position[name]):
            one, two = apart(value, position[name])
            yield f"{name}{one}", f"{name}{two}"
