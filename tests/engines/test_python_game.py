"""The Python engine on games whose numbers are known, and by the rules for all engines."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import ir_examples as examples
from tests import ir_strategies as programs
from tests.reference_eval import Reference

from rulewright.dsl.ir.program import Program
from rulewright.engines.conformance import conform
from rulewright.engines.interface import Action, EndlessLoop, Game, IllegalAction, Outcome, Step
from rulewright.engines.python.game import PythonGame, State


def reachable(game: PythonGame) -> set[State]:
    seen = {game.new()}
    waiting = list(seen)
    while waiting:
        for _, after, _ in game.successors(waiting.pop()):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


def test_it_is_a_game() -> None:
    game: Game[State] = PythonGame(examples.tictactoe())
    assert game.program.instance.ruleset == "tictactoe"


def test_tictactoe_positions_and_games() -> None:
    game = PythonGame(examples.tictactoe())
    states = reachable(game)
    assert len(states) == 5478

    # Complete games, counted by how many lead on from each position.
    games: dict[State, int] = {}
    for state in sorted(states, key=lambda s: -sum(v != 2 for v in game.value(s, "on"))):  # type: ignore[union-attr]
        following = game.successors(state)
        games[state] = sum(games[after] for _, after, _ in following) or 1
    assert games[game.new()] == 255_168


@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_hanoi(discs: int) -> None:
    game = PythonGame(examples.hanoi(discs))
    states = reachable(game)
    assert len(states) == 3**discs
    assert sum(len(game.legal(s)) for s in states) == 3 * (3**discs - 1)


@pytest.mark.parametrize(("spots", "sets"), [(1, 2), (2, 3), (5, 13), (10, 144)])
def test_tokens_apart(spots: int, sets: int) -> None:
    assert len(reachable(PythonGame(examples.apart(spots)))) == sets


def test_chance_by_hand() -> None:
    """Totals of a die with 1/3 for one and 2/3 for two: 4 is met with 2/3 (1/3 + 2/3 * ...)."""
    game = PythonGame(examples.dice())
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


@pytest.mark.parametrize("program", examples.EXAMPLES, ids=lambda p: p.instance.name)
def test_examples_step_by_step(program: Program) -> None:
    """Every reachable state, against the interpreter."""
    game, reference = PythonGame(program), Reference(program)
    position = reference.new()
    assert game.new() == (position.node, *position.values)
    seen, waiting = {position}, [position]
    while waiting and len(seen) < 300:
        position = waiting.pop()
        state = game.decode(game.encode(State((position.node, *position.values))))
        assert game.legal(state) == reference.legal(position)
        for action in reference.legal(position):
            after, turns = reference.step(position, action)
            assert game.step(state, Action(*action)) == Step(
                State((after.node, *after.values)), turns
            )
            if after not in seen:
                seen.add(after)
                waiting.append(after)


@pytest.mark.parametrize("program", examples.EXAMPLES, ids=lambda p: p.instance.name)
@pytest.mark.parametrize("seed", range(3))
def test_examples_conform(program: Program, seed: int) -> None:
    assert conform(PythonGame(program), seed) > 0


@given(programs.games(), st.integers(0, 1000))
@settings(deadline=None, max_examples=20, suppress_health_check=list(HealthCheck))
def test_random_programs_conform(program: Program, seed: int) -> None:
    assert conform(PythonGame(program), seed, plays=1, moves=5) > 0


def test_outcomes() -> None:
    game = PythonGame(examples.hands())
    ends = {game.outcome(s) for s in reachable(game)} - {None}
    assert ends == {
        Outcome("win", (0,), None, "X", ()),
        Outcome("win", (1,), None, "O", ()),
        Outcome("draw", (), None, "draw", ()),
    }
    walk = PythonGame(examples.hexagon())
    assert {walk.outcome(s) for s in reachable(walk)} == {
        None,
        Outcome("lose", (), None, "lost", ()),
    }
    broken = PythonGame(examples.leak(1))
    assert broken.outcome(broken.apply(broken.new(), Action(0, (2,)))) == Outcome(
        "fault", (), None, "fault: the heap is empty", ("heap.take",)
    )


def test_secret_choices_are_hidden() -> None:
    game = PythonGame(examples.hands())
    state = game.apply(game.new(), Action(0, (1,)))
    assert game.decides(state) == 1
    views: list[dict[str, object]] = [dict(game.view(state, player)) for player in (0, 1)]
    assert views == [{"hand": (1, None)}, {"hand": (None, 3)}]


def test_endless_loop_names_the_block() -> None:
    game = PythonGame(examples.spin())
    with pytest.raises(EndlessLoop, match="round and round"):
        game.apply(game.new(), Action(0, ()))


def test_refusals_name_what_is_near() -> None:
    game = PythonGame(examples.tictactoe())
    state = game.apply(game.new(), game.parse(game.new(), "PLACE(B2)"))
    assert game.parse(state, " place   a1") == Action(0, (0,))
    with pytest.raises(IllegalAction, match=r"'place b2' is not legal here; legal: .*place b1"):
        game.parse(state, "place b2")
    with pytest.raises(IllegalAction):
        game.apply(state, Action(0, (4,)))
    with pytest.raises(ValueError, match="player"):
        game.holds(0, state, 1)


def test_decoding_refuses_what_is_no_state() -> None:
    game = PythonGame(examples.tictactoe())
    # The node takes two bits, a mark two: node 3 and mark 3 do not exist.
    for wrong in (b"\x03\x00\x00", b"\x0c\x00\x00", b"\x00\x00\x80", b"\x00\x00"):
        with pytest.raises(ValueError):  # noqa: PT011
            game.decode(wrong)


def test_digests_are_the_same_for_ever() -> None:
    """The hash of the bytes, from another implementation of BLAKE2: ``b2sum -l 64``."""
    game = PythonGame(examples.leak(5))
    assert game.encode(game.new()) == bytes([0b1010])
    assert game.digest(game.new()) == int.from_bytes(bytes.fromhex("5030c2a8db49e9c6"), "little")
