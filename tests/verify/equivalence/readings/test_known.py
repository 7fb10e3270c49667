"""What is known of a question grows with each comparison, and is never taken back by a lesser one."""

from __future__ import annotations

from rulewright.verify.equivalence.bisimulation import BoundedEquivalence, Equivalent
from rulewright.verify.equivalence.distinguish import ProgramComparison
from rulewright.verify.equivalence.readings.known import EquivalentGame, KnownSoFar
from rulewright.verify.equivalence.readings.questions import GameRef, ReadingQuestion
from rulewright.verify.stategraph.graph import long_move, out_of_states

ONE, TWO = GameRef("standard", "one"), GameRef("standard", "two")
QUESTION = ReadingQuestion("standard", "who", "", ("a", ""), ("b", ""), (), (ONE, TWO))


def comparison(
    found: Equivalent | BoundedEquivalence, *, unconfirmed: bool = False
) -> ProgramComparison:
    return ProgramComparison(None, None, found, unconfirmed)


def test_the_open_game_that_was_tried_last_comes_last() -> None:
    known = KnownSoFar()
    for game_ref in (ONE, TWO, ONE):
        known.note(game_ref, comparison(BoundedEquivalence(3, 40)))
    assert known.that_go_further() == [TWO, ONE]
    assert known.result(QUESTION, ()).state == "open"


def test_more_time_does_not_help_before_a_move_that_is_too_long() -> None:
    known = KnownSoFar()
    known.note(ONE, comparison(BoundedEquivalence(-1, 0, stopped=long_move(100))))
    known.note(TWO, comparison(BoundedEquivalence(2, 9, stopped=out_of_states(9))))
    assert known.that_go_further() == [TWO]


def test_what_is_unconfirmed_stays_so_until_it_is_confirmed() -> None:
    known = KnownSoFar()
    known.note(ONE, comparison(BoundedEquivalence(3, 40)))
    known.note(ONE, comparison(Equivalent(90), unconfirmed=True))
    known.note(ONE, comparison(BoundedEquivalence(4, 50)))
    assert (known.open, [*known.unconfirmed]) == ({}, [ONE])
    known.note(ONE, comparison(Equivalent(90)))
    assert (known.same, known.unconfirmed) == ([EquivalentGame(ONE, 90)], {})
    assert known.result(QUESTION, ()).state == "same"


def test_games_with_another_reading_changed_are_only_counted() -> None:
    known = KnownSoFar(combined=frozenset({TWO}))
    known.note_equivalent(TWO, 0)
    known.note(TWO, comparison(Equivalent(5), unconfirmed=True))
    known.note(TWO, comparison(BoundedEquivalence(3, 40)))
    assert (known.together, known.same, known.open, known.unconfirmed) == (3, [], {}, {})
    assert known.result(QUESTION, (TWO,)).untried == ()
