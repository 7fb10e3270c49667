"""Breadth-first search on small tables: what the watcher is told, where it begins, why it stops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import Block, Goto
from rulewright.engines.game import Action
from rulewright.verify.limits import Budget, Deadline
from rulewright.verify.stategraph import bfs
from rulewright.verify.stategraph.bfs import action_between, explore
from rulewright.verify.stategraph.components import component_ids
from rulewright.verify.stategraph.count import count_plays, perft
from rulewright.verify.stategraph.fixpoints import always_globally
from rulewright.verify.stategraph.graph import (
    OUT_OF_TIME,
    ExhaustiveSearch,
    LimitReached,
    StateGraph,
)
from rulewright.verify.stategraph.lasso import shortest_lasso
from rulewright.verify.stategraph.turns import explore_turns, has_turns, successors, turn_between

NO_LIMIT = Budget()
GO = [Action(0, (n,)) for n in range(4)]
DIAMOND = TableGame([[1, 2, 1], [3], [3, 0], []], {3: "draw"})
"""From 0 to 1 and 2, on to 3, where play is over; 2 leads back, and 1 is reached in two ways."""


class Noting:
    """A watcher that keeps what it is told, in order."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def state(self, number: int, state: int) -> None:
        self.told.append(("state", number, state))

    def edge(self, source: int, before: int, action: Action, after: int) -> None:
        self.told.append(("edge", source, before, action.args[0], after))

    def diverges(self, source: int, before: int, action: Action) -> None:
        self.told.append(("endless", source, before, action.args[0]))

    def progress(self, states: int, expanded: int) -> None:
        self.told.append(("progress", states, expanded))


def test_the_watcher_is_told_everything_in_order() -> None:
    watcher = Noting()
    explore(DIAMOND, NO_LIMIT, watcher)
    assert watcher.told == [
        ("state", 0, 0),
        ("progress", 1, 0),
        ("edge", 0, 0, 0, 1),
        ("state", 1, 1),
        ("edge", 0, 0, 1, 2),
        ("state", 2, 2),
        ("edge", 0, 0, 2, 1),
        ("progress", 3, 1),
        ("edge", 1, 1, 0, 3),
        ("state", 3, 3),
        ("progress", 4, 2),
        ("edge", 2, 2, 0, 3),
        ("edge", 2, 2, 1, 0),
        ("progress", 4, 3),
    ]


def test_states_and_numbers_differ_where_a_search_begins_elsewhere() -> None:
    watcher = Noting()
    graph = explore(DIAMOND, NO_LIMIT, watcher, first=2)
    assert list(graph.states) == [2, 3, 0, 1]
    assert list(graph.parents) == [-1, 0, 0, 2]
    assert graph.path(3) == (GO[1], GO[0])
    assert watcher.told[:5] == [
        ("state", 0, 2), ("progress", 1, 0), ("edge", 0, 2, 0, 3), ("state", 1, 3),
        ("edge", 0, 2, 1, 0),
    ]  # fmt: skip


def test_the_parts_of_a_graph() -> None:
    graph = explore(DIAMOND, NO_LIMIT)
    assert list(graph.states) == [0, 1, 2, 3]
    assert list(graph.parents) == [-1, 0, 0, 1]
    assert list(graph.moves) == [None, GO[0], GO[1], GO[0]]
    assert list(graph.starts) == [0, 3, 4, 6, 6]
    assert list(graph.targets) == [1, 2, 1, 3, 3, 0]
    assert graph.terminal == {"draw": 1}
    assert graph.stuck == ()
    assert graph.complete
    assert (graph.expanded, graph.transitions, graph.depth) == (4, 6, 2)
    assert [list(graph.successors(n)) for n in range(4)] == [[1, 2, 1], [3], [3, 0], []]


