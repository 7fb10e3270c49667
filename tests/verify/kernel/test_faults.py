"""A fault gives back what was before: who acted, what chance chose, and what is not followed."""

from __future__ import annotations

from dataclasses import replace

from tests.verify.kernel.by_hand import reached
from tests.verify.kernel.certified import accepted, certificate, places, program, property_of

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Fault
from rulewright.engines.python.game import PythonGame
from rulewright.verify.kernel.certificate import Claim, CutPoint
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore


def test_a_fault_in_a_loop_gives_back_what_was_before_chance_chose() -> None:
    play = (
        "n := 1\nrepeat\n  choose A\n    go\n      m := 3\n  roll s of Place\n  m := 5\n"
        "  if s is Pa: n := 2\n  repeat until n = 9\n    n := n + 4\n  n := 1\n  m := 0"
    )
    assert reached(play, "m = 3")
    assert not reached(play, "m = 5")
    of = program(play, "c: never m = 5", "d: never m = 3", "e: reachable forever m = 4")
    assert accepted(of, certificate(of))
    assert not accepted(of, certificate(of, goal="d"))
    assert not accepted(of, certificate(of, goal="e")), "no certificate answers such a question"


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
        heads = [point for point in places(of) if point.kind == "block"]
        made = replace(certificate(of), claims=tuple((head, known) for head in heads))
        assert accepted(of, made) is (start == 5), start


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
    fault = next(CutPoint("node", i) for i, node in enumerate(of.nodes) if isinstance(node, Fault))
    zero = Claim(property_of(of, "zero"))
    assert accepted(of, replace(certificate(of), claims=((fault, (zero,)),)))
    assert not accepted(
        of, replace(certificate(of), claims=((fault, (replace(zero, holds=False),)),))
    )
    anyhow = program(play.replace(" when m = 0", ""), "c: never bad", "zero: always m = 0")
    assert not accepted(anyhow, replace(certificate(anyhow), claims=((fault, (zero,)),)))


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
