"""Strategies of Hypothesis: what is drawn is legal, and shrinks to the shortest."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import find, given, seed, settings
from tests.verify.conform.faulty import AnyHand, Deaf, Faulty, ForgetsDiagonal

from rulewright.engines.game import IllegalAction
from rulewright.verify.testing import follows, keeps
from rulewright.verify.testing.drawn import drawn
from rulewright.verify.testing.games import game
from rulewright.verify.testing.machine import state_machine
from rulewright.verify.testing.strategies import DrawnPlay, instances, plays, positions


@given(plays("circle", variant="three", longest=12))
@settings(max_examples=10)
def test_plays_are_legal(play: DrawnPlay) -> None:
    state = play.game.new()
    for text, after in zip(play.actions, play.states[1:], strict=True):
        state = play.game.apply(state, play.game.parse(state, text))
        assert state == after


@pytest.mark.heavy
def test_a_shortest_play_is_found() -> None:
    won = find(
        plays("tictactoe"),
        lambda play: play.outcome is not None,
        settings=settings(database=None, max_examples=2000),
        random=Random(3),
    )
    assert len(won.actions) == 5, "nobody wins tic-tac-toe in less"
    assert won.actions[0] == "place a1"


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["tictactoe", "connectfour", "leduc_poker"])
def test_most_plays_that_are_drawn_go_to_the_end_and_are_not_the_same(name: str) -> None:
    drawn_plays: list[DrawnPlay] = []

    @seed(0)
    @settings(max_examples=100, database=None, deadline=None)
    @given(plays(name))
    def draw(play: DrawnPlay) -> None:
        drawn_plays.append(play)

    draw()
    assert sum(play.outcome is not None for play in drawn_plays) > 50
    assert len({play.actions for play in drawn_plays}) > 60


@pytest.mark.thorough
def test_chance_and_secrets_are_drawn_as_well() -> None:
    play = find(plays("kuhn_poker"), lambda play: play.outcome is not None)
    assert play.actions == ("card Jack", "card Queen", "pass", "pass")


@given(positions("hex", instance="small"))
@settings(max_examples=10)
def test_positions_belong_to_their_game(found: tuple[object, object]) -> None:
    chosen, state = found
    assert chosen is game("hex", instance="small")
    assert state is not None


@pytest.mark.thorough
@given(instances("hex"))
@settings(max_examples=5)
def test_instances_are_those_of_the_ruleset(chosen: object) -> None:
    assert chosen in [game("hex", instance=name) for name in ("box", "three", "small")]


@pytest.mark.heavy
def test_a_state_machine_passes_a_true_engine_and_finds_a_fault() -> None:
    chosen = game("tictactoe")
    quick = settings(max_examples=20, stateful_step_count=8, database=None)
    true = state_machine("tictactoe", lambda: Faulty(chosen)).TestCase
    true.settings = quick
    true("runTest").runTest()
    deaf = state_machine("tictactoe", lambda: Deaf(chosen)).TestCase
    deaf.settings = quick
    with pytest.raises(AssertionError, match="place b2 is legal"):
        deaf("runTest").runTest()


@pytest.mark.heavy
def test_a_state_machine_has_actions_tried_by_others() -> None:
    chosen = game("tictactoe")
    heedless = state_machine("tictactoe", lambda: AnyHand(chosen)).TestCase
    heedless.settings = settings(max_examples=20, stateful_step_count=8, database=None)
    with pytest.raises(AssertionError, match="X is to decide, not O"):
        heedless("runTest").runTest()


@pytest.mark.slow
def test_the_shortest_play_is_told_whatever_play_was_tried() -> None:
    """Three of one player's in a row take five moves; here they come with the ninth."""
    chosen = game("tictactoe")
    # no line but the forgotten one, and that last
    long = ["a1", "a2", "b2", "b1", "a3", "c1", "b3", "c2", "c3"]
    with pytest.raises(AssertionError) as told:
        follows("tictactoe", ForgetsDiagonal(chosen), [f"place {square}" for square in long])
    text = str(told.value)
    assert text.startswith("in fewer actions than the 9 in which it was seen:")
    assert "5. X: place" in text
    assert "6. " not in text
    assert "the engine: play goes on" in text


def test_a_number_stands_for_one_action_wherever_that_is_legal() -> None:
    """What comes before may be left out: the rest of a play stays as it is."""
    chosen = game("tictactoe")
    number = 7  # of the nine squares in the order of the rules
    state = chosen.new()
    name = chosen.text(state, drawn(chosen, state, chosen.legal(state), number))
    for action in ("place a1", "place b2"):
        state = chosen.apply(state, chosen.parse(state, action))
        assert chosen.text(state, drawn(chosen, state, chosen.legal(state), number)) == name


def test_an_action_that_is_not_there_cannot_be_parsed() -> None:
    chosen = game("tictactoe")
    with pytest.raises(IllegalAction):
        chosen.parse(chosen.new(), "place d4")


@pytest.mark.thorough
@pytest.mark.parametrize("ask", [follows, keeps])
@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("good.py:Engine", "a class is named by its module: good:Engine"),
        ("good:Engin", "did you mean Engine?"),
        ("no_such_engine_here", "No such file"),
    ],
)
def test_an_engine_that_is_not_there_is_no_difference(
    ask: Callable[[str, str], None],
    engine: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "good.py").write_text("class Engine:\n    pass\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=re.escape(said)):
        ask("tictactoe", engine)
