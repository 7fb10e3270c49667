"""In which order a difference is looked for, and what is said of what was found, on scripted games.

Nothing is played here: what searches and random plays find is said beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from rulewright.engines.game import Action
from rulewright.verify.equivalence import distinguish as module
from rulewright.verify.equivalence.bisimulation import BoundedEquivalence, Equivalent
from rulewright.verify.equivalence.distinguish import ProgramComparison, distinguish
from rulewright.verify.equivalence.pair import DistinguishingPlay
from rulewright.verify.equivalence.random_walk import WalkResult
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.graph import EngineMismatch

GAMES: Any = ("one", "two")
NOTHING = WalkResult(None, None, 7)
KEYS: Any = "abcdefgh"


def play(length: int, aspect: Any = "options") -> DistinguishingPlay:
    views: Any = ("here", "there")
    return DistinguishingPlay((Action(0, ()),) * length, (Action(0, ()),) * length, views, aspect)


@dataclass
class Scripted:
    """What searches and random plays find, one after the other; and what they were asked."""

    searches: list[Any]
    walks: list[WalkResult] = field(default_factory=list)
    table: DistinguishingPlay | None = None
    left_out: int | None = None
    unconfirmed: bool = False
    needed: int = 3
    first_pairs: int = 50
    games: Any = GAMES
    asked: list[Any] = field(default_factory=list)

    def search(self, budget: Budget, longest: int | None = None) -> Any:
        self.asked.append(("search", budget, longest))
        return self.searches.pop(0)

    def random_walk(self, seed: int, plays: int, deadline: Any, length: int | None = None) -> Any:
        self.asked.append(("walk", seed, plays, length))
        return self.walks.pop(0)

    def follow(self, keys: Sequence[Any], *, table: bool = False) -> int | None:
        self.asked.append(("follow", table))
        return self.needed if len(keys) >= self.needed else None

    def variation(
        self, keys: Sequence[Any], seed: int, tries: int, deadline: Any, *, table: bool = False
    ) -> Any:
        self.asked.append(("variation", seed, tries, len(keys), table))
        return keys

    def distinguishing_play(self, keys: Sequence[Any], *, table: bool = False) -> Any:
        return play(len(keys), "table" if table else "options")


@pytest.fixture(autouse=True)
def only_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(games: Any, found: DistinguishingPlay, *, shortest: bool) -> Any:
        assert games is GAMES
        return len(found), found.aspect, shortest

    monkeypatch.setattr(module, "difference", said)


def found(of: Scripted, budget: Budget | None = None, **more: Any) -> ProgramComparison:
    return distinguish(of, budget or Budget(), 5, **more)  # type: ignore[arg-type]


SHORT = BoundedEquivalence(2, 9)


def test_short_plays_come_first_and_may_be_enough() -> None:
    of = Scripted([play(3)])
    assert found(of) == ProgramComparison((3, "options", True), None, None)  # type: ignore[arg-type]
    assert of.asked == [("search", Budget(None, 50), None)]
    of = Scripted([Equivalent(4)], unconfirmed=True)
    assert found(of, Budget(None, 20)) == ProgramComparison(None, None, Equivalent(4), True)
    assert of.asked == [("search", Budget(None, 20), None)]
    of = Scripted([Equivalent(4)])
    assert found(of, Budget(100.0, 90)) == ProgramComparison(None, None, Equivalent(4))
    assert of.asked == [("search", Budget(50.0, 50), None)]


def test_what_lies_behind_a_long_move_may_be_shorter() -> None:
    for left_out, shortest in ((None, True), (1, False), (2, True)):
        comparison = found(Scripted([play(3)], left_out=left_out))
        assert comparison.rules == (3, "options", shortest)


def test_then_random_plays_and_then_complete_search() -> None:
    of = Scripted([SHORT, BoundedEquivalence(4, 30)], [NOTHING])
    comparison = found(of, Budget(None, 80))
    assert comparison == ProgramComparison(None, None, BoundedEquivalence(4, 30, random_plays=7))
    assert of.asked == [
        ("search", Budget(None, 50), None), ("walk", 5, 100, None), ("search", Budget(None, 80), None),
    ]  # fmt: skip
    for seconds, plays, expected in ((None, None, 100), (9.0, None, 10_000_000), (9.0, 4, 4)):
        of = Scripted([SHORT, Equivalent(3)], [NOTHING])
        assert found(of, Budget(seconds), plays=plays).found == Equivalent(3)
        assert of.asked[1] == ("walk", 5, expected, None)
    of = Scripted([SHORT, play(4)], [NOTHING])
    assert found(of).rules == (4, "options", True)


def test_what_random_play_finds_is_made_short() -> None:
    """Of eight moves three are needed; what is shorter is searched, which says whether there is more."""
    walked = WalkResult(KEYS, None, 1)
    for last, expected in (
        (play(1), (1, "options", True)),
        (BoundedEquivalence(1, 9), (3, "options", False)),
        (BoundedEquivalence(2, 9), (3, "options", True)),
        (BoundedEquivalence(3, 9), (3, "options", True)),
    ):
        of = Scripted([SHORT, last], [walked])
        assert found(of).rules == expected
        assert of.asked[-1] == ("search", Budget(), 2)
    of = Scripted([SHORT, play(2)], [walked], left_out=0)
    assert found(of).rules == (2, "options", False)
    with pytest.raises(EngineMismatch):
        found(Scripted([SHORT, Equivalent(9)], [walked]))


def test_more_random_plays_are_tried_while_there_is_time_each_shorter() -> None:
    walks = [WalkResult(KEYS[:length], None, 1) for length in (8, 6, 5)]
    of = Scripted([SHORT, BoundedEquivalence(9, 9)], [*walks, NOTHING])
    assert found(of, Budget(1000.0), shrink_seconds=500.0).rules == (3, "options", True)
    again = [asked for asked in of.asked if asked[0] == "walk"][1:]
    assert again == [("walk", seed, 10_000_000, n) for seed, n in ((6, 7), (7, 5), (8, 4))]
    assert of.asked[-2] == ("variation", 8, 10_000_000, 3, False)
    _, budget, longest = of.asked[-1]
    assert longest == 2
    assert 1400 < budget.seconds <= 1500
    of = Scripted([SHORT, BoundedEquivalence(9, 9)], walks[:1])
    assert found(of, Budget(0.0)).rules == (3, "options", True)
    empty = Scripted(
        [SHORT, BoundedEquivalence(-1, 0)], [walks[0], WalkResult([], None, 1)], needed=0
    )
    assert found(empty, Budget(1000.0)).rules == (0, "options", True)


def test_of_the_table_it_is_told_where_the_rules_do_not_differ_sooner() -> None:
    for length, seen in ((2, (2, "table", True)), (3, None), (4, None)):
        comparison = found(Scripted([play(3)], table=play(length, "table")))
        assert (comparison.rules, comparison.table) == ((3, "options", True), seen)
    comparison = found(Scripted([Equivalent(3)], table=play(2, "table"), left_out=0))
    assert comparison.table == (2, "table", False)
    assert found(Scripted([Equivalent(3)], table=play(2)), table=False).table is None


def test_of_the_table_random_play_may_find_more() -> None:
    walked = WalkResult(None, KEYS, 7)
    for moves, shortest in ((1, False), (2, True), (3, True)):
        of = Scripted([SHORT, BoundedEquivalence(moves, 9)], [walked])
        comparison = found(of)
        assert comparison.table == (3, "table", shortest)
        assert all(table for kind, table in (a for a in of.asked if a[0] == "follow"))
        assert [a for a in of.asked if a[0] == "variation"] == [("variation", 0, 300, 3, True)]
    with pytest.raises(EngineMismatch, match="another table"):
        found(Scripted([SHORT, Equivalent(9)], [walked]))
    assert found(Scripted([SHORT, BoundedEquivalence(9, 9)], [walked]), table=False).table is None
