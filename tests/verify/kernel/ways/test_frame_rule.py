"""The frame rule: of ways that change nothing that matters nothing is asked, and of no other ways."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.certified import accepted, certificate, places, program

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Fault, Program
from rulewright.verify.kernel.certificate import Certificate, Claim, CutNode, CutPoint
from rulewright.verify.kernel.meaning.known import Known
from rulewright.verify.kernel.obligations import InductiveCertificate, obligations
from rulewright.verify.kernel.ways.frame_rule import FrameRule

AGAIN = "repeat\n  choose A\n    go(s: Place)\n"


def asked(of: Program, made: Certificate) -> list[str]:
    """The sources and options of which something is asked."""
    number = next(i for i, c in enumerate(of.checks) if c.name == made.check)
    return [obligation.title for obligation in obligations(of, number, made)]


def step(effect: str) -> str:
    return AGAIN + "".join(f"      {line}\n" for line in effect.split("\n"))


OFF = "  if m = 0\n    choose B\n      off\n  else\n    choose B\n      on"
ON = OFF.replace("  else\n", "  else\n    n := 1\n")
CHANGES = {
    # what an option does, and whether that n is no 9 can change by it, as far as one can see
    "nothing": ("nothing", False),
    "a store to another variable": ("m := 1", False),
    "a store at a key of another one": ("held[s] := 1", False),
    "a store": ("n := 1", True),
    "a store on one way": ("if s is Pa: n := 1", True),
    "a store in a loop over a set": ("for p in Place\n  if p is s: n := 1", True),
    "a store behind a loop": ("repeat until m = 0\n  m := m - 1\nn := 1", True),
    "a store on the first of four ways": (f"if s is Pa\n{ON}\nelse\n{OFF}", True),
    "a store on the last of four ways": (f"if s is Pa\n{OFF}\nelse\n{ON}", True),
    "a store behind a decision": ("choose B\n  on\n    n := 1", True),
}


@pytest.mark.parametrize("name", CHANGES)
def test_only_ways_that_can_change_something_are_asked_about(name: str) -> None:
    effect, changed = CHANGES[name]
    of = program(step(effect), "c: always n < 9")
    made = certificate(of, ["c"])
    beginning, *rest = asked(of, made)
    assert beginning == "from the beginning"
    assert bool(rest) is changed
    assert accepted(of, made)


def test_a_prover_may_have_all_ways_asked_about() -> None:
    of = program(step("nothing"), "c: always n < 9")
    made = certificate(of, ["c"])
    for framed, many in ((True, 1), (False, 2)):
        asked_all = InductiveCertificate(of, 0, made, lambda: None, framed=framed)
        found = [o for source in asked_all.sources() for o in asked_all.obligations(source)]
        assert len(found) == many


def test_a_way_to_where_more_is_claimed_is_asked_about() -> None:
    """From what is said here follows nothing of what is said only there."""
    play = "choose A\n  on\nchoose B\n  off\ndraw"
    of = program(play, "c: never n = 9", "so: always m < 9", "wrong: always m = 9")
    first, second = places(of)
    so, wrong = ((Claim(check.property),) for check in of.checks[1:])
    only = certificate(of)
    assert len(asked(of, only)) == 1
    assert len(asked(of, replace(only, claims=((first, so), (second, so))))) == 1
    assert len(asked(of, replace(only, claims=((second, so),)))) == 2
    assert accepted(of, replace(only, claims=((first, so), (second, so))))
    assert not accepted(of, replace(only, claims=((second, wrong),)))


PICKED = """
choose A
  pick(s: Place) when s is not Pa
    choose B
      on when s is Pb
        n := n + 6
        n := n + 6
      off
choose A
  off
