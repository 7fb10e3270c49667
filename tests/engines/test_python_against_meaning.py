"""Generated Python does what the interpreter of the IR does, on random programs.

Failing programs are large; ``report_multiple_bugs`` is off to keep shrinking them short.
"""

from __future__ import annotations

from itertools import product

from hypothesis import HealthCheck, given, settings
from tests import ir_strategies as programs
from tests.reference_eval import Position, Reference, evaluate

from rulewright.dsl.ir.program import Program, Variable
from rulewright.engines.interface import Action, IllegalAction, Step
from rulewright.engines.python.game import PythonGame, State

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
CONCEIVABLE = [Action(n, args) for n in range(2) for args in product(range(5), range(-3, 4))]


def flat(position: Position) -> State:
    """A position as the values that the Python engine's states consist of."""
    return State((position.node, *position.values))


def accepted(game: PythonGame, state: State, action: Action) -> Step[State] | None:
    try:
        return game.step(state, action)
    except IllegalAction:
        return None


@given(programs.questions(), programs.starts())
@settings(deadline=None, max_examples=80, suppress_health_check=SLOW, report_multiple_bugs=False)
def test_expressions(program: Program, others: tuple[Variable, ...]) -> None:
    game, reference = PythonGame(program), Reference(program)
    assert game.new() == flat(reference.new())
    other = Position(0, tuple(v.initial for v in others if v.kind != "scratch"))
    for position in (reference.new(), other):
        for i, check in enumerate(program.checks):
            expected = evaluate(check.property, reference.scope(position))
            state = game.decode(game.encode(flat(position)))
            assert game.holds(i, state) is expected
        for i, strategy in enumerate(program.strategies):
            scope = reference.scope(position).bind(strategy.params[0].name, 0)
            assert game.worth(i, state, 0) == evaluate(strategy.body, scope)


@given(programs.games())
@settings(deadline=None, max_examples=50, suppress_health_check=SLOW, report_multiple_bugs=False)
def test_games(program: Program) -> None:
    game, reference = PythonGame(program), Reference(program)
    waiting = [reference.new()]
    assert game.new() == flat(waiting[0])
    for position in waiting[:4]:
        state = game.decode(game.encode(flat(position)))
        assert state == flat(position)
        legal = reference.legal(position)
        assert game.legal(state) == legal
        steps = {action: accepted(game, state, action) for action in CONCEIVABLE}
        assert [action for action, step in steps.items() if step is not None] == legal
        for action in legal[:6]:
            after, turns = reference.step(position, action)
            assert steps[Action(*action)] == Step(flat(after), turns)
            waiting.append(after)
