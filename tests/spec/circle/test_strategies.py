"""Circle of Life: the strategy that is shipped as an example, reckoned again in plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from tests.oracles import circle as oracle
from tests.oracles.search import Position
from tests.shipped import shipped
from tests.spec.games import circle_game, circle_oracle
from tests.tiers import slow

from rulewright.dsl.ir.types import Enum, Map
from rulewright.engines.python.game import PythonGame, PythonState
from rulewright.verify.limits import Budget
from rulewright.verify.simulation.lookahead import OnePlyLookahead
from rulewright.verify.simulation.playout import generator, play
from rulewright.verify.simulation.simulate import simulate

INSTANCES = ("box", "box_three", "box_match", "small_powers", "small_aggressive", "small_three")


def made(instance: str) -> PythonGame:
    return PythonGame(shipped("circle", instance))


def prospects(game: PythonGame, state: PythonState) -> list[int]:
    """For each role, how near it is to its goal, in hundredths: for three, the nearer goal."""
    on = next(v.type for v in game.program.variables if v.name == "on")
    assert isinstance(on, Map)
    assert isinstance(on.key, Enum)
    pieces = game.value(state, "on")
    assert isinstance(pieces, tuple)
    rings = sorted({label[0] for label in on.key.labels})
    segments = sorted({label[1:] for label in on.key.labels})
    at = dict(zip(on.key.labels, pieces, strict=True))
    parts = [[r + s for s in segments] for r in rings] + [[r + s for r in rings] for s in segments]
    found = []
    three = game.program.instance.variant == "three"
    for role in range(3 if three else 2):
        counts = [sum(at[c] == role for c in part) for part in parts]
        spread = 100 * sum(n > 0 for n in counts) // len(parts)
        rule = max(100 * n // len(part) for n, part in zip(counts, parts, strict=True))
        found.append(max(spread, rule) if three else spread if role == oracle.LIFE else rule)
    return found


def reckoned(game: PythonGame, state: PythonState, player: int) -> int:
    """What ``steady`` is to say."""
    near, outcome = prospects(game, state), game.outcome(state)
    match = game.program.instance.variant == "two_rounds"
    if outcome is not None:
        return (2000 if match else 1000) * (1 if player in outcome.winners else -1)
    if not match:
        return 2 * near[player] - max(near[:player] + near[player + 1 :])
    role = oracle.LIFE if game.value(state, "life") == player else oracle.DEATH
    wins = game.value(state, "wins")
    assert isinstance(wins, tuple)
    mine, theirs = wins[player], wins[1 - player]
    assert isinstance(mine, int)
    assert isinstance(theirs, int)
    return 500 * (mine - theirs) + 2 * near[role] - near[1 - role]


@pytest.mark.parametrize("instance", INSTANCES)
def test_what_steady_players_like(instance: str) -> None:
    game = made(instance)
    players = range(len(game.program.players.labels))
    assert [s.name for s in game.program.strategies] == ["steady"]
    for number in range(4):
        for move in play(game, generator(1, number), 80):
            for state in (move.before, move.after):
                for player in players:
                    assert game.strategy_value(0, state, player) == reckoned(game, state, player)


@pytest.mark.parametrize("instance", INSTANCES)
def test_steady_players_take_what_they_like_most(instance: str) -> None:
    game = made(instance)
    for move in islice(play(game, generator(2, 0), 80), 40):
        player = game.decides(move.before)
        assert player is not None
        legal = game.legal(move.before)
        likes = {a: reckoned(game, game.apply(move.before, a), player) for a in legal}
        best = {a for a, like in likes.items() if like == max(likes.values())}
        found = {OnePlyLookahead(game, 0, player, Random(n))(move.before, legal) for n in range(3)}
        assert found <= best


def oracle_outcome(rules: oracle.Rules, chance: Random, limit: int) -> str | None:
    """How one random game of the oracle ends, None if it does not within the limit."""
    walker = circle_oracle(rules)
    at = Position(oracle.first(rules))
    for _ in range(limit):
        label = None if at.chosen else walker.over(at.state)
        if label is not None:
            return label
        at = walker.play(at, chance.choice(walker.ask(at).choices))
    return None


@pytest.mark.parametrize("variant", ["aggressive", *slow(["standard", "three"])])
def test_random_games_end_as_those_of_the_oracle(variant: str) -> None:
    rules = oracle.Rules(variant, 2, 4, 6)
    games, limit = 400, 60
    sample = simulate(circle_game(rules), games, 0, limit, Budget().start())
    chance = Random(7)
    expected = Counter(oracle_outcome(rules, chance, limit) for _ in range(games))
    for label in {*sample.outcomes, *expected} - {None, "cut off"}:
        ours, theirs = sample.outcomes.get(label or "", 0), expected[label]
        # Five standard deviations of the difference of two samples, each at most so wide.
        share = (ours + theirs) / (2 * games)
        assert abs(ours - theirs) / games <= 5 * (2 * share * (1 - share) / games) ** 0.5
