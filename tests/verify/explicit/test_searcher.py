"""Which engine searches, and that answers do not depend on it."""

from __future__ import annotations

import ctypes
import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from tests.tiers import drawn
from tests.verify.explicit.native_tables import (
    COMPILER,
    asked_games,
    checked,
    compile_tables,
    compiled,
)
from tests.verify.table_game import TableGame

from rulewright.engines.game import EngineUnavailable, Game
from rulewright.engines.native.generator.code import NotBuilt
from rulewright.verify.cli.terminal.console import notices
from rulewright.verify.effort.searching import Lasting
from rulewright.verify.explicit.native.search import Compiled
from rulewright.verify.explicit.searcher import (
    NativeSearcher,
    PythonSearcher,
    SearchRequest,
    TieredSearcher,
)
from rulewright.verify.limits import Budget
from rulewright.verify.plays.play import ReplayError
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.properties.kinds import stability
from rulewright.verify.results.check_result import CheckResult, InstanceResult
from rulewright.verify.results.verdict import Proved, Reached, Unknown
from rulewright.verify.stategraph.graph import EngineMismatch

NO_LIMIT = Budget()
LINE = checked(TableGame([[1], [2], [3], []], {3: "draw"}))
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    if COMPILER is None:
        pytest.skip("there is no C compiler")
    return compile_tables(tmp_path_factory.mktemp("native"))


def in_c(library: ctypes.CDLL) -> NativeSearcher:
    return NativeSearcher(lambda game: compiled(library, game))


def nobody(game: Game[Any]) -> Compiled[Any]:
    raise EngineUnavailable("no compiler today")


def on_python(report: InstanceResult) -> InstanceResult:
    return replace(report, coverage=replace(report.coverage, engine="Python"))


@pytest.mark.heavy
@given(asked_games())
@settings(max_examples=drawn(100, few=10))
def test_a_report_does_not_depend_on_the_engine(library: ctypes.CDLL, game: TableGame) -> None:
    expected = answer_checks(game, NO_LIMIT, plays=20)
    found = answer_checks(game, NO_LIMIT, plays=20, searcher=in_c(library))
    assert found.coverage.engine == "native"
    assert on_python(found) == expected


@pytest.mark.heavy
def test_an_engine_that_plays_another_game_is_a_fault(library: ctypes.CDLL) -> None:
    other = checked(TableGame([[2], [2], [3], []], {3: "draw"}))
    searcher = NativeSearcher(lambda game: replace(compiled(library, LINE), game=game))
    asked = replace(other, properties={**other.properties, "never": lambda s, p: s == 1})
    lying = replace(LINE, properties={**LINE.properties, "never": lambda s, p: s == 1})
    table = NativeSearcher(lambda game: replace(compiled(library, lying), game=game))
    with pytest.raises(EngineMismatch):
        answer_checks(asked, NO_LIMIT, searcher=table)
    with pytest.raises(ReplayError, match="does not show"):
        answer_checks(LINE, NO_LIMIT, searcher=table)
    assert answer_checks(LINE, NO_LIMIT, searcher=searcher).coverage.states == 4


@pytest.mark.thorough
def test_what_only_c_says_is_checked_in_spots(library: ctypes.CDLL) -> None:
    # Nothing of this would be replayed: C misses a hit in state 2, or a way from 1 back to 0.
    hidden = replace(LINE, properties={**LINE.properties, "never": lambda s, p: s == 2})
    longer = checked(TableGame([[1], [2, 0], [3], []], {3: "draw"}))
    for game, message in ((hidden, "never is otherwise in state 2"), (longer, "other successors")):
        searcher = NativeSearcher(lambda game: replace(compiled(library, LINE), game=game))
        with pytest.raises(EngineMismatch, match=message):
            answer_checks(game, NO_LIMIT, searcher=searcher)


def test_small_games_are_not_compiled() -> None:
    found = TieredSearcher(NativeSearcher(nobody)).ask(SearchRequest(LINE, NO_LIMIT))
    assert (found.engine, len(found.graph.states)) == ("Python", 4)


@pytest.mark.thorough
def test_long_searches_are_done_in_c(library: ctypes.CDLL) -> None:
    hasty = TieredSearcher(in_c(library), initial_seconds=0)
    found = hasty.ask(SearchRequest(LINE, NO_LIMIT))
    assert (found.engine, len(found.graph.states)) == ("native", 4)
    graph, engine = hasty.turns(SearchRequest(LINE, NO_LIMIT))
    assert (engine, len(graph.states)) == ("native", 2)
    assert hasty.perft(SearchRequest(LINE, NO_LIMIT), 4) == ((1, 1, 1, 0), "native")


