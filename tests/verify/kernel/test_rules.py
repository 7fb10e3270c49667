"""For rules of the kernel a certificate each that rests on it, and others that are wrong by as much.

A kernel without the rule refuses the first; one in which it is too lax accepts the second.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from tests.verify.kernel.said import proved


class Case(NamedTuple):
    """A play, with the certificate that is accepted for the first of the ``checks``, and others that are
    refused. ``parts``: what the ruleset has beside."""

    play: str
    checks: str
    right: str
    wrong: tuple[str, ...]
    parts: str = ""


COUNTS_DOWN = """
n := 1
m := 5
choose A
  go
    {}
    repeat until m = 0
      m := m - 1
choose B
  on
draw
"""
UNFOLLOWED_IN_A_LOOP = """
follows m, bad
cut at every loop
at decision play (on)
  {0}
at decision play (go)
  {0}
at block play: repeat
  {0}
  not bad
"""
LAID = """
repeat
  choose A
    lay(p: Place) when held[p] < 3
      held[p] += 1
      choose B
        light
          if n < 9: n += 1
"""
ENOUGH = "n <= (sum p in Place: held[p])"
FOLLOWED_SUM = f"follows every variable but held, n\nat every decision\n  summed: {ENOUGH}\n"
OWED = "at decision play (light)\n  n < (sum p in Place: held[p])\n"
EVERYWHERE_ONE = """\
follows m, bad
cut at every loop
at decision play (on)
at decision play (go)
at block play: repeat
  n = {}
"""
NOT_BAD_IN_THE_LOOP = """\
follows m, bad
cut at every loop
at block play: repeat
  not bad or m + m < 0
"""
HELD = "(sum p in Place: held[p])"
MARKING = (
    LAID.replace("      held", "      if not (Pa in marked): held")
    + """\
    mark
      add Pa to marked
"""
)


def following(variables: str, *lines: str) -> str:
    """A certificate in which ``n <= all that is held`` is followed as a sum at every decision."""
    return f"follows {variables}\nat every decision\n  summed: {ENOUGH}\n" + "".join(
        f"{line}\n" for line in lines
    )


CUT_AT_GO = "follows every variable\ncut at block go\n"
FINE_THERE = f"{CUT_AT_GO}at block go\n  not bad\n"


def by(lemma: str, certificate: str) -> str:
    """The lines of a certificate for another check, as a lemma."""
    return f"by {lemma}\n" + "".join(f"  {line}\n" for line in certificate.splitlines())


SPOILT = f"""\
follows every variable
at every decision
  n <= {HELD} or Pa in marked
at decision play (light)
  n < {HELD} or Pa in marked
