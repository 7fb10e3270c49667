"""How cards are shared: for every number of cards and reapers, what each gets in each reading."""

from __future__ import annotations

import pytest
from tests.oracles import petite_mort as pm
from tests.spec.petite_mort.games import SMALL, play_both, tables
from tests.tiers import slow

EVERYBODY_REAPS = pm.Rules(
    4, 1, 1, 5, 4, 21,
    tables=tables(
        Character="characters_frail", Trait="traits_sixteen", Scythe="scythes_four",
        Ailment="ailments", Objective="april",
    ),
    changed=(("none_attached", "as_one_likes"),),
)  # fmt: skip

# By hand from the clauses: (cards, reapers) -> what the reapers get, least first; the owner's part.
SHARES = {
    (1, 1): ([0], 1),
    (2, 1): ([1], 1),
    (3, 1): ([1], 2),
    (4, 1): ([2], 2),
    (1, 2): ([0, 1], 0),
    (2, 2): ([1, 1], 0),
    (3, 2): ([1, 1], 1),
    (4, 2): ([2, 2], 0),
    (1, 3): ([0, 0, 1], 0),
    (2, 3): ([0, 1, 1], 0),
    (3, 3): ([1, 1, 1], 0),
    (4, 3): ([1, 1, 1], 1),
}

CHANGES = {
    (): {},
    (("newborn_share", "reaper"),): {(1, 1): ([1], 0)},
    (("fair_among", "all_concerned"),): {(4, 2): ([1, 1], 2)},
    (("fair_how", "by_lot"),): {},
}


@pytest.mark.parametrize("readings", slow((c,) for c in CHANGES), ids=str)
def test_every_number_of_cards_and_reapers(readings: tuple[tuple[str, str], ...]) -> None:
    rules = pm.Rules(**{**vars(EVERYBODY_REAPS), "changed": (*EVERYBODY_REAPS.changed, *readings)})
    expected = {**SHARES, **CHANGES[readings]}
    met = set()
    for seed in range(800):
        _, shared = play_both(rules, seed)
        for cards, by_player, owner, gained in shared:
            reapers = sorted(gained[p] for p, number in enumerate(by_player) if number)
            case = (cards, sum(by_player))
            assert (reapers, gained[owner]) == expected[case], case
            met.add(case)
        if met == set(SHARES):
            return
    raise AssertionError(f"never met: {sorted(set(SHARES) - met)}")


def test_two_cards_of_one_reaper_count_twice() -> None:
    rules = pm.Rules(**{**vars(SMALL["small_rows"]), "changed": (("both_cards", "both"),)})
    for seed in range(60):
        _, shared = play_both(rules, seed)
        for cards, by_player, owner, gained in shared:
            if sum(by_player) == 2:
                (reaper,) = (p for p, number in enumerate(by_player) if number)
                own = {1: 0, 2: 0, 3: 1, 4: 0}[cards]
                assert (gained[reaper], gained[owner]) == (cards - own, own)
                return
    raise AssertionError("nobody laid two cards beside one character")
