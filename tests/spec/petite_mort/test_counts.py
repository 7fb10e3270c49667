"""Complete search of small compositions: the engine counts what the oracle counts."""

from __future__ import annotations

import pytest
from tests.oracles import petite_mort as pm
from tests.oracles.search import Counts
from tests.spec.petite_mort.games import SMALL, engine, oracle, read, tables
from tests.tiers import slow

from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore

TINY = pm.Rules(2, 1, 1, 2, 2, 1, tables=tables(Trait="traits_tiny"))
THREE = SMALL["small_three"]
FREE = read(TINY, none_attached="as_one_likes")

WINS = {"Ada": 542, "Bo": 464, "Cy": 354, "draw": 763}

# Every number is the oracle's; it takes too long for most to be counted again in each run.
KNOWN = {
    "two": (TINY, Counts(1102, 1234, 25, {"Ada": 4, "Bo": 3, "draw": 155})),
    "two, most pawns": (
        read(TINY, pack_out="most_pawns"), Counts(1102, 1234, 25, {"Ada": 107, "Bo": 55}),
    ),
    "two, play goes on": (
        read(TINY, pack_out="goes_on"), Counts(15939, 21022, 49, {"Ada": 672, "Bo": 699}),
    ),
    "two, any number attached": (
        FREE, Counts(37786, 46990, 66, {"Ada": 625, "Bo": 1209, "draw": 4974}),
    ),
    "two, newborns are the reaper's": (
        read(FREE, newborn_share="reaper"),
        Counts(38360, 47667, 68, {"Ada": 1186, "Bo": 596, "draw": 4993}),
    ),
    "two, two characters each": (
        SMALL["small_rows"], Counts(43018, 68939, 48, {"Ada": 1231, "Bo": 1040, "draw": 2518}),
    ),
    "three": (THREE, Counts(11070, 13203, 51, WINS)),
    "three, dealt at random": (
        read(THREE, fair_how="by_lot"), Counts(12750, 14883, 54, WINS),
    ),
    "three, fair among all": (
        read(THREE, fair_among="all_concerned"),
        Counts(10258, 12333, 50, {"Ada": 540, "Bo": 448, "Cy": 334, "draw": 769}),
    ),
    "three, tokens stay": (
        read(THREE, powa_unused="stays_there", powa_spent="box"),
        Counts(11504, 13393, 51, {"Ada": 627, "Bo": 500, "Cy": 388, "draw": 852}),
    ),
}  # fmt: skip

COUNTED_AGAIN = ("two", "two, most pawns")


LARGE = [name for name, (_, known) in KNOWN.items() if known.states > 10_000]


@pytest.mark.parametrize("name", [*(n for n in KNOWN if n not in LARGE), *slow(LARGE)])
def test_engine_counts_what_the_oracle_counted(name: str) -> None:
    rules, known = KNOWN[name]
    graph = explore(engine(rules), Budget())
    assert graph.complete
    found = Counts(len(graph.states), graph.transitions, graph.depth, dict(graph.terminal))
    assert found == known


@pytest.mark.heavy
@pytest.mark.parametrize("name", [*COUNTED_AGAIN[:1], *slow(COUNTED_AGAIN[1:])])
def test_oracle_counts_it_again(name: str) -> None:
    rules, known = KNOWN[name]
    walker, first = oracle(rules)
    assert walker.count(first) == known
