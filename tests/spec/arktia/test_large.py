"""Large instances of Arktia: the largest known number on the Python engine, a thousand full plays."""

from __future__ import annotations

import pytest
from tests.oracles.arktia import Rules
from tests.oracles.search import Counts
from tests.spec.arktia.games import BOX, FIVE
from tests.spec.arktia.plays import CUT, sample
from tests.spec.arktia.test_counts import turns
from tests.spec.games import game

from rulewright.verify.explicit.searcher import NativeSearcher
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks

pytestmark = pytest.mark.slow


def test_five_tiles_with_a_piece_of_each_kind() -> None:
    known = {"Green": 53344, "Yellow": 49258, "Green+Yellow": 14864}
    assert turns(Rules(FIVE, (1, 1, 1))) == Counts(302376, 837661, 20, known)


@pytest.mark.parametrize("instance", ["rhombus", "guests"])
def test_larger_instances_are_answered_as_expected(instance: str) -> None:
    report = answer_checks(game("arktia", instance=instance), Budget(), searcher=NativeSearcher())
    assert report.coverage.stopped is None
    assert [a.check.name for a in report.answers if not a.as_expected] == []
    assert report.defects == ()


@pytest.mark.parametrize("variant", BOX)
def test_a_thousand_plays_as_sold_come_to_an_end(variant: str) -> None:
    labels = {p.label for p in sample(variant, {}, 1000)}
    assert CUT not in labels
    assert not any(label.startswith("fault") for label in labels)
