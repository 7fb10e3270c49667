"""Certificates made by hand: the kernel accepts what is kept, and nothing that is not.

Each case stands twice, and the two differ in one thing. What is not kept is reached by a play, or
not said by the certificate.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.certified import (
    accepted,
    certificate,
    decides,
    places,
    program,
    property_of,
)

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Branch, Goto, Stop
from rulewright.dsl.ir.types import Int
from rulewright.engines.python.game import PythonGame
from rulewright.verify.kernel.certificate import Certificate, Claim, CutPoint
from rulewright.verify.kernel.check import Accepted, Rejected, check
from rulewright.verify.kernel.goals import Refused, goals
from rulewright.verify.kernel.obligations import compares_sums, obligations
from rulewright.verify.kernel.paths import CutsMissing, order_of
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore

AGAIN = "repeat\n  choose A\n    go(s: Place)\n"

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


FOUR = "procedure four()\n  n := 4"


def indented(step: str) -> str:
    return AGAIN + "".join(f"      {line}\n" for line in step.split("\n"))


def _parts(play: str) -> str:
    return FOUR if "four()" in play else ""


def reached(play: str, property_: str) -> bool:
    """Whether some position has a property."""
    game = PythonGame(program(play, f"c: never {property_}", parts=_parts(play)))
    return any(game.holds(0, state) for state in explore(game, Budget()).states)


@pytest.mark.parametrize("name", STEPS)
def test_a_step(name: str) -> None:
    step, never, once = STEPS[name]
    play = indented(step)
    assert not reached(play, never)
    assert reached(play, once)
    good = program(play, f"c: never {never}", parts=_parts(play))
    inner = "repeat until" in step or "choose B" in step
    if not inner:
        assert accepted(good, certificate(good))
    wrong = program(play, f"c: never {once}", "every: always yes", parts=_parts(play))
    assert not accepted(wrong, certificate(wrong))
    assert not accepted(wrong, certificate(wrong, ["every"]))
    for unrolled in (True, False):
        for without in ((), ("n",), ("m",), ("held", "marked")):
            made = certificate(wrong, unrolled=unrolled, without=without)
            assert not accepted(wrong, made), (unrolled, without)


def test_what_is_claimed_has_to_be_kept() -> None:
    """That m is never 3 rests on n being at most 2."""
    play = indented("if n < 2: n := n + 1\nm := n")
    of = program(
        play, "c: never m = 3", "low: always n <= 2", "lower: always n <= 1", "x: always m < 9"
    )
    assert not accepted(of, certificate(of))
    assert accepted(of, certificate(of, ["low"]))
    assert not accepted(of, certificate(of, ["lower"]))
    assert not accepted(of, certificate(of, ["low", "lower"]))
    assert not accepted(of, certificate(of, ["x"]))


def test_what_is_claimed_has_to_be_so_at_the_beginning() -> None:
    of = program(indented("n := n"), "c: never n = 4", "told: always n = 3")
    assert accepted(of, certificate(of))
    assert not accepted(of, certificate(of, ["told"]))
    begun = program("n := 3\n" + indented("n := n"), "c: never n = 4", "told: always n = 3")
    assert accepted(begun, certificate(begun, ["told"]))


def test_the_answer_itself_has_to_be_so_at_the_beginning() -> None:
    of = program("n := 3\n" + indented("n := 0"), "c: never n = 3")
    assert not accepted(of, certificate(of))


def test_what_is_claimed_at_one_place_is_not_known_at_another() -> None:
    play = "repeat\n  choose A\n    up\n      n := 1\n  choose B\n    down\n      if n != 1: bad := yes\n      n := 0"
    of = program(play, "c: never bad", "one: always n = 1", "zero: always n = 0")
    first, second = [p for p in places(of) if p.kind == "node"]
    heads = [p for p in places(of) if p.kind == "block"]
    none, one = (Claim(property_of(of, name)) for name in ("zero", "one"))
    right = replace(
        certificate(of), claims=((first, (none,)), (second, (one,)), *((h, (none,)) for h in heads))
    )
    assert accepted(of, replace(right, claims=((second, (one,)),)))
    assert not accepted(of, replace(right, claims=((first, (one,)),)))
    assert not accepted(of, replace(right, claims=((first, (none,)),)))


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


def test_lemmas() -> None:
    """From the lemma the answer follows in any position; it has to be proved itself."""
    play = indented("if m < 2: m := m + 1")
    of = program(
        play, "c: never m = 3", "low: always m <= 2", "lower: always m <= 1", "five: never n = 5"
    )
    proofs = {name: certificate(of, goal=name) for name in ("low", "lower", "five")}

    def by(*lemmas: Certificate) -> Certificate:
        return Certificate("c", anywhere=True, lemmas=lemmas)

    assert accepted(of, proofs["low"])
    assert not accepted(of, proofs["lower"])
    assert accepted(of, by(proofs["low"]))
    assert not accepted(of, by(proofs["lower"])), "which does not hold"
    assert not accepted(of, by(proofs["five"])), "from which nothing follows"
    assert not accepted(of, by())
    assert accepted(of, by(proofs["five"], proofs["low"]))
    assert accepted(of, by(proofs["low"], proofs["five"]))
    assert not accepted(of, by(proofs["low"], proofs["lower"]))
    assert not accepted(of, by(Certificate("nobody", anywhere=True)))


def test_what_is_so_after_somebody_acts_is_no_lemma_for_every_position() -> None:
    play = "n := 3\nrepeat\n  turns for p in Player\n    choose p\n      go\n        n := 0"
    of = program(play, "c: never n = 3", "acted: never after p acts: n = 3", "e: every play ends")
    acted = certificate(of, goal="acted")
    assert accepted(of, acted)
    assert not accepted(of, certificate(of))
    assert not accepted(of, Certificate("c", anywhere=True, lemmas=(acted,)))
    for lemma in (Certificate("nobody"), Certificate("e")):
        with pytest.raises(Refused):
            list(obligations(of, 0, Certificate("c", anywhere=True, lemmas=(lemma,))))


def test_what_a_lemma_shows_is_known_where_ways_begin() -> None:
    """Both what the lemma's check says, and what is claimed in its proof, inside a loop too."""
    play = indented("if n < 2: n := n + 1\nif n > 2: m := 3")
    checks = ("c: never m = 3", "low: always n <= 2", "lower: always n <= 1")
    of = program(play, *checks, "acted: never after p acts: n > 2", "e: every play ends")
    proofs = {name: certificate(of, goal=name) for name in ("low", "lower", "acted")}
    bare = certificate(of)
    assert accepted(of, proofs["low"])
    assert not accepted(of, bare)
    assert accepted(of, replace(bare, lemmas=(proofs["low"],)))
    nested = Certificate("low", anywhere=True, lemmas=(proofs["low"],))
    assert accepted(of, replace(bare, lemmas=(nested,)))
    assert not accepted(of, replace(bare, lemmas=(proofs["lower"],))), "which does not hold"
    claiming = replace(certificate(of, ["low"]), check="c")
    assert accepted(of, claiming)
    assert not accepted(of, replace(bare, lemmas=(replace(claiming, claims=()),)))
    assert not accepted(of, replace(bare, lemmas=(certificate(of, ["lower"], goal="low"),)))


