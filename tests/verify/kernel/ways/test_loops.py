"""Loops have to be cut, and what is claimed at a cut is kept by each pass."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.certified import accepted, certificate, program, property_of

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.code import Block, Branch, Goto, Stop
from rulewright.verify.kernel.certificate import Claim, CutBlock
from rulewright.verify.kernel.ways.paths import CutsMissing, order_of


def test_loops_have_to_be_cut() -> None:
    play = "repeat until n = 9\n  n := n + 1\nchoose A\n  on\ndraw"
    of = program(play, "c: never m = 1", "other: always m != 1")
    assert accepted(of, certificate(of, ["other"]))
    assert not accepted(of, replace(certificate(of, ["other"]), loops=frozenset()))
    assert not accepted(of, certificate(of)), "nothing is known at the head of the loop"


def test_each_pass_of_a_loop_keeps_what_is_claimed_at_its_head() -> None:
    play = "repeat until n = 9\n  n := n + 1\n  m := 1\nchoose A\n  on\ndraw"
    of = program(
        play, "c: never m = 2", "d: never m = 1", "low: always m <= 1", "zero: always m = 0",
        "two: always m != 2",
    )  # fmt: skip
    assert accepted(of, certificate(of, ["low"]))
    assert accepted(of, certificate(of, ["two"]))
    assert not accepted(of, certificate(of))
    assert not accepted(of, certificate(of, ["zero"]))
    assert not accepted(of, certificate(of, ["low"], goal="d"))
    assert not accepted(of, certificate(of, ["zero"], goal="d"))


def test_what_a_loop_is_left_with_is_known_behind_it() -> None:
    play = "repeat until n = 9\n  n := n + 1\nif n != 9: bad := yes\nchoose A\n  on\ndraw"
    of = program(play, "c: never bad", "fine: always not bad", "low: always n < 9")
    assert accepted(of, certificate(of, ["fine"]))
    assert not accepted(of, certificate(of, ["fine", "low"])), "n is 9 at the last head"


GRAPHS = [
    # the blocks to which each leads, cuts, whether every circle is cut
    (((1,), ()), (), True),
    (((1,), (0,)), (), False),
    (((1,), (0,)), (0,), True),
    (((1,), (0,)), (1,), True),
    (((0,),), (), False),
    (((0,),), (0,), True),
    (((1, 2), (3,), (3,), ()), (), True),
    (((1, 2), (3,), (1,), ()), (), True),
    (((1, 2), (3,), (3,), (1,)), (), False),
    (((1, 2), (3,), (3,), (1,)), (3,), True),
    (((1, 2), (3,), (3,), (1,)), (2,), False),
    (((), (2,), (3, 0), (1,)), (), False),
    (((2,), (3,), (1, 3), ()), (), True),
]


@pytest.mark.parametrize(("leads", "cuts", "cut"), GRAPHS)
def test_blocks_come_before_those_that_they_lead_to(
    leads: tuple[tuple[int, ...], ...], cuts: tuple[int, ...], cut: bool
) -> None:
    def end(to: tuple[int, ...]) -> Stop | Goto | Branch:
        return Stop(0) if not to else Goto(to[0]) if len(to) == 1 else Branch(x.YES, *to)

    blocks = [Block("b", (), end(to)) for to in leads]
    if not cut:
        with pytest.raises(CutsMissing):
            order_of(blocks, frozenset(cuts))
        return
    order = order_of(blocks, frozenset(cuts))
    assert sorted(order) == list(range(len(blocks)))
    for block, to in enumerate(leads):
        assert all(order.index(block) < order.index(t) for t in to if t not in cuts)


@pytest.mark.parametrize(
    ("option", "said", "is_so"),
    [
        ("more", "few", True),
        ("more", "none_yet", False),
        ("more", "low", False),
        ("stay", "low", True),
        ("stay", "few", False),
    ],
)
def test_an_option_may_lead_to_a_cut_point_at_once(option: str, said: str, is_so: bool) -> None:
    """What is claimed where an option begins has to be so whenever it is chosen, be it one that changes
    nothing, and is all that is known there."""
    play = """
    repeat
      choose A
        more when n < 2
          n := n + 1
        stay
          nothing
    """
    checks = ("c: never n = 3", "low: always n <= 2", "few: always n <= 1")
    of = program(play, *checks, "none_yet: always n = 0")
    (begins,) = {o.block for n in of.nodes for o in choices_of(n) if o.name == option}
    made = certificate(of, ["low"])
    there = CutBlock(begins), (Claim(property_of(of, said)),)
    cut = replace(made, loops=made.loops | {begins}, claims=(*made.claims, there))
    assert accepted(of, made)
    assert accepted(of, cut) is is_so
