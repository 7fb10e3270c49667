"""How a sum changes: numbers kept apart, put together, chosen between; and what is said of the whole."""

from __future__ import annotations

from random import Random

import pytest
from tests.verify.kernel.certified import accepted, certificate, decides, program

from rulewright.verify.kernel.meaning.numbers import RangedNumber
from rulewright.verify.kernel.meaning.terms import KernelTerm, KernelTermBuilder
from rulewright.verify.kernel.meaning.values import KernelValues
from rulewright.verify.kernel.obligation import PROLOGUE, Obligation
from rulewright.verify.kernel.sums.shifts import Shift, Shifts


def can_be(v: KernelValues, term: KernelTerm) -> bool:
    asked = Obligation("", (), (), v.facts, v.walks, v.t)
    answer = decides(f"{PROLOGUE}{asked.asserting([term]).text}\n(check-sat)\n")
    assert answer is not None
    return not answer


@pytest.mark.parametrize("seed", range(8))
def test_a_shift_is_the_number_that_one_calculates(seed: int) -> None:
    """Whatever is added and chosen, parts and groups come to what plain arithmetic says."""
    luck, v = Random(seed), KernelValues(KernelTermBuilder())
    n, shifts = v.n, Shifts(v.n)
    zero = n.constant(0)
    numbers = [n.variable(-2, 3) for _ in range(3)] + [n.constant(k) for k in (0, 1, -1, 2)]
    conditions = [v.t.variable(0) for _ in range(3)]
    numbers += [n.choose(c, a, zero) for c, a in zip(conditions, numbers, strict=False)]
    known: list[tuple[Shift, RangedNumber]] = [(Shift(), zero)]
    for _ in range(12):
        shift, plain = luck.choice(known)
        if luck.random() < 0.5:
            number, factor = luck.choice(numbers), luck.choice((-1, 1, 2))
            numbers.append(n.subtract(number, luck.choice(numbers[:6])))
            more = n.add(plain, n.multiply(n.constant(factor), number))
            known.append((shifts.plus(shift, [(number, factor)]), more))
        else:
            c, (other, its) = luck.choice(conditions), luck.choice(known)
            choose = luck.choice((shifts.choose, shifts.joined))
            known.append((choose(c, shift, other), n.choose(c, plain, its)))
    for shift, plain in known:
        assert not can_be(v, v.t.not_(n.equal(shifts.total(shift), plain)))
        assert not can_be(v, v.t.not_(n.equal(n.sum(shifts.together(shift)), plain)))
    last, plain = known[-1]
    assert can_be(v, v.t.not_(n.equal(shifts.total(last), n.add(plain, n.constant(1)))))


def test_what_comes_and_goes_cancels_at_once() -> None:
    v = KernelValues(KernelTermBuilder())
    n, shifts = v.n, Shifts(v.n)
    old, some, c = n.variable(0, 9), n.variable(0, 3), v.t.variable(0)
    given = shifts.plus(Shift(), [(n.add(old, some), 1), (old, -1)])
    assert [(part.number, part.factor) for part in given.parts] == [(some, 1)]
    assert shifts.plus(given, [(some, -1)]) == Shift()
    taken = shifts.choose(c, shifts.plus(given, [(n.constant(1), -1)]), given)
    assert taken.parts[0] == given.parts[0]
    assert taken.parts[1].under is c
    assert len(shifts.together(taken)) == 2


def test_what_is_alike_is_put_together() -> None:
    """Constants, and what came under one condition: that of a number that was chosen."""
    v = KernelValues(KernelTermBuilder())
    n, shifts = v.n, Shifts(v.n)
    some, other, c = n.variable(0, 9), n.variable(0, 3), v.t.variable(0)
    sure = shifts.plus(Shift(), [(n.constant(3), 1), (n.constant(2), -2)])
    assert [(part.number, part.factor) for part in sure.parts] == [(n.constant(1), -1)]
    assert shifts.plus(sure, [(n.constant(1), 1)]) == Shift()
    chosen = shifts.plus(Shift(), [(n.choose(c, some, other), 2), (other, 1)])
    assert [(part.under, part.factor) for part in chosen.parts] == [(c, 2), (None, 1)]
    for choose in (shifts.choose, shifts.joined):
        assert choose(c, chosen, chosen) == chosen


COINS = "state coins: Place -> 0..3 = 2"
TAKING = """
repeat
  choose A
    take(area: 0..7)
      let taken = those p in Place: coins[p] > 0 and (p is not Pb or area > 3)
      n := {before}
      for p in taken
        {pay}
        coins[p] -= 1
      n := {after}
"""