draw
"""
"""A place is picked; at the second decision it can be read, everywhere else it has its default, Pa."""


def picked(of: Program, *, default: bool) -> Claim:
    """That the place that is picked is the default one, or that it is not."""
    place = next(v.type for v in of.variables if v.name == "s")
    return Claim(x.Compare("==", x.Var("s", place), x.Const(0, place)), default)


def faults(of: Program) -> list[CutPoint]:
    return [CutNode(i) for i, node in enumerate(of.nodes) if isinstance(node, Fault)]


def test_an_argument_is_a_store() -> None:
    of = program(PICKED, "c: never m = 9")
    first, second, _ = places(of)
    default = (picked(of, default=True),)
    assert accepted(of, replace(certificate(of), claims=((first, default),)))
    assert not accepted(of, replace(certificate(of), claims=((first, default), (second, default))))


def test_what_is_set_back_where_play_rests_is_a_change() -> None:
    """Nobody reads it there any more: it has its default, whatever it was before."""
    of = program(PICKED, "c: never m = 9")
    _, second, third = places(of)
    for default in (True, False):
        claims = (second, (picked(of, default=False),)), (third, (picked(of, default=default),))
        assert accepted(of, replace(certificate(of), claims=claims)) is default


@pytest.mark.thorough
def test_what_is_set_back_at_a_fault_is_a_change() -> None:
    of = program(PICKED, "c: never m = 9")
    _, second, _ = places(of)
    fault, *_ = faults(of)
    for default in (True, False):
        claims = (second, (picked(of, default=False),)), (fault, (picked(of, default=default),))
        assert accepted(of, replace(certificate(of), claims=claims)) is default


LOOP = """
n := 5
choose A
  go
    let k = n
    repeat until m = 0
      m := m - 1
      if k = 1: held[Pa] := 2
choose B
  off
draw
"""
"""What is called k is 5 at the head of the loop, and nothing where play rests."""


def k_is(of: Program, value: int) -> Claim:
    return Claim(x.Compare("==", x.Var("k", ty.Int(0, 9)), x.Const(value, ty.Int(value, value))))


def test_what_is_set_back_at_the_end_of_a_loop_is_a_change() -> None:
    of = program(LOOP, "c: never bad", "five: always n = 5")
    first, second, head = places(of)
    five, fine = Claim(of.checks[1].property), Claim(of.checks[0].property, holds=False)
    known = (first, (five,)), (head, (k_is(of, 5), fine))
    for value in (0, 5):
        made = replace(certificate(of), claims=(*known, (second, (k_is(of, value),))))
        assert accepted(of, made) is (value == 0)


def test_what_is_claimed_at_the_head_of_a_loop_is_asked_about() -> None:
    of = program(LOOP, "c: never bad")
    _, _, head = places(of)
    fine = Claim(of.checks[0].property, holds=False)
    for value, holds in ((0, True), (5, True), (5, False)):
        claim = replace(k_is(of, value), holds=holds)
        assert not accepted(of, replace(certificate(of), claims=((head, (fine, claim)),)))
    assert accepted(of, replace(certificate(of), claims=((head, (fine,)),)))


@pytest.mark.parametrize("effect", ["n := n + 6", "move on[Pa] to on[Pb]"])
def test_a_fault_of_a_way_is_asked_about(effect: str) -> None:
    """What is claimed at a fault has to be so where the move began."""
    play = f"repeat\n  choose A\n    go\n      m := 3\n      {effect}"
    of = program(
        play, "c: never bad", "so: always m < 9", parts="state on: Place -> Player? = none"
    )
    (first,) = places(of)
    fault, *_ = faults(of)
    so = (Claim(of.checks[1].property),)
    assert not accepted(of, replace(certificate(of), claims=((fault, so),)))
    assert accepted(of, replace(certificate(of), claims=((first, so), (fault, so))))
    bound = {CutNode(node) for node in FrameRule(Known(of), frozenset()).reach(1).faults}
    assert bound == set(faults(of))


def test_a_measure_has_to_fall_where_nothing_else_changes() -> None:
    of = program(step("nothing"), "e: every play ends")
    zero = x.Const(0, ty.Int(0, 0))
    made = certificate(of, goal="e")
    assert not accepted(of, replace(made, measure=tuple((point, (zero,)) for point in places(of))))


def test_who_acted_counts_where_nothing_changes() -> None:
    of = program("bad := yes\nchoose A\n  on\n    nothing\ndraw", "c: never after p acts: bad")
    assert not accepted(of, certificate(of))