"""

CASES = {
    "what a loop does not touch is kept by it, followed or not": Case(
        COUNTS_DOWN.format("m := 4"),
        "c: never bad",
        UNFOLLOWED_IN_A_LOOP.format("n = 1"),
        (UNFOLLOWED_IN_A_LOOP.format("n = 2"),),
    ),
    "an answer that a lemma gives is not asked for again, inside a move or at its end": Case(
        COUNTS_DOWN.format("m := 4\n    bad := no"),
        "c: never bad",
        EVERYWHERE_ONE.format(1) + by("c", NOT_BAD_IN_THE_LOOP),
        (EVERYWHERE_ONE.format(2) + by("c", NOT_BAD_IN_THE_LOOP), EVERYWHERE_ONE.format(1)),
    ),
    "what a lemma says of a difference is known": Case(
        LAID,
        "c: never bad\nd: always m < 9",
        FOLLOWED_SUM + by("d", FOLLOWED_SUM + OWED),
        (FOLLOWED_SUM, FOLLOWED_SUM + by("d", FOLLOWED_SUM)),
    ),
    "loops before the first decision are run through": Case(
        "for p in Place: held[p] := 1\nrepeat\n  choose A\n    go\n      nothing",
        "c: always all p in Place: held[p] = 1\nd: never held[Pc] = 1",
        "follows every variable\none pass stands for a whole loop",
        (),
    ),
    "an option that can never be chosen does nothing": Case(
        "repeat\n  choose A\n    never when m + size(marked) < 0\n      bad := yes\n      n := n + 1\n"
        "    go\n      bad := no",
        "c: never bad",
        "follows m, marked, bad",
        (),
    ),
    "an argument that is a truth": Case(
        "repeat\n  choose A\n    go(b: {yes, no}, k: 0..3)\n      bad := b and n = 1",
        "c: never bad",
        "follows every variable\nat every decision\n  n = 0\nat decision play\n  n = 0",
        ("follows every variable",),
    ),
    "passes of a loop need not keep a sum that is not known where the ways begin": Case(
        "repeat\n  choose A\n    go(k: 0..3)\n      for p in marked: n := k\n      n := 3\n      m := 0\n"
        "      choose B\n        swap\n          n := 2\n          m := 1",
        "c: never bad",
        "follows bad, k\none pass stands for a whole loop\nat decision play (swap)\n  summed: n + m = 3",
        ("follows bad, k\nat decision play (swap)\n  summed: n + m = 4",),
    ),
    "a sum changes where a part of it is set back": Case(
        "choose A\n  go(k: 0..3)\n    n := 3 - k\n    choose B\n      on when k + n = 3\n        nothing\n"
        "choose A\n  off\ndraw",
        "c: never bad",
        "follows every variable\nat decision play (on)\n  summed: k + n = 3",
        (
            "follows every variable\nat decision play (on)\n  summed: k + n = 3\n"
            "at decision play (off)\n  summed: k + n = 3",
        ),
    ),
    "what is laid out anew need not be known before": Case(
        "repeat\n  choose A\n    put(p: Place) when p not in marked\n      add p to marked\n      n += 1\n"
        "    clear\n      marked := {}\n      n := 0\n      if m = 0: m := 1",
        "c: always size(marked) = n",
        "follows bad, m\nat decision play\n  summed: size(marked) = n",
        ("follows bad\nat decision play\n  summed: size(marked) = m",),
    ),
    "one of two that is laid out anew is not the whole sum": Case(
        "n := 5\nrepeat\n  choose A\n    move\n      m := m + n\n      n := 0",
        "c: never bad",
        "follows bad\nat decision play\n  summed: n + m = 5",
        ("follows bad\nat decision play\n  summed: n = 5",),
    ),
    "at the beginning a sum is what it is, however many elements are left open": Case(
        "held[Pa] := 1\nn := 1\nrepeat\n  choose A\n    go(p: Place) when held[p] < 3 and n < 9\n"
        "      held[p] += 1\n      n += 1",
        "c: always (sum p in Place: held[p]) = n\nd: always (sum p in Place: held[p]) <= 2",
        "follows every variable\nleaves open what goes through more elements than 1\n"
        "at decision play\n  summed: (sum p in Place: held[p]) = n",
        (
            "follows every variable\nleaves open what goes through more elements than 1\n"
            "at decision play\n  summed: (sum p in Place: held[p]) = n + 1",
        ),
    ),
    "a sum that a step changes may be so still, as its guard says": Case(
        "repeat\n  choose A\n    up when n < 5\n      n += 1",
        "c: always n <= 5",
        "follows every variable\nat decision play\n  summed: n <= 5",
        ("follows bad\nat decision play\n  summed: n <= 5",),
    ),
    "what a lemma claims at a cut is known there, if it cuts there itself": Case(
        "repeat\n  choose A\n    go\n      if n != 0: bad := yes",
        "c: never bad\nd: always n < 9",
        FINE_THERE + by("d", CUT_AT_GO + "at decision play\nat block go\n  n = 0"),
        (
            FINE_THERE,
            FINE_THERE + by("d", CUT_AT_GO + "at block go\n  n = 0"),
            FINE_THERE + by("d", "follows every variable\nat block go\n  n = 0"),
        ),
    ),
    "what goes through elements is looked at where it is about what is followed": Case(
        "repeat\n  choose A\n    go(k: 0..3)\n      n := k",
        "c: always some k in 0..3: n = k",
        "follows n",
        ("follows m",),
    ),
    "what goes through elements that a step made is looked at": Case(
        "repeat\n  choose A\n    go(p: Place)\n      var seen: set of Place = {p}\n"
        "      for q in marked: seen := seen + q - q\n      if some q in seen: q is not p: bad := yes",
        "c: never bad",
        "follows every variable but n",
        ("follows bad",),
    ),
    "turning a ring keeps what lies on it, all in all": Case(
        "repeat\n  choose A\n    on_with(r: Ring)\n      rotate r by 1\n    take(c: Cell) when on[c] > 0 and n < 9\n"
        "      on[c] -= 1\n      n += 1",
        "c: always (sum c in Cell: on[c]) + n = 0",
        "follows bad\nat decision play\n  summed: (sum c in Cell: on[c]) + n = 0",
        (
            "follows bad\nat decision play\n  summed: (sum c in Cell: on[c]) + n + n = 0",
            "follows bad\nat decision play\n  summed: (sum c in {a1, a2, a3, b1}: on[c]) + n = 0",
        ),
        "board wheel = polar(2, 3)\nstate on: Cell -> 0..3 = 0",
    ),
    "sets in a map are summed up, followed or not": Case(
        "repeat\n  choose A\n    put(p: Place, k: 0..3) when k not in bag[p] and n < 9\n"
        "      add k to bag[p]\n      n += 1",
        "c: always (sum p in Place: size(bag[p])) = n",
        "follows bad\nat decision play\n  summed: (sum p in Place: size(bag[p])) = n",
        ("follows bad\nat decision play\n  summed: (sum p in {Pa, Pb}: size(bag[p])) = n",),
        "state bag: Place -> set of 0..3 = {}",
    ),
    "looking ahead, where a fault gave back the beginning, runs through loops as well": Case(
        "n := 9\nn := n + 1\nchoose A\n  go\n    fill()",
        "c: always after fill(): held[Pb] = 1\nd: never bad",
        "follows every variable",
        (),
        "procedure fill()\n  for p in Place: held[p] := 1",
    ),
    "an argument that nothing reads any more has its default, a truth as well": Case(
        "choose A\n  go(b: {yes, no}, p: Place)\n    choose B\n      on when b and p is Pc\n"
        "choose A\n  off\ndraw",
        "c: never bad",
        "follows every variable\nat decision play (off)\n  not b\n  p is Pa",
        (
            "follows every variable\nat decision play (off)\n  b",
            "follows every variable\nat decision play (off)\n  p is Pc",
        ),
    ),
    "what a fault before any move gave back is known, however many elements are left open": Case(
        "n := 9\nn := n + 1",
        "c: always (count q in Place: held[q] = 0) = 3\nd: never bad",
        "follows every variable\nleaves open what goes through more elements than 1",
        (),
    ),
    "a constant more in a measure is no matter of what is followed": Case(
        "n := 5\nrepeat until n = 0\n  choose A\n    down\n      n := n - 1\n      repeat until m = 0\n"
        "        m := m - 1\ndraw",
        "c: every play ends",
        "follows m\ncut at every loop\nfalls at decision play\n  n * 2\n  0\n"
        "falls at block play: repeat#2\n  n * 2 + 1\n  m",
        (
            "follows m\ncut at every loop\nfalls at decision play\n  n * 2\n  0\n"
            "falls at block play: repeat#2\n  n * 2 + 2\n  m",
        ),
    ),
    "what is said of a difference the other way round is said of it": Case(
        LAID,
        "c: never bad",
        following("m, bad", "at decision play (light)", f"  not ({HELD} <= n)"),
        (
            following("m, bad"),
            following("m, bad", "at decision play (light)", f"  not ({HELD} <= n + 1)"),
        ),
    ),
    "of one difference there is one value, whichever way it is said": Case(
        LAID.replace("lay(p: Place) when", "lay(p: Place) when n < 9 and").replace(
            "if n < 9: ", ""
        ),
        "c: never bad",
        following(
            "m, bad",
            f"  summed: {HELD} <= n + 1",
            "at decision play (lay)",
            f"  summed: {HELD} <= n",
            "at decision play (light)",
            f"  n + 1 = {HELD}",
        ),
        (
            following(
                "m, bad",
                f"  summed: {HELD} <= n + 1",
                "at decision play (light)",
                f"  n + 1 = {HELD}",
            ),
        ),
    ),
    "a difference and another condition, both": Case(
        LAID,
        "c: never bad",
        following(
            "m, bad",
            "  m = 0",
            "at decision play (light)",
            f"  n < {HELD} and m = (if bad then 1 else 0)",
        ),
        (
            following(
                "m, bad",
                "  m = 0",
                "at decision play (light)",
                f"  n + 1 < {HELD} and m = (if bad then 1 else 0)",
            ),
            following(
                "m, bad", "  m = 0", "at decision play (light)", f"  n + 1 < {HELD} or m = 1"
            ),
        ),
    ),
    "a difference and another condition, not both": Case(
        LAID,
        "c: never bad",
        following(
            "m, bad", "  m = 0", "at decision play (light)", f"  not ({HELD} <= n and m = 0)"
        ),
        (
            following(
                "m, bad", "  m = 0", "at decision play (light)", f"  not (n < {HELD} and m = 0)"
            ),
            following(
                "m, bad", "  m = 0", "at decision play (light)", f"  not ({HELD} <= n and m = 1)"
            ),
        ),
    ),
    "what a lemma says of a difference and of what is left open is nothing said of the difference": Case(
        MARKING,
        f"c: never bad\nd: always n <= {HELD} or Pa in marked\ne: always n <= {HELD} or not (Pa in marked)",
        "follows bad\n" + by("d", SPOILT),
        (
            following("m, bad") + by("d", SPOILT),
            following("m, bad", f"  {ENOUGH} or not (Pa in marked)"),
        ),
    ),
    "a lemma that says nothing of a difference, as more is left open, does no harm": Case(
        "repeat\n  choose A\n    lay(p: Place) when held[p] < 3\n      held[p] += 1",
        f"c: never {HELD} < n and Pa in marked",
        following("m, bad") + by("c", following("marked")),
        (following("m, bad"),),
    ),
    "sums are alike whatever their locals are called, and only if these have the same values": Case(
        "repeat\n  choose A\n    up when n < 9\n      n += 1\n      choose B\n        down\n          n -= 1",
        "c: never bad",
        "follows bad\nat every decision\n  summed: for k: 1..2 = 1: (if held[Pa] = k then 1 else 0) <= n\n"
        "at decision play (down)\n  for j: 1..2 = 1: (if held[Pa] = j then 1 else 0) < n",
        (
            "follows bad\nat every decision\n  summed: for k: 1..2 = 1: (if held[Pa] = k then 1 else 0) <= n\n"
            "  summed: for k: 1..2 = 2: (if held[Pa] = k then 1 else 0) <= n\n"
            "at decision play (down)\n  for j: 1..2 = 2: (if held[Pa] = j then 1 else 0) < n",
            "follows bad\nat every decision\n  summed: (if held[Pa] = 1 then 1 else 0) <= n\n"
            "  summed: (if held[Pa] = 2 then 1 else 0) <= n\n"
            "at decision play (down)\n  (if held[Pa] = 2 then 1 else 0) < n",
        ),
    ),
    "a pass after which there is always a fault does nothing": Case(
        "repeat\n  choose A\n    go\n      for p in marked\n        on[p] := none\n        move on[p] to on[Pb]\n"
        "        n := 3\n      m := 1",
        "c: never bad",
        "follows on, m, bad\none pass stands for a whole loop\nat decision play\n  summed: n = 0",
        (
            "follows on, m, bad\none pass stands for a whole loop\nat decision play\n  summed: n = 3",
        ),
        "state on: Place -> Player? = none",
    ),
    "looking ahead counts for no sum": Case(
        "repeat\n  choose A\n    go when n > 0 and after four(): n = 4\n      n -= 1\n      m += 1",
        "c: always n + m = 0",
        "follows bad\nat decision play\n  summed: n + m = 0",
        ("follows bad\nat decision play\n  summed: n + m = m",),
        "procedure four()\n  n := 4",
    ),
    "what would always run into a fault is not so afterwards": Case(
        "repeat\n  choose A\n    go\n      stumble()",
        "c: never after stumble(): n < 9 or m < 9",
        "follows every variable",
        ("follows bad",),
        "state on: Place -> Player? = none\nprocedure stumble()\n  on[Pa] := none\n  move on[Pa] to on[Pb]",
    ),
    "what is asked for before it is done is known not to be missing": Case(
        "repeat\n  choose A\n    go when of_a > 0 and on[Pa] is not none\n"
        "      move on[Pa] to on[Pb]\n    back when on[Pb] is not none\n      on[Pa] := A",
        "c: never bad",
        "follows every variable\nat fault on holds nothing to move\n  no",
        (),
        "state of_a: 0..9 = 1\nstate on: Place -> Player? = none",
    ),
    "a loop to which no way leads is not come to": Case(
        "repeat\n  choose A\n    go\n      if m + m < 0\n        repeat until n = 0\n          n := n - 1\n"
        "      bad := no",
        "c: never bad",
        "follows every variable\ncut at every loop\nat every loop\nat block play: repeat\n  no",
        (),
    ),
    "what follows in any position is worked out, whatever the certificate follows": Case(
        "repeat\n  choose A\n    go(k: 0..1)\n      held[Pa] := k",
        "c: never (count p in Place: held[p] > 2) = 3\nd: always (count p in Place: held[p] > 1) = 0\n"
        "e: always (count p in Place: held[p] > 1) < 9",
        "in any position\nby d\n  follows every variable",
        ("in any position", "in any position\nby e\n  follows every variable"),
    ),
    "somebody can act where there are arguments for it": Case(
        "repeat\n  choose A\n    go(k: 0..3, p: Place) when k = n and p is Pb\n      n := k",
        "c: someone can always act",
        "follows every variable\nat decision play\n  n <= 3",
        ("follows every variable\nat decision play\n  n <= 4", "follows every variable"),
    ),
    "an argument is one of those that there are": Case(
        "repeat\n  choose A\n    go(p: marked)\n      if p not in marked: bad := yes\n    put(p: Place)\n"
        "      add p to marked",
        "c: never bad",
        "follows every variable",
        (),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_rule(name: str) -> None:
    case = CASES[name]
    assert proved(case.play, case.checks, case.right, case.parts)
    for wrong in case.wrong:
        assert not proved(case.play, case.checks, wrong, case.parts), wrong