def test_what_is_so_after_somebody_acts_is_not_known_where_ways_begin() -> None:
    play = "n := 3\nrepeat\n  turns for p in Player\n    choose p\n      go\n        m := n\n        n := 0"
    of = program(play, "c: never m = 3", "acted: never after p acts: n = 3")
    acted = certificate(of, goal="acted")
    assert accepted(of, acted)
    assert not accepted(of, replace(certificate(of), lemmas=(acted,)))


def test_what_an_answer_for_any_position_may_not_hold() -> None:
    of = program(
        indented("n := 3"), "c: never n > 9", "e: every play ends", "a: someone can always act"
    )
    made = Certificate("c", anywhere=True)
    assert accepted(of, made)
    place = places(of)[0]
    for more in (
        replace(made, claims=((place, (Claim(x.YES),)),)),
        replace(made, measure=((place, (x.Const(0, Int(0, 0)),)),)),
        replace(made, loops=frozenset({0})),
    ):
        assert not accepted(of, more)
    for number, name in ((1, "e"), (2, "a")):
        with pytest.raises(Refused, match="in any position"):
            list(obligations(of, number, Certificate(name, anywhere=True)))


def test_what_is_so_in_any_position() -> None:
    of = program(indented("n := 3"), "c: never n > 9", "d: never n > 8")
    assert accepted(of, Certificate("c", anywhere=True))
    assert not accepted(of, Certificate("d", anywhere=True))
    assert not accepted(of, replace(certificate(of, ["c"]), anywhere=True)), "claims are for places"