def test_without_a_compiler_python_goes_on() -> None:
    hasty = TieredSearcher(NativeSearcher(nobody), initial_seconds=0)
    found = hasty.ask(SearchRequest(LINE, NO_LIMIT))
    assert (found.engine, found.graph.complete) == ("Python", True)
    assert hasty.turns(SearchRequest(LINE, NO_LIMIT))[1] == "Python"
    assert hasty.perft(SearchRequest(LINE, NO_LIMIT), 4) == ((1, 1, 1, 0), "Python")


def test_it_is_said_once_where_there_is_no_room_to_compile() -> None:
    """Not where there is no compiler, or the game is none for C: that is a matter of course."""

    def full(game: Game[Any]) -> Compiled[Any]:
        raise NotBuilt("there is no room")

    for compiler, said in (
        (full, "rulewright: the Python engine serves: there is no room\n"),
        (nobody, ""),
    ):
        err = io.StringIO()
        with notices(err):
            for _ in range(2):
                hasty = TieredSearcher(NativeSearcher(compiler), initial_seconds=0)
                assert hasty.ask(SearchRequest(LINE, NO_LIMIT)).graph.complete
        assert err.getvalue() == said


def test_with_little_time_nothing_is_compiled() -> None:
    hasty = TieredSearcher(NativeSearcher(nobody), initial_seconds=0, compile_threshold=100)
    found = hasty.ask(SearchRequest(LINE, Budget(seconds=50)))
    assert (found.engine, found.graph.complete) == ("Python", True)


def test_a_budget_of_states_is_no_reason_to_compile() -> None:
    found = TieredSearcher(NativeSearcher(nobody)).ask(SearchRequest(LINE, Budget(states=2)))
    assert (found.engine, len(found.graph.states)) == ("Python", 2)


@pytest.mark.thorough
def test_too_little_memory_to_begin_with_leaves_it_to_python(library: ctypes.CDLL) -> None:
    hasty = TieredSearcher(in_c(library), initial_seconds=0)
    found = hasty.ask(SearchRequest(LINE, Budget(memory=10)))
    assert (found.engine, found.graph.complete) == ("Python", True)


@pytest.mark.slow
def test_too_little_memory_to_walk_over_the_graph_is_unknown(library: ctypes.CDLL) -> None:
    size = 2000
    game = checked(TableGame([[(s + 1) % size, (s + 7) % size] for s in range(size)]))
    asked = replace(game, checks=(*game.checks[:5], replace(game.checks[5], kind="ends")))
    for memory, kinds in ((2**20, {"refuted"}), (100_000, {"unknown"})):
        report = answer_checks(
            asked,
            Budget(memory=memory),
            only=frozenset({"forever"}),
            plays=0,
            searcher=in_c(library),
        )
        assert report.coverage.stopped is None
        assert {a.verdict.kind for a in report.answers} == kinds


@needs_compiler
def test_python_searches_alone_where_it_is_asked_to() -> None:
    found = PythonSearcher().ask(SearchRequest(LINE, NO_LIMIT))
    assert found.engine == "Python"


def test_memory_is_a_part_of_a_budget() -> None:
    assert Budget().bytes() > 2**20
    assert Budget(seconds=10, memory=5).share(0.5) == Budget(seconds=5, memory=5)
    assert Budget(memory=5).bytes() == 5


def forever_from(library: ctypes.CDLL, game: TableGame, good: set[int]) -> CheckResult:
    asked = replace(game, properties={**game.properties, "forever": lambda s, p: s in good})
    report = answer_checks(
        asked, NO_LIMIT, only=frozenset({"forever"}), plays=0, searcher=in_c(library)
    )
    return report.answers[0]


def test_what_holds_for_ever_is_shown_where_it_can_be_replayed(
    library: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch
) -> None:
    # 0 -> 1 -> 2 -> 3 -> 3 …, and 0 -> 4 -> 4 …: from 1 on three states can follow, from 4 on one.
    game = checked(TableGame([[1, 4], [2], [3], [3], [4]]))
    good = {1, 2, 3, 4}
    for future, length in ((20_000, 1), (3, 1), (2, 1), (1, 1)):
        monkeypatch.setattr(stability, "LASTING", Lasting(future=future))
        answer = forever_from(library, game, good)
        assert isinstance(answer.verdict, Reached)
        assert len(answer.verdict.witness) == length
        last = answer.verdict.witness.play.positions[-1].values["at"]
        assert last == (1 if future >= 3 else 4)
    monkeypatch.setattr(stability, "LASTING", Lasting(future=0))
    assert isinstance(forever_from(library, game, good).verdict, Unknown)
    assert isinstance(forever_from(library, game, set()).verdict, Proved)
