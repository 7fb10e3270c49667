"""Random play: uniform, by weight, repeatable, and summed up rightly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verify.systems import games, out
from tests.verify.table_game import TableGame

from rulewright.verify.limits import Budget
from rulewright.verify.simulation.playout import generator, play
from rulewright.verify.simulation.simulate import PlayEnd, SimulationResult, simulate
from rulewright.verify.simulation.statistics import wilson


def sample(game: TableGame, plays: int, *, seed: int = 0, limit: int = 100) -> SimulationResult:
    return simulate(game, plays, seed, limit, Budget().start())


@pytest.mark.thorough
@given(games(), st.integers(0, 99))
def test_a_play_follows_the_rules_to_an_end(game: TableGame, seed: int) -> None:
    place = game.new()
    made = list(play(game, generator(seed, 0), 30))
    for move in made:
        assert move.before == place
        assert move.options == len(out(game, place))
        assert move.after in out(game, place)
        place = move.after
    assert len(made) == 30 or not out(game, place)


@pytest.mark.thorough
@given(games(), st.integers(0, 99))
def test_the_sum_of_outcomes_is_the_number_of_plays(game: TableGame, seed: int) -> None:
    result = sample(game, 12, seed=seed, limit=20)
    assert sum(result.outcomes.values()) == result.plays == 12
    assert result == sample(game, 12, seed=seed, limit=20)
    assert result.shortest <= result.mean_length <= result.longest <= 20


def test_lengths_branching_cuts_and_faults() -> None:
    line = TableGame([[1], [2], []], {2: "fault: gone"})
    result = sample(line, 5)
    assert (result.shortest, result.longest, result.mean_length, result.branching) == (2, 2, 2, 1)
    assert result.ends == {PlayEnd.FAULT: 5}
    assert sample(TableGame([[0, 0, 0]]), 3, limit=7).outcomes == {"cut off": 3}
    assert sample(TableGame([[1], []]), 2).outcomes == {"stuck": 2}


@pytest.mark.thorough
def test_chance_goes_by_weight_and_players_do_not() -> None:
    ends = {1: "X", 2: "O"}
    chance = TableGame(
        [[1, 2], [], []], ends, chance=frozenset({0}), weights={(0, 0): 3, (0, 1): 1}
    )
    share = Fraction(sample(chance, 4000).outcomes["X"], 4000)
    # Six standard deviations around 3/4 and 1/2, with a fixed seed.
    assert abs(share - Fraction(3, 4)) < Fraction(6 * 433, 63_246)
    fair = TableGame([[1, 2], [], []], ends)
    share = Fraction(sample(fair, 4000).outcomes["X"], 4000)
    assert abs(share - Fraction(1, 2)) < Fraction(6 * 500, 63_246)


def test_no_time_means_no_plays() -> None:
    result = simulate(TableGame([[0]]), 5, 0, 10, Budget(seconds=0).start())
    assert (result.plays, result.outcomes, result.branching) == (0, {}, 0.0)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_wilson_against_published_values(
    successes: int, trials: int, low: float, high: float
) -> None:
    interval = wilson(successes, trials)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share(pair: tuple[int, int]) -> None:
    successes, trials = pair
    interval = wilson(successes, trials)
    assert 0 <= interval.low <= successes / trials <= interval.high <= 1
    mirrored = wilson(trials - successes, trials)
    assert mirrored.low == pytest.approx(1 - interval.high)


def test_no_sample() -> None:
    with pytest.raises(ValueError, match="no sample"):
        wilson(3, 2)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
