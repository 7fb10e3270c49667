"""Steps: the kernel accepts what is kept, and nothing that is not.

Each case stands twice, and the two differ in one thing. What is not kept is reached by a play, or
not said by the certificate.
"""

from __future__ import annotations

import pytest
from tests.verify.kernel.by_hand import indented, parts_of, reached
from tests.verify.kernel.certified import accepted, certificate, program

MEET = "repeat\n  if s is Pa\n    n := 1\n    leave\n  n := 2\n  leave"
"""Two ways from one decision to the next."""

STEPS: dict[str, tuple[str, str, str]] = {
    # what an option does, what never is so, what is so after all
    "a store": ("n := 7", "n = 6", "n = 7"),
    "the last of two stores": ("n := 1\nn := 7", "n = 1", "n = 7"),
    "a store of what was stored": ("n := 3\nm := n", "m = 2", "m = 3"),
    "a store at a key": ("held[s] := 2", "held[Pb] = 1", "held[Pb] = 2"),
    "a store at another key": ("held[Pa] := 2", "held[Pb] = 2", "held[Pa] = 2"),
    "one of two branches": (
        "if s is Pa\n  n := 3\nelse\n  n := 4",
        "n = 5",
        "n = 4",
    ),
    "a branch behind a store": ("n := 2\nif n = 2\n  m := 1\nelse\n  m := 3", "m = 3", "m = 1"),
    "the argument of an option": ("marked := {s}", "marked = {Pa, Pb}", "marked = {Pc}"),
    "a pass sees what the pass before it did": (
        "n := 0\nfor p in Place\n  if n = 1: m := 1\n  n := 1",
        "m = 2",
        "m = 1",
    ),
    "a loop that runs for some": (
        "marked := {s}\nfor p in marked\n  m := if p is Pb then 5 else 4",
        "m = 3",
        "m = 5",
    ),
    "a loop that is left out": (
        "marked := {}\nm := 2\nfor p in marked\n  m := 1",
        "m = 1",
        "m = 2",
    ),
    "a fault gives back what was before": (
        "n := 8\nm := 3\nn := n + 2",
        "m = 3",
        "bad = no",
    ),
    "a pass after which there is always a fault": (
        "n := 9\nfor p in Place\n  n := n + 1",
        "n = 9",
        "n = 0",
    ),
    "a loop with a choice in it": (
        "for p in Place\n  choose B\n    on\n      n := 5\n    off",
        "n = 4",
        "n = 5",
    ),
    "a loop until": ("n := 9\nrepeat until n = 0\n  n := n - 1", "n = 8", "n = 0"),
    "ways that meet, from the one side": (MEET, "n = 3", "n = 1"),
    "ways that meet, from the other side": (MEET, "n = 3", "n = 2"),
    "what is known where ways meet": (
        f"{MEET}\nif n = 1 and s is not Pa: m := 5\nif n = 2 and s is Pa: m := 5",
        "m = 5",
        "m = 0",
    ),
    "a fault on one way": (
        f"m := 3\n{MEET}\nif n = 2: n := n + 9",
        "m = 4",
        "m = 3",
    ),
    "a value with a name": (
        "let k = n + 1\nn := 3\nm := if k < 5 then k else 5",
        "m = 6",
        "m = 1",
    ),
    "looking ahead": (
        "if after four(): n = 4\n  m := 1\nelse\n  m := 2",
        "m = 2",
        "m = 1",
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", STEPS)
def test_a_step(name: str) -> None:
    step, never, once = STEPS[name]
    play = indented(step)
    assert not reached(play, never)
    assert reached(play, once)
    good = program(play, f"c: never {never}", parts=parts_of(play))
    inner = "repeat until" in step or "choose B" in step
    if not inner:
        assert accepted(good, certificate(good))
    wrong = program(play, f"c: never {once}", "every: always yes", parts=parts_of(play))
    assert not accepted(wrong, certificate(wrong))
    assert not accepted(wrong, certificate(wrong, ["every"]))
    for unrolled in (True, False):
        for without in ((), ("n",), ("m",), ("held", "marked")):
            made = certificate(wrong, unrolled=unrolled, without=without)
            assert not accepted(wrong, made), (unrolled, without)


ENDS = {
    "an end": ("n := 3\ndraw", "n = 3"),
    "a gap": ('bad := yes\ngap "what now?"', "bad"),
    "a fault before play": ("n := 9\nn := n + 1", "n = 0"),
    "nobody can act": ("n := 5\nchoose A\n  go when n = 4\n    nothing\ndraw", "n = 5"),
    "chance": ("roll s of Place\nheld[s] := 1\nchoose A\n  on\n    nothing\ndraw", "held[Pc] = 1"),
    "the second of three decisions": (
        "choose A\n  on\n    n := 2\nchoose B\n  on\n    n := 3\nchoose A\n  on\ndraw",
        "n = 3",
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_wherever_play_rests(name: str) -> None:
    play, once = ENDS[name]
    assert reached(play, once)
    of = program(play, f"c: never {once}")
    assert not accepted(of, certificate(of))
    other = program(play, "c: never n = 7")
    assert accepted(other, certificate(other))


@pytest.mark.thorough
def test_an_option_that_is_not_allowed_does_nothing() -> None:
    for guard, fine in (("when n = 1", True), ("when n = 0", False), ("unless n = 0", True)):
        play = f"repeat\n  choose A\n    go {guard}\n      bad := yes\n    stay\n      n := 0"
        of = program(play, "c: never bad", "zero: always n = 0")
        assert accepted(of, certificate(of, ["zero"])) is fine, guard


def test_what_has_no_weight_does_not_come() -> None:
    for weight, fine in (("if s is Pa then 0 else 1", True), ("if s is Pa then 1 else 0", False)):
        play = f"repeat\n  roll s of Place with weight {weight}\n  held[s] := 1\n  choose A\n    on"
        of = program(play, "c: never held[Pa] = 1")
        assert accepted(of, certificate(of)) is fine, weight


def test_what_is_not_followed_may_be_anything() -> None:
    play = indented("if n = 1: bad := yes\nm := 3")
    of = program(play, "c: never bad", "zero: always n = 0", "three: never m = 4")
    assert accepted(of, certificate(of, ["zero"]))
    assert accepted(of, certificate(of, ["zero"], without=["m", "held", "marked"]))
    assert not accepted(of, certificate(of, ["zero"], without=["n"]))


def test_questions_about_what_a_player_did() -> None:
    play = "repeat\n  turns for p in Player\n    choose p\n      go\n        n := if p is A then 1 else 2"
    of = program(
        play, "c: never after p acts: p is B and n = 1", "wrong: never after p acts: p is B and n = 2",
        "other: never after p acts: p is A and n = 2",
    )  # fmt: skip
    assert accepted(of, certificate(of))
    assert accepted(of, certificate(of, goal="other"))
    assert not accepted(of, certificate(of, goal="wrong"))


def test_what_chance_does_nobody_has_done() -> None:
    play = (
        "repeat\n  choose A\n    go\n      n := 0\n  roll s of Place\n  if s is Pa: n := {}\n"
        "  choose B\n    on\n      n := 0"
    )
    for number in (1, 2):
        of = program(play.format(number), "c: never after p acts: n = 1", "d: never n = 1")
        assert accepted(of, certificate(of))
        assert accepted(of, certificate(of, goal="d")) is (number == 2)
