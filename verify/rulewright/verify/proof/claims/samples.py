"""States of random plays, to drop wrong candidates without a solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Value
from rulewright.engines.game import Unrested
from rulewright.engines.python.game import PythonGame, PythonState

from ...effort.proving import ProofEffort
from ...simulation.playout import generator, play


@dataclass(frozen=True, slots=True)
class Sample:
    """A reachable resting state."""

    node: int
    values: Mapping[str, Value]


def sampled(
    program: Program, effort: ProofEffort, tick: Callable[[], None], seed: int = 0
) -> list[Sample]:
    """Distinct states of some random plays. ``tick`` may raise, to end the work."""
    game = PythonGame(program)
    found = {game.new(): None}
    for number in range(effort.plays):
        try:
            for move in play(game, generator(seed, number), effort.moves):
                tick()
                found[move.after] = None
                if len(found) >= effort.positions:
                    return [_sample(game, state) for state in found]
        except Unrested:
            # Such rules are reported elsewhere; what was seen before is still valid.
            continue
    return [_sample(game, state) for state in found]


def _sample(game: PythonGame, state: PythonState) -> Sample:
    values = {v.name: game.value(state, v.name) for v in game.program.variables}
    return Sample(game.node(state), values)
