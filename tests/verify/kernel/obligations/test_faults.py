"""A fault gives back what was before: who acted, what chance chose, and what is not followed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.by_hand import reached
from tests.verify.kernel.certified import accepted, certificate, places, program, property_of

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import End, Fault
from rulewright.engines.python.game import PythonGame
from rulewright.verify.kernel.certificate import Claim, CutBlock, CutNode
from rulewright.verify.kernel.obligations import obligations
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore


@pytest.mark.thorough
def test_a_fault_in_a_loop_gives_back_what_was_before_chance_chose() -> None:
    play = (
        "n := 1\nrepeat\n  choose A\n    go\n      m := 3\n  roll s of Place\n  m := 5\n"
        "  if s is Pa: n := 2\n  repeat until n = 9\n    n := n + 4\n  n := 1\n  m := 0"
    )
    assert reached(play, "m = 3")
    assert not reached(play, "m = 5")
    asked = ("c: never m = 5", "d: never m = 3", "e: reachable forever m = 4")
    of = program(play, *asked, "acted: never after p acts: m = 5", "low: always m < 5")
    assert accepted(of, certificate(of))
    rests = [place for place in places(of) if isinstance(place, CutNode)]
    low = (Claim(property_of(of, "low")),)
    acted = replace(certificate(of, goal="acted"), claims=tuple((place, low) for place in rests))
    assert accepted(of, acted)
    assert not accepted(of, certificate(of, goal="d"))
    assert not accepted(of, certificate(of, goal="e")), "no certificate answers such a question"


@pytest.mark.thorough
def test_who_came_to_a_fault_in_a_loop_has_acted() -> None:
    play = (
        "repeat\n  choose A\n    go\n      bad := yes\n  choose B\n    go(s: Place)\n"
        "      bad := no\n      n := 1\n      if s is Pa: n := {}\n      m := 3\n"
        "      repeat until n = 9\n        n := n + 4\n      n := 0"
    )
    asked = ("c: never after p acts: p is B and bad", "fine: always not bad")
    for start, numbers in ((2, "{1, 2, 5, 6, 9}"), (5, "{1, 5, 9}")):
        of = program(play.format(start), *asked, f"inside: always n in {numbers}")
        known = tuple(Claim(property_of(of, name)) for name in ("fine", "inside"))
        heads = [point for point in places(of) if isinstance(point, CutBlock)]
        made = replace(certificate(of), claims=tuple((head, known) for head in heads))
        assert accepted(of, made) is (start == 5), start


@pytest.mark.thorough
def test_a_fault_where_nothing_is_followed_gives_back_what_was_before() -> None:
    """What is moved is not followed, but that there may be nothing to be moved is no less so."""
    play = (
        "repeat\n  choose A\n    go\n      bad := yes\n  choose B\n    go(s: Place)\n"
        "      bad := no\n      {}"
    )
    parts = "state on: Place -> Player? = none"
    asked = (
        "c: never after p acts: p is B and bad",
        "other: never after p acts: p is B and not bad",
    )
    move, put = "move on[Pa] to on[s]", "on[s] := A"
    sometimes = "for q in Place if on[q] is A\n        {}"
    for effect, fine in (
        (move, False), (put, True), (sometimes.format(move), False), (sometimes.format(put), True),
    ):  # fmt: skip
        of = program(play.format(effect), *asked, parts=parts)
        for unrolled in (True, False):
            made = certificate(of, without=["on", "n", "m", "held", "marked"], unrolled=unrolled)
            assert accepted(of, made) is fine
            assert not accepted(of, replace(made, check="other"))


TWO_FAULTS = """
repeat
  choose A
    one
      repeat until bad
        n := n + 5
    other
      repeat until bad
        held[Pa] := held[Pa] + 2
