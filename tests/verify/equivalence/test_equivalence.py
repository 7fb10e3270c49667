"""Two wordings side by side: where they part, and when they are the same game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.dsl.playing import game as sample
from tests.verify.equivalence import countdown

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame, PythonState
from rulewright.verify.equivalence.bisimulation import (
    BisimulationCheck,
    BoundedEquivalence,
    Equivalent,
    compare,
)
from rulewright.verify.equivalence.observation import RUNS_ON, ActionName
from rulewright.verify.equivalence.pair import DistinguishingPlay, Pairs
from rulewright.verify.equivalence.random_walk import random_walk
from rulewright.verify.equivalence.shrink import follow, shortened
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.graph import OUT_OF_TIME, long_move, out_of_states

game = countdown.game
FOREVER = Budget().start()


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return countdown.ruleset()


def test_an_option_that_only_one_wording_has_parts_them_at_once(ruleset: Ruleset) -> None:
    result = compare(game(ruleset), game(ruleset, step="up_to_three"), Budget())
    assert isinstance(result, DistinguishingPlay)
    assert (result.first, result.aspect) == ((), "options")
    assert {key for key, _ in result.views[1].options} - {
        key for key, _ in result.views[0].options
    } == {("take", ("3",))}


def test_another_winner_parts_them_at_the_end_of_a_shortest_play(ruleset: Ruleset) -> None:
    result = compare(game(ruleset), game(ruleset, taker="loses"), Budget())
    assert isinstance(result, DistinguishingPlay)
    assert len(result) == 3  # 6 = 2 + 2 + 2, and no play is shorter
    assert result.aspect == "outcome"
    assert {view.outcome for view in result.views} == {"A", "B"}


def test_who_decides_parts_them(ruleset: Ruleset) -> None:
    games = (game(ruleset, "talking", 2), game(ruleset, "talking", 2, who="both"))
    result = compare(*games, Budget())
    assert isinstance(result, DistinguishingPlay)
    assert len(result) == 1  # both sticks at once
    assert [view.decides for view in result.views] == ["", "A"]
    assert [view.outcome for view in result.views] == ["A", ""]


def test_whether_others_learn_a_choice_parts_them(ruleset: Ruleset) -> None:
    games = [game(ruleset, "talking", 2, who="both", hidden=h) for h in ("seen", "unseen")]
    result = compare(games[0], games[1], Budget())
    assert isinstance(result, DistinguishingPlay)
    assert (len(result), result.aspect) == (1, "secrecy")


def test_rules_that_run_on_for_ever_are_another_game(ruleset: Ruleset) -> None:
    games = game(ruleset, heap=3), game(ruleset, heap=3, rest="runs_on")
    result = compare(*games, Budget())
    assert isinstance(result, DistinguishingPlay)
    assert len(result) == 2
    assert [view.outcome for view in result.views] == ["B", RUNS_ON]
    assert isinstance(compare(games[1], games[1], Budget()), Equivalent)


@pytest.mark.thorough
def test_other_words_for_one_rule_are_the_same_game(ruleset: Ruleset) -> None:
    result = compare(game(ruleset), game(ruleset, step="same_words"), Budget())
    # Positions: 6, and 5..1 left with either player to move (5 only after one move), and 0 left
    # after either player's move.
    pairs = len(reachable())
    assert result == Equivalent(pairs)
    games = game(ruleset), game(ruleset, step="same_words")
    assert compare(*games, Budget(states=pairs)) == Equivalent(pairs)
    assert isinstance(compare(*games, Budget(states=pairs - 1)), BoundedEquivalence)


def reachable() -> set[tuple[int, int]]:
    """Every (left, player to move) of the game with one or two taken, by hand."""
    found, waiting = set(), [(6, 0)]
    while waiting:
        left, mover = waiting.pop()
        if (left, mover) not in found:
            found.add((left, mover))
            waiting += [(left - n, 1 - mover) for n in (1, 2) if n <= left]
    return found


def test_what_nobody_may_look_at_is_no_difference(ruleset: Ruleset) -> None:
    result = compare(game(ruleset), game(ruleset, tally="secret"), Budget())
    assert isinstance(result, Equivalent)
    assert result.table is None


def test_what_lies_on_the_table_is_told_apart_from_the_rules(ruleset: Ruleset) -> None:
    result = compare(game(ruleset), game(ruleset, tally="open_tally"), Budget())
    assert isinstance(result, Equivalent)
    assert result.table is not None
    assert (len(result.table), result.table.aspect) == (1, "table")


def test_a_search_that_is_cut_off_says_so_and_goes_on(ruleset: Ruleset) -> None:
    search = BisimulationCheck(Pairs(game(ruleset), game(ruleset, taker="loses")))
    assert search.run(Budget(states=0)) == BoundedEquivalence(-1, 1, stopped=out_of_states(0))
    assert search.run(Budget(seconds=0)) == BoundedEquivalence(-1, 1, stopped=OUT_OF_TIME)
    result = search.run(Budget(states=3))
    assert isinstance(result, BoundedEquivalence)
    assert result.moves < 3
    result = search.run(Budget(), longest=2)
    assert isinstance(result, BoundedEquivalence)
    assert result.moves == 2
    assert isinstance(search.run(Budget(), longest=3), DistinguishingPlay)


def with_moves_of(*passes: int) -> BisimulationCheck[PythonState, PythonState]:
    """A game beside itself, whose decisions have a move of so many passes; 100 are allowed."""
    text = "".join(
        f"choose A\n  long\n    repeat {n} times\n      n := n mod 20 + 1\n  short\n    nothing\n"
        for n in passes
    )
    program = instantiate(load_text(sample(f"{text}draw"), "sample.rules"))
    return BisimulationCheck(Pairs(PythonGame(program, 100), PythonGame(program, 100)))


@pytest.mark.parametrize(
    ("first", "second", "moves"), [(400, 400, 0), (400, 1, 0), (1, 400, 1), (1, 1, None)]
)
def test_plays_are_compared_up_to_the_first_move_that_is_too_long(
    first: int, second: int, moves: int | None
) -> None:
    search = with_moves_of(first, second)
    result = search.run(Budget())
    if moves is None:
        assert isinstance(result, Equivalent)
    else:
        assert isinstance(result, BoundedEquivalence)
        assert result.stopped == long_move(100)
        assert (result.moves, search.left_out) == (moves, moves)


@pytest.mark.parametrize(
    ("passes", "budget", "longest", "moves"),
    [
        ((400, 1, 1), Budget(), 1, 0),
        ((1, 1, 1), Budget(), 1, 1),
        # Of two pairs after one move one was looked at, and its long move is left out.
        ((1, 400, 1), Budget(states=3), None, 0),
    ],
)
def test_a_search_that_is_cut_off_knows_no_more_than_it_compared(
    passes: tuple[int, ...], budget: Budget, longest: int | None, moves: int
) -> None:
    result = with_moves_of(*passes).run(budget, longest)
    assert isinstance(result, BoundedEquivalence)
    assert (result.moves, result.random_plays) == (moves, 0)


def length(
    pairs: Pairs[PythonState, PythonState], play: Sequence[ActionName], *, table: bool = False
) -> int | None:
    """After how many moves of a play the games differ."""
    found = follow(pairs, play, table=table)
    return None if found is None else len(found)


def test_a_random_play_is_shortened_to_one_that_still_shows_the_difference(
    ruleset: Ruleset,
) -> None:
    pairs = Pairs(game(ruleset), game(ruleset, taker="loses"))
    walked = random_walk(pairs, seed=1, plays=50, deadline=FOREVER)
    assert walked.plays == 1  # every play ends, and every end differs
    assert walked.rules is not None
    keys = shortened(lambda play: length(pairs, play), walked.rules, FOREVER)
    found = follow(pairs, keys)
    assert found is not None
    assert len(found) == len(keys)
    assert follow(pairs, keys[:-1]) is None
    assert found.views[0].outcome != found.views[1].outcome


def test_a_long_play_loses_the_moves_that_it_does_not_need(ruleset: Ruleset) -> None:
    pairs = Pairs(game(ruleset), game(ruleset, tally="open_tally"))
    keys = [("take", ("1",))] * 5
    assert follow(pairs, keys) is None
    assert len(shortened(lambda play: length(pairs, play, table=True), keys, FOREVER)) == 1


def test_random_plays_of_one_game_find_nothing(ruleset: Ruleset) -> None:
    pairs = Pairs(game(ruleset), game(ruleset, step="same_words"))
    walked = random_walk(pairs, seed=1, plays=50, deadline=FOREVER)
    assert (walked.rules, walked.table, walked.plays) == (None, None, 50)


def test_random_plays_keep_to_the_length(ruleset: Ruleset) -> None:
    pairs = Pairs(game(ruleset), game(ruleset, taker="loses"))
    assert random_walk(pairs, seed=1, plays=50, deadline=FOREVER, length=2).rules is None
    found = random_walk(pairs, seed=1, plays=50, deadline=FOREVER, length=3).rules
    assert found == [("take", ("2",))] * 3
