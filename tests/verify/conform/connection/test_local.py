"""A Python class says the same in the tester's process as behind the protocol."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

import pytest
from tests.shipped import shipped

from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.protocol import EngineFailure, setup_of
from rulewright.verify.conform.connection.server import answered


class Colour(StrEnum):
    RED = "Red"


class Says:
    """An engine whose position is what it is given."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def new(self, game: object) -> None:
        """Any game will do."""

    def apply(self, action: str, by: str) -> bool:
        return True

    def position(self) -> dict[str, Any]:
        return {"on": self._value}


def begun(value: Any) -> LocalEngine:
    engine = LocalEngine(Says(value), "says")
    engine.begin(setup_of(PythonGame(shipped("tictactoe", "box")).program).json())
    return engine


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ((Colour.RED, 1), ["Red", 1]),
        ({1: True, Colour.RED: None}, {"1": True, "Red": None}),
        ([[Colour.RED]], [["Red"]]),
    ],
)
def test_what_is_sent_is_compared(value: Any, plain: Any) -> None:
    engine = begun(value)
    got = engine.state().position["on"]
    assert repr(got) == repr(plain)
    answer = json.loads(json.dumps(answered(engine, '{"id": 1, "op": "state"}')))
    assert answer["state"]["position"]["on"] == got


@pytest.mark.parametrize("value", [{1, 2}, object(), float("nan"), {(1, 2): 3}])
def test_what_cannot_be_sent_is_an_error_of_the_engine(value: Any) -> None:
    engine = begun(value)
    with pytest.raises(EngineFailure, match='reports an error: "position" cannot be sent: '):
        engine.state()
    answer = answered(engine, '{"id": 1, "op": "state"}')
    assert str(answer["error"]).startswith('"position" cannot be sent: ')
