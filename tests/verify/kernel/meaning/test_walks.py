"""Where walks get to, as variables with facts: just what can be reached, and quickly found out."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest
from tests.tiers import judges
from tests.verify.kernel.certified import accepted, certificate, decides, program
from tests.verify.kernel.meaning.valuation import Valuation

from rulewright.dsl.ir import types as ty
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.meaning.terms import KernelTerm, KernelTermBuilder
from rulewright.verify.kernel.meaning.values import KernelValues, Members
from rulewright.verify.kernel.meaning.walks import layers
from rulewright.verify.kernel.obligation import PROLOGUE, Obligation, Violation

Edges = set[tuple[int, int]]


def reachable(starts: set[int], within: set[int], edges: Edges) -> set[int]:
    found = starts & within
    while True:
        more = {k for i, k in edges if i in found and k in within} - found
        if not more:
            return found
        found |= more


def steps(
    v: KernelValues, size: int, edges: Edges
) -> tuple[tuple[tuple[int, KernelTerm], ...], ...]:
    return tuple(tuple((i, v.t.true) for i in range(size) if (i, k) in edges) for k in range(size))


def can_be(v: KernelValues, terms: list[KernelTerm]) -> bool:
    asked = Obligation("", (), (), v.facts, v.walks, v.t)
    answer = decides(f"{PROLOGUE}{asked.asserting(terms).text}\n(check-sat)\n")
    assert answer is not None
    return not answer


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_two_walks_get_to_what_can_be_reached_and_to_nothing_else(seed: int) -> None:
    luck, size = Random(seed), 4
    edges = {(i, k) for i, k in product(range(size), repeat=2) if i != k and luck.random() < 0.4}
    v = KernelValues(KernelTermBuilder())
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
        known: list[KernelTerm] = []
        wrong: list[KernelTerm] = []
        for begin, set_, found in zip(begins, sets, reached, strict=True):
            start = luck.randrange(size)
            within = {k for k in range(size) if luck.random() < 0.7}
            there = reachable({start}, within, edges)
            known.append(v.n.is_(begin, start))
            known += [t.same(set_[k], t.truth(k in within)) for k in range(size)]
            wrong += [t.not_(t.same(found[k], t.truth(k in there))) for k in range(size)]
        assert can_be(v, [*known, *(t.not_(w) for w in wrong)]), "the set that it is"
        assert not can_be(v, [*known, t.or_(wrong)]), "and no other one"


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_a_walk_from_many_places_gets_to_what_can_be_reached_from_any_of_them(seed: int) -> None:
    """Also beside another walk: what is said of both does not exclude what there is."""
    luck, size = Random(seed), 4
    edges = {(i, k) for i, k in product(range(size), repeat=2) if i != k and luck.random() < 0.3}
    v = KernelValues(KernelTermBuilder())
    t = v.t
    given = [[[t.variable(0) for _ in range(size)] for _ in range(2)] for _ in range(2)]
    reached = [
        v.walks.reached(tuple(begins), tuple(set_), steps(v, size, edges), many=True)
        for begins, set_ in given
    ]
    for _ in range(8):
        known: list[KernelTerm] = []
        wrong: list[KernelTerm] = []
        for variables, found in zip(given, reached, strict=True):
            starts, within = ({k for k in range(size) if luck.random() < 0.6} for _ in range(2))
            for set_, plain in zip(variables, (starts, within), strict=True):
                known += [t.same(set_[k], t.truth(k in plain)) for k in range(size)]
            there = reachable(starts, within, edges)
            wrong += [t.not_(t.same(found[k], t.truth(k in there))) for k in range(size)]
        assert can_be(v, [*known, *(t.not_(w) for w in wrong)]), "the set that it is"
        assert not can_be(v, [*known, t.or_(wrong)]), "and no other one"


def test_a_question_is_asked_without_the_ways_of_its_walks_and_then_with_them() -> None:
    v = KernelValues(KernelTermBuilder())
    t, within = v.t, (v.t.variable(0), v.t.variable(0))
    there = v.walks.reached((t.true, t.false), within, steps(v, 2, {(0, 1), (1, 0)}))
    skipped = t.and_((there[1], t.not_(within[0])))
    left_out = t.and_((*within, t.not_(there[1])))
    for wrong, answers in ((skipped, [False, True]), (left_out, [True, True])):
        asked = Obligation("", (), (Violation("", lambda w=wrong: w),), v.facts, v.walks, t)
        assert [decides(script) for script in asked.scripts] == answers
    plain = Obligation("", (), (Violation("", lambda: within[0]),), v.facts, v.walks, t)
    assert list(plain.scripts) == [plain.script]


def test_a_question_about_a_walk_grows_as_the_board_does() -> None:
    def size_of(places: int) -> int:
        v = KernelValues(KernelTermBuilder())
        ring = {(i, k) for i in range(places) for k in ((i + 1) % places, (i - 1) % places)}
        within = tuple(v.t.variable(0) for _ in range(places))
        starts = tuple(v.t.truth(k == 0) for k in range(places))
        found = v.walks.reached(starts, within, steps(v, places, ring))
        return len(Obligation("", (), (), v.facts, v.walks, v.t).asserting(found).text)

    assert size_of(40) < 2.6 * size_of(20)


def test_layers_are_where_each_number_of_steps_gets_to_and_no_more_than_there_are() -> None:
    t = KernelTermBuilder()
    for length in range(1, 6):
        row = tuple(((k - 1, t.true),) if k else () for k in range(length))
        first = tuple(t.truth(k == 0) for k in range(length))
        within = (t.true,) * length
        assert layers(t, first, within, row) == [
            tuple(t.truth(k <= steps) for k in range(length)) for steps in range(length)
        ]
        last = first[::-1]
        assert layers(t, last, within, row) == [last]
        outside = (t.false, *within[1:])
        assert layers(t, first, outside, row) == [(t.false,) * length]


def walks_of(v: KernelValues, size: int, number: int, edges: Edges) -> list[tuple[KernelTerm, ...]]:
    """Walks that begin anywhere in any sets: what they get to."""
    return [
        v.walks.reached(
            tuple(v.t.variable(0) for _ in range(size)),
            tuple(v.t.variable(0) for _ in range(size)),
            steps(v, size, edges),
        )
        for _ in range(number)
    ]


def test_a_walk_is_one_however_often_it_is_asked_for_and_leaves_out_what_it_cannot_get_to() -> None:
    v = KernelValues(KernelTermBuilder())
    within = (v.t.variable(0), v.t.false)
    starts = (v.t.true, v.t.true)
    ring = steps(v, 2, {(0, 1), (1, 0)})
    found = v.walks.reached(starts, within, ring)
    assert v.walks.reached(starts, within, ring) is found
    assert found[1] is v.t.false
    assert v.t.false not in v.facts


def test_between_walks_something_is_said_if_there_are_few_of_them_in_a_question() -> None:
    v = KernelValues(KernelTermBuilder())
    many = walks_of(v, 2, 11, {(0, 1)})
    for number in (0, 1, 2, 3, 10):
        seen = {term for found in many[:number] for term in found[:1]}
        assert len(set(v.walks.facts(seen))) == number * (number - 1)
    assert v.walks.facts({term for found in many for term in found}) == []


def test_a_question_with_too_many_walks_is_asked_in_parts_at_once() -> None:
    v = KernelValues(KernelTermBuilder())
    many = walks_of(v, 2, 11, {(0, 1)})
    wrong = [Violation("", lambda there=there: v.t.and_(there)) for there in many]
    for number in (1, 10, 11):
        asked = Obligation("", (), tuple(wrong[:number]), v.facts, v.walks, v.t)
        assert asked.is_crowded == (number == 11)
        assert len(asked.questions) == (11 if number == 11 else 1)
        assert all(list(part.scripts) for part in asked.parts())
    alone = Violation("", lambda: v.t.and_([term for there in many for term in there]))
    asked = Obligation("", (), (alone,), v.facts, v.walks, v.t)
    assert asked.is_crowded
    assert asked.questions == [asked]
    assert list(asked.scripts)


@pytest.mark.thorough
@pytest.mark.parametrize("step", [5, *judges([1])])
def test_of_two_walks_one_gets_to_all_or_nothing_of_what_no_step_crosses(step: int) -> None:
    """Whatever the variables are: what the other walk gets to, and what it could and does not."""
    size, edges = 3, {(0, 1), (1, 2), (2, 0)}
    v = KernelValues(KernelTermBuilder())
    t = v.t
    ways = steps(v, size, edges)
    sets = [tuple(t.variable(0) for _ in range(size)) for _ in range(2)]
    first = tuple(t.truth(k == 0) for k in range(size))
    one, other = (v.walks.reached(first, set_, ways) for set_ in sets)
    facts = v.walks.facts({*one, *other})
    for masks in islice(product(range(1 << size), repeat=4), 0, None, step):
        valuation = Valuation(v)
        for terms, mask in zip((one, other, *sets), masks, strict=True):
            valuation.give(Members(terms), ty.Set(ty.Int(0, size - 1)), mask)
        plain = [{k for k in range(size) if mask >> k & 1} for mask in masks]
        reached, inside = plain[:2], plain[2:]
        said = True
        for this, that in ((0, 1), (1, 0)):
            for part in (reached[that], inside[that] - reached[that]):
                crossed = any(
                    {i, k} <= inside[this] and (i in part) is not (k in part) for i, k in edges
                )
                whole = reached[this] <= part or not reached[this] & part
                said = said and (crossed or whole)
        assert all(valuation.of(fact) for fact in facts) is said


@pytest.mark.thorough
@pytest.mark.parametrize("step", [5, *judges([1])])
def test_of_a_walk_from_many_places_all_or_nothing_is_said_where_all_of_them_are_on_one_side(
    step: int,
) -> None:
    size, edges = 3, {(0, 1), (1, 2), (2, 0)}
    v = KernelValues(KernelTermBuilder())
    t = v.t
    ways = steps(v, size, edges)
    starts, within = (tuple(t.variable(0) for _ in range(size)) for _ in range(2))
    all_ = (t.true,) * size
    one = v.walks.reached(starts, within, ways, many=True)
    other = v.walks.reached(tuple(t.truth(k == 0) for k in range(size)), all_, ways)
    facts = v.walks.facts({*one, *other})
    for masks in islice(product(range(1 << size), repeat=4), 0, None, step):
        valuation = Valuation(v)
        for terms, mask in zip((one, other, starts, within), masks, strict=True):
            valuation.give(Members(terms), ty.Set(ty.Int(0, size - 1)), mask)
        reached, there, begins, inside = (
            {k for k in range(size) if mask >> k & 1} for mask in masks
        )

        def kept(walked: set[int], within: set[int], first: set[int], part: set[int]) -> bool:
            if any({i, k} <= within and (i in part) is not (k in part) for i, k in edges):
                return True
            return (walked <= part or not first <= part) and not (
                walked & part and not first & part
            )

        board = set(range(size))
        said = all(kept(reached, inside, begins & inside, part) for part in (there, board - there))
        for part in (reached, inside - reached):
            crossed = any((i in part) is not (k in part) for i, k in edges)
            said = said and (crossed or there <= part or not there & part)
        assert all(valuation.of(fact) for fact in facts) is said


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


@pytest.mark.thorough
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
