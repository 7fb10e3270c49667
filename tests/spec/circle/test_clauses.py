"""Circle of Life, clause by clause: what each reading does, in positions made for it."""

from __future__ import annotations

import pytest
from tests.spec.scenes import asked, outcome, scene

SMALL = {"rings": 2, "segments": 3, "pieces": 4}

BOTH_TWICE = """
    wins[First] := 2
    wins[Second] := 2
    cost[First] := 7
    cost[Second] := 6
    compare()
    lose
"""


@pytest.mark.parametrize(
    ("option", "end"), [("both_win", "First+Second"), ("fewer", "Second"), ("nobody", "draw")]
)
def test_who_wins_a_match_in_which_both_have_won_both_rounds(option: str, end: str) -> None:
    readings = {"both_twice": option}
    game = scene("circle", "two_rounds", BOTH_TWICE, parameters=SMALL, readings=readings)
    assert outcome(game) == end


ONE_REPLACED = """
    take token[Life] to on[a1]
    take token[Death] to on[a2]
    take token[Death] to on[a3]
    take token[Death] to on[b1]
    wither(a1)
    take token[Life] to on[b2]
    credit({Life})
    if cost[First] = %d: win First
    draw
"""


@pytest.mark.parametrize("gone", ["to_supply", "to_box"])
@pytest.mark.parametrize(("option", "needed"), [("standing_ones", 1), ("used_ones", 2)])
def test_pieces_that_were_replaced_were_needed_too(gone: str, option: str, needed: int) -> None:
    readings = {"needed": option, "replaced_go": gone}
    scenery = ONE_REPLACED % needed
    game = scene("circle", "two_rounds", scenery, parameters=SMALL, readings=readings)
    assert outcome(game) == "First"


ALL_OF_BOTH = """
    life := Second
    for c in a: take token[Life] to on[c]
    for c in b: take token[Death] to on[c]
    if winners(Life) is {%s}: win First
    draw
"""


@pytest.mark.parametrize(("option", "winner"), [("new_life", "Life"), ("same_person", "Death")])
def test_who_comes_first_in_playing_order_is_who_began_the_round(option: str, winner: str) -> None:
    readings = {"second_start": option, "shared_goal": "seat"}
    parameters = {**SMALL, "pieces": 3}
    scenery = ALL_OF_BOTH % winner
    game = scene("circle", "two_rounds", scenery, parameters=parameters, readings=readings)
    assert outcome(game) == "First"


TWO_DOOMED = """
    take token[Death] to on[a1]
    take token[Death] to on[a3]
    take token[Death] to on[b2]
    take token[Life] to on[a2]
    take token[Life] to on[a4]
    disintegrate(Death, {a1})
    if on[a4] is Life: win Life
    if on[a2] is Death: win Death
    draw
"""


@pytest.mark.parametrize(("time", "ends"), [("at_once", "Life"), ("after_powers", "Death")])
@pytest.mark.parametrize("option", ["all_the_same", "no_more"])
def test_the_first_replaced_piece_may_end_the_round(option: str, time: str, ends: str) -> None:
    readings = {"surrounding": "one_axis", "goal_time": time, "decay_stop": option}
    parameters = {"rings": 2, "segments": 4, "pieces": 6}
    game = scene("circle", "standard", TWO_DOOMED, parameters=parameters, readings=readings)
    assert outcome(game) == ("Death" if option == "all_the_same" else ends)


NEARLY = """
    remove Life from free
    take token[Life] to on[a2]
    take token[Death] to on[a1]
    take token[Death] to on[a3]
    %s
    repeat
      turns for p in Role
        act(p)
"""


@pytest.mark.parametrize(
    ("more", "completes"), [("nothing", False), ("take token[Death] to on[a4]", True)]
)
def test_a_piece_that_is_placed_may_wipe_out_life_and_complete_a_goal(
    more: str, completes: bool
) -> None:
    found = asked(
        "circle", "standard", NEARLY % more, parameters={"rings": 3, "segments": 4, "pieces": 6}
    )
    assert found["wiped_out"]
    assert found["decay_completes"] == completes
