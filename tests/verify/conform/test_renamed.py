"""Engines that call actions otherwise are asked in their own words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest
from tests.shipped import shipped
from tests.verify.conform.asking import examine

from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.renamed import RenamedEngine, read
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.limits import Budget


@cache
def pig() -> PythonGame:
    return PythonGame(shipped("pig", "small"))


WORDS = read("# what pig calls it\n\nroll = throw()\nstop = hold()\ndie {n} = rolled({n})\n")
THEIRS = {"roll": "throw()", "stop": "hold()", "die 1": "rolled(1)", "die 2": "rolled(2)", "die 3": "rolled(3)"}  # fmt: skip


class Otherwise(RuledEngine):
    """Pig in other words; it takes no others."""

    def apply(self, action: str, by: str) -> bool:
        ours = {theirs: ours for ours, theirs in THEIRS.items()}
        return action in ours and super().apply(ours[action], by)

    def legal(self) -> list[str]:
        return [THEIRS[text] for text in super().legal()]

    def weights(self) -> Mapping[str, int]:
        return {THEIRS[text]: weight for text, weight in super().weights().items()}


def made(*, renamed: bool) -> LocalEngine | RenamedEngine:
    engine = LocalEngine(Otherwise(lambda _: pig()), "otherwise")
    return RenamedEngine(engine, WORDS) if renamed else engine


@pytest.mark.heavy
def test_an_engine_follows_the_rules_in_its_own_words() -> None:
    found = examine(lambda: made(renamed=True), pig(), Budget(None), most_plays=10)
    assert found.found is None
    assert found.complete == 400
    assert (
        examine(lambda: made(renamed=False), pig(), Budget(None), most_plays=10).found is not None
    )


def test_wordings_go_both_ways() -> None:
    (move, drop) = read("move {a} {b} = {b}<-{a}\ndrop {s} = ({s})")
    assert move.to_theirs("move a1 b2") == "b2<-a1"
    assert move.to_ours("b2<-a1") == "move a1 b2"
    assert drop.to_theirs("drop -3") == "(-3)"
    assert drop.to_ours("(x, y)") is None
    assert move.to_theirs("move a1") is None
    assert move.to_theirs("remove a1 b2") is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("place {s}", "line 1 should look like"),
        ("= x", "line 1 should look like"),
        ("place {s} = mark({t})", "the same names in braces"),
        ("place {s} {s} = mark({s})", "the same names in braces"),
    ],
)
def test_what_is_no_wording_is_refused(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read(line)
