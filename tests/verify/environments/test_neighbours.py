"""Rulesets in OpenSpiel and PettingZoo, by their own tests; ``make neighbours`` installs both."""

from __future__ import annotations

import warnings

import pytest

pytestmark = pytest.mark.neighbours

GAMES = [
    ("tictactoe", ""), ("kuhn_poker", ""), ("leduc_poker", ""), ("goofspiel", "small"), ("pig", "small"),
    ("circle", "small"), ("circle", "small_three"), ("arktia", "small"), ("petite-mort", "small"),
    ("run-run-run", "small_boss"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "instance"), GAMES)
def test_open_spiels_random_sim_test(name: str, instance: str) -> None:
    import pyspiel

    from rulewright.verify.environments import openspiel

    game = openspiel.load(name, instance=instance, longest=80)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_a_game_has_the_type_that_its_rules_give_it() -> None:
    import pyspiel

    from rulewright.verify.environments import openspiel

    kinds = pyspiel.GameType
    tic, poker = openspiel.load("tictactoe").get_type(), openspiel.load("kuhn_poker").get_type()
    assert tic.information == kinds.Information.PERFECT_INFORMATION
    assert tic.chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert poker.information == kinds.Information.IMPERFECT_INFORMATION
    assert poker.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert poker.utility == kinds.Utility.ZERO_SUM
    three = openspiel.load("circle", instance="small_three")
    assert (three.num_players(), three.get_type().utility) == (3, kinds.Utility.GENERAL_SUM)
    pig = openspiel.load("pig", settings={"goal": 3, "enough": "goes_on"})
    assert "settings=goal:3;enough:goes_on" in str(pig)


def test_kuhn_poker_is_the_game_that_open_spiel_has() -> None:
    """Its information sets are right: players who act at random can be exploited for as much."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    from rulewright.verify.environments import openspiel

    ours, theirs = openspiel.load("kuhn_poker", longest=10), pyspiel.load_game("kuhn_poker")
    worth = [exploitability.nash_conv(g, policy.UniformRandomPolicy(g)) for g in (ours, theirs)]
    assert worth[0] == pytest.approx(worth[1], abs=1e-12)


@pytest.mark.parametrize(("name", "instance"), GAMES)
def test_pettingzoos_api_test(name: str, instance: str) -> None:
    from pettingzoo.test import api_test

    from rulewright.verify.environments import pettingzoo

    env = pettingzoo.env(name, instance=instance or None, longest=150)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")  # a dictionary, as with every mask
        api_test(env, num_cycles=200)


def test_pettingzoos_seed_test() -> None:
    from pettingzoo.test import seed_test

    from rulewright.verify.environments import pettingzoo

    seed_test(lambda: pettingzoo.env("leduc_poker"), num_cycles=30)


def test_an_agent_is_told_what_it_can_do_and_what_it_won() -> None:
    from rulewright.verify.environments import pettingzoo

    env = pettingzoo.env("tictactoe")
    env.reset(seed=1)
    assert env.names == {"player_0": "X", "player_1": "O"}
    for square in (0, 3, 1, 4, 2):
        seen = env.observe(env.agent_selection)
        assert seen["action_mask"][square] == 1
        env.step(square)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    env.reset()
    env.step(0)
    with pytest.raises(ValueError, match="no legal action"):
        env.step(0)
