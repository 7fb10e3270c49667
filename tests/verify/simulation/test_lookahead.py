"""Players who follow strategies: what they prefer, what they cannot know, and how often they win."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import NoReturn

import pytest
from tests.dsl.playing import game
from tests.engines.engines import NEEDS_COMPILER
from tests.tiers import slow
from tests.verify.table_game import TableGame

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.game import Action
from rulewright.engines.native.game import NativeGame
from rulewright.engines.python.game import PythonGame, PythonState
from rulewright.verify.execution.executor import in_order
from rulewright.verify.limits import Budget, Deadline, OutOfTime
from rulewright.verify.simulation.lookahead import OnePlyLookahead
from rulewright.verify.simulation.playout import generator
from rulewright.verify.simulation.simulate import (
    PlayEnd,
    SimulationResult,
    SimulationSetup,
    simulate,
)


def made(play: str, parts: str) -> PythonGame:
    return PythonGame(instantiate(load_text(game(play, parts), "sample.rules")))


def mind(played: PythonGame, player: int = 0, luck: int = 0) -> OnePlyLookahead[PythonState]:
    """A player who follows the first strategy."""
    return OnePlyLookahead(played, 0, player, Random(luck))


def chosen(played: PythonGame, state: PythonState, luck: int = 0) -> str:
    """What player A does."""
    return played.text(state, mind(played, luck=luck)(state, played.legal(state)))


def sampled(played: PythonGame, plays: int, **options: object) -> SimulationResult:
    return simulate(played, plays, 0, 1000, Budget().start(), **options)


DICE = """
enum Face: One, Two, Six
let pips(f: Face) = if f is Six then 6 else number(f)
strategy high(p: Player) prefers n
"""
CHOICE = """
choose A
  sure
    n += 3
  bet
    roll f of Face with weight 2 * number(f)
    n += pips(f)
  twice
    roll f of Face
    roll g of Face
    n += pips(f) + pips(g) - 2
"""


def test_chance_is_taken_by_its_expectation() -> None:
    played = made(CHOICE + "draw", DICE)
    legal = played.legal(played.new())
    assert [played.text(played.new(), a) for a in legal] == ["sure", "bet", "twice"]
    # Weights 2, 4, 6 for 1, 2, 6: (2 + 8 + 36) / 12. Twice (1 + 2 + 6) / 3, less 2: nine ways.
    expected = [Fraction(3), Fraction(46, 12), Fraction(4)]
    assert mind(played).expectations(played.new(), legal) == expected
    assert {chosen(played, played.new(), luck) for luck in range(20)} == {"twice"}


@pytest.mark.thorough
def test_where_chance_has_many_ways_it_is_sampled() -> None:
    parts = "enum Face: One, Two, Six\nstrategy high(p: Player) prefers n"
    rolls = "\n".join(f"    roll f{i} of Face\n    n += number(f{i}) - 1" for i in range(4))
    played = made(f"choose A\n  stay\n    n += 1\n  go\n{rolls}\ndraw", parts)
    legal = played.legal(played.new())
    found = [mind(played, luck=luck).expectations(played.new(), legal)[1] for luck in range(400)]
    assert len(set(found)) > 5
    # The mean of 0, 1, 2 is 1, its variance 2/3; after two exact rolls at least 9 looks remain.
    assert abs(sum(found) / len(found) - 4) < 5 * (Fraction(8, 3) / 9 / 400) ** 0.5


def test_of_equal_actions_one_is_taken_at_random() -> None:
    parts = "state m: 0..3 = 0\nstrategy high(p: Player) prefers n"
    played = made("choose A\n  a\n    n := 2\n  b\n    m := 1\n  c\n    n := 2\ndraw", parts)
    found = [chosen(played, played.new(), luck) for luck in range(300)]
    assert set(found) == {"a", "c"}
    assert 100 < found.count("a") < 200


def test_nobody_knows_what_chance_will_bring() -> None:
    """A bet that pays on average less than the sure thing is never made, also when it would win."""
    parts = "enum Coin: Head, Tail\nstrategy high(p: Player) prefers if won(p) then 5 else n"
    bet = "  bet\n    roll c of Coin\n    if c is Head: win A\n    lose\n  sure\n    n := 3"
    played = made(f"choose A\n{bet}\ndraw", parts)
    sample = sampled(played, 60, profile={0: 0})
    assert sample.outcomes == {"draw": 60}


HIDDEN = """
enum Kind: Red, Black
supply stack[k: Kind] = if k is Red then {red} else 2 seen by none
state lying: Kind? = none seen by none
strategy high(p: Player) prefers if won(p) then 6 else if over then n else 0
"""
GUESS = """
roll k of Kind with weight stack[k]
take stack[k] to lying
choose A
  red
    if lying is Red: win A
    draw
  stay
    n := 3
    draw
