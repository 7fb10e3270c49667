"""Engines beside the rules: a true one passes, each planted fault is seen in its shortest play."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from tests.shipped import shipped
from tests.tiers import but, slow
from tests.verify.conform.asking import examine
from tests.verify.conform.faulty import (
    AnyHand,
    AnyHandLater,
    Deaf,
    ForgetsDiagonal,
    Greedy,
    HandsOver,
    Leaks,
    LetsChanceDecide,
    LetsPlayersRoll,
    Loaded,
    NeverEnds,
    OnlyYesAndNo,
    Overwrites,
    Slips,
    Spectator,
    Stale,
    SulksAtOthers,
    TurnsBack,
    Unheard,
)

from rulewright.engines.game import Unrested
from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.main import main
from rulewright.verify.cli.terminal import live
from rulewright.verify.conform.connection.local import LocalEngine, Plays
from rulewright.verify.conform.connection.protocol import EngineFailure
from rulewright.verify.conform.examine import ConformanceResult
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.trials.everything import plays
from rulewright.verify.draw.style import PLAIN
from rulewright.verify.limits import Budget, Clock, Deadline
from rulewright.verify.plays.json_values import Json
from rulewright.verify.render.conformance import lines, summary

PLAYS = 30


def examined(name: str, instance: str, engine: Callable[[PythonGame], Plays]) -> ConformanceResult:
    game = PythonGame(shipped(name, instance))
    make = lambda: LocalEngine(engine(game), "mine")  # noqa: E731
    return examine(make, game, Budget(None), most_plays=PLAYS)


def true(game: PythonGame) -> RuledEngine:
    return RuledEngine(lambda _: game)


@pytest.mark.thorough
def test_a_small_game_is_compared_completely() -> None:
    found = examined("hex", "small", true)
    assert found.found is None
    assert found.complete == 1 + 4 + 12 + 12 + 3, "by stones; three pairs of four hexagons join"


@pytest.mark.thorough
def test_what_the_time_cuts_off_is_told() -> None:
    """Half of an engine's faults lie where nobody looked: that is not to be read as a yes."""
    game = PythonGame(shipped("hex", "small"))
    make = lambda: LocalEngine(true(game), "mine")  # noqa: E731
    suite = [["place a1"]]
    in_no_time = examine(make, game, Budget(0.0), suite=lambda: suite, most_plays=2)
    assert (in_no_time.plays, in_no_time.complete, in_no_time.cut_off) == (0, None, True)
    assert "the time was up" in summary(in_no_time)
    whole = examine(make, game, Budget(None), suite=lambda: suite, most_plays=2)
    assert (whole.complete, whole.cut_off) == (32, False)
    assert "the time was up" not in summary(whole)


@pytest.mark.thorough
def test_an_engine_is_started_once_and_has_said_who_it_is_before_a_suite_is_made() -> None:
    game = PythonGame(shipped("hex", "small"))
    events: list[str] = []

    class Seen(RuledEngine):
        """An engine of which it is written down that it was started."""

        def __init__(self) -> None:
            events.append("started")
            super().__init__(lambda _: game)

    def suite() -> list[list[str]]:
        events.append("suite")
        return [["place a1"]]

    found = examine(
        lambda: LocalEngine(Seen(), "mine"), game, Budget(None), suite=suite, most_plays=1
    )
    assert (found.found, found.unmet, events) == (None, None, ["started", "suite"])


def test_for_an_engine_that_does_not_say_who_it_is_no_suite_is_made() -> None:
    def make() -> LocalEngine:
        raise EngineFailure("died", "with code 3")

    def suite() -> list[list[str]]:
        raise AssertionError("nobody is there to play it")

    found = examine(make, PythonGame(shipped("hex", "small")), Budget(None), suite=suite)
    assert found.unmet is not None
    assert found.unmet.kind == "died"
    assert found.found is not None
    assert (found.found.aspect, found.found.engine) == ("engine", "died: with code 3")