"""


def test_each_fault_in_a_loop_is_a_place_of_its_own() -> None:
    """What asks where play rests is asked of each, though both give back the same."""
    of = program(TWO_FAULTS, "c: never bad")
    faults = [i for i, node in enumerate(of.nodes) if isinstance(node, Fault)]
    game = PythonGame(of)
    reached_ = {state.node for state in explore(game, Budget()).states}
    assert reached_ & set(faults) == set(faults)
    assert len(faults) == 2
    for fault in faults:
        there = replace(of, checks=(replace(of.checks[0], property=x.At((fault,))),))
        assert accepted(there, certificate(there)) is (fault not in reached_)


def test_what_chose_the_way_to_a_fault_is_known_there() -> None:
    """Only where m is 0 the move runs into the fault, and m is given back."""
    play = "repeat\n  choose A\n    go when m = 0\n      n := n + 9\n    more\n      m := 1"
    of = program(play, "c: never bad", "zero: always m = 0")
    fault = next(CutNode(i) for i, node in enumerate(of.nodes) if isinstance(node, Fault))
    zero = Claim(property_of(of, "zero"))
    assert accepted(of, replace(certificate(of), claims=((fault, (zero,)),)))
    assert not accepted(
        of, replace(certificate(of), claims=((fault, (replace(zero, holds=False),)),))
    )
    anyhow = program(play.replace(" when m = 0", ""), "c: never bad", "zero: always m = 0")
    assert not accepted(anyhow, replace(certificate(anyhow), claims=((fault, (zero,)),)))


@pytest.mark.thorough
def test_behind_a_fault_on_one_way_it_did_not_happen() -> None:
    play = (
        "repeat\n  choose A\n    go(s: Place)\n      if s is Pa: n := n - 5\n"
        "      if s is Pa: m := n + 5\n      n := 3"
    )
    of = program(play.replace("n := 3", "n := 9"), "c: always m = 0 or m >= 5")
    assert accepted(of, certificate(of))
    of = program(
        play.replace("n - 5", "n - 3").replace("n + 5", "n + 3"), "c: always m = 0 or m >= 5"
    )
    assert not accepted(of, certificate(of))


def test_what_a_fault_before_any_move_gives_back_is_known() -> None:
    """Though elements are left open that are more than one."""
    of = program("n := 9\nn := n + 1", "c: always all q in Place: held[q] = 0")
    assert accepted(of, replace(certificate(of), widest=1))
    other = program("n := 9\nn := n + 1", "c: always all q in Place: held[q] = 1")
    assert not accepted(other, replace(certificate(other), widest=1))


def test_a_fault_in_a_loop_before_any_move_gives_back_the_beginning() -> None:
    """The frame rule says nothing of it: no move began where anything was claimed."""
    play = "repeat until n = 8\n  n := n + 4\nrepeat\n  choose A\n    go\n      m := 1"
    of = program(play, "c: always m < 2", "d: always n > 0 or m < 2")
    for name in ("c", "d"):
        assert accepted(of, certificate(of, [name], goal=name))
    begun = program(play.replace("m := 1", "m := 2"), "c: always m < 2")
    assert not accepted(begun, certificate(begun, ["c"]))


def test_what_is_claimed_where_a_move_began_is_known_at_a_fault_in_its_loop() -> None:
    """Of what is less than two it follows that it is less than three."""
    play = (
        "repeat\n  choose A\n    go(s: Place)\n      m := 5\n      if s is Pa: n := 1\n"
        "      repeat until n = 9\n        n := n + 4\n      m := 1\n      n := 0"
    )
    of = program(play, "c: always not bad", "low: always m < 2", "below: always m < 3")
    fine, low, below = (Claim(property_of(of, name)) for name in ("c", "low", "below"))
    decision, head = places(of)
    (fault,) = (CutNode(i) for i, node in enumerate(of.nodes) if isinstance(node, Fault))
    there = ((head, (fine,)), (fault, (below,)))
    assert accepted(of, replace(certificate(of), claims=((decision, (low,)), *there)))
    assert not accepted(of, replace(certificate(of), claims=there))


def test_what_a_fault_lays_aside_is_no_matter_of_another_one() -> None:
    """One of two faults in loops sets m back to 0: m is 0 there, whatever it was, and only there."""
    of = program(f"m := 1{TWO_FAULTS}", "c: always not bad", "zero: always m = 0")
    faults = [i for i, node in enumerate(of.nodes) if isinstance(node, Fault)]
    zero = Claim(property_of(of, "zero"))
    for one in faults:
        kept = replace(of.resets[one], variables=())
        laid = replace(of.resets[one], variables=("m",))
        resets = tuple(
            laid if i == one else kept if i in faults else reset
            for i, reset in enumerate(of.resets)
        )
        there = replace(of, resets=resets)
        for claimed in ([one], faults):
            claims = tuple((CutNode(fault), (zero,)) for fault in claimed)
            made = certificate(there, ["c"])
            made = replace(made, claims=(*made.claims, *claims))
            assert accepted(there, made) is (claimed == [one])


def test_at_a_fault_in_a_loop_only_who_moved_has_acted() -> None:
    """Two players come to one loop. What it gives back to the first of them is bad, and is no deed
    of the second."""
    play = (
        "bad := yes\nrepeat\n  if m = 0\n    choose A\n      one(s: Place)\n        bad := no\n"
        "        m := 1\n        if s is Pa: n := 1\n  else\n    choose B\n      two(s: Place)\n"
        "        bad := no\n        m := 0\n        if s is Pa: n := 1\n"
        "  repeat until n = 9\n    n := n + 4\n  n := 1"
    )
    of = program(play, "c: never after p acts: p is B and bad", "fine: always not bad")
    _, second, *heads = places(of)
    fine = (Claim(property_of(of, "fine")),)
    assert accepted(of, replace(certificate(of), claims=tuple((p, fine) for p in (second, *heads))))
    assert not accepted(of, replace(certificate(of), claims=tuple((p, fine) for p in heads)))


def test_what_a_lemma_shows_at_a_fault_is_not_asked_again() -> None:
    """What it rests on is not followed here, so that the lemma alone can tell. What is claimed at the end
    has the ways asked about."""
    play = "choose A\n  go(s: Place)\n    if s is Pa: n := 9\n    n := n + 1\ndraw"
    asked = ("c: never after p acts: bad", "so: always not bad and m = 0", "trifle: never n > 9")
    of = program(play, *asked)
    (first,) = places(of)
    (fault,), (end,) = (
        [CutNode(i) for i, node in enumerate(of.nodes) if isinstance(node, kind)]
        for kind in (Fault, End)
    )
    player = of.checks[0].player
    assert player is not None
    fine = tuple(Claim(property_of(of, "c"), False, ((player, p),)) for p in range(2))
    so = (first, (Claim(property_of(of, "so")),))
    trifle = (end, (Claim(property_of(of, "trifle"), False),))
    bare = replace(certificate(of, without=["bad", "m"]), claims=(trifle,))
    for there in ((end,), (end, fault)):
        claims = (so, *((point, fine) for point in there))
        lemma = replace(certificate(of, goal="trifle"), claims=claims)
        assert accepted(of, lemma)
        assert accepted(of, replace(bare, lemmas=(lemma,))) is (fault in there)


def test_where_nothing_must_hold_at_a_fault_it_does_not_matter_where_moves_began() -> None:
    play = "repeat until n = 8\n  n := n + 4\nrepeat\n  choose A\n    go\n      m := 1"
    of = program(play, "c: someone can always act", "so: always n > 0 or m < 2")
    (fault,) = (CutNode(i) for i, node in enumerate(of.nodes) if isinstance(node, Fault))
    so = Claim(property_of(of, "so"))
    for claims, asked in (((), False), (((fault, (so,)),), True)):
        made = replace(certificate(of), claims=claims)
        titles = [obligation.title for obligation in obligations(of, 0, made)]
        assert any("the loop" in title for title in titles) is asked
