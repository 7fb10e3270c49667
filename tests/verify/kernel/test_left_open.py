"""What is still known of sets that are made of what is not followed."""

from __future__ import annotations

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
        f"marked is not {{}} and {SOME} is {{}}",
        f"{SOME} is marked",
        f"not {EITHER} <= marked",
        f"marked is not {{}} and {EITHER} is {{Pa}}",
    ],
)
def test_what_may_be_so_is_not_denied(sometimes: str) -> None:
    assert not shown(sometimes)
    assert not shown(sometimes, without=())
