"""The checks of a ruleset as properties of an engine, wherever it says that play stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from tests.verify.conform.faulty import Faulty, ForgetsDiagonal, TwoLines

from rulewright.dsl.ir import types as ty
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.rules.plain import plain, value_of
from rulewright.verify.conform.trials.checks import Broken, broken
from rulewright.verify.draw.style import PLAIN
from rulewright.verify.plays.json_values import Json
from rulewright.verify.render import conformance
from rulewright.verify.testing import keeps
from rulewright.verify.testing.games import game

WON = [f"place {square}" for square in ("a1", "b1", "b2", "c1", "c3")]


def breach(engine: type[Faulty], play: list[str], *names: str) -> Broken | None:
    chosen = game("tictactoe")
    return broken(LocalEngine(engine(chosen), "mine"), chosen, play, names)


def test_a_check_is_broken_where_the_engine_says_so_and_the_rules_do_not() -> None:
    found = breach(TwoLines, WON)
    assert found is not None
    assert (found.check.name, found.play, found.by_rules) == ("one_winner", ("place a1",), False)
    assert found.differences == (("on[b1] is none", "on[b1] is X"),), "the first of each variable"
    assert breach(TwoLines, [], "one_winner") is None
    assert breach(TwoLines, WON, "ends") is None


def test_what_breaks_the_rules_need_not_break_a_check() -> None:
    assert breach(Faulty, WON) is None
    assert breach(ForgetsDiagonal, WON) is None


def test_a_test_names_the_check_and_draws_the_play() -> None:
    with pytest.raises(AssertionError) as told:
        keeps("tictactoe", TwoLines(game("tictactoe")), WON)
    text = str(told.value)
    assert "1. X: place a1" in text
    assert "2. " not in text
    assert "the engine breaks the check one_winner: Can never both have a line?" in text
    keeps("tictactoe", Faulty(game("tictactoe")), WON)
    with pytest.raises(ValueError, match="no check nonsense"):
        keeps("tictactoe", Faulty(game("tictactoe")), WON, checks=["nonsense"])


def test_what_an_engine_breaks_is_wrapped_as_all_that_is_told_of_it() -> None:
    found = breach(TwoLines, WON)
    assert found is not None
    far = "on[b1] is " + "none or " * 30
    long = replace(
        found,
        check=replace(found.check, name="one_winner_" * 8),
        differences=((far, far),),
    )
    lines = [*conformance.breach(game("tictactoe"), long, PLAIN)]
    assert max(map(len, lines)) <= 100
    assert sum(line.startswith(("the rules:  on[b1]", "the engine: on[b1]")) for line in lines) == 2
    assert " ".join(" ".join(lines).split()).count(far.strip()) == 2


class Mute:
    """Takes what is legal, and tells nothing."""

    def __init__(self) -> None:
        self.inner = Faulty(game("tictactoe"))

    def new(self, game: dict[str, Json]) -> None:
        """Begin."""
        self.inner.new(game)

    def apply(self, action: str, by: str) -> bool:
        """Take an action."""
        return self.inner.apply(action, by)


def test_where_the_engine_tells_no_position_the_rules_do() -> None:
    """Nobody expects a draw here; so the rules break what is asked, too."""
    program = game("tictactoe").program
    checks = tuple(replace(check, expected=check.kind != "reachable") for check in program.checks)
    chosen = PythonGame(replace(program, checks=checks))
    squares = ["a1", "b1", "c1", "a2", "b2", "a3", "c2", "c3", "b3"]
    drawn = [f"place {square}" for square in squares]
    found = broken(LocalEngine(Mute(), "mute"), chosen, drawn)
    assert found is not None
    assert (found.check.name, len(found.play), found.by_rules) == ("draw_reachable", 9, True)
    assert found.differences == ()


SIDE = ty.Enum("Side", ("X", "O", "Y"))
CARD = ty.Record("Card", (("side", SIDE), ("worth", ty.Int(2, 4)), ("open", ty.Bool())))
SCALARS = [ty.Bool(), ty.Int(-1, 3), SIDE, ty.Option(SIDE), ty.Option(ty.Int(2, 4)), CARD]
SCALARS += [ty.Option(CARD), ty.subsets(SIDE)]


@pytest.mark.parametrize("t", SCALARS, ids=ty.show)
def test_what_is_sent_can_be_read(t: ty.Scalar) -> None:
    assert [value_of(t, plain(t, v)) for v in ty.scalar_values(t)] == list(ty.scalar_values(t))


def test_what_is_sent_of_many_values_can_be_read() -> None:
    held = ty.Map(SIDE, ty.Option(ty.Bool()))
    for value in product(range(3), repeat=3):
        assert value_of(held, plain(held, value)) == value
    some = ty.Set(ty.Int(3, 6))
    assert [value_of(some, plain(some, bits)) for bits in range(16)] == list(range(16))
    pile = ty.List(CARD, 3)
    assert value_of(pile, plain(pile, (3, 0, 17))) == (3, 0, 17)


WRONG = [
    (ty.Bool(), 1), (ty.Int(0, 3), True), (ty.Int(0, 3), 4), (SIDE, "Z"), (SIDE, None),
    (ty.Set(SIDE), ["X", "X"]), (ty.Map(SIDE, ty.Bool()), {"X": True}),
    (ty.List(SIDE, 1), ["X", "O"]), (CARD, {"side": "X"}), (ty.Option(SIDE), {"hidden": True}),
]  # fmt: skip


@pytest.mark.parametrize(("t", "told"), WRONG, ids=str)
def test_what_is_no_value_is_refused(t: ty.Type, told: object) -> None:
    with pytest.raises(ValueError, match="is no value of"):
        value_of(t, told)  # type: ignore[arg-type]
