"""What random plays do from one cut point to the next, inside of moves too.

Places of rest are the Python engine's; the heads of loops between two of them are told by the
kernel's own paths, run with values that are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Chance, Decision, Program
from rulewright.engines.game import Action, Unrested
from rulewright.engines.python.game import PythonGame, State

from ..kernel.certificate import Certificate, CutPoint
from ..kernel.numbers import Number
from ..kernel.paths import State as PathState
from ..kernel.paths import Ways, order_of
from ..kernel.setting import Setting, parameters_of
from ..kernel.terms import Term
from ..kernel.values import Content, Items, Lookup, Members, Value
from ..simulation.playout import Move, generator, play
from ..solvers.metered import Meter
from .effort import BUILT, EVALUATED

Position = Mapping[str, ty.Value]


@dataclass(frozen=True, slots=True)
class CutStep:
    """From a cut point to the next one that a play came to, with the variables at both.

    ``choice``: the number of what was chosen; -1 where nobody chooses.
    """

    source: CutPoint
    choice: int
    before: Position
    target: CutPoint
    after: Position


def cut_steps(
    program: Program,
    loops: frozenset[int],
    plays: int,
    moves: int,
    most: int,
    meter: Meter,
    seed: int = 0,
    *,
    until_again: bool = False,
) -> list[CutStep] | None:
    """Different steps of random plays between places from which play goes on.

    None if a play comes to a position for the second time, and that was to end it. So many ``plays`` of so many ``moves``
    are looked at, but not more than ``most`` different moves. Raises OutOfUnits.
    """
    game = PythonGame(program)
    inside = _Moves(program, loops, meter.ticking(BUILT))
    found: dict[tuple[State, Action], None] = {}
    steps: list[CutStep] = []
    for number in range(plays):
        seen: set[State] = set()
        with suppress(Unrested):
            for move in play(game, generator(seed, number), moves):
                meter.spend(EVALUATED)
                seen.add(move.before)
                if until_again and move.after in seen:
                    return None
                if (move.before, move.action) in found:
                    continue
                found[move.before, move.action] = None
                if loops:
                    steps += inside.steps(game, move.before, move.action)
                else:
                    steps += _step(game, move)
                if len(found) >= most:
                    return steps
    return steps


def _step(game: PythonGame, move: Move[State]) -> Iterator[CutStep]:
    """A move without a loop inside, if play goes on after it."""
    source, target = (CutPoint("node", game.node(s)) for s in (move.before, move.after))
    if _goes_on(game.program, target):
        before, after = _values(game, move.before), _values(game, move.after)
        yield CutStep(source, move.action.choice, before, target, after)


def _goes_on(program: Program, point: CutPoint) -> bool:
    return point.kind == "block" or isinstance(program.nodes[point.number], Decision | Chance)


def _values(game: PythonGame, state: State) -> Position:
    return {v.name: game.value(state, v.name) for v in game.program.variables}


class _Moves:
    """Follows moves from cut point to cut point, values being known."""

    def __init__(self, program: Program, loops: frozenset[int], tick: Callable[[], None]) -> None:
        self._program, self._loops, self._tick = program, loops, tick
        self._types = {v.name: v.type for v in program.variables}
        self._order = order_of(program.blocks, loops)

    def steps(self, game: PythonGame, state: State, action: Action) -> Iterator[CutStep]:
        """The steps of a move; nothing of what comes after a fault or of the way to an end."""
        everything = frozenset(self._types)
        certificate = Certificate("", everything, loops=self._loops)
        s = Setting(self._program, certificate, self._order, self._tick)
        node, before = game.node(state), _values(game, state)
        decision = self._program.nodes[node]
        assert isinstance(decision, Decision | Chance)
        option = decision if isinstance(decision, Chance) else decision.choices[action.choice]
        values = dict(before)
        for parameter, value in zip(parameters_of(option), action.args, strict=True):
            values[parameter.variable] = value
        here, choice, block = CutPoint("node", node), action.choice, option.block
        known = before
        given: dict[str, Content] = {
            name: s.values.constant(self._types[name], v) for name, v in values.items()
        }
        while True:
            ends = s.paths.run(block, PathState(s.t.true, given, ()), Ways())
            if len(ends) != 1:
                return
            ((target, end),) = ends.items()
            if not _goes_on(self._program, target):
                return
            after: Mapping[str, Content] = end.variables
            if target.node is not None:
                after = s.resting(after, target.node)
            changed = {
                name: _known(self._types[name], s.values.seen(content))
                for name, content in after.items()
                if content is not given[name]
            }
            values = {**values, **changed}
            yield CutStep(here, choice, known, target, values)
            if target.node is not None:
                return
            here, choice, block, known = target, -1, target.number, values
            constants = {n: s.values.constant(self._types[n], v) for n, v in changed.items()}
            given = {**given, **constants}


def _known(t: ty.Type, value: Value) -> ty.Value:
    """The value that is the only one possible."""
    match value:
        case Term(op):
            assert op in ("true", "false")
            return op == "true"
        case Number(_, lo, hi):
            assert lo == hi
            return lo
        case Members(bits):
            return sum(1 << i for i, bit in enumerate(bits) if _known(ty.Bool(), bit))
        case Items(length, items):
            assert isinstance(t, ty.List)
            return tuple(_known(t.element, item) for item in items[: length.lo])
        case Lookup():
            assert isinstance(t, ty.Map)
            lo, hi = ty.bounds(t.key)
            return tuple(_known(t.value, value.entry(k)) for k in range(lo, hi + 1))
