"""Nothing more is asked of an engine than the budget has time for, however slow each of its answers is."""

from __future__ import annotations

import pytest
from tests.shipped import shipped
from tests.verify.conform.faulty import Deaf, Faulty

from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.protocol import ActionRefused, EngineFailure
from rulewright.verify.conform.examine import ConformanceResult, Plan, examine
from rulewright.verify.conform.saved import files
from rulewright.verify.conform.trials.discrepancy import Repeats
from rulewright.verify.effort.conforming import EXAMINING
from rulewright.verify.limits import Budget
from rulewright.verify.plays.json_values import Json
from rulewright.verify.render.conformance import summary

ANSWER = 4.0
"""Seconds for each answer."""
LATEST = EXAMINING.moment_more + ANSWER
"""Seconds after the budget in which the last answer may still come."""
PLAY = ["place a1", "place a2", "place b2"]


class Slow(LocalEngine):
    """Each answer takes a while on the clock."""

    now = 0.0

    def begin(self, game: dict[str, Json]) -> None:
        super().begin(game)
        self.now += ANSWER

    def refusal(self, action: str, by: str) -> ActionRefused | None:
        self.now += ANSWER
        return super().refusal(action, by)


class FailsAtTheEnd(Slow):
    """Cannot be ended."""

    def close(self) -> None:
        raise EngineFailure("does not end", "")


def compared(engine: Slow, game: PythonGame, seconds: float) -> ConformanceResult:
    plan = Plan(Budget(seconds), lambda: [PLAY] * 3, most_plays=5, clock=lambda: engine.now)
    found = examine(lambda: engine, game, plan)
    assert engine.now <= seconds + LATEST
    return found


@pytest.fixture
def game() -> PythonGame:
    return PythonGame(shipped("tictactoe", "box"))


@pytest.mark.parametrize("seconds", [0.0, 6.0, 30.0, 80.0])
def test_a_play_is_broken_off_when_the_time_is_up(seconds: float, game: PythonGame) -> None:
    found = compared(Slow(Faulty(game), "slow"), game, seconds)
    assert (found.found, found.cut_off, found.complete) == (None, True, None)


@pytest.mark.parametrize(("playing", "most", "further"), [(0, 11, 0), (1000, 11, 1), (1, 14, 0)])
def test_random_plays_are_as_many_as_are_wanted_and_go_on_for_a_while(
    playing: float, most: int, further: int
) -> None:
    """A play takes some minutes on the clock: there are more than eleven in a thousand seconds."""
    game = PythonGame(shipped("connectfour", "box"))
    engine = Slow(Faulty(game), "slow")
    plan = Plan(Budget(None), most_plays=most, playing=playing, small=0, clock=lambda: engine.now)
    found = examine(lambda: engine, game, plan)
    assert found.plays >= most + further
    assert further or found.plays == most
    assert engine.now > playing


def test_no_random_play_begins_in_the_seconds_that_are_reserved() -> None:
    """An action takes four seconds, a play of connect four up to 42 actions, and what is tried that is not legal."""
    game = PythonGame(shipped("connectfour", "box"))
    engine = Slow(Faulty(game), "slow")
    plan = Plan(Budget(90_000), reserved=80_000, small=0, clock=lambda: engine.now)
    found = examine(lambda: engine, game, plan)
    assert found.plays > EXAMINING.first_plays
    assert 10_000 < engine.now < 12_000


@pytest.mark.parametrize("seconds", [13.0, 17.0, 40.0, 130.0])
def test_a_difference_is_told_though_there_is_no_time_to_confirm_it(
    seconds: float, game: PythonGame
) -> None:
    engine = Slow(Deaf(game), "slow", trusts=True)
    found = compared(engine, game, seconds)
    assert found.found is not None
    assert found.found.engine == "it is refused"


def test_that_it_was_not_tried_again_is_said(game: PythonGame) -> None:
    found = compared(FailsAtTheEnd(Faulty(game), "slow"), game, 30.0)
    assert found.found is not None
    assert found.found.repeats == Repeats(0, 0)
    assert "the time was up (--budget) before it was tried again" in summary(found)
    test = next(
        text for name, text in files(game, found.found, "x", "y").items() if "test_" in name
    )
    assert "it is not known how often it shows it" in test
