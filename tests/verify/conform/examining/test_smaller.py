"""A fault that shows in a smaller game is told there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.shipped import ruleset
from tests.tiers import slow
from tests.verify.conform.asking import examine

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.protocol import Json
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.smaller import smaller
from rulewright.verify.limits import Budget

RULES = """ruleset piles "Piles"
  players A, B
  param pile: 3..8 = 8 by [pile]
  state left: 0..pile = pile
  play by [play]
    repeat
      turns for p in Player
        choose p
          take_some(n: 1..2) when n <= left by [take]
            left -= n
        if left = 0: win p by [end]
"""


PIG = find("pig").read_text("utf-8")

SHIFTS = """ruleset shifts "Shifts"
  players A, B
  param rounds: 2..3 = 3 by [rounds]
  state turn: 0..6 = 0
  play by [rounds]
    repeat rounds times
      turns for p in Player
        choose p
          rest when rounds = 2 by [rest]
            nothing
          work by [work]
            nothing
        turn += 1
    draw by [end]
"""

BOXES = """ruleset boxes "Boxes"
  players A, B
  param wide: 3..10 = 10 by [box]
  param high: 5..10 = 10 by [box]
  state taken: 0..1 = 0
  play by [play]
    turns for p in Player
      choose p
        look by [look]
          nothing
      choose p
        take when wide + high > 0 by [take]
          taken := 1
    win A by [end]
