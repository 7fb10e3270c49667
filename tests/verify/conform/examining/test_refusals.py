"""What is not legal is tried, by whom, and how an engine refuses it."""

from __future__ import annotations

import json
import re
from collections import defaultdict

import pytest
from tests.shipped import shipped
from tests.verify.conform.asking import examine
from tests.verify.conform.examining.test_examine import examined, true
from tests.verify.conform.faulty import (
    AnyHandLater,
)

from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.server import answered
from rulewright.verify.conform.rules.expected import Expected, beginning
from rulewright.verify.conform.rules.not_legal import Illegal, tries
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.saved import files
from rulewright.verify.draw.style import PLAIN
from rulewright.verify.limits import Budget
from rulewright.verify.plays.json_values import Json
from rulewright.verify.render.conformance import lines
from rulewright.verify.testing import follows


@pytest.mark.heavy
def test_in_each_position_a_legal_action_is_tried_by_all_who_do_not_decide() -> None:
    """By chance, too, where a game has chance, and by players where chance decides; not at the end."""
    game = PythonGame(shipped("pig", "small"))
    tried = defaultdict[object, set[str]](set)

    class Watched(RuledEngine):
        """An engine of which it is written down who tries what is legal, and does not decide."""

        def apply(self, action: str, by: str) -> bool:
            here = self._here
            if action in here.actions and by != here.decides:
                tried[here.at].add(by)
            return super().apply(action, by)

    engine = LocalEngine(Watched(lambda _: game), "watched")
    found = examine(lambda: engine, game, Budget(None), most_plays=1)
    assert (found.found, found.complete) == (None, 400)
    seen = [game.new()]
    everybody = {*game.program.players.labels, "chance"}
    for state in seen:
        seen += [s.state for _, s in game.successors(state) if s.state not in seen]
        who = Expected(game, state).decides
        assert tried.pop(state, set()) == (everybody - {who} if who else set())
    assert not tried


def test_who_choose_at_once_in_secret_are_asked_in_any_order() -> None:
    """And a game without chance has nobody of that name."""
    bids = beginning(PythonGame(shipped("goofspiel", "small")))
    while bids.decides == "chance":
        bids = bids.after(next(iter(bids.actions)))
    assert {by for _, by in tries(bids, Illegal(4))} == {"First", "chance"}
    open_ = beginning(PythonGame(shipped("tictactoe", "box")))
    assert {by for _, by in tries(open_, Illegal(4))} == {"O"}


@pytest.mark.thorough
def test_who_tried_it_is_told() -> None:
    game = PythonGame(shipped("tictactoe", "box"))
    found = examined("tictactoe", "box", AnyHandLater)
    assert found.found is not None
    told = list(lines("tictactoe", game, found, PLAIN))[-3:]
    assert re.fullmatch(r"then place [abc][123] by O is tried", told[0])
    assert told[1:] == ["the rules:  X is to decide, not O [play.turns]", "the engine: it is taken"]
    assert found.found.by == "O"
    saved = files(game, found.found, "tictactoe", "mine")
    test = next(text for name, text in saved.items() if name.endswith(".py"))
    assert f"tried={found.found.tried!r},\n        by='O',\n" in test
    follows("tictactoe", AnyHandLater(game), found.found.play[:1], instance="box")
    with pytest.raises(AssertionError, match="by O is tried"):
        follows(
            "tictactoe", AnyHandLater(game), found.found.play,
            tried=found.found.tried, by="O", instance="box",
        )  # fmt: skip


@pytest.mark.parametrize(
    ("raised", "aspect", "told"),
    [
        (ValueError("b1 is\nmine"), "refuses", "it refuses: b1 is mine"),
        (KeyError("b1"), "engine", "reports an error: KeyError: 'b1' (test_refusals.py, line "),
    ],
)
def test_a_refusal_says_why_and_an_exception_is_no_refusal(
    raised: Exception, aspect: str, told: str
) -> None:
    """Beside the tester, and behind lines of JSON."""

    class Raises(RuledEngine):
        def apply(self, action: str, by: str) -> bool:
            if action == "place b1":
                raise raised
            return super().apply(action, by)

    game = PythonGame(shipped("hex", "small"))
    engine = LocalEngine(Raises(lambda _: game), "mine")
    found = examine(lambda: engine, game, Budget(None), suite=lambda: [["place b1"]]).found
    assert found is not None
    assert (found.aspect, found.tried, found.length) == (aspect, "place b1", 1)
    assert found.engine.startswith(told)
    asked = {"id": 1, "op": "apply", "action": "place b1", "by": "Vertical"}
    answer = answered(engine, json.dumps(asked))
    words = str(answer["why"] if aspect == "refuses" else answer["error"])
    assert found.engine.endswith(f": {words}")
    assert aspect == "refuses" or words.endswith(", in apply)")


def test_what_is_not_offered_is_not_asked() -> None:
    class Quiet:
        """Takes whatever is legal, and shows nothing."""

        def __init__(self, game: PythonGame) -> None:
            self.inner = true(game)

        def new(self, game: dict[str, Json]) -> None:
            self.inner.new(game)

        def apply(self, action: str, by: str) -> bool:
            return self.inner.apply(action, by)

    found = examined("hex", "small", Quiet)
    assert found.found is None
    assert found.hello is not None
    assert found.hello.offers == {"refuses"}
