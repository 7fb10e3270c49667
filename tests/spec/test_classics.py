"""Classic small games against their known numbers."""

from __future__ import annotations

import pytest
from tests.oracles import classics
from tests.oracles.search import Counts
from tests.spec.games import game
from tests.tiers import slow

from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore
from rulewright.verify.stategraph.count import count_plays, perft


def counts(name: str, **sizes: int) -> Counts:
    graph = explore(game(name, parameters=sizes), Budget())
    assert graph.complete
    return Counts(len(graph.states), graph.transitions, graph.depth, dict(graph.terminal))


def test_tictactoe_has_its_positions_and_games() -> None:
    graph = explore(game("tictactoe"), Budget())
    assert len(graph.states) == 5478
    assert count_plays(graph) == 255168
    assert dict(graph.terminal) == {"X": 626, "O": 316, "draw": 16}


@pytest.mark.slow
def test_connectfour_perft() -> None:
    lengths = perft(game("connectfour"), 7, Budget().start())
    assert lengths == (7, 49, 343, 2401, 16807, 117649, 823536)


def test_hex_three_by_three() -> None:
    assert counts("hex", width=3) == Counts(5514, 16167, 9, {"Vertical": 624, "Horizontal": 370})


BREAKTHROUGH = {
    (2, 5, 1): Counts(654, 1164, 13, {"White": 136, "Black": 97}),
    (3, 4, 1): Counts(10689, 22443, 13, {"White": 3047, "Black": 2279}),
}


@pytest.mark.heavy
@pytest.mark.parametrize("size", BREAKTHROUGH, ids=str)
def test_breakthrough(size: tuple[int, int, int]) -> None:
    sizes = dict(zip(("columns", "rows", "deep"), size, strict=True))
    assert counts("breakthrough", **sizes) == BREAKTHROUGH[size]
    assert classics.count(*classics.breakthrough(*size)) == BREAKTHROUGH[size]


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3), *slow([((4, 4, 3),)])], ids=str)
def test_small_connectfour(size: tuple[int, int, int]) -> None:
    sizes = dict(zip(("columns", "rows", "length"), size, strict=True))
    assert counts("connectfour", **sizes) == classics.count(*classics.connectfour(*size))


def test_oracles_know_the_classic_numbers() -> None:
    assert classics.count(*classics.tictactoe()).states == 5478
    assert classics.games(*classics.tictactoe()) == 255168
    assert classics.perft(*classics.connectfour(), 4) == [7, 49, 343, 2401]
    assert classics.count(*classics.hex_game(3)).states == 5514
