"""Two wordings side by side: where they part, and when they are the same game."""

from __future__ import annotations

import pytest

from rulewright.dsl.compile import Ruleset, instantiate, load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.budget import Budget
from rulewright.verify.compare.lockstep import Open, Parted, Same, compare
from rulewright.verify.compare.readings import answers
from rulewright.verify.compare.stroll import follow, stroll

COUNTDOWN = """
ruleset countdown "Countdown"
  players A, B
  state left: 0..6 = 6

  reading step "How much may be taken?" by [take]
    one_or_two: "one or two" default
    up_to_three: "one, two or three"
    same_words: "one or two, in other words"

  reading taker "Who wins?" by [end]
    wins: "whoever takes the last" default
    loses: "the other player"

  play by [play]
    repeat
      turns for p in Player
        choose p
          take(n: 1..3) when n <= left, allowed(n)
            left -= n
        if left = 0
          win if taker is wins then p else next(p)

  let allowed(n: 1..3) =
    match step
      one_or_two: n < 3
      up_to_three: yes
      same_words: n in {1, 2}
"""


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return load_text(COUNTDOWN, "countdown.rules")


def game(ruleset: Ruleset, **readings: str) -> PythonGame:
    return PythonGame(instantiate(ruleset, readings=readings))


def test_an_option_that_only_one_wording_has_parts_them_at_once(ruleset: Ruleset) -> None:
    result = compare(game(ruleset), game(ruleset, step="up_to_three"), Budget())
    assert isinstance(result, Parted)
    assert result.first == ()
    assert {key for key, _ in result.views[1].options} - {
        key for key, _ in result.views[0].options
    } == {("take", (3,))}


def test_another_winner_parts_them_at_the_end_of_a_shortest_play(ruleset: Ruleset) -> None:
    result = compare(game(ruleset), game(ruleset, taker="loses"), Budget())
    assert isinstance(result, Parted)
    assert len(result.first) == 3  # 6 = 2 + 2 + 2, and no play is shorter
    assert {view.outcome for view in result.views} == {"A", "B"}


def test_other_words_for_one_rule_are_the_same_game(ruleset: Ruleset) -> None:
    result = compare(game(ruleset), game(ruleset, step="same_words"), Budget())
    # Positions: 6, and 5..1 left with either player to move (5 only after one move), and 0 left
    # after either player's move.
    positions = {(left, mover) for left, mover in reachable()}
    assert result == Same(len(positions))


def reachable() -> set[tuple[int, int]]:
    """Every (left, player to move) of the game with one or two taken, by hand."""
    found, waiting = set(), [(6, 0)]
    while waiting:
        left, mover = waiting.pop()
        if (left, mover) not in found:
            found.add((left, mover))
            waiting += [(left - n, 1 - mover) for n in (1, 2) if n <= left]
    return found


def test_a_search_that_is_cut_off_says_so(ruleset: Ruleset) -> None:
    result = compare(game(ruleset), game(ruleset, taker="loses"), Budget(states=3))
    assert isinstance(result, Open)
    assert result.moves < 3


def test_a_random_play_is_shortened_to_one_that_still_shows_the_difference(
    ruleset: Ruleset,
) -> None:
    games = game(ruleset), game(ruleset, taker="loses")
    parted, plays = stroll(*games, seed=1, plays=50, deadline=Budget().start())
    assert plays == 1  # every play ends, and every end differs
    assert parted is not None
    keys = [("take", action.args) for action in parted.first]
    assert follow(*games, keys) == parted
    assert parted.views[0].outcome != parted.views[1].outcome


def test_every_option_gets_its_answer(ruleset: Ruleset) -> None:
    found = {(a.reading, a.option[0]): a for a in answers(ruleset, "standard", [], Budget())}
    assert set(found) == {("step", "up_to_three"), ("step", "same_words"), ("taker", "loses")}
    assert found["step", "same_words"].difference is None
    assert found["step", "same_words"].same
    difference = found["step", "up_to_three"].difference
    assert difference is not None
    assert difference.options == ((), ("take 3",))
