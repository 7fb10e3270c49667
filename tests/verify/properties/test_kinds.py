"""Kinds of checks: all of them are registered, and one more is one file alone."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import ClassVar, Literal, TypeVar

import pytest
from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import YES
from rulewright.dsl.ir.program import Check
from rulewright.engines.game import Action, Game
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.proof.obligations import Deadlock, target_of
from rulewright.verify.properties import registry
from rulewright.verify.properties.kind import CheckKind, Evidence, Undetermined
from rulewright.verify.properties.observed import Observed
from rulewright.verify.properties.target import DeadlockTarget, shows
from rulewright.verify.results.verdict import Bounded, Proved, Reached
from rulewright.verify.stategraph.graph import StateGraph

S = TypeVar("S", bound=Hashable)


class GetsStuck(CheckKind):
    """A kind that only this test knows: whether play *can* come to a decision without an option."""

    keyword = "gets_stuck"
    seeks: ClassVar[Literal["witness", "counterexample"]] = "witness"

    def target(self, number: int, loop_start: int | None = None) -> DeadlockTarget:
        return DeadlockTarget()

    def find(
        self, game: Game[S], graph: StateGraph[S, Action], observed: Observed, number: int
    ) -> Evidence | Undetermined | None:
        return Evidence(graph.path(graph.stuck[0]), DeadlockTarget()) if graph.stuck else None


def test_a_keyword_without_a_kind_is_named() -> None:
    check = Check("c", "forbidden", YES, None, "")
    with pytest.raises(TypeError, match="no kind of check 'forbidden'"):
        registry.kind_of(check)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setitem(registry.KINDS, GetsStuck.keyword, GetsStuck())
    return Check("stuck", "gets_stuck", YES, None, "")


def test_a_new_kind_is_answered_by_complete_search(asked: Check) -> None:
    stuck = TableGame([[1, 2], [0], []], checks=(asked,))
    (answer,) = answer_checks(stuck, Budget()).answers
    assert isinstance(answer.verdict, Reached)
    assert len(answer.verdict.witness) == 1
    assert (answer.holds, answer.as_expected) == (True, True)
    going_on = replace(stuck, moves=[[1], [0]])
    (answer,) = answer_checks(going_on, Budget()).answers
    assert isinstance(answer.verdict, Proved)
    assert (answer.holds, answer.as_expected) == (False, False)


def test_a_new_kind_is_answered_by_random_play_and_within_bounds(asked: Check) -> None:
    line = TableGame([[1], [2], [3], []], checks=(asked,))
    (answer,) = answer_checks(line, Budget(states=2), plays=1).answers
    assert isinstance(answer.verdict, Reached)
    assert len(answer.verdict.witness) == 3
    (answer,) = answer_checks(line, Budget(states=2), plays=0).answers
    assert isinstance(answer.verdict, Bounded)


def test_what_provers_look_for_follows_from_the_kind(asked: Check) -> None:
    assert target_of(asked) == Deadlock()


def test_what_asks_for_a_deadlock_is_no_defect(asked: Check) -> None:
    assert answer_checks(TableGame([[1], []], checks=(asked,)), Budget()).defects == ()
    assert answer_checks(TableGame([[1], []]), Budget()).defects != ()


@pytest.mark.parametrize("keyword", sorted(registry.KINDS))
def test_a_play_that_goes_round_is_told_apart(keyword: str) -> None:
    kind, game = registry.KINDS[keyword], TableGame([[1], [0]])
    round_ = kind.target(0, 0) != kind.target(0)
    assert round_ == (keyword == "ends")
    if round_:
        assert shows(game, (0, 1, 0), kind.target(0, 0))
        assert not shows(game, (0, 1, 0), kind.target(0, 1))
