"""Where a game is too large, a smaller instance of it is compared completely."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.shipped import ruleset, shipped

from rulewright.dsl.instantiate import instantiate, smaller_instances
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine, Plays
from rulewright.verify.conform.examine import ConformanceResult
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.small_scope import in_small_scope
from rulewright.verify.conform.trials.discrepancy import Aspect
from rulewright.verify.limits import NEVER, Budget, Deadline
from rulewright.verify.plays.json_values import Json

FIRST_TO = """ruleset lead "Lead"
  players A, B
  param goal: 2..200 = 200 by [goal]
  param step: 1..2 = 1 by [goal]
  state has: Player -> 0..goal + 1 = 0
  instance shorter: standard with goal = 100
  instance small: standard with goal = 3
  instance wide: standard with goal = 4, step = 2
  play by [goal]
    repeat
      turns for p in Player
        choose p
          add(n: 1..2) when n <= step by [goal]
            has[p] += n
          add_all(n: 1..goal) when n = goal and has[p] = 0 by [goal]
            has[p] += 1
        if has[p] >= goal: win p by [end]
"""


class HearsTheGame(RuledEngine):
    """Plays the game that it is asked for; ``late``: does not see the end of play."""

    def __init__(self, late: bool = False, gives_up: bool = False) -> None:
        def asked(game: dict[str, Json]) -> PythonGame:
            self.asked.append(game["instance"])
            numbers = game["parameters"]
            assert isinstance(numbers, dict)
            if gives_up:
                raise ValueError("one size alone")
            wanted = {name: value for name, value in numbers.items() if isinstance(value, int)}
            return PythonGame(instantiate(LEAD, parameters=wanted))

        super().__init__(asked)
        self.asked = list[Json]()
        self._late = late

    def outcome(self) -> Mapping[str, Json] | None:
        ended = super().outcome()
        return ended and {**ended, "kind": "draw"} if self._late else ended


LEAD = load_text(FIRST_TO, "lead.rules")
LARGE = PythonGame(instantiate(LEAD))


def compared(
    engine: Plays, deadline: Deadline = NEVER
) -> tuple[PythonGame, ConformanceResult] | None:
    return in_small_scope(lambda: LocalEngine(engine, "mine"), LEAD, LARGE, deadline)


def test_what_is_smaller() -> None:
    """No parameter is larger, and one is smaller; the smallest first."""
    assert smaller_instances(LEAD, LARGE.program) == ("small", "shorter")
    assert smaller_instances(LEAD, instantiate(LEAD, instance="small")) == ()
    tictactoe = shipped("tictactoe", "box")
    assert smaller_instances(ruleset("tictactoe"), tictactoe) == ()


@pytest.mark.thorough
def test_the_smallest_is_compared_completely() -> None:
    engine = HearsTheGame()
    found = compared(engine)
    assert found is not None
    assert {*map(str, engine.asked)} == {"small"}, "it is asked for by its name"
    game, examined = found
    assert dict(game.program.instance.parameters) == {"goal": 3, "step": 1}
    assert examined.found is None
    assert examined.complete == 6, "they take turns: five positions, and the end"


@pytest.mark.thorough
def test_a_fault_at_the_end_of_play_is_found_there() -> None:
    found = compared(HearsTheGame(late=True))
    assert found is not None
    shown = found[1].found
    assert shown is not None
    assert (shown.aspect, shown.length) == (Aspect.OUTCOME, 5)


@pytest.mark.parametrize(
    "engine", [RuledEngine(lambda _: LARGE), HearsTheGame(gives_up=True)], ids=["deaf", "declines"]
)
def test_an_engine_that_has_the_large_game_alone_is_not_blamed(engine: RuledEngine) -> None:
    """It begins in the smaller game as in the larger one, or says that it does not have it."""
    assert compared(engine) is None


class SaysNoMore:
    """Takes actions and says how play ends, in the large game; what is legal it does not say."""

    def __init__(self) -> None:
        self._large = RuledEngine(lambda _: LARGE)
        self.new, self.apply, self.outcome = self._large.new, self._large.apply, self._large.outcome


def test_where_it_is_not_said_what_is_legal_it_cannot_be_told_either() -> None:
    assert compared(SaysNoMore()) is None


def test_where_both_begin_alike_it_cannot_be_told_which_game_is_played() -> None:
    text = FIRST_TO.replace("(n: 1..goal) when n = goal and", " when").replace(
        "has[p] += 1\n", "has[p] += 1\n"
    )
    lead = load_text(text, "lead.rules")
    game = PythonGame(instantiate(lead))
    make = lambda: LocalEngine(RuledEngine(lambda _: game), "mine")  # noqa: E731
    assert in_small_scope(make, lead, game, NEVER) is None


def test_nothing_is_begun_when_the_time_is_up() -> None:
    assert compared(HearsTheGame(late=True), Budget(0.0).start()) is None


class WithoutWeights:
    """Does not say how likely what is, so that nothing is compared where chance decides."""

    def __init__(self, engine: RuledEngine) -> None:
        self.new, self.apply, self.outcome = engine.new, engine.apply, engine.outcome
        self.decides, self.legal = engine.decides, engine.legal


def test_games_that_chance_begins_are_left_out() -> None:
    """What chance may bring is not compared with what an engine says: the first difference tells nothing."""
    text = FIRST_TO.replace(
        "    repeat\n      turns",
        "    roll d of 1..goal by [goal]\n    repeat\n      turns",
    )
    lead = load_text(text, "lead.rules")
    game = PythonGame(instantiate(lead))
    large = RuledEngine(lambda _: game)
    make = lambda: LocalEngine(WithoutWeights(large), "mine")  # noqa: E731
    assert in_small_scope(make, lead, game, NEVER) is None
