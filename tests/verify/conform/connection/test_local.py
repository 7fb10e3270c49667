"""A Python class says the same in the tester's process as behind the protocol."""

from __future__ import annotations

import json
import re
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
    told = "Says.position() returned what cannot be sent: "
    with pytest.raises(EngineFailure, match=f"^reports an error: {re.escape(told)}"):
        engine.state()
    answer = answered(engine, '{"id": 1, "op": "state"}')
    assert str(answer["error"]).startswith(told)


class Mine:
    """An engine that is right as far as it goes; one method is what a test makes it."""

    def new(self, game: object) -> None:
        """Any game will do."""

    def apply(self, action: str, by: str) -> bool:
        return True


def no_dict(player: str) -> None:
    """What a method returns that ends without a word."""


def takes_a_state(state: object) -> list[str]:
    raise AssertionError("nobody has a state to give")


def raises() -> list[str]:
    raise KeyError("c3")


@pytest.mark.parametrize(
    ("method", "does", "told"),
    [
        ("decides", lambda: 5, "the name of a player, .*, and returned 5$"),
        ("legal", lambda: None, "a list of texts, .*, and returned None$"),
        ("legal", lambda: "place a1", "a list of texts, .*, and returned 'place a1'$"),
        ("legal", lambda: ["a", 1], r"and returned \['a', 1\]: \"legal\" should hold texts$"),
        ("weights", lambda: {"a": 0.5}, "a dict of whole numbers such as .*: 0.5}: "),
        ("outcome", lambda: "X wins", "a dict such as .*, and returned 'X wins'$"),
        (
            "outcome",
            lambda: {"winner": "X"},
            "and returned {'winner': 'X'}: \"kind\" of the outcome",
        ),
        ("position", lambda: None, "a dict of variables, and returned None$"),
        ("view", no_dict, "a dict of variables, and returned None$"),
        ("legal", takes_a_state, "cannot be called: TypeError: .* missing 1 required"),
        ("legal", ["a"], "cannot be called: TypeError: 'list' object is not callable$"),
    ],
)
def test_what_a_method_should_return_is_told(method: str, does: Any, told: str) -> None:
    mine = Mine()
    vars(mine)[method] = does
    engine = LocalEngine(mine, "mine")
    engine.begin(setup_of(PythonGame(shipped("tictactoe", "box")).program).json())
    call = f"Mine.{method}({'player' if method == 'view' else ''}) "
    with pytest.raises(EngineFailure, match=told) as failure:
        engine.state()
    assert failure.value.detail.startswith(call)
    assert answered(engine, '{"id": 1, "op": "state"}')["error"] == failure.value.detail
    assert ".py" not in failure.value.detail, "no line of ours"


def test_how_what_every_engine_has_is_called_is_told() -> None:
    mine = Mine()
    vars(mine)["apply"] = takes_a_state
    engine = LocalEngine(mine, "mine")
    told = r"Mine.apply\(action, by\) cannot be called: TypeError: .* takes 1 positional argument"
    with pytest.raises(EngineFailure, match=f"^reports an error: {told}"):
        engine.apply("place a1", "X")


def test_what_a_method_raises_is_told_with_its_own_line() -> None:
    mine = Mine()
    vars(mine)["legal"] = raises
    with pytest.raises(EngineFailure) as failure:
        LocalEngine(mine, "mine").state()
    line = raises.__code__.co_firstlineno + 1
    assert failure.value.detail == f"KeyError: 'c3' (test_local.py, line {line}, in raises)"