@pytest.mark.thorough
def test_how_far_it_came_is_told() -> None:
    """The clock stands still until 20 plays were compared and another begins; 10 random ones come before all of 32 positions."""
    game = PythonGame(shipped("hex", "small"))
    told: list[str] = []

    class Patience(Budget):
        def start(self, clock: Clock = time.monotonic) -> Deadline:
            return Deadline(7.0, lambda: 7.0 if len(told) > 20 else 0.0)

    found = examine(
        lambda: LocalEngine(true(game), "mine"), game, Patience(120.0), tell=told.append
    )
    rows: list[int] = []
    given = plays(game, rows.append)
    for _ in range(11):
        next(given)
    assert rows[-1] > 0
    assert (found.plays, found.complete, found.far) == (20, None, (rows[-1], 32))
    end = f"; the time was up after 120 s (--budget), and of {rows[-1]} of 32 positions every action was compared"
    assert summary(found).endswith(end)
    assert told[0] == "0 plays compared"
    assert told[-2] == f"19 plays compared; {rows[-2]} of 32 positions completely"


@pytest.mark.heavy
def test_progress_is_shown_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No second passes between two lines, and a line is shown at once: the first play is told of."""
    monkeypatch.setattr(live, "SELDOM", 0.0)
    served = f"{sys.executable} -m rulewright.verify.cli.main serve hex --instance small"
    assert main(["conform", "hex", "--instance", "small", "--engine", served]) == 0
    err = capsys.readouterr().err
    assert re.search(r"^rulewright: a suite is made: 0 positions looked at, \d+ s$", err, re.M)
    assert re.search(
        r"^rulewright: \d+ plays compared; \d+ of 32 positions completely, \d+ s$", err, re.M
    )


@pytest.mark.thorough
def test_every_action_of_every_position_comes_in_as_few_plays_as_can_be() -> None:
    """Where play never returns, a play has to begin wherever more ways lead on than come in (as in a
    path cover of the edges of a graph); the steps are those of the game, not of what is tested."""
    game = PythonGame(shipped("connectfour", "small"))
    seen, steps, entered = [game.new()], set[tuple[object, str]](), Counter[object]()
    for state in seen:
        for action, step in game.successors(state):
            assert not isinstance(step, Unrested)
            steps.add((state, game.text(state, action)))
            entered[step.state] += 1
            if entered[step.state] == 1:
                seen.append(step.state)
    left = Counter(state for state, _ in steps)
    begins = sum(max(0, left[state] - entered[state]) for state in seen)
    told: list[int] = []
    rows = list(plays(game, told.append))
    assert len(rows) == begins
    assert told == sorted(told)
    assert told[0] == 1, "the last position of the first play alone is over"
    assert told[-1] == len(seen) == 694
    for row in rows:
        state = game.new()
        for text in row:
            steps.discard((state, text))
            state = game.apply(state, game.parse(state, text))
    assert not steps


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "instance"), [("petite-mort", "small"), *slow([("run-run-run", "small_boss")])]
)
def test_a_true_engine_passes(name: str, instance: str) -> None:
    game = PythonGame(shipped(name, instance))
    engine = LocalEngine(true(game), "true")
    found = examine(lambda: engine, game, Budget(None), most_plays=2)
    assert found.found is None
    assert found.actions > 0


FAULTS: list[tuple[Callable[[PythonGame], Plays], str, str, str, int, str]] = [
    (ForgetsDiagonal, "tictactoe", "box", "outcome", 5, "end.line"),
    (Overwrites, "tictactoe", "box", "accepts", 2, "play.place"),
    (HandsOver, "tictactoe", "box", "decides", 1, "play.place"),
    (Greedy, "tictactoe", "box", "too many", 1, "play.place"),
    (Slips, "tictactoe", "box", "position", 1, "play.place"),
    (TurnsBack, "tictactoe", "box", "changes", 1, "play.turns"),
    (Deaf, "tictactoe", "box", "refuses", 1, "play.place"),
    (OnlyYesAndNo, "tictactoe", "box", "accepts", 2, "play.place"),
    (NeverEnds, "tictactoe", "box", "accepts", 6, "end.line"),
    (AnyHand, "tictactoe", "box", "accepts", 1, "play.turns"),
    (AnyHandLater, "tictactoe", "box", "accepts", 3, "play.turns"),
    (AnyHand, "pig", "small", "accepts", 1, "play.turns"),
    (LetsPlayersRoll, "pig", "small", "accepts", 2, "play.roll"),
    (LetsChanceDecide, "pig", "small", "accepts", 1, "play.turns"),
    (SulksAtOthers, "tictactoe", "box", "engine", 2, ""),
    (Leaks, "petite-mort", "small", "leaks", 0, "setup.hand"),
    (Spectator, "tictactoe", "box", "views", 0, "play.turns"),
    (Loaded, "run-run-run", "small_boss", "weights", 0, "explore.draw"),
]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("engine", "name", "instance", "aspect", "length", "clause"), but(FAULTS[:1], FAULTS)
)
def test_a_fault_is_seen_in_its_shortest_play(
    engine: Callable[[PythonGame], Plays],
    name: str,
    instance: str,
    aspect: str,
    length: int,
    clause: str,
) -> None:
    found = examined(name, instance, engine).found
    assert found is not None
    assert (found.aspect, found.length, "".join(found.clauses[:1])) == (aspect, length, clause), (
        found
    )


def test_no_line_is_wider_than_a_hundred_columns_whatever_an_engine_says() -> None:
    """Its text is folded, cut, and does nothing to a terminal."""
    long = "x" * 5_000 + "\x1b[2J\n"

    class Loud(RuledEngine):
        def apply(self, action: str, by: str) -> bool:
            raise ValueError("\x1b[2J" + long)

        places = True

        def position(self) -> Mapping[str, Json]:
            return {"on": long} if self.places else {}

    game = PythonGame(shipped("tictactoe", "box"))
    for places in (True, False):
        Loud.places = places
        engine = LocalEngine(Loud(lambda _: game), long)
        found = examine(lambda engine=engine: engine, game, Budget(None), most_plays=1)
        assert found.found is not None
        assert found.found.aspect == ("position" if places else "refuses")
        told = list(lines("tictactoe", game, found, PLAIN))
        assert max(map(len, told)) <= 100
        assert len(told) < 20
        assert not any("\x1b" in line for line in told)


def test_of_many_actions_some_are_named() -> None:
    found = examined("tictactoe", "box", Unheard).found
    assert found is not None
    nine = "place a1, place b1, place c1, place a2, place b2 and 4 more are legal"
    theirs = (
        "mark place a1, mark place b1, mark place c1, mark place a2, mark place b2 and 4 more are"
    )
    told = f"they are not among the legal actions, but {theirs}"
    assert (found.rules, found.engine) == (nine, told)
    one = examined("tictactoe", "box", Greedy).found
    assert one is not None
    told = "place b1 is one action", "it is listed more than once"
    assert (one.rules, one.engine) == told


def test_an_engine_that_does_not_do_the_same_twice_is_named_so() -> None:
    game = PythonGame(shipped("tictactoe", "box"))
    engine = LocalEngine(Stale(game), "stale")
    found = examine(lambda: engine, game, Budget(None), suite=lambda: [["place b2"]]).found
    assert found is not None
    assert found.aspect == "unrepeatable"


def test_an_engine_that_has_no_such_game_says_so() -> None:
    class Chess(RuledEngine):
        def new(self, game: dict[str, Json]) -> None:
            raise ValueError(f"no {game['ruleset']}, only chess")

    found = examined("hex", "small", lambda game: Chess(lambda _: game))
    assert found.declined == "no hex, only chess"


@pytest.mark.thorough
def test_positions_may_be_named_in_part() -> None:
    class Partly(RuledEngine):
        def position(self) -> Mapping[str, Json]:
            return {"mine": 7}

    assert examined("hex", "small", lambda game: Partly(lambda _: game)).found is None


@pytest.mark.thorough
def test_what_is_known_is_played_before_a_suite_is_made_and_not_once_more() -> None:
    """An engine that is wrong in a known play is told before anybody waits for a suite."""
    game = PythonGame(shipped("hex", "small"))
    known = ("place b2", "place a1")
    made: list[str] = []

    def suite() -> list[tuple[str, ...]]:
        made.append("a suite")
        return [("place a1",), known]

    def compared(engine: Plays, *first: tuple[str, ...]) -> ConformanceResult:
        return examine(
            lambda: LocalEngine(engine, "mine"), game, Budget(None), suite=suite,
            known=lambda: first, most_plays=1,
        )  # fmt: skip

    whole = compared(true(game), known)
    assert whole.found is None
    assert whole == compared(true(game)), "as many plays"
    assert made == ["a suite"] * 2
    found = compared(Deaf(game), known).found
    assert found is not None
    assert found.tried == "place b2"
    assert made == ["a suite"] * 2