"""


@pytest.mark.thorough
@pytest.mark.parametrize(("red", "guess"), [(2, None), (1, "stay"), (4, "red")])
def test_nobody_knows_what_is_hidden(red: int, guess: str | None) -> None:
    """Four or fewer worlds are imagined; the choice is the same, whatever card lies there."""
    played = made(GUESS, HIDDEN.format(red=red))
    first = played.new()
    dealt = [played.apply(first, action) for action in played.legal(first)]
    assert len(dealt) == 2
    ways = [[chosen(played, state, luck) for luck in range(300)] for state in dealt]
    assert ways[0] == ways[1]
    if guess is not None:
        assert ways[0].count(guess) > 150


@pytest.mark.thorough
def test_only_a_position_as_the_player_sees_it_is_looked_at() -> None:
    """No hand of another player can be told from what a player does."""
    parts = """
enum Kind: Red, Green, Blue
supply stack[k: Kind] = 2 seen by none
state hand: Player, Kind -> 0..2 = 0 seen by owner
strategy fond(p: Player) prefers n - sum q in Player: 3 * hand[q, Red]
"""
    deal = """
for p in Player
  repeat 2 times
    roll k of Kind with weight stack[k]
    take stack[k] to hand[p, k]
choose A
  swap(q: Player) when q is not A
    n += hand[q, Blue]
  rob(k: Kind) when hand[A, k] = 0
    n += hand[B, k] + hand[C, k]
