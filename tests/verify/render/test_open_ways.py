"""How far each way was taken of looking for an answer that is open."""

from __future__ import annotations

from rulewright.verify.render.open_ways import ways
from rulewright.verify.results.attempt import NOT_STARTED, Attempt


def test_of_each_way_the_furthest_look_is_told_and_what_cut_it_off() -> None:
    attempts = [
        Attempt("complete search", "9 positions", "nothing found within 2 decisions; beyond is open"),
        Attempt("proof", "9 units", "the units for proofs were spent"),
        Attempt("complete search", "90 positions", "nothing found within 4 decisions; beyond is open"),
        Attempt("guided play", "50 moves", "", cut=True),
        Attempt("proof", "90 units", NOT_STARTED, cut=True),
        Attempt("bounded search", "70 units", NOT_STARTED, cut=True),
    ]  # fmt: skip
    assert list(ways(attempts)) == [
        "complete search of 90 positions: nothing found within 4 decisions",
        "proof of 9 units: the units for proofs were spent; of 90 units: not started",
        "guided play of 50 moves: nothing found (cut off)",
        "bounded search of 70 units: not started",
    ]
