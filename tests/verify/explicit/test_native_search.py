"""The search in C against the search in Python, on random tables."""

from __future__ import annotations

import ctypes
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import drawn, every
from tests.verify.explicit.native_graphs import same_answers, same_graphs, same_turns
from tests.verify.explicit.native_tables import (
    COMPILER,
    asked_games,
    checked,
    compile_tables,
    compiled,
)
from tests.verify.systems import games, out
from tests.verify.table_game import TableGame

from rulewright.engines.game import EndlessLoop
from rulewright.verify.explicit.native import search as native
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph import bfs as python
from rulewright.verify.stategraph import count
from rulewright.verify.stategraph import turns as python_turns
from rulewright.verify.stategraph.components import component_ids
from rulewright.verify.stategraph.fixpoints import always_globally
from rulewright.verify.stategraph.graph import (
    OUT_OF_MEMORY,
    OUT_OF_TIME,
    EngineMismatch,
    OutOfMemory,
)

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

NO_LIMIT = Budget()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compile_tables(tmp_path_factory.mktemp("native"))


@pytest.mark.heavy
@settings(max_examples=drawn(50, few=6))
@given(asked_games())
def test_graphs_hits_and_endless_play_are_the_same(library: ctypes.CDLL, game: TableGame) -> None:
    same_answers(compiled(library, game), NO_LIMIT)


@pytest.mark.heavy
@settings(max_examples=drawn(50, few=6))
@given(asked_games(), st.integers(1, 8))
def test_a_budget_of_states_stops_both_at_the_same_place(
    library: ctypes.CDLL, game: TableGame, most: int
) -> None:
    same_answers(compiled(library, game), Budget(states=most))


@pytest.mark.thorough
@settings(max_examples=drawn(50, few=6))
@given(asked_games(), st.sets(st.integers(0, 7)), st.integers(1, 9))
def test_what_holds_for_ever_is_the_same(
    library: ctypes.CDLL, game: TableGame, good: set[int], most: int
) -> None:
    budget = Budget(states=most)
    expected = python.explore(game, budget)
    graph, _ = native.explore(compiled(library, game), budget)
    marks = bytearray(s in good for s in expected.states)
    assert graph.analysis is not None
    assert always_globally(graph, marks) == always_globally(expected, marks)


@pytest.mark.thorough
@settings(max_examples=drawn(50, few=6))
@given(games(), st.integers(1, 8))
def test_turns_are_the_same(library: ctypes.CDLL, game: TableGame, most: int) -> None:
    machine = compiled(library, checked(game))
    for budget in (NO_LIMIT, Budget(states=most)):
        same_turns(machine, budget)


@pytest.mark.thorough
@given(games(), st.integers(1, 6))
def test_perft_is_the_same(library: ctypes.CDLL, game: TableGame, length: int) -> None:
    machine = compiled(library, checked(game))
    found = native.perft(machine, length, NO_LIMIT.start(), 2**20)
    assert found == count.perft(game, length, NO_LIMIT.start())


def big(size: int) -> TableGame:
    """States 0 to ``size - 1`` in a mix of forward steps and jumps."""
    moves = [[(3 * s + 1) % size, (7 * s + 5) % size, min(s + 1, size - 1)] for s in range(size)]
    return checked(TableGame(moves, {size - 1: "draw"}))


@pytest.mark.thorough
def test_thousands_of_states_in_growing_memory(library: ctypes.CDLL) -> None:
    game = big(4096)
    graph, _ = native.explore(compiled(library, game), NO_LIMIT)
    same_graphs(graph, python.explore(game, NO_LIMIT))
    assert len(graph.states) == 4096


@pytest.mark.thorough
@pytest.mark.parametrize("memory", every(10, range(0, 120_000, 1_111)))
def test_a_budget_of_memory_stops_the_search_and_proves_nothing(
    library: ctypes.CDLL, memory: int
) -> None:
    game = big(2000)
    budget = Budget(memory=memory)
    try:
        graph, _ = native.explore(compiled(library, game), budget)
    except OutOfMemory:
        assert memory < 20_000
        return
    whole = python.explore(game, NO_LIMIT)
    known = len(graph.states)
    assert graph.complete == (known == 2000 and graph.expanded == 2000)
    assert graph.stopped in (None, OUT_OF_MEMORY)
    assert list(graph.states) == list(whole.states[:known])
    for number in range(graph.expanded):
        assert list(graph.successors(number)) == list(whole.successors(number))


@pytest.mark.thorough
def test_components_need_memory_too(library: ctypes.CDLL) -> None:
    game = big(2000)
    graph, _ = native.explore(compiled(library, game), Budget(memory=100_000))
    with pytest.raises(OutOfMemory):
        component_ids(graph)


@pytest.mark.thorough
def test_transitions_that_are_not_kept_are_still_counted(library: ctypes.CDLL) -> None:
    game = big(500)
    graph, _ = native.explore(compiled(library, game), NO_LIMIT, keep_transitions=False)
    assert graph.transitions == sum(len(out(game, s)) for s in range(500))
    assert graph.path(499) == python.explore(game, NO_LIMIT).path(499)
    with pytest.raises(ValueError, match="not kept"):
        graph.successors(0)


@pytest.mark.thorough
def test_no_time_is_no_proof(library: ctypes.CDLL) -> None:
    graph, _ = native.explore(compiled(library, big(50)), Budget(seconds=0))
    assert not graph.complete
    assert graph.stopped is OUT_OF_TIME
    assert (len(graph.states), graph.expanded) == (1, 0)


@pytest.mark.thorough
def test_a_turn_without_end_is_said(library: ctypes.CDLL) -> None:
    game = checked(TableGame([[1], [0, 1]], runs_on=frozenset({(1, 1)})))
    with pytest.raises(EndlessLoop):
        python_turns.explore_turns(game, NO_LIMIT)
    with pytest.raises(EndlessLoop):
        native.explore_turns(compiled(library, game), NO_LIMIT)
    assert native.perft(compiled(library, game), 3, NO_LIMIT.start(), 2**20) is None


@pytest.mark.thorough
def test_counts_beyond_sixty_four_bits(library: ctypes.CDLL) -> None:
    game = checked(TableGame([[0, 0, 0]]))
    machine = compiled(library, game)
    found = native.perft(machine, 80, NO_LIMIT.start(), 2**20)
    assert found == tuple(3**n for n in range(1, 81))
    assert native.perft(machine, 81, NO_LIMIT.start(), 2**20) is None
    assert native.perft(machine, 9, NO_LIMIT.start(), 100) is None


def test_another_game_on_the_python_engine_is_noticed(library: ctypes.CDLL) -> None:
    game = checked(TableGame([[1], [2], [3], []], {3: "draw"}))
    machine = compiled(library, game)
    other = replace(machine, game=checked(TableGame([[2], [2], [3], []], {3: "draw"})))
    graph, _ = native.explore(other, NO_LIMIT)
    with pytest.raises(EngineMismatch, match="state 0 to state 1"):
        graph.path(3)
    with pytest.raises(EngineMismatch, match="not over"):
        native.explore(replace(machine, game=checked(TableGame([[1], [2], [3], []]))), NO_LIMIT)


def test_what_was_found_outlives_the_graph(library: ctypes.CDLL) -> None:
    graph, _ = native.explore(compiled(library, big(500)), NO_LIMIT)
    targets, expected = graph.targets, list(graph.targets)
    del graph
    native.explore(compiled(library, big(400)), NO_LIMIT)
    assert list(targets) == expected