def test_a_certificate_is_for_one_question() -> None:
    of = program(indented("n := 3"), "c: never n = 4", "d: never n = 5")
    assert accepted(of, certificate(of, goal="d"))
    found = check(of, 1, certificate(of), decides)
    assert isinstance(found, Rejected)
    assert found.certain
    assert isinstance(check(of, 0, certificate(of), decides), Accepted)


def test_what_was_asked_is_counted() -> None:
    """Questions that are put to the solver, and those that answer themselves; lemmas add theirs."""
    play = indented("if m < 2: m := m + 1")
    of = program(play, "c: never m = 3", "low: always m <= 2", "two: always m < 3")
    scripts: list[str] = []

    def counted(script: str) -> bool | None:
        scripts.append(script)
        return decides(script)

    single = {}
    for number, name in ((1, "low"), (2, "two")):
        made = certificate(of, goal=name)
        owed = list(obligations(of, number, made))
        found = check(of, number, made, counted)
        assert isinstance(found, Accepted)
        assert found.certificate == made
        assert (found.asked, found.folded) == (
            sum(not o.folded for o in owed), sum(o.folded for o in owed),
        )  # fmt: skip
        assert found.asked == len(scripts)
        assert found.asked > 0
        assert found.folded > 0
        scripts.clear()
        single[name] = found
    both = Certificate("c", anywhere=True, lemmas=tuple(f.certificate for f in single.values()))
    found = check(of, 0, both, counted)
    assert isinstance(found, Accepted)
    own = list(obligations(of, 0, both))
    assert found.asked == len(scripts) == sum(f.asked for f in single.values()) + len(own)
    assert found.folded == sum(f.folded for f in single.values())


def test_what_is_not_decided_together_is_asked_one_by_one() -> None:
    play = indented("if n < 2: n := n + 1\nm := n")
    of = program(play, "c: never m = 3", "low: always n <= 2", "lower: always n <= 1")
    made = certificate(of, ["low"])
    together = {o.script for o in obligations(of, 0, made) if len(o.left) > 1}
    assert together
    found = check(of, 0, made, lambda script: None if script in together else decides(script))
    assert isinstance(found, Accepted)
    scripts: list[str] = []

    def counted(script: str) -> bool | None:
        scripts.append(script)
        return decides(script)

    wrong = check(of, 0, certificate(of, ["lower"]), counted)
    assert isinstance(wrong, Rejected)
    assert [decides(script) for script in scripts] == [True] * (len(scripts) - 1) + [False]


def test_what_is_rejected_says_why_and_whether_that_is_certain() -> None:
    of = program(indented("n := 3"), "c: never n = 3", "d: never n = 4", "e: every play ends")
    made = certificate(of, goal="d")

    def rejected(number: int, made: Certificate, sure: bool = True) -> Rejected:
        found = check(of, number, made, decides if sure else lambda script: None)
        assert isinstance(found, Rejected)
        return found

    wrong = rejected(0, certificate(of))
    assert wrong.certain
    assert "is not so" in wrong.why
    lemma = rejected(1, Certificate("d", anywhere=True, lemmas=(certificate(of),)))
    assert lemma.certain
    assert lemma.why == f"the lemma c: {wrong.why}"
    unsure = rejected(0, certificate(of), sure=False)
    assert not unsure.certain
    assert "could not be decided" in unsure.why
    assert rejected(2, certificate(of, goal="e")).certain
    assert rejected(1, replace(made, lemmas=(Certificate("nobody"),))).certain
    deep: x.Expr = property_of(of, "d")
    for _ in range(30_000):
        deep = x.And((deep, deep))
    nested = replace(made, claims=((places(of)[0], (Claim(deep),)),))
    assert not rejected(1, nested).certain


