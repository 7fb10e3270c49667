"""Random rulesets compile, run by the meaning of the IR, and the engine does the same."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.reference_eval import Position, Reference, evaluate
from tests.ruleset_strategies import rulesets

from rulewright.dsl.compile import instantiate, load_text
from rulewright.engines.python.game import PythonGame, State

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
STEPS = 8


def flat(position: Position) -> State:
    """A position as the Python engine's states hold it."""
    return State((position.node, *position.values))


@given(rulesets(), st.integers(0, 2**32), st.sampled_from(["left", "right"]))
@settings(deadline=None, max_examples=40, suppress_health_check=SLOW, report_multiple_bugs=False)
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
        if not legal:
            break
        action = legal[luck % len(legal)]
        luck = luck // 7 + 31 * (luck % 7)
        position, turns = reference.step(position, action)
        done = game.step(state, type(game.legal(state)[0])(*action))
        assert (done.state, done.turns) == (flat(position), turns)