def test_an_action_without_end_leads_nowhere_and_leaves_nobody_stuck() -> None:
    game = TableGame([[1, 2], [0], []], runs_on=frozenset({(0, 1), (1, 0)}))
    watcher = Noting()
    graph = explore(game, NO_LIMIT, watcher)
    assert list(graph.states) == [0, 1]
    assert list(graph.targets) == [1]
    assert graph.terminal == {}
    assert graph.stuck == ()
    assert [t for t in watcher.told if t[0] == "endless"] == [
        ("endless", 0, 0, 1), ("endless", 1, 1, 0),
    ]  # fmt: skip


def test_a_move_that_is_too_long_stops_the_search() -> None:
    """Before anything that follows the state in which it begins counts."""
    game = TableGame([[1], [2, 3], [], []], long=frozenset({(1, 1)}))
    graph = explore(game, NO_LIMIT)
    assert list(graph.states) == [0, 1, 2]
    assert (graph.expanded, graph.transitions) == (1, 1)
    assert isinstance(graph.stopped, LimitReached)
    assert graph.stopped.limit == "move"
    assert action_between(game, 1, 3) is None


def test_the_first_stuck_state_is_named_and_all_are_counted() -> None:
    graph = explore(TableGame([[3, 1, 2, 4], [], [], [], []], {3: "won", 4: "draw"}), NO_LIMIT)
    assert graph.stuck == (2,)
    assert graph.terminal == {"draw": 1, "stuck": 2, "won": 1}
    assert list(graph.terminal) == ["draw", "stuck", "won"], "sorted"


def test_the_end_of_play_is_not_left() -> None:
    """Even if the rules would allow something there."""
    graph = explore(Lingering([[1], [0, 2], []], {1: "draw"}), NO_LIMIT)
    assert list(graph.states) == [0, 1]
    assert (graph.transitions, graph.expanded) == (1, 2)


class Lingering(TableGame):
    """A game in which actions are legal after its end."""

    def legal(self, state: int) -> list[Action]:
        return [Action(0, (a,)) for a in range(len(self.moves[state]))]


@pytest.mark.parametrize(
    ("most", "expanded", "states"), [(1, 0, 1), (2, 0, 2), (3, 1, 3), (4, 4, 4), (5, 4, 4)]
)
def test_the_budget_of_states(most: int, expanded: int, states: int) -> None:
    graph = explore(DIAMOND, Budget(states=most))
    assert (graph.expanded, len(graph.states)) == (expanded, states)
    assert graph.complete == (most >= 4)
    if most < 4:
        assert f" {most} " in str(graph.stopped)
        assert graph.stopped is not OUT_OF_TIME