draw
"""
    played = made(deal, parts)
    for seed in range(12):
        state, chance = played.new(), Random(seed)
        while played.decides(state) == -1:
            state = played.apply(state, chance.choice(played.legal(state)))
        twin = played.determinize(state, 0, Random(seed))
        assert played.view(twin, 0) == played.view(state, 0)
        assert played.legal(twin) == played.legal(state)
        for luck in range(10):
            assert chosen(played, twin, luck) == chosen(played, state, luck)


# Tic-tac-toe: X completes a line if that is possible; all other moves are random.

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def shares(board: str, sharp: str) -> tuple[Fraction, Fraction]:
    """The probabilities that X and that O wins, where ``sharp`` players complete lines."""
    for player in "XO":
        if any(all(board[s] == player for s in line) for line in LINES):
            return Fraction(player == "X"), Fraction(player == "O")
    free = [s for s in range(9) if board[s] == "."]
    if not free:
        return Fraction(0), Fraction(0)
    mover = "XO"[(9 - len(free)) % 2]
    boards = [board[:s] + mover + board[s + 1 :] for s in free]
    winning = [b for b in boards if any(all(b[s] == mover for s in line) for line in LINES)]
    after = [shares(b, sharp) for b in (winning if winning and mover in sharp else boards)]
    return sum(x for x, _ in after) / Fraction(len(after)), sum(o for _, o in after) / Fraction(
        len(after)
    )


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("sharp", "profile"), [("X", {0: 0}), *slow([("", {}), ("XO", {0: 0, 1: 0})])]
)
def test_how_often_players_win_at_tic_tac_toe(sharp: str, profile: dict[int, int]) -> None:
    text = find("tictactoe").read_text("utf-8").split("  check ")[0]
    text += "  strategy sharp(p: Player) prefers if won(p) then 1 else 0\n"
    played = PythonGame(instantiate(load_text(text, "tictactoe.rules")))
    plays = 800
    sample = sampled(played, plays, profile=profile)
    for label, share in zip("XO", shares("." * 9, sharp), strict=True):
        deviation = float(share * (1 - share) / plays) ** 0.5
        assert abs(sample.outcomes[label] / plays - share) < 4.5 * deviation
    assert sample.wins == (sample.outcomes["X"], sample.outcomes["O"])


@pytest.mark.thorough
def test_random_tic_tac_toe_is_what_it_is_known_to_be() -> None:
    assert shares("." * 9, "") == (Fraction(737, 1260), Fraction(121, 420))


# Samples


@pytest.mark.thorough
def test_processes_change_nothing() -> None:
    played = made(CHOICE + "draw", DICE)
    one = sampled(played, 70, profile={0: 0})
    assert sampled(played, 70, profile={0: 0}, jobs=3) == one
    assert one.plays == 70
    assert sampled(played, 70, jobs=3) != one


def test_a_game_can_be_had_again_by_its_number() -> None:
    played = made(CHOICE + CHOICE + "draw", DICE)
    table = SimulationSetup(played, 5, 100, {})
    for number in (3, 0):
        done = table.played(number, Budget().start())
        assert done is not None
        assert len(table.actions(number)) == done.length
    assert generator(5, 3).random() != generator(5, 3, "thoughts").random()


@pytest.mark.heavy
@NEEDS_COMPILER
def test_another_engine_plays_the_same_games() -> None:
    """Both engines play at random, by strategies, and where something is hidden."""
    for text in (game(CHOICE + "draw", DICE), game(GUESS, HIDDEN.format(red=2))):
        program = instantiate(load_text(text, "sample.rules"))
        one, two = PythonGame(program), NativeGame(program)
        for profile in ({}, {0: 0}):
            expected = sampled(one, 40, profile=profile)
            assert sampled(two, 40, profile=profile) == expected
            quick = sampled(one, 40, profile=profile, faster=lambda g=two: g, initial_seconds=0.0)
            assert (quick, quick.faster) == (expected, 40)
        assert sampled(one, 40, faster=lambda: None, initial_seconds=0.0).faster == 0


def test_an_engine_that_is_not_made_in_time_changes_nothing() -> None:
    game = TableGame([[1], []], {1: "X"})

    def late() -> NoReturn:
        raise OutOfTime

    tried = simulate(game, 5, 3, 10, Budget().start(), faster=late, initial_seconds=0.0)
    assert tried == simulate(game, 5, 3, 10, Budget().start())


@pytest.mark.thorough
def test_engines_that_part_are_no_answer() -> None:
    one, other = TableGame([[1], []], {1: "X"}), TableGame([[1], []], {1: "fault: gone"})
    with pytest.raises(RuntimeError, match="the engines part in game 0 of seed 3"):
        simulate(one, 5, 3, 10, Budget().start(), faster=lambda: other, initial_seconds=0.0)
    same = simulate(other, 5, 3, 10, Budget().start(), faster=lambda: other, initial_seconds=0.0)
    assert (same.ends, same.faster) == ({PlayEnd.FAULT: 5}, 5)


def test_rules_that_run_on_are_an_outcome() -> None:
    running = TableGame([[1, 1], []], runs_on=frozenset({(0, 1)}))
    sample = simulate(running, 40, 0, 10, Budget().start())
    assert set(sample.outcomes) == {"rules run on", "stuck"}
    assert sample.faulty == ("rules run on", "stuck")
    assert set(sample.ends) == {PlayEnd.DIVERGENCE, PlayEnd.DEADLOCK}
    table = SimulationSetup(running, 0, 10, {})
    assert table.actions(sample.first["stuck"]) == [Action(0, (0,))]


def double(number: int, deadline: Deadline) -> int | None:
    return None if number == 50 else 2 * number


def failing(number: int, deadline: Deadline) -> int | None:
    return 1 // (number - 7)


@pytest.mark.thorough
@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_order_up_to_the_first_that_is_missing(jobs: int) -> None:
    counted: list[int] = []
    found = in_order(double, range(10, 90), jobs, Budget().start(), counted.append)
    assert found == [2 * n for n in range(10, 50)]
    assert counted == sorted(counted)
    assert in_order(double, range(90), jobs, Budget(seconds=0).start(), counted.append) == []
    assert in_order(double, range(0), jobs, Budget().start(), counted.append) == []


@pytest.mark.thorough
def test_work_that_fails_in_a_process_is_no_result() -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        in_order(failing, range(20), 2, Budget().start(), lambda done: None)
