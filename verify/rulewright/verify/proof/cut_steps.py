"""What random plays do from one cut point to the next, also inside moves.

The Python engine plays a program that rests at the heads of loops, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Program
from rulewright.engines.game import Action, Unrested
from rulewright.engines.python.game import PythonGame, PythonState

from ..effort.proving import PRICES, PROVING, SampleSize
from ..kernel.certificate import CutPoint
from ..simulation.playout import generator, play
from ..solvers.queries.metered import Meter
from .stop_at_loops import stopping_at

CutPosition = Mapping[str, ty.Value]


@dataclass(frozen=True, slots=True)
class CutStep:
    """From a cut point to the next one in a play, with the variables at both.

    ``choice``: the number of what was chosen; -1 where nobody chooses.
    """

    source: CutPoint
    choice: int
    before: CutPosition
    target: CutPoint
    after: CutPosition


@dataclass(frozen=True, slots=True)
class PlainChoice:
    """An option without arguments at a decision; ``name`` is no variable's."""

    node: int
    choice: int

    @property
    def name(self) -> str:
        """The key of its legality among the values of a position."""
        return f"option {self.node}.{self.choice}"


def cut_steps(
    program: Program,
    loops: frozenset[int],
    sample: SampleSize,
    meter: Meter,
    seed: int = 0,
    *,
    until_again: bool = False,
    options: Sequence[PlainChoice] = (),
) -> list[CutStep] | None:
    """Distinct steps of random plays between cut points.

    None if a play comes to a position for the second time and ``until_again`` is set. Beside the variables,
    the values tell for each of the ``options``, by its name, whether somebody may choose it. Raises
    OutOfUnits.
    """
    heads = sorted(loops)
    game = PythonGame(stopping_at(program, heads))
    points = [CutPoint("node", n) for n in range(len(program.nodes))]
    points += [CutPoint("block", n) for n in heads]
    further = [goes_on(node) for node in game.program.nodes]
    found: dict[tuple[PythonState, Action], None] = {}
    different = 0
    steps: list[CutStep] = []
    for number in range(sample.plays):
        seen: set[PythonState] = set()
        made = 0
        with suppress(Unrested):
            for move in play(game, generator(seed, number), sample.moves * PROVING.steps_a_move):
                meter.spend(PRICES.evaluated)
                source, target = (game.node(state) for state in (move.before, move.after))
                if points[source].kind == "node":
                    seen.add(move.before)
                    made += 1
                if made > sample.moves or different >= sample.different:
                    break
                if until_again and move.after in seen:
                    return None
                if (move.before, move.action) in found:
                    continue
                found[move.before, move.action] = None
                different += points[source].kind == "node"
                if further[target]:
                    choice = move.action.choice if points[source].kind == "node" else -1
                    before, after = (
                        _values(game, state, options) for state in (move.before, move.after)
                    )
                    steps.append(CutStep(points[source], choice, before, points[target], after))
    return steps


def positions_at(steps: Sequence[CutStep]) -> dict[CutPoint, list[CutPosition]]:
    """The positions at each cut point that the steps visited."""
    found: dict[CutPoint, list[CutPosition]] = {}
    for step in steps:
        found.setdefault(step.source, []).append(step.before)
        found.setdefault(step.target, []).append(step.after)
    return found


def _values(game: PythonGame, state: PythonState, options: Sequence[PlainChoice]) -> CutPosition:
    values = {v.name: game.value(state, v.name) for v in game.program.variables}
    here = game.node(state)
    if any(option.node == here for option in options):
        legal = {action.choice for action in game.legal(state)}
        values |= {o.name: o.node == here and o.choice in legal for o in options}
    else:
        values |= dict.fromkeys((option.name for option in options), False)
    return values
