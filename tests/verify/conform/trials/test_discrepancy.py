"""How it is told in what an engine differs: in few words, whatever it sends, and in time."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest
from tests.shipped import shipped

from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.protocol import OFFERS, State
from rulewright.verify.conform.rules.expected import Expected, beginning
from rulewright.verify.conform.saved import files
from rulewright.verify.conform.trials.discrepancy import Aspect, Discrepancy, apart, compared

MOST = 2_000


@pytest.fixture
def first() -> Expected[object]:
    return beginning(PythonGame(shipped("tictactoe", "box")))


def right(expected: Expected[object]) -> State:
    return State(expected.decides, tuple(expected.actions), position=expected.position)


def found(expected: Expected[object], state: State) -> Discrepancy:
    difference = compared(expected, state, frozenset(OFFERS), ())
    assert difference is not None
    return difference


@pytest.mark.thorough
def test_very_many_legal_actions_are_compared_at_once(first: Expected[object]) -> None:
    legal = tuple(f"p{n}" for n in range(200_000))
    wrong = found(first, replace(right(first), legal=(*first.actions, *legal)))
    assert wrong.aspect is Aspect.TOO_MANY
    assert wrong.rules == "p0, p1, p2, p3, p4 and 199995 more are not legal"


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ("Place a1", "it is not among the legal actions, but Place a1 is"),
        (" place a1", 'it is not among the legal actions, but " place a1" is'),
    ],
)
def test_what_is_listed_in_place_of_an_action_is_told(
    first: Expected[object], listed: str, told: str
) -> None:
    wrong = found(first, replace(right(first), legal=(listed, *list(first.actions)[1:])))
    assert (wrong.rules, wrong.engine) == ("place a1 is legal", told)


def test_what_looks_alike_is_told_apart(first: Expected[object]) -> None:
    on = dict.fromkeys(first.position["on"], "none")  # type: ignore[arg-type]
    wrong = found(first, replace(right(first), position={"on": on}))
    assert wrong.rules == "on[a1] is none, in JSON null"
    assert wrong.engine == 'on[a1] is none, in JSON "none"'
    assert apart(3, "3") == (" is 3, in JSON 3", ' is 3, in JSON "3"')
    assert apart([1], ["1"]) == (" is [1], in JSON [1]", ' is [1], in JSON ["1"]')


@pytest.mark.parametrize(
    "state",
    [
        State("X" * 1_000_000),
        State("X", ("place " + "z" * 1_000_000,)),
        State("X", ("a\nb\x1b", "\x00" * 1_000_000)),
        State(position={"on": {"a" * 1_000_000: None}}),
        State(position={"on": "a" * 1_000_000}),
        State(views={"Z" * 1_000_000: {}}),
    ],
)
def test_what_is_long_or_no_text_is_told_in_part(first: Expected[object], state: State) -> None:
    good = right(first)
    wrong = found(
        first,
        replace(
            good,
            decides=state.decides or good.decides,
            legal=(*good.legal, *state.legal),
            position={**good.position, **state.position},
            views=state.views,
        ),
    )
    for words in (wrong.rules, wrong.engine):
        assert len(words) <= MOST
        assert words.isprintable()


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\x0c", "\x00", "\u2028"])
def test_no_words_of_an_engine_leave_their_comment(end: str) -> None:
    """A test that is saved is run: what is in it of the engine is a comment."""
    wrong = Discrepancy(Aspect.DECIDES, (), "X is to decide", f"X{end}raise KeyError is to decide")
    saved = files(PythonGame(shipped("tictactoe", "box")), wrong, "tictactoe", "mine")
    test = next(text for name, text in saved.items() if name.endswith(".py"))
    assert [type(part) for part in ast.parse(test).body] == [ast.ImportFrom, ast.FunctionDef]
