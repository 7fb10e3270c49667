"""What random plays do from one cut point to the next, also inside moves.

The Python engine plays a program that rests at the heads of loops, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Local
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Function, Program
from rulewright.engines.game import Action, Unrested
from rulewright.engines.python.game import PythonGame, PythonState

from ..effort.proving import PRICES, PROVING, SampleSize
from ..kernel.certificate import CutBlock, CutNode, CutPoint
from ..simulation.playout import generator, play
from ..solvers.queries.metered import Meter
from .cuts import leading_to
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
class PointNumber:
    """A number that positions at one cut point have, 0 at all others. ``name``: its key among the values of
    a position, no variable's. ``expression`` is of the program, without free locals.
    """

    name: str
    point: CutPoint
    expression: x.Expr


def cut_steps(
    program: Program,
    loops: frozenset[int],
    sample: SampleSize,
    meter: Meter,
    seed: int = 0,
    *,
    until_again: bool = False,
    observed: Sequence[PointNumber] = (),
) -> list[CutStep] | None:
    """Distinct steps of random plays between cut points.

    None if a play comes to a position for the second time and ``until_again`` is set. Beside the variables,
    the values hold what is ``observed``. Raises OutOfUnits.
    """
    heads = sorted(loops)
    game = PythonGame(
        replace(stopping_at(program, heads), strategies=_functions(program, observed))
    )
    points: list[CutPoint] = [CutNode(n) for n in range(len(program.nodes))]
    points += [CutBlock(n) for n in heads]
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
                if isinstance(points[source], CutNode):
                    seen.add(move.before)
                    made += 1
                if made > sample.moves or different >= sample.different:
                    break
                if until_again and move.after in seen:
                    return None
                if (move.before, move.action) in found:
                    continue
                found[move.before, move.action] = None
                different += isinstance(points[source], CutNode)
                if further[target]:
                    choice = move.action.choice if isinstance(points[source], CutNode) else -1
                    before, after = (
                        _values(game, state, points, observed)
                        for state in (move.before, move.after)
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


def nearest(
    program: Program,
    loops: frozenset[int],
    positions: Mapping[CutPoint, Sequence[CutPosition]],
) -> Mapping[CutPoint, Sequence[CutPosition]]:
    """The positions at each cut point; where there are none, those at the places from which play comes."""
    found = dict(positions)
    sources = leading_to(program, loops)
    while True:
        more = {
            point: [p for source in before for p in found.get(source, ())]
            for point, before in sources.items()
            if point not in found
        }
        if not any(more.values()):
            return found
        found |= {point: near for point, near in more.items() if near}


def _functions(program: Program, observed: Sequence[PointNumber]) -> tuple[Function, ...]:
    """What is observed, in the form in which the engine evaluates numbers."""
    player = Local("player", program.players)
    return tuple(
        Function(f"observed {i}", (player,), o.expression.type, o.expression)
        for i, o in enumerate(observed)
    )


def _values(
    game: PythonGame,
    state: PythonState,
    points: Sequence[CutPoint],
    observed: Sequence[PointNumber],
) -> CutPosition:
    values = {v.name: game.value(state, v.name) for v in game.program.variables}
    here = points[game.node(state)]
    for i, o in enumerate(observed):
        values[o.name] = game.strategy_value(i, state, 0) if o.point == here else 0
    return values
