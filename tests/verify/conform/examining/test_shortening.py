"""A play is made short in as few plays and processes as will do: first a little, and wholly at last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from tests.shipped import ruleset, shipped
from tests.verify.conform.asking import examine
from tests.verify.conform.examining import refusing
from tests.verify.conform.faulty import Deaf, ForgetsDiagonal

from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.main import main
from rulewright.verify.conform import confirmed
from rulewright.verify.conform.confirmed import AT_FIRST
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.examination import Examination
from rulewright.verify.conform.examine import settled
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.smaller import smaller
from rulewright.verify.conform.trials import known
from rulewright.verify.conform.trials.shrink import each_once
from rulewright.verify.conform.trials.trial import Trial
from rulewright.verify.effort.conforming import EXAMINING
from rulewright.verify.limits import Budget
from rulewright.verify.plays.json_values import Json


@pytest.fixture(scope="module")
def game() -> PythonGame:
    return PythonGame(shipped("tictactoe", "box"))


@pytest.mark.parametrize("whole", [True, False])
def test_no_play_is_played_twice(game: PythonGame, whole: bool) -> None:
    """What is illegal in its place makes no other play; a beginning does only if something is tried at its end."""
    asked: list[tuple[str, ...]] = []
    attempt = each_once(lambda texts: asked.append(tuple(texts)), trial_of(game), {}, whole=whole)
    row = ["place a1", "place b1", "place c1"]
    for texts in (row, row, [row[0], *row], row[:2]):
        assert attempt(texts) is None
    assert asked == ([tuple(row)] if whole else [tuple(row), tuple(row[:2])])


def trial_of(game: PythonGame) -> Trial:
    return Trial(LocalEngine(RuledEngine(lambda _: game), "true"), game)


def test_how_much_is_tried_is_counted_in_actions(game: PythonGame) -> None:
    """The clock, of which there is no end here, is a backstop."""
    asked = Examination(lambda: LocalEngine(RuledEngine(lambda _: game), "true"), game)
    limit = asked.limit(Budget(None), 4)
    half = limit.share(0.5)
    asked.attempt(["place a1", "place b1"], None)
    assert (limit.passed(), half.passed()) == (False, True)
    asked.attempt(["place a1", "place b1"], None)
    assert limit.passed()
    asked.close()


@pytest.mark.heavy
def test_first_a_little_in_few_processes_and_wholly_at_last(game: PythonGame) -> None:
    starts: list[int] = []

    def make() -> LocalEngine:
        starts.append(1)
        return LocalEngine(ForgetsDiagonal(game), "mine")

    first = examine(make, game, Budget(None), most_plays=30, shrinking=AT_FIRST)
    assert (first.settled, len(starts)) == (False, 2), "the second one confirms it"
    last = settled(make, game, first)
    assert last.settled
    assert last.found is not None
    assert last.found.length == 5
    assert len(starts) == 3 + EXAMINING.again
    assert last.plays > first.plays
    assert settled(make, game, last) is last


def test_a_slow_engine_need_not_show_it_in_as_many_processes(
    game: PythonGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirmed, "EXAMINING", replace(EXAMINING, again_seconds=0.0))
    starts: list[int] = []

    def make() -> LocalEngine:
        starts.append(1)
        return LocalEngine(Deaf(game), "mine")

    found = examine(make, game, Budget(None), most_plays=5).found
    assert found is not None
    assert found.repeats is None
    assert len(starts) == 1 + EXAMINING.at_least


@pytest.mark.thorough
def test_where_every_play_begins_otherwise_one_is_enough(game: PythonGame) -> None:
    """Which no smaller game is asked for, as an engine may have one size only."""

    class Another(RuledEngine):
        """Begins with something on the board."""

        def position(self) -> Mapping[str, Json]:
            return {"on": {}}

    make = lambda: LocalEngine(Another(lambda _: game), "another")  # noqa: E731
    found = examine(make, game, Budget(None), most_plays=30, counts=lambda _: False)
    assert (found.found, found.plays) == (None, 1)


@pytest.mark.heavy
def test_of_an_engine_of_one_size_few_others_are_asked() -> None:
    pig = PythonGame(shipped("pig", "box"))
    as_sold = dict(pig.program.instance.parameters)
    starts: list[int] = []

    def made(setup: Mapping[str, Json]) -> PythonGame:
        if setup["parameters"] != as_sold:
            raise ValueError("only as sold")
        return pig

    class Draws(RuledEngine):
        def outcome(self) -> Mapping[str, Json] | None:
            return None if super().outcome() is None else {"kind": "draw"}

    def make() -> LocalEngine:
        starts.append(1)
        return LocalEngine(Draws(made), "mine")

    examined = examine(make, pig, Budget(None), most_plays=1, shrinking=AT_FIRST)
    before = len(starts)
    best, _ = smaller(make, ruleset("pig"), pig, examined, Budget(None))
    assert best is pig
    assert len(starts) - before == EXAMINING.smaller_not_there


@pytest.mark.heavy
def test_what_is_written_down_is_played_before_anything_is_looked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def apart(*_: object) -> Sequence[object]:
        raise AssertionError("the first play shows it")

    monkeypatch.setattr(known, "apart", apart)
    monkeypatch.setattr(confirmed, "EXAMINING", replace(EXAMINING, again=1, at_least=1))
    engine = f"{refusing.__name__}:Refuses"
    assert main(["conform", "pig", "--instance", "small", "--engine", engine]) == 1
    assert "refuses what is legal, seen after 1 action" in " ".join(capsys.readouterr().out.split())
