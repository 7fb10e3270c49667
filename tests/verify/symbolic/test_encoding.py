"""The formulas do what the interpreter of the IR does, state by state and action by action."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from tests import ir_strategies as programs
from tests.ir_examples import EXAMPLES, dice, spin
from tests.reference_eval import Position, Reference, evaluate
from tests.shipped import shipped
from tests.tiers import drawn, every, slow, thorough
from tests.verify.proof.systems import depletion, draining, mislaid, recycling
from tests.verify.symbolic.assigned import Assigned
from tests.verify.symbolic.plays import Encoded, take

from rulewright.dsl.ir.program import Program, Variable
from rulewright.engines.game import Action
from rulewright.verify.effort.encoding import ENCODING, Encoding
from rulewright.verify.symbolic.expressions.environment import SymbolicFrame
from rulewright.verify.symbolic.paths import choices
from rulewright.verify.symbolic.paths.unrolling import Transitions

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)

PROGRAMS = (*EXAMPLES, depletion(4, 2), depletion(3, 2), draining(4), recycling(), mislaid())
LARGE = {"tictactoe", "hexagon"}
LARGE_LATER = [
    *every(4, [p for p in PROGRAMS if p.instance.ruleset not in LARGE]),
    *thorough(p for p in PROGRAMS if p.instance.ruleset in LARGE),
]


def wander(program: Program, steps: int, seed: int) -> list[Position]:
    """The states of random plays."""
    reference, chance = Reference(program), random.Random(seed)
    found = [reference.new()]
    position = found[0]
    for _ in range(steps):
        legal = reference.legal(position)
        if not legal:
            position = reference.new()
            continue
        position, _ = reference.step(position, chance.choice(legal))
        found.append(position)
    return list(dict.fromkeys(found))


@pytest.mark.thorough
@pytest.mark.parametrize("joint", [ENCODING.joint, 0], ids=["joint", "factored"])
@pytest.mark.parametrize("program", LARGE_LATER, ids=lambda p: p.instance.ruleset)
def test_examples(program: Program, joint: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "ENCODING", Encoding(joint=joint))
    compare(program, 25)


RULESETS = [
    *slow(
        ("circle", name)
        for name in ("small_powers", "small_aggressive", "small_three", "small_match")
    ),
    ("tictactoe", "box"),
    ("connectfour", "small"),
    *slow([("hex", "small"), ("breakthrough", "small")]),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "instance"), RULESETS)
def test_rulesets(name: str, instance: str) -> None:
    compare(shipped(name, instance), 12)


def compare(program: Program, steps: int) -> None:
    """Legal actions and what follows them, in states of random plays."""
    encoded = Encoded(program)
    for state in wander(program, steps, seed=1):
        legal = [Action(*a) for a in encoded.reference.legal(state)]
        if state.node not in encoded.position.rests:
            assert legal == []
            continue
        assert encoded.legal(state) == legal
        for action in legal:
            expected, _ = encoded.reference.step(state, action)
            assert encoded.after(state, action) == expected


@pytest.mark.thorough
@pytest.mark.parametrize("program", every(2, PROGRAMS), ids=lambda p: p.instance.ruleset)
def test_plays_from_the_beginning(program: Program) -> None:
    """Unrolled from the first state, where most of it folds to constants."""
    encoded = Encoded(program)
    transitions = encoded.transitions
    chance = random.Random(7)
    for _ in range(4):
        position, state = transitions.first(), encoded.reference.new()
        model: dict[str, int] = {}
        constraints = list(position.ends.facts)
        for k in range(6):
            assigned = Assigned(model)
            assert all(assigned(c) for c in constraints)
            assert encoded.resting(position, assigned) == state
            legal = encoded.reference.legal(state)
            if not legal:
                break
            move = transitions.advance(position, f"s{k}")
            assert move is not None
            action = Action(*chance.choice(legal))
            for option in move.options[state.node]:
                take(option, action, model)
            constraints += move.constraints
            position = move.position
            state, _ = encoded.reference.step(state, action)


@pytest.mark.heavy
@given(programs.questions(), programs.starts())
@settings(deadline=None, max_examples=drawn(24, few=2), suppress_health_check=SLOW)
def test_expressions(program: Program, others: tuple[Variable, ...]) -> None:
    encoded = Encoded(program)
    evaluator = encoded.transitions.executor.evaluator
    frame = SymbolicFrame(encoded.position.before, {}, 0)
    other = Position(0, tuple(v.initial for v in others if v.kind != "scratch"))
    for position in (encoded.reference.new(), other):
        assigned = Assigned(encoded.model(position))
        for check in program.checks:
            expected = evaluate(check.property, encoded.reference.scope(position))
            assert bool(assigned(evaluator.truth(check.property, frame))) is expected


@pytest.mark.heavy
@given(programs.games())
@settings(deadline=None, max_examples=drawn(24, few=2), suppress_health_check=SLOW)
def test_games(program: Program) -> None:
    encoded = Encoded(program)
    waiting = [encoded.reference.new()]
    for state in waiting[:3]:
        if state.node not in encoded.position.rests:
            continue
        legal = [Action(*a) for a in encoded.reference.legal(state)]
        assert encoded.legal(state) == legal
        for action in legal[:6]:
            after, _ = encoded.reference.step(state, action)
            assert encoded.after(state, action) == after
            waiting.append(after)


def test_an_illegal_action_is_excluded() -> None:
    encoded = Encoded(dice())
    state = encoded.reference.new()
    assert encoded.after(state, Action(0, (2,))) is not None
    assert encoded.after(state, Action(0, (3,))) is None


def test_a_loop_without_a_decision_is_noticed() -> None:
    transitions = Transitions(spin())
    move = transitions.advance(transitions.first(), "s")
    assert move is not None
    assert move.position.ends.diverged is not transitions.t.false