def test_loops_have_to_be_cut() -> None:
    play = "repeat until n = 9\n  n := n + 1\nchoose A\n  on\ndraw"
    of = program(play, "c: never m = 1", "other: always m != 1")
    assert accepted(of, certificate(of, ["other"]))
    assert not accepted(of, replace(certificate(of, ["other"]), loops=frozenset()))
    assert not accepted(of, certificate(of)), "nothing is known at the head of the loop"


def test_each_pass_of_a_loop_keeps_what_is_claimed_at_its_head() -> None:
    play = "repeat until n = 9\n  n := n + 1\n  m := 1\nchoose A\n  on\ndraw"
    of = program(
        play, "c: never m = 2", "d: never m = 1", "low: always m <= 1", "zero: always m = 0",
        "two: always m != 2",
    )  # fmt: skip
    assert accepted(of, certificate(of, ["low"]))
    assert accepted(of, certificate(of, ["two"]))
    assert not accepted(of, certificate(of))
    assert not accepted(of, certificate(of, ["zero"]))
    assert not accepted(of, certificate(of, ["low"], goal="d"))
    assert not accepted(of, certificate(of, ["zero"], goal="d"))


def test_what_a_loop_is_left_with_is_known_behind_it() -> None:
    play = "repeat until n = 9\n  n := n + 1\nif n != 9: bad := yes\nchoose A\n  on\ndraw"
    of = program(play, "c: never bad", "fine: always not bad", "low: always n < 9")
    assert accepted(of, certificate(of, ["fine"]))
    assert not accepted(of, certificate(of, ["fine", "low"])), "n is 9 at the last head"


GRAPHS = [
    # the blocks to which each leads, cuts, whether every circle is cut
    (((1,), ()), (), True),
    (((1,), (0,)), (), False),
    (((1,), (0,)), (0,), True),
    (((1,), (0,)), (1,), True),
    (((0,),), (), False),
    (((0,),), (0,), True),
    (((1, 2), (3,), (3,), ()), (), True),
    (((1, 2), (3,), (1,), ()), (), True),
    (((1, 2), (3,), (3,), (1,)), (), False),
    (((1, 2), (3,), (3,), (1,)), (3,), True),
    (((1, 2), (3,), (3,), (1,)), (2,), False),
    (((), (2,), (3, 0), (1,)), (), False),
    (((2,), (3,), (1, 3), ()), (), True),
]


@pytest.mark.parametrize(("leads", "cuts", "cut"), GRAPHS)
def test_blocks_come_before_those_that_they_lead_to(
    leads: tuple[tuple[int, ...], ...], cuts: tuple[int, ...], cut: bool
) -> None:
    def end(to: tuple[int, ...]) -> Stop | Goto | Branch:
        return Stop(0) if not to else Goto(to[0]) if len(to) == 1 else Branch(x.YES, *to)

    blocks = [Block("b", (), end(to)) for to in leads]
    if not cut:
        with pytest.raises(CutsMissing):
            order_of(blocks, frozenset(cuts))
        return
    order = order_of(blocks, frozenset(cuts))
    assert sorted(order) == list(range(len(blocks)))
    for block, to in enumerate(leads):
        assert all(order.index(block) < order.index(t) for t in to if t not in cuts)


def test_what_is_not_decided_is_not_accepted() -> None:
    of = program(indented("if n < 2: n := n + 1\nm := n"), "c: never m = 3", "low: always n <= 2")
    found = check(of, 0, certificate(of, ["low"]), lambda script: None)
    assert isinstance(found, Rejected)
    assert not found.certain