@pytest.mark.parametrize(
    ("before", "pay", "after", "kept"),
    [
        ("n + size(taken)", "nothing", "n", True),
        ("n", "n += 1", "n", True),
        ("n", "nothing", "n + size(taken)", True),
        ("n + size(taken)", "if p is Pc: n += 1", "n", False),
        ("n + size(taken)", "if p is Pc: n -= 1", "n", False),
        ("n", "if p is not Pa: n += 1", "n", False),
        ("n", "if p is Pa: n += 1 else: n += 2", "n", False),
    ],
)
def test_what_a_loop_takes_from_many_places_is_paid_at_once(
    before: str, pay: str, after: str, kept: bool
) -> None:
    """Each place by itself comes to nothing; where one does not, the sum is not kept."""
    pay = pay.replace(" else: ", "\n        else: ")
    play = TAKING.format(before=before, pay=pay, after=after)
    of = program(play, "c: always n + (sum p in Place: coins[p]) = 6", parts=COINS)
    assert accepted(of, certificate(of, ["c"], summed=True, unrolled=True)) is kept


@pytest.mark.thorough
def test_losses_in_one_place_may_make_up_for_gains_in_another() -> None:
    """The parts need not be kept one by one: it is their sum that matters."""
    play = """
    repeat
      choose A
        go(p: Place, q: Place) when p is not q, coins[p] > 0, coins[q] < 3
          coins[p] -= 1
          coins[q] += 1
    """
    of = program(play, "c: always (sum p in Place: coins[p]) = 6", parts=COINS)
    assert accepted(of, certificate(of, ["c"], summed=True))
    wrong = program(
        play.replace(", coins[q] < 3", "").replace("+= 1", "+= 2"),
        "c: always (sum p in Place: coins[p]) = 6",
        parts=COINS,
    )
    assert not accepted(wrong, certificate(wrong, ["c"], summed=True))


def test_what_is_known_on_one_path_alone_does_not_tell_how_a_number_was_made() -> None:
    """Of one and the same term a path may know that it is 1; elsewhere it is not."""
    v = KernelValues(KernelTermBuilder())
    n, shifts = v.n, Shifts(v.n)
    a, b = n.variable(0, 3), n.variable(0, 3)
    anywhere = n.add(a, b)
    assert n.made_from(anywhere) == ((a, 1), (b, 1))
    assert n.add(a, b) == anywhere
    assert n.made_from(anywhere) == ((a, 1), (b, 1))
    n.add(a, RangedNumber(b.term, 1, 2))  # as wide as the other
    assert n.made_from(anywhere) is None
    assert shifts.total(shifts.plus(Shift(), [(anywhere, 1)])) == anywhere


BETTER_KNOWN = """
repeat
  choose A
    other
      most_eleven := x
      less := most_eleven - y
      if v > 0: v -= 1
    set(k: 0..15)
      x := k
    go when v >= 3
      z := x - y
      w += z
      v -= 3
"""
"""In the first option the difference is known to need fewer bits; in the last it is stored where it has as few."""


def test_what_needs_fewer_bits_on_one_path_does_not_tell_how_it_was_made_on_another() -> None:
    parts = """
      state x: 0..15 = 0
      state y: 8..15 = 8
      state z: 0..7 = 0
      state most_eleven: 8..11 = 8
      state less: -7..3 = 0
      state w: 0..40 = 0
      state v: 0..20 = 20
    """
    of = program(BETTER_KNOWN, "c: always w + v <= 20", parts=parts)  # set 15, and go: w = 7
    claimed = {option: certificate(of, ["c"], summed=option) for option in (True, False)}
    assert not accepted(of, claimed[True])
    assert not accepted(of, claimed[False])
    right = program(BETTER_KNOWN.replace("v -= 3", "v -= z"), "c: always w + v <= 20", parts=parts)
    assert accepted(right, certificate(right, ["c"], summed=True))


SWEEP = """
repeat
  choose A
    sweep(area: 0..7)
      let swept = those p in Place: coins[p] > 0 and (p is not Pb or area > 3)
      for p in swept
        let there = coins[p]
        for k in Kind if {asked}
          {pay}
        coins[p] := 0
"""
PURSE = """
enum Kind: Ka, Kb, Kc
state coins: Place -> 0..3 = 2
state purse: Kind -> 0..9 = 0
"""


@pytest.mark.parametrize(
    ("asked", "pay", "kept"),
    [
        ("ord(k) < there", "purse[k] += 1", True),
        ("ord(k) < there", "purse[Ka] += 1", True),
        ("k is Kb", "purse[k] += there", True),
        ("ord(k) <= there", "purse[k] += 1", False),
        ("ord(k) < there", "purse[k] -= 1", False),
        ("ord(k) < there and k is not Kc", "purse[k] += 1", False),
        ("k is not Kb", "purse[k] += there", False),
    ],
)
@pytest.mark.parametrize("unrolled", [True, False])
def test_a_pass_that_stands_for_all_pays_in_a_short_loop_of_its_own(
    asked: str, pay: str, kept: bool, unrolled: bool
) -> None:
    play = SWEEP.format(asked=asked, pay=pay).replace("ord(k)", "place_of(k)")
    parts = PURSE + "let place_of(k: Kind) = if k is Ka then 0 else if k is Kb then 1 else 2"
    sums = "(sum p in Place: coins[p]) + (sum k in Kind: purse[k])"
    of = program(play, f"c: always {sums} = 6", parts=parts)
    assert accepted(of, certificate(of, ["c"], summed=True, unrolled=unrolled)) is kept
