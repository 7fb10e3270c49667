"""Of two answers to a question the better one counts, in any order, and of defects the shortest plays."""

from __future__ import annotations

from itertools import product

import pytest
from tests.verify.portfolio.ring import NEVER, RING

from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.combining import agree, merged, stronger, with_sample
from rulewright.verify.properties.target import StateTarget
from rulewright.verify.properties.witness import Witness, replay
from rulewright.verify.results.attempt import Attempt
from rulewright.verify.results.check_result import CheckResult, Coverage, Defect
from rulewright.verify.results.verdict import (
    Bounded,
    Explained,
    Proved,
    Refuted,
    Sampled,
    Unknown,
    Untried,
    Verdict,
)
from rulewright.verify.stategraph.bfs import explore
from rulewright.verify.stategraph.graph import EngineMismatch, LimitReached, long_move

FIRST, LATER = Attempt("proof", "1", "no"), Attempt("random play", "2", "nothing")
UNTRIED, GAVE_UP = Unknown(Untried()), Unknown(Explained("too hard"))


def shown(moves: int) -> Witness:
    """A play of so many moves that ends in the last state: of 2, 5, 8, …"""
    actions = [RING.legal(number % 3)[0] for number in range(moves)]
    return replay(RING, actions, StateTarget(0))


PROVED = Proved(explore(RING, Budget()).finished(), ())
REFUTED = Refuted(shown(2))


def answer(verdict: Verdict, *attempts: Attempt, note: str = "") -> CheckResult:
    return CheckResult(NEVER, verdict, note, attempts)


def better(before: Verdict, asked: Verdict) -> Verdict:
    return stronger(answer(before), answer(asked)).verdict


OPEN = (UNTRIED, GAVE_UP, Bounded(3), Sampled(4))


@pytest.mark.parametrize("known", [PROVED, REFUTED])
def test_what_is_known_stays_known_whatever_else_was_asked(known: Verdict) -> None:
    for other in OPEN:
        assert better(known, other) == known
        assert better(other, known) == known


def test_of_two_plays_the_one_found_later_counts() -> None:
    longer = Refuted(shown(5))
    assert better(longer, REFUTED) == REFUTED
    assert better(REFUTED, longer) == longer


def test_what_is_open_is_open_as_far_as_anybody_came() -> None:
    assert better(Bounded(3), Bounded(7)) == better(Bounded(7), Bounded(3)) == Bounded(7)
    for other in (UNTRIED, GAVE_UP):
        assert better(Bounded(3), other) == better(other, Bounded(3)) == Bounded(3)
    assert better(Sampled(4), Bounded(3)) == Bounded(3)
    assert better(Sampled(4), GAVE_UP) == Sampled(4)


def test_the_first_reason_counts_that_is_one() -> None:
    other = Unknown(Explained("too large"))
    assert better(GAVE_UP, other) == GAVE_UP
    assert better(UNTRIED, other) == other
    assert better(GAVE_UP, UNTRIED) == GAVE_UP


def test_what_was_tried_before_stays_said() -> None:
    for before, asked in product((*OPEN, PROVED), repeat=2):
        one, other = answer(before, FIRST), answer(asked, LATER)
        assert stronger(one, other).attempts == (FIRST,), (before, asked)


def test_a_note_goes_with_its_answer() -> None:
    def noted(before: Verdict, asked: Verdict) -> str:
        return stronger(answer(before, note="old"), answer(asked, note="new")).note

    assert noted(Bounded(3), REFUTED) == noted(UNTRIED, GAVE_UP) == "new"
    assert noted(GAVE_UP, Bounded(3)) == noted(GAVE_UP, UNTRIED) == "old"
    assert noted(Bounded(3), Bounded(7)) == noted(REFUTED, Bounded(3)) == "old"


def test_a_proof_and_a_play_are_at_odds_and_nothing_else_is() -> None:
    proof, play = "proved by complete search", "refuted in 2 moves"
    for one, other, words in (
        (PROVED, REFUTED, f"{proof} and {play}"), (REFUTED, PROVED, f"{play} and {proof}"),
    ):  # fmt: skip
        for compare in (agree, stronger):
            with pytest.raises(EngineMismatch, match=f"n is {words}"):
                compare(answer(one), answer(other))
    for verdict in (*OPEN, PROVED, REFUTED):
        agree(answer(verdict), answer(verdict))
        agree(answer(verdict), None)
        for open_ in OPEN:
            agree(answer(verdict), answer(open_))
            agree(answer(open_), answer(verdict))


def test_each_defect_is_told_once_by_its_shortest_play() -> None:
    two, five, eight = (shown(moves) for moves in (2, 5, 8))
    empty, full, stuck = (
        [Defect(message, (), play) for play in (two, five, eight)]
        for message in ("empty", "full", "stuck")
    )
    assert merged([empty[1], full[0]], [full[1], stuck[2], empty[0]]) == [
        empty[0], full[0], stuck[2],
    ]  # fmt: skip
    assert merged([], [stuck[2], stuck[0], stuck[1]]) == [stuck[0]]
    assert merged([empty[1]], []) == [empty[1]]
    again = Defect("empty", ("clause",), two)
    assert merged([empty[0]], [again]) == [empty[0]], "the known one, if both are as short"


def covered(stopped: LimitReached | None) -> Coverage:
    return Coverage(3, 3, 2, {}, stopped, "python")


@pytest.mark.parametrize("stopped", [None, LimitReached("states", 3)])
@pytest.mark.parametrize("searched", [True, False])
def test_random_plays_are_told_where_there_is_no_answer(
    stopped: LimitReached | None, searched: bool
) -> None:
    coverage = covered(stopped) if searched else None
    for verdict in (PROVED, REFUTED):
        assert with_sample(answer(verdict), 5, coverage) == answer(verdict)
    assert with_sample(answer(GAVE_UP), 5, coverage) == answer(Sampled(5), note="too hard")
    more = with_sample(answer(Sampled(5), note="too hard"), 7, coverage)
    assert more == answer(Sampled(7), note="too hard")
    far = with_sample(answer(Bounded(3)), 5, coverage)
    assert far == answer(Bounded(3), note="5 random plays showed nothing either")


def test_random_plays_add_nothing_where_moves_are_too_long() -> None:
    coverage = covered(long_move(9))
    for verdict in (GAVE_UP, Sampled(5)):
        assert with_sample(answer(verdict), 7, coverage) == answer(verdict)
    assert with_sample(answer(Bounded(3)), 5, coverage).verdict == Bounded(3)
