"""What an author has aligned: it stays so, and moves together."""

from __future__ import annotations

import re

import pytest
from tests.dsl.format.layouts import laid_out

ALIGNED = """\
  table few of Kind
    Ka:   copies = 3, worth = 1, weak = {Heart}
    Kbcd:             worth = 2
    Kc:   copies = 1,            weak = {Moon}

  state on:    Square -> Player? = none  # what stands there
  state taken: Player -> 0..9    = 0     # how many are gone

  state n: 0..9 = 0
  play
    x      := 1
    longer := 2
"""


@pytest.mark.thorough
def test_what_is_aligned_stays_so() -> None:
    assert laid_out(ALIGNED) == ALIGNED


MATCHES = """\
  let f(x: A) =
    match x
      one  : 1
      two  : 2  # why
      # and
      three: 3

  let g(x: A) =
    match x
      one: 1
      else: 2
"""


@pytest.mark.thorough
def test_colons_that_are_aligned_stay_so() -> None:
    assert laid_out(MATCHES) == MATCHES
    further = re.sub("(one|two|three)( *):", r"\1\2    :", MATCHES)
    assert further != MATCHES
    assert laid_out(further) == MATCHES
    assert laid_out("  param a : 1..2 = 1\n") == "  param a: 1..2 = 1\n"


@pytest.mark.thorough
def test_what_was_aligned_moves_together() -> None:
    wider = (
        ALIGNED.replace("Ka:   ", "Ka:     ")
        .replace("Kbcd: ", "Kbcd:   ")
        .replace("Kc:   ", "Kc:     ")
    )
    wider = wider.replace("x      :=", "x       :=").replace("longer :=", "longer  :=")
    assert wider != ALIGNED
    assert laid_out(wider) == ALIGNED


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("  state a:  0..9 = 0\n", "  state a: 0..9 = 0\n"),
        ("  state a:  0..9 = 0\n\n  state b:  0..9 = 0\n", "  state a: 0..9 = 0\n\n  state b: 0..9 = 0\n"),
        ("  state ab: 0..9 = 0\n  param b:  0..9 = 0\n", "  state ab: 0..9 = 0\n  param b: 0..9 = 0\n"),
        ("  let a = b   # c\n  let bcd = e   # f\n", "  let a = b  # c\n  let bcd = e  # f\n"),
    ],
)  # fmt: skip
def test_what_stands_apart_alone_is_not_aligned(written: str, wanted: str) -> None:
    assert laid_out(written) == wanted


def test_what_would_become_too_long_is_not_aligned() -> None:
    long = f"  let f = {'a' * 80} + b\n  let g = c{' ' * 79} + d\n"
    assert laid_out(long) == long
    longer = f"  let f = {'a' * 80} + b\n  let g = c{' ' * 79} + d{'e' * 20}\n"
    assert laid_out(longer) == longer.replace(" " * 80, " ")
