"""Loops with many passes nest expressions deeper than Python's own limit for calls; the kernel follows them."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from tests.verify.kernel.by_hand import indented
from tests.verify.kernel.certified import certificate, decides, program

from rulewright.verify.kernel.check import Accepted, check
from rulewright.verify.recursion import DEPTH, deep_recursion

PASSES = 340
BEFORE = sys.getrecursionlimit()


@pytest.mark.thorough
def test_many_passes_of_a_loop() -> None:
    """Each may store to a map, so that what stands there afterwards is nested once for each of them."""
    play = indented(f"for x in (1..{PASSES}) if x in due: mark[x] := 1\nif n > 9: at := 9")
    parts = f"state mark: 1..{PASSES} -> 0..2 = 0\nstate at: 1..{PASSES} = 7\nstate due: set of 1..{PASSES} = {{1}}"
    of = program(play, "c: never mark[at] = 2", parts=parts)
    found = check(of, 0, replace(certificate(of), loops=frozenset()), decides)
    assert isinstance(found, Accepted), found


def test_python_keeps_its_own_limit_outside() -> None:
    with deep_recursion():
        assert sys.getrecursionlimit() >= DEPTH
    assert sys.getrecursionlimit() == BEFORE