class Clock:
    """A clock that is looked at so many times before the hour strikes."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def __call__(self) -> float:
        self.looks -= 1
        return 0.0 if self.looks >= 0 else 1.0


@pytest.mark.parametrize("looks", range(12))
def test_when_time_is_up_what_is_half_known_does_not_count(looks: int) -> None:
    """Every expanded state has all its transitions, whenever the deadline passes."""

    def expand(number: int, state: int) -> Iterable[tuple[Action, int]]:
        for action in DIAMOND.legal(state):
            yield action, DIAMOND.apply(state, action)

    deadline = Deadline(1.0, Clock(looks))
    graph = bfs.search(DIAMOND, 0, expand, None, deadline, Noting())
    whole = explore(DIAMOND, NO_LIMIT)
    assert graph.complete == (looks >= 10)
    assert (graph.stopped is OUT_OF_TIME) == (looks < 10)
    for number in range(graph.expanded):
        assert list(graph.successors(number)) == list(whole.successors(number))
    assert graph.transitions == len(graph.targets) == graph.starts[graph.expanded]
    assert len(graph.states) <= 4
    if looks == 0:
        assert list(graph.states) == [0], "nothing is entered after the deadline"


def test_a_search_whose_beginning_is_not_known_knows_nothing() -> None:
    graph = bfs.search(DIAMOND, None, lambda number, state: (), None, NO_LIMIT.start(), Noting())
    assert (len(graph.states), graph.expanded, graph.transitions) == (0, 0, 0)
    assert not graph.complete


def test_the_action_between_two_states_is_the_first() -> None:
    assert action_between(DIAMOND, 0, 1) == GO[0]
    assert action_between(DIAMOND, 0, 2) == GO[1]
    assert action_between(DIAMOND, 2, 0) == GO[1]
    assert action_between(DIAMOND, 0, 3) is None
    assert action_between(DIAMOND, 3, 0) is None
    runs_on = TableGame([[1, 1], []], runs_on=frozenset({(0, 0)}))
    assert action_between(runs_on, 0, 1) == GO[1]


def test_a_graph_without_transitions_says_so() -> None:
    graph: StateGraph[int, Action] = StateGraph([0], [-1], [None], [], [], {}, (), None, 1, 0)
    with pytest.raises(ValueError, match="not kept"):
        graph.successors(0)


def test_only_a_graph_that_is_complete_says_that_a_search_is_finished() -> None:
    finished = explore(DIAMOND, NO_LIMIT).finished()
    assert (finished.states, finished.transitions) == (4, 6)
    with pytest.raises(ValueError, match="not complete"):
        explore(DIAMOND, Budget(states=3)).finished()
    with pytest.raises(TypeError, match="when its graph says so"):
        ExhaustiveSearch(4, 6, object())


# --- whole turns ----------------------------------------------------------------------------------

TURNS = TableGame(
    [[1, 2], [3, 3], [3, 4], [5], [], [0]],
    {4: "draw"},
    frozenset({(1, 0), (2, 0), (3, 0)}),
)
"""Turns begin after 1 and 2 go to 3 by their first action, and after 3 goes to 5."""


def test_the_positions_after_a_whole_turn() -> None:
    deadline = NO_LIMIT.start()
    assert list(successors(TURNS, 0, deadline)) == [
        ((GO[0], GO[0]), 3), ((GO[1], GO[1]), 4), ((GO[0], GO[1], GO[0]), 5),
    ]  # fmt: skip
    assert list(successors(TURNS, 3, deadline)) == [((GO[0],), 5)]
    assert list(successors(TURNS, 4, deadline)) == []


def test_a_turn_that_cannot_go_on_ends_there() -> None:
    stuck = TableGame([[1], [2, 3], [], [4], []], turns=frozenset({(3, 0)}))
    assert list(successors(stuck, 0, NO_LIMIT.start())) == [
        ((GO[0], GO[0]), 2), ((GO[0], GO[1], GO[0]), 4),
    ]  # fmt: skip
    assert list(successors(stuck, 2, NO_LIMIT.start())) == []


def test_a_position_comes_once_however_the_turn_ends_there() -> None:
    both = TableGame([[1, 1], []], turns=frozenset({(0, 1)}))
    assert list(successors(both, 0, NO_LIMIT.start())) == [((GO[1],), 1)]
    later = TableGame([[1, 2], [], [1]], turns=frozenset({(2, 0)}))
    assert list(successors(later, 0, NO_LIMIT.start())) == [((GO[0],), 1)]


def test_a_turn_may_lead_back_and_decisions_in_it_may_go_round() -> None:
    game = TableGame([[1], [0, 1, 0]], turns=frozenset({(1, 2)}))
    assert list(successors(game, 0, NO_LIMIT.start())) == [((GO[0], GO[2]), 0)]


def test_turns_between_positions() -> None:
    assert turn_between(TURNS, 0, 4) == (GO[1], GO[1])
    assert turn_between(TURNS, 0, 5) == (GO[0], GO[1], GO[0])
    assert turn_between(TURNS, 0, 1) is None


def test_a_graph_of_turns_and_its_watcher() -> None:
    watcher = Noting()
    graph = explore_turns(TURNS, NO_LIMIT, watcher)
    assert list(graph.states) == [0, 3, 4, 5]
    assert graph.terminal == {"draw": 1}
    assert graph.path(3) == ((GO[0], GO[1], GO[0]),)
    assert [t for t in watcher.told if t[0] == "state"] == [
        ("state", 0, 0), ("state", 1, 3), ("state", 2, 4), ("state", 3, 5),
    ]  # fmt: skip
    assert not explore_turns(TURNS, Budget(seconds=0)).complete
    assert list(explore_turns(TURNS, NO_LIMIT).states) == [0, 3, 4, 5]


def test_turns_stop_when_time_is_up() -> None:
    assert list(successors(TURNS, 0, Deadline(1.0, Clock(0)))) == []
    assert list(successors(TURNS, 0, Deadline(1.0, Clock(2)))) == [((GO[0], GO[0]), 3)]


def test_whether_a_program_has_turns() -> None:
    program = TURNS.program
    assert has_turns(program)
    without = replace(program, blocks=(Block("play", (), Goto(1)), program.blocks[1]))
    assert not has_turns(without)


# --- plays ----------------------------------------------------------------------------------------


def test_plays_are_counted_by_length() -> None:
    assert perft(DIAMOND, 4, NO_LIMIT.start()) == (3, 4, 3, 4)
    assert perft(DIAMOND, 0, NO_LIMIT.start()) == ()
    assert perft(DIAMOND, 3, Deadline(1.0, Clock(1))) == (3,)


def test_complete_plays_are_counted() -> None:
    assert count_plays(explore(TableGame([[1, 2, 1], [3, 3], [3], []]), NO_LIMIT)) == 5
    assert count_plays(explore(TableGame([[]]), NO_LIMIT)) == 1
    assert count_plays(explore(DIAMOND, NO_LIMIT)) is None
    assert count_plays(explore(TableGame([[1], [1]]), NO_LIMIT)) is None


@pytest.mark.parametrize(
    ("moves", "stem", "loop"),
    [
        ([[0]], (0,), (0, 0)),
        ([[1], [0]], (0,), (0, 1, 0)),
        ([[1], [2], [1]], (0, 1), (1, 2, 1)),
        ([[1], [2], [3], []], None, None),
        # The way to 3 goes by 1, the loop of 3 by 4: no known shortest way comes round.
        ([[1, 2], [3], [4], [4], [3]], (0, 1, 3), (3, 4, 3)),
    ],
)
def test_shortest_lassos(
    moves: list[list[int]], stem: tuple[int, ...] | None, loop: tuple[int, ...] | None
) -> None:
    lasso = shortest_lasso(explore(TableGame(moves), NO_LIMIT))
    assert (None if lasso is None else lasso.stem) == stem
    assert (None if lasso is None else lasso.loop) == loop


def test_what_holds_for_ever() -> None:
    graph = explore(TableGame([[1, 2], [1], [3], [3, 4], []]), NO_LIMIT)
    assert list(graph.states) == [0, 1, 2, 3, 4]
    assert list(always_globally(graph, bytearray([1, 1, 1, 1, 0]))) == [0, 1, 0, 0, 0]
    assert list(always_globally(graph, bytearray([0, 1, 1, 1, 1]))) == [0, 1, 1, 1, 1]
    part = explore(TableGame([[1, 2], [1], [3], [3, 4], []]), Budget(states=3))
    assert list(always_globally(part, bytearray([1, 1, 1]))) == [0, 1, 0], "2 was not expanded"


class Known:
    """Somebody who has walked over the graph already."""

    def component_ids(self) -> list[int]:
        return [7]

    def always_globally(self, satisfying: bytearray) -> bytearray:
        return bytearray(b"known")


def test_who_knows_the_graph_is_asked() -> None:
    graph: StateGraph[int, Action] = replace(explore(DIAMOND, NO_LIMIT), analysis=Known())
    assert always_globally(graph, bytearray(4)) == b"known"
    assert component_ids(graph) == [7]
