"""Random rulesets compile, run by the meaning of the IR, and the engine does the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.reference_eval import Position, Reference, evaluate
from tests.ruleset_strategies.rulesets import rulesets
from tests.tiers import drawn

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Decision, End, Program, Reset
from rulewright.dsl.ir.types import Value
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame, PythonState

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
STEPS = 8


def flat(position: Position) -> PythonState:
    """A position as the Python engine's states hold it."""
    return PythonState((position.node, *position.values))


@pytest.mark.thorough
@given(rulesets(), st.integers(0, 2**32), st.sampled_from(["left", "right"]))
@settings(
    deadline=None,
    max_examples=drawn(25, few=2),
    suppress_health_check=SLOW,
    report_multiple_bugs=False,
)
def test_a_random_play_goes_the_same_way_everywhere(text: str, luck: int, way: str) -> None:
    program = instantiate(load_text(text, "drawn.rules"), readings={"way": way})
    reference, game = Reference(program), PythonGame(program)
    position = reference.new()
    assert game.new() == flat(position)
    for _ in range(STEPS):
        legal = reference.legal(position)
        state = game.decode(game.encode(flat(position)))
        assert game.legal(state) == legal
        for i, check in enumerate(program.checks):
            if check.kind in {"never", "always"}:
                expected = evaluate(check.property, reference.scope(position))
                assert game.holds(i, state) is expected
        for i, strategy in enumerate(program.strategies):
            for player in range(len(program.players.labels)):
                scope = reference.scope(position).bind(strategy.params[0].name, player)
                assert game.strategy_value(i, state, player) == evaluate(strategy.body, scope)
        if not legal:
            break
        action = legal[luck % len(legal)]
        luck = luck // 7 + 31 * (luck % 7)
        position, turns = reference.step(position, action)
        done = game.step(state, type(game.legal(state)[0])(*action))
        assert (done.state, done.turns) == (flat(position), turns)


def remembering(program: Program) -> Program:
    """The same program, but nothing is ever forgotten while play rests."""
    variables = tuple(
        replace(v, kind="frame") if v.kind == "scratch" else v for v in program.variables
    )
    return replace(program, variables=variables, resets=tuple(Reset(()) for _ in program.resets))


def declared(program: Program, position: Position) -> dict[str, Value]:
    """The values of what the ruleset itself declares."""
    values = Reference(program).scope(position).values
    return {v.name: values[v.name] for v in program.variables if v.kind in {"state", "supply"}}


def outcome(program: Program, position: Position) -> tuple[Value, ...]:
    """Who wins and with what, or who decides."""
    node, scope = program.nodes[position.node], Reference(program).scope(position)
    match node:
        case End(_, _, winners, None):
            return (evaluate(winners, scope),)
        case End(_, _, winners, scores) if scores is not None:
            return evaluate(winners, scope), evaluate(scores, scope)
        case Decision():
            return (evaluate(node.player, scope),)
    return ()


@pytest.mark.thorough
@given(rulesets(), st.integers(0, 2**32), st.sampled_from(["left", "right"]))
@settings(
    deadline=None,
    max_examples=drawn(25, few=3),
    suppress_health_check=SLOW,
    report_multiple_bugs=False,
)
def test_what_is_forgotten_is_never_missed(text: str, luck: int, way: str) -> None:
    program = instantiate(load_text(text, "drawn.rules"), readings={"way": way})
    whole = remembering(program)
    here, there = Reference(program).new(), Reference(whole).new()
    for _ in range(STEPS):
        assert here.node == there.node
        assert declared(program, here) == declared(whole, there)
        assert outcome(program, here) == outcome(whole, there)
        legal = Reference(program).legal(here)
        assert legal == Reference(whole).legal(there)
        if not legal:
            break
        action = legal[luck % len(legal)]
        luck = luck // 7 + 31 * (luck % 7)
        here, turns = Reference(program).step(here, action)
        there, same = Reference(whole).step(there, action)
        assert turns == same
