"""What is still known of sets that are made of what is not followed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.certified import accepted, certificate, program


def shown(condition: str, *, without: tuple[str, ...] = ("held",)) -> bool:
    """Whether it is shown that a condition is never true, whatever is held and marked."""
    play = f"""\
repeat
  choose A
    take(p: Place, k: 0..3)
      held[p] := k
    mark(p: Place)
      add p to marked
    ask when {condition}
      bad := yes
"""
    of = program(play, "c: never bad")
    return accepted(of, certificate(of, without=without))


BEST = "(those p in marked with most held[p])"
SOME = "(those p in Place: p in marked and held[p] > 0)"
EITHER = "(those p in Place: p in marked or held[p] > 0)"
PART = "(those p in marked: held[p] > 0)"
BEST_PART = "(those p in (those q in marked: held[q] > 1) with most held[p])"


@pytest.mark.parametrize(
    "never",
    [
        f"marked is not {{}} and {BEST} is {{}}",
        f"not {BEST} <= marked",
        f"not {SOME} <= marked",
        f"marked is {{}} and {SOME} is not {{}}",
    ],
)
def test_what_is_so_whatever_is_held(never: str) -> None:
    assert shown(never)
    assert not shown(never, without=("held", "marked"))


@pytest.mark.parametrize(
    "sometimes",
    [
        f"{BEST} is {{}}",
        f"marked is not {{}} and {BEST} is not marked",
        f"size({BEST}) > 1",
        f"size({BEST}) = 1",
        f"size({BEST}) = 3",
        f"{SOME} is not {{}}",
        f"{PART} is marked",
        f"marked is not {{}} and {PART} is {{}}",
        f"marked is not {{}} and {BEST_PART} is not {{}}",
        f"marked is not {{}} and {BEST_PART} is {{}}",
        f"marked is not {{}} and {SOME} is {{}}",
        f"{SOME} is marked",
        f"not {EITHER} <= marked",
        f"marked is not {{}} and {EITHER} is {{Pa}}",
    ],
)
def test_what_may_be_so_is_not_denied(sometimes: str) -> None:
    assert not shown(sometimes)
    assert not shown(sometimes, without=())


FEW = "(those k in few: k in tall)"
MOST = "(those k in (those i in few: i in tall) with most deep[k])"


@pytest.mark.parametrize(
    ("never", "is_so"),
    [
        (f"j = (least k in {MOST}: k) and j not in few", True),
        (f"j = (greatest k in {MOST}: k) and j not in few", True),
        (f"j = (least k in {FEW}: k) and j not in {MOST}", False),
        (f"(least k in {FEW}: k) is none and few is not {{}}", False),
        (f"j in {FEW} and j not in few", True),
        (f"j in {FEW} and j not in tall", True),
        (f"j in few and j in tall and j not in {FEW}", True),
        (f"j in few and j not in {FEW}", False),
        (f"(some k in {FEW}: k not in tall)", False),
    ],
)
def test_the_least_of_what_is_left_open_is_one_of_it(never: str, is_so: bool) -> None:
    """However wide the set looks that it is taken of."""
    play = f"""\
repeat
  choose A
    take(k: 0..3)
      add k to few
    raise(k: 0..3)
      add k to tall
      deep[k] := 1
    ask(j: 0..3) when {never}
      bad := yes
"""
    parts = """
    state few: set of 0..3 = {}
    state tall: set of 0..3 = {}
    state deep: 0..3 -> 0..1 = 0
    """
    of = program(play, "c: never bad", parts=parts)
    for widest in (1, 4):
        assert accepted(of, replace(certificate(of), widest=widest)) is is_so
