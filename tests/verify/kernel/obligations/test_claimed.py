"""What a certificate claims has to be kept, at the place where it is claimed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.by_hand import indented
from tests.verify.kernel.certified import (
    accepted,
    certificate,
    decides,
    places,
    program,
    property_of,
)

from rulewright.verify.kernel.certificate import Claim, CutBlock, CutNode, in_order
from rulewright.verify.kernel.check import Rejected, check


@pytest.mark.thorough
def test_what_is_claimed_has_to_be_kept() -> None:
    """That m is never 3 rests on n being at most 2."""
    play = indented("if n < 2: n := n + 1\nm := n")
    of = program(
        play, "c: never m = 3", "low: always n <= 2", "lower: always n <= 1", "x: always m < 9"
    )
    assert not accepted(of, certificate(of))
    assert accepted(of, certificate(of, ["low"]))
    assert not accepted(of, certificate(of, ["lower"]))
    assert not accepted(of, certificate(of, ["low", "lower"]))
    assert not accepted(of, certificate(of, ["x"]))


def test_what_is_claimed_has_to_be_so_at_the_beginning() -> None:
    of = program(indented("n := n"), "c: never n = 4", "told: always n = 3")
    assert accepted(of, certificate(of))
    assert not accepted(of, certificate(of, ["told"]))
    begun = program("n := 3\n" + indented("n := n"), "c: never n = 4", "told: always n = 3")
    assert accepted(begun, certificate(begun, ["told"]))


def test_the_answer_itself_has_to_be_so_at_the_beginning() -> None:
    of = program("n := 3\n" + indented("n := 0"), "c: never n = 3")
    assert not accepted(of, certificate(of))


@pytest.mark.thorough
def test_what_is_claimed_at_one_place_is_not_known_at_another() -> None:
    play = "repeat\n  choose A\n    up\n      n := 1\n  choose B\n    down\n      if n != 1: bad := yes\n      n := 0"
    of = program(play, "c: never bad", "one: always n = 1", "zero: always n = 0")
    first, second = [p for p in places(of) if isinstance(p, CutNode)]
    heads = [p for p in places(of) if isinstance(p, CutBlock)]
    none, one = (Claim(property_of(of, name)) for name in ("zero", "one"))
    right = replace(
        certificate(of), claims=((first, (none,)), (second, (one,)), *((h, (none,)) for h in heads))
    )
    assert accepted(of, replace(right, claims=((second, (one,)),)))
    assert not accepted(of, replace(right, claims=((first, (one,)),)))
    assert not accepted(of, replace(right, claims=((first, (none,)),)))


def test_what_is_claimed_where_plays_are_not_cut_is_refused() -> None:
    of = program(indented("n := n"), "c: never n = 4")
    nowhere = (
        CutNode(len(of.nodes)), CutNode(-1), CutBlock(0),
        CutBlock(len(of.blocks)),
    )  # fmt: skip
    for point in nowhere:
        found = check(of, 0, replace(certificate(of), claims=((point, ()),)), decides)
        assert isinstance(found, Rejected)
        assert found.why == "something is claimed where plays are not cut"


def test_places_are_ordered_and_named() -> None:
    assert sorted([CutNode(1), CutBlock(2), CutNode(0)], key=in_order) == [
        CutBlock(2), CutNode(0), CutNode(1),
    ]  # fmt: skip
    assert CutNode(3).node == 3
    assert CutBlock(3).node is None
