"""What a search sees of its checks: the first hit of each, marks, faults, and what runs on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import YES
from rulewright.dsl.ir.program import Check
from rulewright.engines.game import Action
from rulewright.verify.explicit.observer import PropertyObserver
from rulewright.verify.limits import Budget
from rulewright.verify.properties.observed import FirstHit, Observed
from rulewright.verify.properties.target import StateTarget, StepTarget
from rulewright.verify.stategraph.bfs import explore

EMPTY, FULL = "fault: the box is empty", "fault: the box is full"
TABLE = TableGame(
    moves=[[20, 10], [], [], [], [], [], [], [], [], [], [21, 13, 30], [], [], [], [], [], [], [],
           [], [], [21, 12, 40, 21], [13, 0, 21], [], [], [], [], [], [], [], [], [], [], [], [], [],
           [], [], [], [], [], []],
    ends={12: EMPTY, 13: EMPTY, 30: FULL, 40: "draw"},
    chance=frozenset({10}),
    runs_on=frozenset({(21, 2), (10, 1)}),
)  # fmt: skip
"""The first player goes from 0 to 20 or 10; from 20 on to 21, to a fault or to a draw; in 10 chance
decides, in 21 the second player. As the search numbers them: 0, 20, 10, 21, 12, 40, 30, 13."""
NUMBERS = {0: 0, 20: 1, 10: 2, 21: 3, 12: 4, 40: 5, 30: 6, 13: 7}


class Asked:
    """The table with checks of these kinds about sets of positions, and how often each was asked."""

    def __init__(self, *checks: tuple[str, set[int]]) -> None:
        self.times: Counter[tuple[str, int, int | None]] = Counter()

        def about(name: str, good: set[int]) -> object:
            def holds(state: int, player: int | None) -> bool:
                self.times[name, state, player] += 1
                return state in good

            return holds

        names = [f"{kind} {n}" for n, (kind, _) in enumerate(checks)]
        self.game = replace(
            TABLE,
            checks=tuple(
                Check(name, kind, YES, None, "")
                for name, (kind, _) in zip(names, checks, strict=True)
            ),
            properties={
                name: about(name, good) for name, (_, good) in zip(names, checks, strict=True)
            },
        )

    def search(self, *numbers: int) -> Observed:
        """What a complete search sees of the checks with these numbers, or of all."""
        every = frozenset(numbers or range(len(self.game.checks)))
        observer = PropertyObserver(self.game, every)
        graph = explore(self.game, Budget(), observer)
        assert {state: n for n, state in enumerate(graph.states)} == NUMBERS
        return observer.observed()


@pytest.mark.parametrize(
    ("kind", "good", "hit"),
    [
        ("never", {21, 12}, FirstHit(StateTarget(0), 3)),
        ("reachable", {0, 12}, FirstHit(StateTarget(0), 0)),
        ("never", {1}, None),
        ("always", {0, 20, 10, 21, 40, 30, 13}, FirstHit(StateTarget(0, False), 4)),
        ("always", set(NUMBERS), None),
        # After an action: the position before it, and the action. Chance is nobody.
        ("never_by", {12, 40}, FirstHit(StepTarget(0), 1, Action(0, (1,)))),
        ("some_by", {13, 30}, FirstHit(StepTarget(0), 3, Action(0, (0,)))),
        ("some_by", {0}, FirstHit(StepTarget(0), 3, Action(0, (1,)))),
        ("some_by", {30}, None),
        ("ends", set(), None),
        ("acts", set(), None),
    ],
)
def test_the_first_hit(kind: str, good: set[int], hit: FirstHit | None) -> None:
    seen = Asked((kind, good)).search()
    assert seen.hits == ({} if hit is None else {0: hit})
    assert seen.satisfying == {}


def test_each_check_has_its_own_hit_and_others_are_not_looked_at() -> None:
    asked = Asked(("never", {10}), ("some_by", {21}), ("always", {0}), ("never", {0, 10}))
    assert asked.search(0, 1, 2).hits == {
        0: FirstHit(StateTarget(0), 2),
        1: FirstHit(StepTarget(1), 1, Action(0, (0,))),
        2: FirstHit(StateTarget(2, False), 1),
    }


def test_a_property_that_may_hold_for_ever_is_marked_everywhere() -> None:
    seen = Asked(("never", {0}), ("forever", {20, 21, 13})).search()
    assert seen.satisfying == {1: bytearray([0, 1, 0, 1, 0, 0, 0, 1])}


def test_nobody_is_asked_twice() -> None:
    asked = Asked(("never", {21}), ("some_by", {1}), ("some_by", {20}), ("forever", {20}))
    asked.search()
    assert max(asked.times.values()) == 1
    states = {name: {s for n, s, _ in asked.times if n == name} for name, _, _ in asked.times}
    assert states["never 0"] == {0, 20, 10, 21}, "until there is a hit"
    assert states["some_by 1"] == {20, 10, 21, 12, 40, 13, 0}
    assert states["some_by 2"] == {20}
    assert states["forever 3"] == set(NUMBERS)


def test_the_first_fault_of_each_kind_and_the_first_action_without_end() -> None:
    """An end is no fault; an action without end in a later position is not noted."""
    seen = Asked().search()
    assert (seen.faults, seen.divergent) == ({EMPTY: 4, FULL: 6}, 2)
    other = PropertyObserver(TABLE, frozenset())
    assert other.observed().divergent is None
    for source, state in ((3, 21), (2, 10)):
        other.diverges(source, state, Action(0, (0,)))
    assert other.observed().divergent == 3


def test_what_follows_an_end_is_nobodys_action() -> None:
    asked = Asked(("some_by", {0}))
    observer = PropertyObserver(asked.game, frozenset({0}))
    observer.edge(4, 12, Action(0, (0,)), 0)
    assert observer.hits == {}
    observer.edge(3, 21, Action(0, (1,)), 0)
    assert observer.hits == {0: FirstHit(StepTarget(0), 3, Action(0, (1,)))}


def test_where_one_question_cannot_be_answered_nothing_is_noted() -> None:
    asked = Asked(("never", {0}), ("forever", {0}))

    def tired(state: int, player: int | None) -> bool:
        raise TimeoutError

    properties = {**asked.game.properties, "forever 1": tired}
    observer = PropertyObserver(replace(asked.game, properties=properties), frozenset({0, 1}))
    with pytest.raises(TimeoutError):
        observer.state(0, 0)
    assert (observer.hits, observer.satisfying) == ({}, {1: bytearray()})


def test_progress_is_passed_on() -> None:
    heard: list[int] = []
    explore(TABLE, Budget(), PropertyObserver(TABLE, frozenset(), heard.append))
    assert heard == [1, 3, 6, 7, 8, 8, 8, 8]
    PropertyObserver(TABLE, frozenset()).progress(1, 0)
