"""Every engine on games whose numbers are known, and by the rules for all engines."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import ir_build as build
from tests import ir_examples as examples
from tests import ir_strategies as programs
from tests.engines.engines import ENGINES, NEEDS_COMPILER, Engine, Reading
from tests.tiers import but, drawn, judges

from rulewright.dsl.ir.code import YES, Arith, Block, Const, Goto, Stop, Store
from rulewright.dsl.ir.program import Choice, Decision, Fault, Program
from rulewright.dsl.ir.types import Int
from rulewright.engines.conformance import conform
from rulewright.engines.game import Action, EndlessLoop, Game, IllegalAction, Outcome, Step
from rulewright.engines.native.game import NativeGame
from rulewright.engines.native.game import NativeState as NativeState
from rulewright.engines.python.game import PythonGame, PythonState

FIRST = examples.EXAMPLES[:1]
"""It has by far the most positions."""


def reachable(game: Any) -> set[Any]:
    seen = {game.new()}
    waiting = list(seen)
    while waiting:
        for _, step in game.successors(waiting.pop()):
            if step.state not in seen:
                seen.add(step.state)
                waiting.append(step.state)
    return seen


def test_they_are_games() -> None:
    game: Game[PythonState] = PythonGame(examples.tictactoe())
    assert game.program.instance.ruleset == "tictactoe"


@pytest.mark.thorough
@NEEDS_COMPILER
def test_the_native_engine_is_one() -> None:
    game: Game[NativeState] = NativeGame(examples.tictactoe())
    assert game.program.instance.ruleset == "tictactoe"


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
def test_tictactoe_positions_and_games(engine: Engine) -> None:
    game = engine(examples.tictactoe())
    states = reachable(game)
    assert len(states) == 5478

    # Complete games, counted by how many lead on from each position.
    games: dict[Any, int] = {}
    for state in sorted(states, key=lambda s: -sum(v != 2 for v in game.value(s, "on"))):
        games[state] = sum(games[step.state] for _, step in game.successors(state)) or 1
    assert games[game.new()] == 255_168


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_hanoi(engine: Engine, discs: int) -> None:
    game = engine(examples.hanoi(discs))
    states = reachable(game)
    assert len(states) == 3**discs
    assert sum(len(game.legal(s)) for s in states) == 3 * (3**discs - 1)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("spots", "sets"), [(1, 2), (2, 3), (5, 13), (10, 144)])
def test_tokens_apart(engine: Engine, spots: int, sets: int) -> None:
    assert len(reachable(engine(examples.apart(spots)))) == sets


@pytest.mark.parametrize("engine", ENGINES)
def test_chance_by_hand(engine: Engine) -> None:
    """Totals of a die with 1/3 for one and 2/3 for two: 4 is met with 2/3 (1/3 + 2/3 * ...)."""
    game = engine(examples.dice())
    shares = {game.new(): Fraction(1)}
    ends: dict[int, Fraction] = {}
    while shares:
        state, share = shares.popitem()
        actions = game.legal(state)
        if not actions:
            outcome = game.outcome(state)
            assert outcome is not None
            assert outcome.scores is not None
            ends[outcome.scores[0]] = ends.get(outcome.scores[0], Fraction()) + share
        total = sum(game.weight(state, a) for a in actions)
        for a in actions:
            after = game.apply(state, a)
            chance = share * Fraction(game.weight(state, a), total)
            shares[after] = shares.get(after, Fraction()) + chance
    # p(n) = p(n-1)/3 + 2 p(n-2)/3 from p(0) = 1: 1, 1/3, 7/9, 13/27; 5 only from 3 by a two.
    assert ends == {4: Fraction(13, 27) / 3 + Fraction(7, 9) * 2 / 3, 5: Fraction(13, 27) * 2 / 3}


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "program", but(FIRST, examples.EXAMPLES, judging=True), ids=lambda p: p.instance.name
)
def test_examples_step_by_step(engine: Engine, program: Program) -> None:
    """Every reachable state, against the interpreter."""
    reading = Reading(engine(program))
    game, reference = reading.game, reading.reference
    position = reference.new()
    assert game.new() == reading.state(position)
    seen, waiting = {position}, [position]
    while waiting and len(seen) < 300:
        position = waiting.pop()
        state = reading.state(position)
        assert game.legal(state) == reference.legal(position)
        for action in reference.legal(position):
            after, turns = reference.step(position, action)
            assert game.step(state, Action(*action)) == Step(reading.state(after), turns)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("program", examples.EXAMPLES, ids=lambda p: p.instance.name)
@pytest.mark.parametrize("seed", [0, *judges([1, 2])])
def test_examples_conform(engine: Engine, program: Program, seed: int) -> None:
    assert conform(engine(program), seed) > 0


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@given(programs.games(), st.integers(0, 1000))
@settings(deadline=None, max_examples=drawn(14, few=2), suppress_health_check=list(HealthCheck))
def test_random_programs_conform(engine: Engine, program: Program, seed: int) -> None:
    assert conform(engine(program), seed, plays=1, moves=5) > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_outcomes(engine: Engine) -> None:
    game = engine(examples.hands())
    ends = {game.outcome(s) for s in reachable(game)} - {None}
    assert ends == {
        Outcome("win", (0,), None, "X", ()),
        Outcome("win", (1,), None, "O", ()),
        Outcome("draw", (), None, "draw", ()),
    }
    walk = engine(examples.hexagon())
    assert {walk.outcome(s) for s in reachable(walk)} == {
        None,
        Outcome("lose", (), None, "lost", ()),
    }
    broken = engine(examples.leak(1))
    assert broken.outcome(broken.apply(broken.new(), Action(0, (2,)))) == Outcome(
        "fault", (), None, "fault: the heap is empty", ("heap.take",)
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_turns_that_began_before_a_fault_count(engine: Engine) -> None:
    """Two turns begin and a number changes, then the rules end; the number is as it was before."""
    n = build.state("n", Int(0, 1), 0)
    more = Store("n", None, Arith("+", build.var(n), build.num(1), Int(1, 2)), 1)
    program = build.program(
        "broken",
        (n,),
        (
            Block("play", (), Stop(0)),
            Block("one", (more,), Goto(2, turn=True)),
            Block("two", (), Goto(1, turn=True)),
        ),
        (Decision("next", Const(0, build.SOLO), (Choice("go", (), YES, 1),)), Fault("too many")),
    )
    game = engine(program)
    step = game.step(game.new(), Action(0, ()))
    assert (game.node(step.state), game.value(step.state, "n"), step.turns) == (1, 0, 2)


@pytest.mark.parametrize("engine", ENGINES)
def test_secret_choices_are_hidden(engine: Engine) -> None:
    game = engine(examples.hands())
    state = game.apply(game.new(), Action(0, (1,)))
    assert game.decides(state) == 1
    views: list[dict[str, object]] = [dict(game.view(state, player)) for player in (0, 1)]
    assert views == [{"hand": (1, None)}, {"hand": (None, 3)}]


@pytest.mark.parametrize("engine", ENGINES)
def test_endless_loop_names_the_block(engine: Engine) -> None:
    game = engine(examples.spin())
    with pytest.raises(EndlessLoop, match="round and round"):
        game.apply(game.new(), Action(0, ()))


def test_a_state_is_told_by_where_it_rests_and_what_its_variables_hold() -> None:
    game = PythonGame(examples.hands())
    names = [v.name for v in game.program.variables if v.kind != "scratch"]
    state = game.new()
    while game.legal(state):
        values = {name: game.value(state, name) for name in reversed(names)}
        assert game.at(game.node(state), values) == state
        state = game.apply(state, game.legal(state)[-1])


@pytest.mark.parametrize("engine", ENGINES)
def test_refusals_name_what_is_near(engine: Engine) -> None:
    game = engine(examples.tictactoe())
    state = game.apply(game.new(), game.parse(game.new(), "PLACE(B2)"))
    assert game.parse(state, " place   a1") == Action(0, (0,))
    for taken in ("place b2", "PLACE B2"):
        with pytest.raises(IllegalAction, match=r"is not legal here; nearest: .*place b1"):
            game.parse(state, taken)
    with pytest.raises(IllegalAction):
        game.apply(state, Action(0, (4,)))
    with pytest.raises(ValueError, match="about one, and for no other"):
        game.holds(0, state, 1)
    own_line = next(i for i, c in enumerate(game.program.checks) if c.player is not None)
    assert game.holds(own_line, state, 1) is False
    with pytest.raises(ValueError, match="about one, and for no other"):
        game.holds(own_line, state)
    for nobody in (-1, 2):
        with pytest.raises(ValueError, match="there is no player"):
            game.holds(own_line, state, nobody)


@pytest.mark.parametrize("engine", ENGINES)
def test_decoding_refuses_what_is_no_state(engine: Engine) -> None:
    game = engine(examples.tictactoe())
    # The node takes two bits, a mark two: node 3 and mark 3 do not exist.
    for wrong in (b"\x03\x00\x00", b"\x0c\x00\x00", b"\x00\x00\x80", b"\x00\x00"):
        with pytest.raises(ValueError):  # noqa: PT011
            game.decode(wrong)