def test_acceptance_comes_from_the_kernel_alone() -> None:
    with pytest.raises(TypeError, match="accepted by checking"):
        Accepted(Certificate("c"), 0, 0, object())


SUMS = "supply stick = 9\nstate of_a: 0..9 = 0\nstate of_b: 0..9 = 0"
SUM = "stick + of_a + of_b = 9"


@pytest.mark.parametrize("unrolled", [True, False])
@pytest.mark.parametrize(
    ("step", "kept"),
    [
        ("when stick > 0\n      take 1 of stick to of_a", True),
        ("when stick > 0\n      stick := stick", True),
        ("when of_a < 9\n      of_a := of_a + 1", False),
        ("when of_a > 0 and of_b < 9\n      of_a := of_a - 1\n      of_b := of_b + 1", True),
        ("when of_a > 0 and of_b < 8\n      of_a := of_a - 1\n      of_b := of_b + 2", False),
        ("when stick = 9\n      for p in Place\n        take 1 of stick to of_a", True),
        ("when of_a < 6\n      for p in Place\n        of_a := of_a + 1", False),
        (
            "when of_a in 4..8\n      of_a := of_a + 1\n      for p in Place\n        of_a := of_a - 1\n"
            "      of_a := of_a - 1",
            False,
        ),
    ],
)
def test_sums_that_no_step_changes(step: str, kept: bool, unrolled: bool) -> None:
    play = f"repeat\n  choose A\n    go {step}\n    wait\n"
    of = program(play.replace("stick := stick", "nothing"), f"c: always {SUM}", parts=SUMS)
    made = certificate(of, ["c"], summed=True, unrolled=unrolled)
    assert accepted(of, made) is kept
    assert accepted(of, replace(made, followed=frozenset())) is kept


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


def test_where_play_rests_is_no_part_of_a_sum() -> None:
    """The sum changes where play ends, and no store tells of it."""
    play = "n := 1\nchoose A\n  begin\nrepeat\n  choose A\n    stay\n    stop\n      draw"
    ends = "n + (if over then 1 else 0) != 1"
    assert reached(play, f"over and {ends}")
    of = program(play, f"c: never after p acts: {ends}", "one: never n != 1")
    claims = tuple(replace(goal, summed=True) for goal in goals(of, of.checks[0]))
    first, later, end = (CutPoint("node", number) for number in range(3))
    one = Claim(property_of(of, "one"), holds=False)
    made = replace(certificate(of), claims=((first, (one,)), (later, claims), (end, claims)))
    assert not compares_sums(of, claims[0])
    assert not accepted(of, made)


def test_every_play_ends() -> None:
    play = "n := 5\nrepeat until n = 0\n  choose A\n    down\n      n := n - 1\n    two when n > 1\n      n := n - 2\ndraw"
    of = program(play, "c: every play ends", "low: always n <= 5")
    n = next(v for v in of.variables if v.name == "n")
    head, node = ([p for p in places(of) if p.kind == kind] for kind in ("block", "node"))
    here = x.Var("n", n.type)

    def measured(at_node: x.Expr, at_head: x.Expr) -> Certificate:
        sunk = tuple((p, (at_node,)) for p in node) + tuple((p, (at_head,)) for p in head)
        return replace(certificate(of), measure=sunk)

    twice = x.Arith("*", here, x.Const(2, Int(2, 2)), Int(0, 18))
    less = x.Arith("-", twice, x.Const(1, Int(1, 1)), Int(-1, 17))
    if head:
        assert accepted(of, measured(less, twice))
        assert not accepted(of, measured(twice, less))
        assert not accepted(of, measured(here, here))
    else:
        assert accepted(of, measured(here, here))
    assert not accepted(of, certificate(of)), "without a measure"
    assert not accepted(of, measured(x.Const(1, Int(1, 1)), x.Const(1, Int(1, 1))))


