"""Search, against plain recomputation on random systems and known numbers."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verify.systems import distances, games, out, returns
from tests.verify.table_game import TableGame

from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore
from rulewright.verify.stategraph.components import components
from rulewright.verify.stategraph.count import count_plays, perft
from rulewright.verify.stategraph.fixpoints import always_globally
from rulewright.verify.stategraph.graph import OUT_OF_TIME
from rulewright.verify.stategraph.lasso import shortest_lasso
from rulewright.verify.stategraph.turns import explore_turns

NO_LIMIT = Budget()


@given(games())
def test_states_transitions_depth_and_ends(game: TableGame) -> None:
    known = distances(game)
    graph = explore(game, NO_LIMIT)
    assert graph.complete
    assert set(graph.states) == set(known)
    assert len(graph.states) == len(known)
    assert graph.transitions == sum(len(out(game, s)) for s in known)
    assert graph.depth == max(known.values())
    labels = [game.ends[s] for s in known if s in game.ends]
    labels += ["stuck" for s in known if s not in game.ends and not game.moves[s]]
    assert graph.terminal == {label: labels.count(label) for label in set(labels)}


@pytest.mark.thorough
@given(games())
def test_every_path_is_a_shortest_play(game: TableGame) -> None:
    known = distances(game)
    graph = explore(game, NO_LIMIT)
    for number, state in enumerate(graph.states):
        place = game.new()
        path = graph.path(number)
        for action in path:
            place = game.apply(place, action)
        assert place == state
        assert len(path) == known[state] == graph.distance(number)


@pytest.mark.thorough
@given(games(), st.integers(1, 8))
def test_the_budget_of_states_is_kept_and_said(game: TableGame, most: int) -> None:
    graph = explore(game, Budget(states=most))
    assert graph.complete == (len(distances(game)) <= most)
    assert len(graph.states) <= most
    assert len(graph.states) == len(graph.parents) == len(graph.moves)
    for number in range(graph.expanded):
        found = [graph.states[t] for t in graph.successors(number)]
        assert found == out(game, graph.states[number])


def test_a_budget_of_no_seconds_proves_nothing() -> None:
    graph = explore(TableGame([[1], [0]]), Budget(seconds=0))
    assert not graph.complete
    assert graph.stopped is OUT_OF_TIME


@pytest.mark.thorough
@given(games(), st.integers(1, 6))
def test_perft_counts_sequences(game: TableGame, length: int) -> None:
    walks = [game.new()]
    expected = []
    for _ in range(length):
        walks = [t for s in walks for t in out(game, s)]
        expected.append(len(walks))
    assert perft(game, length, NO_LIMIT.start()) == tuple(expected)


@pytest.mark.thorough
@given(games())
def test_the_number_of_complete_games(game: TableGame) -> None:
    known = distances(game)
    endless = any(returns(game, s) for s in known)

    def plays(state: int) -> int:
        targets = out(game, state)
        return sum(plays(t) for t in targets) if targets else 1

    assert count_plays(explore(game, NO_LIMIT)) == (None if endless else plays(0))


def test_the_number_of_games_needs_a_complete_search() -> None:
    with pytest.raises(ValueError, match="complete"):
        count_plays(explore(TableGame([[1], [0]]), Budget(states=1)))


@pytest.mark.heavy
@given(games())
def test_the_shortest_lasso(game: TableGame) -> None:
    known = distances(game)
    lengths = [known[s] + loop for s in known if (loop := returns(game, s)) is not None]
    graph = explore(game, NO_LIMIT)
    lasso = shortest_lasso(graph)
    assert (None if lasso is None else len(lasso)) == min(lengths, default=None)
    if lasso is not None:
        way = [graph.states[n] for n in (*lasso.stem, *lasso.loop[1:])]
        assert way[0] == game.new()
        assert all(b in out(game, a) for a, b in itertools.pairwise(way))
        assert lasso.stem[-1] == lasso.loop[0] == lasso.loop[-1]


@pytest.mark.thorough
@given(games(), st.integers(0, 9))
def test_a_lasso_in_a_hurry_is_one_and_says_if_it_may_be_long(game: TableGame, looks: int) -> None:
    graph = explore(game, NO_LIMIT)
    best, quick = shortest_lasso(graph), shortest_lasso(graph, looks)
    assert (best is None) == (quick is None)
    if best is None or quick is None:
        return
    assert best.shortest
    assert len(quick) == len(best) if quick.shortest else len(quick) >= len(best)
    way = [graph.states[n] for n in (*quick.stem, *quick.loop[1:])]
    assert all(b in out(game, a) for a, b in itertools.pairwise(way))
    assert quick.stem[-1] == quick.loop[0] == quick.loop[-1]


@pytest.mark.parametrize(
    ("moves", "length"),
    [
        # A round of four from the start; one step away a round of two, two steps away one of one.
        ([[1, 4], [2], [3], [0], [5], [4]], 3),
        ([[1, 4], [2], [3], [0], [5], [5]], 3),
        ([[1, 4], [2], [3], [0], [5], [6], [5]], 4),
    ],
)
def test_a_later_loop_may_make_a_shorter_lasso(moves: list[list[int]], length: int) -> None:
    lasso = shortest_lasso(explore(TableGame(moves), NO_LIMIT))
    assert lasso is not None
    assert len(lasso) == length


@pytest.mark.thorough
@given(games(12))
def test_components_are_the_states_that_reach_each_other(game: TableGame) -> None:
    graph = explore(game, NO_LIMIT)

    def after(state: int) -> set[int]:
        seen = {state}
        for _ in game.moves:
            seen |= {t for s in seen for t in out(game, s)}
        return seen

    reach = {state: after(state) for state in graph.states}
    expected = {frozenset(t for t in reach[s] if s in reach[t]) for s in graph.states}
    found = [[graph.states[n] for n in component] for component in components(graph)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    for number, component in enumerate(found):
        later = {state for others in found[number + 1 :] for state in others}
        assert not later & reach[component[0]]


@pytest.mark.thorough
def test_a_long_path_does_not_exhaust_the_stack() -> None:
    size = 20_000
    game = TableGame([[min(s + 1, size - 1)] for s in range(size)])
    lasso = shortest_lasso(explore(game, NO_LIMIT))
    assert lasso is not None
    assert len(lasso) == size


@pytest.mark.thorough
@given(games(), st.data())
def test_forever_is_what_no_play_can_leave(game: TableGame, data: st.DataObject) -> None:
    good = data.draw(st.sets(st.integers(0, len(game.moves) - 1)))
    graph = explore(game, NO_LIMIT)
    marks = always_globally(graph, bytearray(s in good for s in graph.states))

    def after(state: int) -> set[int]:
        seen = {state}
        for _ in game.moves:
            seen |= {t for s in seen for t in out(game, s)}
        return seen

    assert [bool(m) for m in marks] == [after(s) <= good for s in graph.states]


@pytest.mark.thorough
@given(games(), st.integers(1, 8), st.data())
def test_forever_in_an_unfinished_search_is_never_wrong(
    game: TableGame, most: int, data: st.DataObject
) -> None:
    good = data.draw(st.sets(st.integers(0, len(game.moves) - 1)))
    whole = explore(game, NO_LIMIT)
    right = dict(
        zip(
            whole.states,
            always_globally(whole, bytearray(s in good for s in whole.states)),
            strict=True,
        )
    )
    part = explore(game, Budget(states=most))
    marks = always_globally(part, bytearray(s in good for s in part.states))
    assert all(right[s] for s, mark in zip(part.states, marks, strict=True) if mark)


@pytest.mark.thorough
@given(games())
def test_turns_against_walks_that_stop_at_turns(game: TableGame) -> None:
    def halts(state: int, number: int) -> bool:
        return (state, number) in game.turns or not out(game, game.moves[state][number])

    def following(state: int) -> set[int]:
        inside, found = {state}, set()
        for _ in game.moves:
            for s in list(inside):
                for number, target in enumerate(out(game, s)):
                    (found if halts(s, number) else inside).add(target)
        return found

    positions, edges = {0}, 0
    for _ in game.moves:
        positions |= {t for s in positions for t in following(s)}
    edges = sum(len(following(s)) for s in positions)
    graph = explore_turns(game, NO_LIMIT)
    assert graph.complete
    assert set(graph.states) == positions
    assert graph.transitions == edges
    for number, state in enumerate(graph.states):
        place = game.new()
        for turn in graph.path(number):
            for action in turn:
                place = game.apply(place, action)
        assert place == state


def test_a_turn_of_two_decisions_is_one_transition() -> None:
    # 0 -a-> 1 -b-> 2 and 0 -a'-> 3 -b-> 2: two ways of one turn from 0 to 2.
    game = TableGame([[1, 3], [2], [], [2]], {2: "draw"}, frozenset({(1, 0), (3, 0)}))
    assert (len(explore(game, NO_LIMIT).states), explore(game, NO_LIMIT).transitions) == (4, 4)
    turns = explore_turns(game, NO_LIMIT)
    assert (len(turns.states), turns.transitions, turns.depth) == (2, 1, 1)
