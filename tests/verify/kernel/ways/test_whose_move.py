"""Whose move it is inside of a loop: known where a variable says it, and nothing else."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.verify.kernel.certified import HEAD, accepted

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.verify.answers.certificates import Certificates

PLAY = """\
play
  repeat
    turns for p in Player
      choose p
        go(k: 0..3)
          {first}
          m := k
          repeat m times
            {inside}
        wait
          {first}
"""
CHECK = "check c: never after p acts: held[if p is A then Pa else Pb] != 0"
CERTIFICATE = """\
follows every variable
cut at every loop
at block play: repeat
  p is not A or held[Pa] = 0
  p is not B or held[Pb] = 0
"""
OWN, OTHER = "held[if p is A then Pa else Pb] := 0", "held[if p is A then Pb else Pa] := 1"


def proved(first: str, inside: str, play: str = PLAY) -> bool:
    """Whether it is accepted that after a move of p the place of p is empty."""
    text = f"{HEAD}{indent(CHECK, '  ')}\n{indent(play.format(first=first, inside=inside), '  ')}"
    rules = load_text(text, "moves.rules")
    of = instantiate(rules)
    return accepted(of, Certificates(rules, of).read("c", CERTIFICATE.splitlines()))


def test_the_mover_is_told_by_what_tells_who_decides() -> None:
    """After each pass the other one's place is not empty, which does not matter: it is not their move."""
    assert proved(OWN, OTHER)


@pytest.mark.parametrize("inside", [f"{OTHER}\n            held[Pa] := 1", "held[Pb] := 1"])
def test_what_the_mover_does_in_the_loop_counts(inside: str) -> None:
    assert not proved(OWN, inside)


def test_what_the_mover_does_before_the_loop_counts() -> None:
    assert not proved("held[if p is A then Pa else Pb] := 1", OTHER)


def test_a_fault_in_the_loop_gives_back_what_the_mover_saw() -> None:
    """There the place of whoever moved may be taken, by the move before: that counts as theirs."""
    assert not proved(OWN, f"{OTHER}\n            n := n + k")


CHANGED = PLAY.replace(
    "turns for p in Player", "turns for q in Player\n      var p: Player = q"
).replace("          m := k", "          m := k\n          p := next(p)")


@pytest.mark.thorough
def test_a_variable_that_is_stored_to_on_the_way_tells_nothing() -> None:
    """Then it is somebody else's move than it says."""
    assert proved(OWN, OTHER, CHANGED.replace("\n          p := next(p)", ""))
    assert not proved(OWN, OTHER, CHANGED)
