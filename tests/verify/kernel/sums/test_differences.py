"""Claims that compare the same sums, give or take a constant: what one tells of another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from textwrap import dedent, indent

import pytest
from tests.verify.kernel.certified import accepted, certificate, places, program, property_of

from rulewright.dsl.ir.program import Decision, Fault, Program
from rulewright.engines.python.game import PythonGame
from rulewright.verify.kernel.certificate import Certificate, Claim, CutNode
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore

LAID = """
repeat
  choose A
    lay(p: Place) when held[p] < 3
      {lay}
      choose B
        light
          {light}
"""
FULL, DARK = "n <= sum p in Place: held[p]", "n < sum p in Place: held[p]"
PARTS = "let all_held = sum p in Place: held[p]"


def _play(lay: str, light: str) -> str:
    return LAID.format(lay=indent(lay, " " * 6).strip(), light=indent(light, " " * 10).strip())


def _program(play: str, *checks: str) -> Program:
    return program(play, *checks, parts=PARTS)


def _holds(play: str, property_: str) -> bool:
    game = PythonGame(_program(play, f"c: always {property_}"))
    return all(game.holds(0, state) for state in explore(game, Budget()).states)


def _made(
    of: Program, *pending: str, unrolled: bool = True, without: Iterable[str] = ("held", "n")
) -> Certificate:
    """The answer followed as a sum everywhere, and where B is asked what is ``pending``; not all that
    the sums are about is followed otherwise."""
    made = certificate(of, ["c"], summed=True, without=without, unrolled=unrolled)
    (asked_b,) = (p for p in places(of) if p.node is not None and _asks_b(of, p.node))
    more = tuple(Claim(property_of(of, name)) for name in pending)
    return replace(
        made,
        claims=tuple((p, (*found, *(more if p == asked_b else ()))) for p, found in made.claims),
    )


def _asks_b(of: Program, number: int) -> bool:
    node = of.nodes[number]
    return isinstance(node, Decision) and node.choices[0].name == "light"


STEPS = {
    "one comes, and one is owed": ("held[p] += 1", "if n < 9: n += 1", True),
    "nothing comes": ("held[p] := held[p]", "if n < 9: n += 1", False),
    "two are taken for one that came": ("held[p] += 1", "if n < 8: n += 2", False),
    "it goes again": ("held[p] += 1\nheld[p] -= 1", "if n < 9: n += 1", False),
    "it comes to another place, which holds as many": (
        "held[p] -= held[p]\nheld[p] := 3",
        "if n < 9: n += 1",
        True,
    ),
    "some of them come by a loop": (
        "for q in Place if held[q] < 3: held[q] += 1",
        "if n < 9: n += 1",
        True,
    ),
    "they come by a loop to no place": (
        "for q in Place if held[q] > 3: held[q] += 1",
        "if n < 9: n += 1",
        False,
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", STEPS)
def test_what_is_owed_is_told_by_the_answer(name: str) -> None:
    """Where B is asked one more is there than was taken; that follows from the answer by one step."""
    lay, light, right = STEPS[name]
    play = _play(lay, light)
    assert _holds(play, FULL) is right
    of = _program(play, f"c: always {FULL}", f"dark: always {DARK}")
    assert accepted(of, _made(of, "dark", without=["n"])) is right
    assert not accepted(of, _made(of, without=["n"]))


@pytest.mark.thorough
def test_it_may_be_said_of_some_cases_alone() -> None:
    play = _play("if m = 0: held[p] += 1\nif m > 0: held[p] := 3", "if m = 0 and n < 9: n += 1")
    for cases, right in ((f"m > 0 or {DARK}", True), (f"m > 1 or {DARK}", False)):
        of = _program(
            play.replace("choose A\n", "choose A\n    other when m < 2\n      m += 1\n"),
            f"c: always {FULL}",
            f"dark: always {cases}",
        )
        assert accepted(of, _made(of, "dark")) is right, cases


@pytest.mark.parametrize(
    ("owed", "right"),
    [
        (DARK, True),
        ("not (all_held <= n)", True),
        ("n + 1 <= all_held", True),
        ("1 <= all_held - n", True),
        ("n + 2 <= all_held", False),
        ("n != all_held", True),
        ("not (n < all_held)", False),
        ("2 * n < 2 * all_held", False),
        ("n < held[Pa] + held[Pb]", False),
    ],
)
def test_how_it_may_be_said(owed: str, right: bool) -> None:
    """Sums that differ by more than a constant are not told by each other."""
    of = _program(
        _play("held[p] += 1", "if n < 9: n += 1"), f"c: always {FULL}", f"dark: always {owed}"
    )
    assert accepted(of, _made(of, "dark")) is right


@pytest.mark.thorough
@pytest.mark.parametrize("loop", ["if held[q] < 3: held[q] += 1", "held[q] := held[q]"])
def test_what_one_pass_for_a_loop_leaves_out_is_not_counted(loop: str) -> None:
    """Each pass of it may keep the answer, and nobody has followed by how much the sum has changed."""
    right = loop == "held[q] := held[q]"
    play = (
        f"choose A\n  lay(p: Place) when held[p] < 3\n    held[p] += 1\n    for q in Place: {loop}\n"
        "    choose B\n      light\n        draw\n"
    )
    of = _program(
        play, f"c: always {FULL}", "even: always all_held <= n", "dark: always all_held <= n + 1"
    )
    game = PythonGame(of)
    assert all(game.holds(2, state) for state in explore(game, Budget()).states) is right
    even = CutNode(0), (Claim(property_of(of, "even")),)
    for unrolled in (True, False):
        made = _made(of, "dark", unrolled=unrolled, without=["n"])
        claims = tuple((p, (*c, *(even[1] if p == even[0] else ()))) for p, c in made.claims)
        assert accepted(of, replace(made, claims=claims)) is (right and unrolled)


@pytest.mark.thorough
def test_a_fault_gives_back_what_was_there_before() -> None:
    """What is owed at B is not so at a fault in the move of A, which is undone."""
    play = dedent("""
        repeat
          choose A
            lay(p: Place)
              held[p] += 1
              choose B
                light
                  if n < 9: n += 1
    """)
    of = _program(play, f"c: always {FULL}", f"dark: always {DARK}")
    assert _holds(play, FULL)
    made = _made(of, "dark")
    assert accepted(of, made)
    dark = Claim(property_of(of, "dark"))
    at_fault = tuple(
        (CutNode(number), (dark,))
        for number in range(len(of.nodes))
        if CutNode(number) not in places(of)
    )
    assert at_fault
    assert not accepted(of, replace(made, claims=(*made.claims, *at_fault)))


@pytest.mark.thorough
def test_where_a_move_began_the_difference_was_another() -> None:
    """At the fault is what was there before the move, of which the head of the loop tells nothing."""
    play = (
        "choose A\n  lay(p: Place) when held[p] < 3\n    held[p] += 1\n    m := 3\n"
        "    repeat until m = 0\n      m -= 1\n      held[p] += 1\n    draw\n"
    )
    of = _program(play, f"c: always {FULL}", "even: always all_held <= n", f"dark: always {DARK}")
    even, dark = (Claim(property_of(of, name)) for name in ("even", "dark"))
    faults = [CutNode(i) for i, n in enumerate(of.nodes) if isinstance(n, Fault)]
    made = certificate(of, ["c"], summed=True, without=["n"])
    begun = tuple(
        (p, (*found, even if isinstance(p, CutNode) else dark)) for p, found in made.claims
    )
    for at_faults, right in (((), True), ((even,), True), ((dark,), False)):
        more = tuple((fault, at_faults) for fault in faults)
        assert accepted(of, replace(made, claims=(*begun, *more))) is right, at_faults


@pytest.mark.parametrize(
    ("goal", "right"),
    [
        ("n + m <= 1", True),
        ("m + n <= 1", True),
        ("(n + m) + (n + m) <= 1", False),
        ("n + n + m <= 1", False),
    ],
)
def test_what_stands_there_twice_counts_twice(goal: str, right: bool) -> None:
    """The sum of both is 1 at most; what is twice as much is 2 after the move."""
    play = "repeat\n  choose A\n    add when not bad\n      n += 1\n      bad := yes\n    wait\n      m := m"
    of = program(
        play, f"c: always {goal}", "most: always n + m <= 1", "before: always n + m <= 0 or bad"
    )
    said = (
        Claim(property_of(of, "most"), summed=True), Claim(property_of(of, "before")),
    )  # fmt: skip
    for without in ([], ["n", "m"]):
        made = certificate(of, ["c"], without=without)
        claims = tuple((p, said if p.node is not None else (*said, *c)) for p, c in made.claims)
        assert accepted(of, replace(made, claims=claims)) is right, (goal, without)