@pytest.mark.parametrize("unrolled", [True, False])
@pytest.mark.parametrize(
    ("step", "less", "falls"),
    [
        ("when stick > 0\n      take 1 of stick to of_a", "stick", True),
        ("when stick > 0\n      take 1 of stick to of_a", "stick * 2 + of_a", True),
        ("when stick > 0\n      take 1 of stick to of_a", "stick + of_a", False),
        ("when stick > 0\n      take 1 of stick to of_a", "stick + of_a * 2", False),
        ("when of_a < 9\n      of_a := of_a + 1", "9 - of_a", True),
        ("when of_a < 9\n      of_a := of_a + 1", "of_b - of_a", True),
        ("when of_a < 9\n      of_a := of_a + 1\n      of_b := n", "of_b - of_a", False),
        ("(k: 0..3) when of_a + k <= 9\n      of_a := of_a + k", "9 - of_a", False),
        ("(k: 1..3) when of_a + k <= 9\n      of_a := of_a + k", "9 - of_a", True),
    ],
)
@pytest.mark.parametrize("followed", [True, False])
def test_sums_in_a_measure_are_followed(
    step: str, less: str, falls: bool, unrolled: bool, followed: bool
) -> None:
    """What is not followed is summed up all the same, as long as loops are run through."""
    play = f"repeat\n  choose A\n    go{step if step[0] == '(' else f' {step}'}"
    of = program(play, "c: every play ends", f"few: always {less} < 100", parts=SUMS)
    compared = property_of(of, "few")
    assert isinstance(compared, x.Compare)
    number = compared.left
    sunk = tuple((place, (number,)) for place in places(of))
    made = replace(certificate(of, unrolled=unrolled), measure=sunk)
    if not followed:
        made = replace(made, followed=frozenset())
    assert accepted(of, made) is (falls and (followed or unrolled))


def test_measures_are_integers_and_equally_many_at_each_place() -> None:
    of = program("choose A\n  a\nchoose B\n  b\nchoose A\n  c\ndraw", "c: every play ends")

    def measured(*rows: tuple[x.Expr, ...]) -> bool:
        measure = tuple(zip(places(of), rows, strict=False))
        return accepted(of, replace(certificate(of), measure=measure))

    one, two, three = (x.Const(n, Int(n, n)) for n in (1, 2, 3))
    assert measured((three,), (two,), (one,))
    assert measured((one, three), (one, two), (one, one))
    assert not measured((one,), (two,), (three,))
    assert not measured((three,), (two,), (two,))
    assert not measured((one, three), (two, two), (three, one))
    n = x.Var("n", Int(0, 9))
    later = x.Arith("+", n, one, Int(1, 10))
    assert measured((later,), (n,), (x.Arith("-", n, one, Int(-1, 8)),))
    assert not measured((n,), (later,), (n,))
    for wrong in (
        ((three,), (two,)), ((three,), (two, one), (one,)), ((three,), (two,), ()),
        ((x.YES,), (x.YES,), (x.NO,)),
    ):  # fmt: skip
        assert not measured(*wrong)


def test_somebody_can_always_act() -> None:
    for guard, fine in (("when n < 9", False), ("when n <= 9", True)):
        play = f"repeat\n  choose A\n    up {guard}\n      if n < 9: n := n + 1"
        of = program(play, "c: someone can always act")
        assert accepted(of, certificate(of)) is fine, guard
    play = "repeat\n  choose A\n    up when n < 5\n      n := (n + 1) mod 3"
    of = program(play, "c: someone can always act", "low: always n < 3")
    assert accepted(of, certificate(of, ["low"]))
    assert not accepted(of, certificate(of))


def test_places_are_ordered_and_named() -> None:
    assert sorted([CutPoint("node", 1), CutPoint("block", 2), CutPoint("node", 0)]) == [
        CutPoint("block", 2), CutPoint("node", 0), CutPoint("node", 1),
    ]  # fmt: skip
    assert CutPoint("node", 3).node == 3
    assert CutPoint("block", 3).node is None
