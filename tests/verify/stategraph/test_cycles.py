"""Where play can come round again: every small graph, and graphs of which only a part is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from random import Random

import pytest
from tests.tiers import judges
from tests.verify.systems import distances, out, returns
from tests.verify.table_game import TableGame

from rulewright.verify.graph_algorithms import strongly_connected_components
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore
from rulewright.verify.stategraph.components import component_ids, components
from rulewright.verify.stategraph.graph import OUT_OF_TIME, unbegun
from rulewright.verify.stategraph.lasso import Lasso, shortest_lasso


def every_graph() -> Iterator[TableGame]:
    """All graphs of three states, and some sparse ones of nine, where ways round are long."""
    some = [[t for t in range(3) if bits >> t & 1] for bits in range(8)]
    for moves in product(some, repeat=3):
        yield TableGame(moves)
    random = Random(1)
    for _ in range(300):
        yield TableGame([random.choices(range(9), k=random.randint(0, 2)) for _ in range(9)])


def known_part(game: TableGame, most: int) -> TableGame:
    """The game without the moves that a search for so many states does not come to."""
    graph = explore(game, Budget(states=most))
    inside = {graph.states[n] for n in range(graph.expanded)}
    return TableGame([moves if s in inside else [] for s, moves in enumerate(game.moves)])


def is_lasso(game: TableGame, states: Sequence[int], lasso: Lasso) -> bool:
    """Whether it goes from the first state to its loop and round it, by moves that there are."""
    way = [states[n] for n in (*lasso.stem, *lasso.loop[1:])]
    return (
        way[0] == 0
        and lasso.stem[-1] == lasso.loop[0] == lasso.loop[-1]
        and all(b in out(game, a) for a, b in pairwise(way))
        and len(lasso) == len(way) - 1
    )


@pytest.mark.thorough
@pytest.mark.parametrize("most", [4, *judges([20])])
def test_the_shortest_lasso_of_what_is_known(most: int) -> None:
    for game in every_graph():
        graph, part = explore(game, Budget(states=most)), known_part(game, most)
        known = distances(part)
        lengths = [d + n for s, d in known.items() if (n := returns(part, s)) is not None]
        lasso = shortest_lasso(graph)
        assert (lasso and len(lasso)) == min(lengths, default=None), game.moves
        assert lasso is None or (lasso.shortest and is_lasso(game, graph.states, lasso))
        cyclic = [returns(part, graph.states[n]) is not None for n in range(graph.expanded)]
        assert [n >= 0 for n in component_ids(graph)] == cyclic
        for looks in range(0, 12, 3):
            hurried = shortest_lasso(graph, looks)
            assert (hurried is None) == (lasso is None)
            if lasso is not None and hurried is not None:
                assert is_lasso(game, graph.states, hurried)
                assert len(hurried) == len(lasso) or not hurried.shortest


LOOPS = {
    "the known way to 3 goes by 1, and a shorter lasso by 2": (
        [[1, 2], [3], [3], [2, 4], [3]],
        {
            # A look at each state of a component, and at each of its ways back: 1, 2 and 2. After
            # that the lasso by 1 is known. The shorter one takes three more, at 2 and at 3.
            4: Lasso((0, 2), (2, 3, 2), False),
            5: Lasso((0, 1, 3), (3, 4, 3), False),
            6: Lasso((0, 2), (2, 3, 2), False),
            7: Lasso((0, 2), (2, 3, 2), False),
            8: Lasso((0, 2), (2, 3, 2)),
        },
    ),
    "what the known way to 2 comes by": (
        [[1], [2], [1]],
        {
            2: Lasso((0, 1), (1, 2, 1), False),
            3: Lasso((0, 1), (1, 2, 1), False),
            4: Lasso((0, 1), (1, 2, 1)),
        },
    ),
    "two ways back: the shorter way round": (
        [[1], [2], [3], [1, 0, 4], [3]],
        {
            # 1, 1, 1 and 3 looks; then nothing shorter from 0 (3 looks), from 1 (2), from 2 (1).
            5: Lasso((0,), (0, 1, 2, 3, 0), False),
            6: Lasso((0, 1), (1, 2, 3, 1), False),
            11: Lasso((0, 1), (1, 2, 3, 1), False),
            12: Lasso((0, 1), (1, 2, 3, 1)),
        },
    ),
    "a state that comes again at once": ([[0, 1], []], {1: Lasso((0,), (0, 0), False), 2: Lasso((0,), (0, 0))}),
    "no known way comes round; 4 and 5 lead nowhere": (
        [[1, 2], [3, 4], [1], [2], [5], []],
        {
            # 1, 2 and 2 looks for nothing; from 1 by 3 and 2, with 2, 1 and 1 looks; nothing
            # shorter from 2, whose way is to 1, from which all were sought; nor from 3.
            0: Lasso((0, 1), (1, 3, 2, 1), False),
            10: Lasso((0, 1), (1, 3, 2, 1), False),
            11: Lasso((0, 1), (1, 3, 2, 1)),
        },
    ),
    "a later loop as near": (
        [[1], [2, 3], [4], [5], [1], [3]],
        {20_000: Lasso((0, 1), (1, 2, 4, 1))},
    ),
    "a later loop that is longer by one": (
        [[1], [2, 3], [4], [5], [1], [6], [3]],
        {20_000: Lasso((0, 1), (1, 2, 4, 1))},
    ),
    "a later loop that is much longer": (
        [[1], [2, 3], [4], [5], [1], [6], [7], [8], [3]],
        {20_000: Lasso((0, 1), (1, 2, 4, 1))},
    ),
}  # fmt: skip
"""What is found after so many looks; at a number above the last one it is the last again."""


@pytest.mark.parametrize("case", LOOPS)
def test_lassos_after_so_many_looks(case: str) -> None:
    moves, found = LOOPS[case]
    graph = explore(TableGame(moves), Budget())
    assert list(graph.states) == list(range(len(moves))), "states have the numbers of the table"
    assert {looks: shortest_lasso(graph, looks) for looks in found} == found
    assert shortest_lasso(graph) == found[max(found)]


def test_a_state_of_no_cycle_has_no_component() -> None:
    assert list(component_ids(explore(TableGame([[1], [2], [3], [2]]), Budget()))) == [-1, -1, 0, 0]


def test_what_is_not_expanded_is_in_no_component() -> None:
    """Of four states two are expanded; 1 leads to the others, which lead back."""
    graph = explore(TableGame([[1], [2, 3, 4], [0], [0], []]), Budget(states=4))
    assert graph.expanded == 1
    assert list(components(graph)) == [[0]]
    part = explore(TableGame([[1, 2], [0], [3, 4], []]), Budget(states=4))
    assert (part.expanded, list(components(part))) == (2, [[0, 1]])


def test_a_component_begins_where_it_was_entered_and_comes_after_those_it_leads_to() -> None:
    leads = {5: [3, 9], 3: [4], 4: [5, 7], 7: [8], 8: [7], 9: []}
    assert list(strongly_connected_components(leads, leads.__getitem__)) == [[7, 8], [9], [5, 3, 4]]


def test_a_search_that_had_no_time_for_its_beginning() -> None:
    graph = unbegun()
    assert (graph.depth, graph.expanded, graph.transitions) == (0, 0, 0)
    assert (graph.stopped, list(graph.starts)) == (OUT_OF_TIME, [0])