"""


@pytest.fixture(scope="module")
def piles() -> Ruleset:
    return load_text(RULES, "piles.rules")


class Miscounts(RuledEngine):
    """Takes two things for three if two are left."""

    def position(self) -> Mapping[str, Json]:
        left = super().position()["left"]
        return {"left": 3 if left == 2 else left}


def engine(ruleset: Ruleset, *, one_size: bool) -> LocalEngine:
    def game(setup: dict[str, Json]) -> PythonGame:
        sent = setup["parameters"]
        assert isinstance(sent, dict)
        size = sent["pile"]
        assert isinstance(size, int)
        return PythonGame(instantiate(ruleset, parameters={"pile": 8 if one_size else size}))

    return LocalEngine(Miscounts(game), "miscounts")


@pytest.mark.thorough
@pytest.mark.parametrize(("one_size", "size", "length"), [(False, 3, 1), *slow([(True, 8, 3)])])
def test_a_parameter_is_made_smaller_if_the_engine_knows_the_game(
    piles: Ruleset, one_size: bool, size: int, length: int
) -> None:
    game = PythonGame(instantiate(piles))
    make = lambda: engine(piles, one_size=one_size)  # noqa: E731
    examined = examine(make, game, Budget(None), most_plays=5)
    assert examined.found is not None
    assert examined.found.length == 3, "two, two and two of eight"
    best, found = smaller(make, piles, game, examined, Budget(None))
    assert dict(best.program.instance.parameters) == {"pile": size}
    assert found.found is not None
    assert (found.found.aspect, found.found.length) == ("position", length)
    assert found.plays >= examined.plays


class Short(RuledEngine):
    """Pig as the rules have it, but that the highest side counts one less."""

    def position(self) -> Mapping[str, Json]:
        return {}

    def view(self, player: str) -> Mapping[str, Json]:
        return {}


def counts_short(setup: dict[str, Json]) -> PythonGame:
    sent = setup["parameters"]
    assert isinstance(sent, dict)
    goal, sides = sent["goal"], sent["sides"]
    assert isinstance(goal, int)
    assert isinstance(sides, int)
    fault = "total := up_to_goal(total + (if die = sides then die - 1 else die))"
    text = PIG.replace("total := up_to_goal(total + die)", fault)
    assert text != PIG
    return PythonGame(instantiate(load_text(text, "pig.rules"), parameters=sent))


@pytest.mark.heavy
@pytest.mark.parametrize(("goal", "sides"), [(6, 3), *slow([(100, 6), (7, 2)])])
def test_parameters_are_made_smaller_until_none_gets_smaller(goal: int, sides: int) -> None:
    """One by one they stop where a play of four actions is needed, or at more than half the goal."""
    pig = ruleset("pig")
    game = PythonGame(instantiate(pig, parameters={"goal": goal, "sides": sides}))
    make = lambda: LocalEngine(Short(counts_short), "short")  # noqa: E731
    examined = examine(make, game, Budget(10), most_plays=5)
    best, found = smaller(make, pig, game, examined, Budget(20))
    assert dict(best.program.instance.parameters) == {"goal": 2, "sides": 2}
    assert found.found is not None
    assert found.found.play == ("roll", "die 2")


@pytest.mark.thorough
def test_in_a_smaller_game_the_same_clause_is_looked_for() -> None:
    """Play ends a turn early, which the simplest play of the smaller game shows of another clause."""
    shifts = load_text(SHIFTS, "shifts.rules")
    early = "turn += 1\n        if turn = 2 * rounds - 1: draw"
    wrong = load_text(SHIFTS.replace("turn += 1", early), "shifts.rules")

    def made(setup: dict[str, Json]) -> PythonGame:
        return PythonGame(instantiate(wrong, parameters=setup["parameters"]))  # type: ignore[arg-type]

    make = lambda: LocalEngine(Short(made), "early")  # noqa: E731
    game = PythonGame(instantiate(shifts))
    examined = examine(make, game, Budget(None), most_plays=2)
    assert examined.found is not None
    assert examined.found.play == ("work",) * 5
    best, found = smaller(make, shifts, game, examined, Budget(None))
    assert dict(best.program.instance.parameters) == {"rounds": 2}
    assert found.found is not None
    assert found.found.play == ("rest", "rest", "work")


@pytest.mark.slow
def test_each_parameter_is_made_smaller_again_after_another() -> None:
    """The difference shows where both are nearly the same."""
    boxes = load_text(BOXES, "boxes.rules")
    game = PythonGame(instantiate(boxes))

    class Wrong(RuledEngine):
        """Goes wrong in games in which the two numbers are no more than one apart."""

        def position(self) -> Mapping[str, Json]:
            found = super().position()
            near = abs(self.wide - self.high) <= 1
            return {"taken": 1 - bool(found["taken"])} if near and found["taken"] else found

        def new(self, game: dict[str, Json]) -> None:
            sent = game["parameters"]
            assert isinstance(sent, dict)
            self.wide, self.high = int(str(sent["wide"])), int(str(sent["high"]))
            super().new(game)

    def made(setup: dict[str, Json]) -> PythonGame:
        return PythonGame(instantiate(boxes, parameters=setup["parameters"]))  # type: ignore[arg-type]

    make = lambda: LocalEngine(Wrong(made), "wrong")  # noqa: E731
    examined = examine(make, game, Budget(None), most_plays=2)
    assert examined.found is not None
    best, _ = smaller(make, boxes, game, examined, Budget(None))
    assert dict(best.program.instance.parameters) == {"wide": 4, "high": 5}, (
        "never by as much at once"
    )


def test_for_a_play_of_one_action_no_smaller_game_is_asked_for(piles: Ruleset) -> None:
    """It shows where the engine goes wrong, and each smaller game takes the start of an engine."""
    starts: list[int] = []

    class Forgets(RuledEngine):
        """Takes nothing."""

        def position(self) -> Mapping[str, Json]:
            return {"left": 8}

    game = PythonGame(instantiate(piles))

    def make() -> LocalEngine:
        starts.append(1)
        return LocalEngine(Forgets(lambda _: game), "forgets")

    examined = examine(make, game, Budget(None), most_plays=2)
    assert examined.found is not None
    assert examined.found.length == 1
    before = len(starts)
    assert smaller(make, piles, game, examined, Budget(None)) == (game, examined)
    assert len(starts) == before
