"""Where walks get to, as variables with facts: just what can be reached, and quickly found out."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from tests.verify.kernel.certified import accepted, certificate, decides, program

from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.meaning.terms import Term, Terms
from rulewright.verify.kernel.meaning.values import Values
from rulewright.verify.kernel.obligation import Obligation

Edges = set[tuple[int, int]]


def reachable(start: int, within: set[int], edges: Edges) -> set[int]:
    found = {start} & within
    while True:
        more = {k for i, k in edges if i in found and k in within} - found
        if not more:
            return found
        found |= more


def steps(v: Values, size: int, edges: Edges) -> tuple[tuple[tuple[int, Term], ...], ...]:
    return tuple(tuple((i, v.t.true) for i in range(size) if (i, k) in edges) for k in range(size))


def can_be(v: Values, terms: list[Term]) -> bool:
    asked = Obligation("", (), (), v.facts, v.walks, v.t)
    answer = decides(f"{asked.asserting(terms)}(check-sat)\n")
    assert answer is not None
    return not answer


@pytest.mark.parametrize("seed", range(4))
def test_two_walks_get_to_what_can_be_reached_and_to_nothing_else(seed: int) -> None:
    luck, size = Random(seed), 4
    edges = {(i, k) for i, k in product(range(size), repeat=2) if i != k and luck.random() < 0.4}
    v = Values(Terms())
    t = v.t
    sets = [[t.variable(0) for _ in range(size)] for _ in range(2)]
    begins = [v.n.variable(0, size - 1) for _ in range(2)]
    reached = [
        v.walks.reached(
            tuple(v.n.is_(begin, k) for k in range(size)), tuple(set_), steps(v, size, edges)
        )
        for begin, set_ in zip(begins, sets, strict=True)
    ]
    for _ in range(8):
        known: list[Term] = []
        wrong: list[Term] = []
        for begin, set_, found in zip(begins, sets, reached, strict=True):
            start = luck.randrange(size)
            within = {k for k in range(size) if luck.random() < 0.7}
            there = reachable(start, within, edges)
            known.append(v.n.is_(begin, start))
            known += [t.same(set_[k], t.truth(k in within)) for k in range(size)]
            wrong += [t.not_(t.same(found[k], t.truth(k in there))) for k in range(size)]
        assert can_be(v, [*known, *(t.not_(w) for w in wrong)]), "the set that it is"
        assert not can_be(v, [*known, t.or_(wrong)]), "and no other one"


def test_a_question_about_a_walk_grows_as_the_board_does() -> None:
    def size_of(places: int) -> int:
        v = Values(Terms())
        ring = {(i, k) for i in range(places) for k in ((i + 1) % places, (i - 1) % places)}
        within = tuple(v.t.variable(0) for _ in range(places))
        starts = tuple(v.t.truth(k == 0) for k in range(places))
        found = v.walks.reached(starts, within, steps(v, places, ring))
        return len(Obligation("", (), (), v.facts, v.walks, v.t).asserting(found))

    assert size_of(40) < 2.6 * size_of(20)


BOARD = """
board ice = hex(wide)
shape wide = picture("# # #/ # # #/# # #")
state frozen: set of Tile = Tile
state row: Tile -> list of Player up to 2 = []
"""
MELT = """\
repeat
  choose A
    melt(t: frozen) when connected(frozen - t)
      remove t from frozen
"""


@pytest.mark.thorough
def test_what_goes_round_a_place_makes_up_for_it() -> None:
    """If what is beside a place hangs together, all hangs together without it."""
    of = program(
        MELT,
        "c: always all t in frozen: connected(frozen - t) or not connected(near(t) & frozen)",
        "whole: always connected(frozen)",
        "odd: always all t in frozen: connected(frozen - t) or connected(near(t) & frozen)",
        parts=BOARD,
    )
    whole = certificate(of, goal="whole")
    assert accepted(of, whole)
    assert accepted(of, Certificate("c", anywhere=True, lemmas=(whole,)))
    assert not accepted(of, Certificate("c", anywhere=True))
    assert not accepted(of, Certificate("odd", anywhere=True, lemmas=(whole,)))


@pytest.mark.thorough
def test_what_goes_through_many_elements_may_be_left_open() -> None:
    """Then nothing can rest on it; what does not is shown all the same."""
    play = """\
repeat
  choose A
    go(s: Tile) when all t, u in Tile: row[t] is [] or row[u] is []
      if n < 3: n := n + 1
      if some t, u in Tile: t is not u and row[t] is not [] and row[u] is not []: bad := yes
"""
    of = program(play, "c: always n <= 3", "quiet: never bad", parts=BOARD)
    for goal in ("c", "quiet"):
        made = certificate(of, goal=goal)
        assert accepted(of, made)
        few = Certificate(goal, made.followed, loops=made.loops, widest=20)
        assert accepted(of, few) is (goal == "c")


def test_what_goes_through_a_local_is_about_what_it_is_made_from() -> None:
    """Of the elements that are filtered something is known, though ``one`` is not followed."""
    play = """\
var one: Player = A
repeat
  choose A
    put(t: frozen, q: Player) when size(row[t]) < 2
      row[t] := row[t] ++ [q]
    clear(q: Player)
      one := q
      for t in Tile
        let old = row[t]
        row[t] := those m in old: m is one
    melt(t: frozen) when row[t] is []
      remove t from frozen
"""
    of = program(play, "c: always all t in Tile: row[t] is [] or t in frozen", parts=BOARD)
    others = [v.name for v in of.variables if v.name not in ("row", "frozen")]
    assert accepted(of, certificate(of, without=[n for n in others if "one" not in n]))
