"""Symbolic values of the kernel, against all plain ones; what stands in known maps."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest
from tests.verify.kernel.meaning.valuation import Free, Valuation

from rulewright.dsl.ir import types as ty
from rulewright.verify.kernel.meaning.numbers import RangedNumber, width_of
from rulewright.verify.kernel.meaning.terms import KernelTerm, KernelTermBuilder
from rulewright.verify.kernel.meaning.values import (
    AnyValue,
    Growth,
    Items,
    KernelValue,
    KernelValues,
    LazyMap,
    Members,
)


def meant(term: KernelTerm, key: int) -> bool | int:
    """What a term means where its only variable is ``key``."""
    args = [meant(arg, key) for arg in term.args]
    match term.op:
        case "and":
            return all(args)
        case "not":
            return not args[0]
        case "true" | "false":
            return term.op == "true"
        case "=":
            return args[0] == args[1]
        case "const":
            return term.value
    assert term.op == "var"
    return key


def looked_up(values: KernelValues, sets: tuple[int, ...], elements: int) -> Members:
    """What stands in a map of sets at a key that may be any."""
    t = ty.Map(ty.Int(0, len(sets) - 1), ty.Set(ty.Int(0, elements - 1)))
    known = values.constant(t, sets)
    assert isinstance(known, LazyMap)
    found = known.at(values.n.variable(*ty.bounds(t.key)))
    assert isinstance(found, Members)
    return found


def test_at_each_key_of_a_known_map_stands_the_set_that_was_given() -> None:
    for sets in product(range(8), repeat=3):
        found = looked_up(KernelValues(KernelTermBuilder()), sets, 3)
        for key, members in enumerate(sets):
            assert [meant(bit, key) for bit in found.bits] == [
                bool(members >> i & 1) for i in range(3)
            ]


def test_what_is_in_all_sets_of_a_known_map_or_in_none_needs_no_key() -> None:
    values = KernelValues(KernelTermBuilder())
    everywhere, nowhere, somewhere = looked_up(values, (0b001, 0b101, 0b001), 3).bits
    assert everywhere is values.t.true
    assert nowhere is values.t.false
    assert somewhere.args


def parts(terms: tuple[KernelTerm, ...]) -> set[KernelTerm]:
    found: set[KernelTerm] = set()
    waiting = [*terms]
    while waiting:
        term = waiting.pop()
        if term not in found:
            found.add(term)
            waiting += term.args
    return found


def test_a_map_of_many_small_sets_takes_as_many_terms_as_it_has_elements() -> None:
    """The neighbours in a ring: not a choice among all sets for each of all elements."""
    size = 200
    ring = tuple(1 << (k - 1) % size | 1 << (k + 1) % size for k in range(size))
    assert len(parts(looked_up(KernelValues(KernelTermBuilder()), ring, size).bits)) < 8 * size


# --- every type, for all values that it has -------------------------------------------------------

FEW = ty.Int(0, 1)
TYPES: dict[str, ty.Type] = {
    "truth": ty.Bool(),
    "number": ty.Int(-1, 2),
    "one number": ty.Int(3, 3),
    "set": ty.Set(ty.Int(2, 4)),
    "set of nothing": ty.Set(ty.Int(1, 0)),
    "map": ty.Map(ty.Int(1, 2), ty.Int(-1, 2)),
    "map to one number": ty.Map(ty.Bool(), ty.Int(4, 4)),
    "map of truths": ty.Map(FEW, ty.Bool()),
    "map of sets": ty.Map(ty.Int(-1, 0), ty.Set(ty.Int(1, 2))),
    "map of sets of nothing": ty.Map(FEW, ty.Set(ty.Int(1, 0))),
    "list": ty.List(ty.Int(1, 2), 2),
    "list of truths": ty.List(ty.Bool(), 1),
    "map of lists": ty.Map(FEW, ty.List(FEW, 1)),
}


def all_values(t: ty.Type) -> list[ty.Value]:
    """Every value of a type, counted off."""
    match t:
        case ty.Set(element):
            return list(range(2 ** ty.size(element)))
        case ty.Map(key, inner):
            return list(product(all_values(inner), repeat=ty.size(key)))
        case ty.List(element, limit):
            lists = (product(all_values(element), repeat=n) for n in range(limit + 1))
            return [each for some in lists for each in some]
        case ty.Bool():
            return [False, True]
        case _:
            return [*range(ty.bounds(t)[0], ty.bounds(t)[1] + 1)]


def held(v: KernelValues, *given: tuple[KernelValue, ty.Type, ty.Value]) -> Valuation:
    """What follows if some values are these; nothing that is known of them is at odds with it."""
    found = Valuation(v)
    for symbolic, t, plain in given:
        found.give(symbolic, t, plain)
    for term, fact in v.facts.items():
        with suppress(Free):
            assert found.of(fact), term
    return found


@pytest.mark.parametrize("name", TYPES)
def test_anything_can_be_each_value_and_a_known_one_is_what_it_is(name: str) -> None:
    t = TYPES[name]
    every = all_values(t)
    for plain in every:
        v = KernelValues(KernelTermBuilder())
        known, unknown = v.constant(t, plain), AnyValue(t)
        assert v.is_constant(known)
        assert Valuation(v).value(known, t) == plain
        assert v.is_constant(unknown) is False
        seen = v.seen(unknown)
        assert v.seen(unknown) is seen
        assert v.seen(seen) is seen
        assert held(v, (seen, t, plain)).value(seen, t) == plain
        assert v.is_constant(seen) is (len(every) == 1 and not isinstance(t, ty.Map))
        for number in [v.number(known)] if isinstance(known, KernelTerm | RangedNumber) else []:
            assert number == v.n.constant(int(plain))
            assert v.typed(t, number) == known


@pytest.mark.parametrize("name", TYPES)
def test_values_are_equal_where_they_are_the_same_and_one_of_two_is_the_one_that_is_chosen(
    name: str,
) -> None:
    t = TYPES[name]
    v = KernelValues(KernelTermBuilder())
    c, a, b = v.t.variable(0), v.any(t), v.any(t)
    chosen = v.choose(c, a, b)
    assert v.choose(v.t.true, a, b) is a
    assert v.choose(v.t.false, a, b) is b
    assert v.choose(c, a, a) is a
    same = v.equal(a, b)
    assert v.equal(a, a) is v.t.true
    for one, other in product(all_values(t), repeat=2):
        valuation = held(v, (a, t, one), (b, t, other), (c, ty.Bool(), True))
        assert bool(valuation.of(same)) is (one == other)
        assert valuation.of(v.equal(a, v.constant(t, other))) == (one == other)
        assert v.equal(v.constant(t, one), v.constant(t, other)) is v.t.truth(one == other)
        assert valuation.value(chosen, t) == one
        assert held(v, (a, t, one), (b, t, other), (c, ty.Bool(), False)).value(chosen, t) == other


def test_lists_with_room_for_different_numbers_are_compared_and_chosen_as_they_are() -> None:
    short, long = ty.List(FEW, 1), ty.List(FEW, 2)
    v = KernelValues(KernelTermBuilder())
    c, a, b = v.t.variable(0), v.any(short), v.any(long)
    for one, other in product(all_values(short), all_values(long)):
        for first in (True, False):
            valuation = held(v, (a, short, one), (b, long, other), (c, ty.Bool(), first))
            for left, right in ((a, b), (b, a)):
                assert valuation.of(v.equal(left, right)) == (one == other)
                expected = one if first is (left is a) else other
                assert valuation.value(v.choose(c, left, right), long) == expected


MAPS = [name for name, t in TYPES.items() if isinstance(t, ty.Map)]


@pytest.mark.parametrize("name", MAPS)
def test_of_a_map_another_value_is_at_the_key_it_was_put_at_and_the_others_stay(name: str) -> None:
    t = TYPES[name]
    assert isinstance(t, ty.Map)
    lo, hi = ty.bounds(t.key)
    keys = range(lo, hi + 1)
    v = KernelValues(KernelTermBuilder())
    of, at, put = v.any(t), v.n.variable(lo, hi), v.any(t.value)
    assert isinstance(of, LazyMap)
    stored, there = v.stored(of, at, put), of.at(at)
    assert of.at(at) is there
    assert of.entry(lo) is of.at(v.n.constant(lo))
    assert v.stored(of, v.n.constant(lo), put).entry(lo) is put
    assert v.stored(of, v.n.constant(lo), put).entry(hi) is of.entry(hi)
    for plain, key in product(all_values(t), keys):
        assert isinstance(plain, tuple)
        constant = v.constant(t, plain)
        assert isinstance(constant, LazyMap)
        for value in all_values(t.value):
            valuation = held(v, (of, t, plain), (at, ty.Int(lo, hi), key), (put, t.value, value))
            after = tuple(value if k == key else old for k, old in zip(keys, plain, strict=True))
            assert valuation.value(stored, t) == after
            assert valuation.value(there, t.value) == plain[key - lo]
            assert valuation.value(constant.at(at), t.value) == plain[key - lo]
            assert valuation.value(stored.at(at), t.value) == value


def test_truths_are_no_bits_and_what_can_be_one_number_alone_is_known() -> None:
    v = KernelValues(KernelTermBuilder())
    truths = [v.any(TYPES["truth"])]
    for name in ("set", "map of truths", "map of sets"):
        some = v.any(TYPES[name])
        entry = some.entry(0) if isinstance(some, LazyMap) else some
        truths += entry.bits if isinstance(entry, Members) else [entry]
    assert {truth.width for truth in truths if isinstance(truth, KernelTerm)} == {0}
    assert v.equal(truths[0], truths[1]) is v.t.same(truths[0], truths[1])
    one = v.any(TYPES["map to one number"])
    assert isinstance(one, LazyMap)
    assert one.at(v.n.variable(0, 1)) is v.n.constant(4)
    assert v.walks.facts({v.t.true}) == []
    some = v.any(TYPES["map"])
    assert isinstance(some, LazyMap)
    entry = some.entry(1)
    assert isinstance(entry, RangedNumber)
    assert (entry.lo, entry.hi, entry.term.width) == (-1, 2, 3)


def test_what_was_there_is_not_asked_for_where_something_else_was_put() -> None:
    v = KernelValues(KernelTermBuilder())
    t = ty.Map(FEW, FEW)
    never = LazyMap(t, v.n, lambda key: pytest.fail("asked"))
    one = v.n.constant(1)
    assert v.stored(never, one, one).entry(1) is one


def test_equal_sets_are_equal_however_they_were_made() -> None:
    v = KernelValues(KernelTermBuilder())
    one = v.n.variable(0, 1)
    bits = (v.n.is_(one, 0), v.n.is_(one, 1))
    made = Members(bits, grown=Growth(Members((v.t.false, v.t.false)), lambda: v.n.constant(1)))
    assert Members(bits, only=one) == made == Members(bits)


def with_one_more(v: KernelValues, of: KernelValue) -> Members:
    """A set and its first element."""
    assert isinstance(of, Members)
    first, *others = of.bits
    grown = Growth(of, lambda: v.n.subtract(v.n.constant(1), v.n.of(first)))
    return Members((v.t.true, *others), grown=grown)


@pytest.mark.parametrize("turned", [False, True])
def test_of_a_choice_between_a_set_and_it_with_one_more_it_is_known_how_many_more(
    turned: bool,
) -> None:
    v = KernelValues(KernelTermBuilder())
    t = TYPES["set"]
    c, before, other = v.t.variable(0), v.any(t), v.any(t)
    more = with_one_more(v, before)
    both = (before, more) if turned else (more, before)
    chosen = v.choose(c, *both)
    assert isinstance(chosen, Members)
    assert chosen.grown is not None
    assert chosen.grown.of is before
    for plain, truth in product(all_values(t), (False, True)):
        valuation = held(v, (before, t, plain), (c, ty.Bool(), truth))
        expected = plain if truth is turned else int(plain) | 1  # type: ignore[arg-type]
        assert valuation.value(chosen, t) == expected
    apart = v.choose(c, *((other, more) if turned else (more, other)))
    assert isinstance(apart, Members)
    assert apart.grown is None


def test_of_a_map_it_is_known_how_many_more_there_are_at_each_key_where_one_came() -> None:
    t = TYPES["map of sets"]
    assert isinstance(t, ty.Map)
    lo, hi = ty.bounds(t.key)
    v = KernelValues(KernelTermBuilder())
    of, at, other = v.any(t), v.n.variable(lo, hi), v.any(t.value)
    assert isinstance(of, LazyMap)
    stored = v.stored(of, at, with_one_more(v, of.at(at)))
    elsewhere = v.stored(of, at, with_one_more(v, other))
    for key in range(lo, hi + 1):
        entry, apart = stored.entry(key), elsewhere.entry(key)
        assert isinstance(entry, Members)
        assert entry.grown is not None
        assert entry.grown.of == of.entry(key)
        assert isinstance(apart, Members)
        assert apart.grown is None
    for plain, key in product(all_values(t), range(lo, hi + 1)):
        assert isinstance(plain, tuple)
        valuation = held(v, (of, t, plain), (at, ty.Int(lo, hi), key))
        after = (
            int(old) | (k == key)  # type: ignore[arg-type]
            for k, old in zip(range(lo, hi + 1), plain, strict=True)
        )
        assert valuation.value(stored, t) == tuple(after)


def test_a_map_is_asked_for_keys_of_its_own_alone() -> None:
    """A number that could be others as well, were it not one of the keys: it is read as one of them."""
    v = KernelValues(KernelTermBuilder())
    asked: list[RangedNumber] = []

    def of(key: RangedNumber) -> KernelValue:
        asked.append(key)
        return key

    here = LazyMap(ty.Map(ty.Int(2, 4), ty.Int(0, 9)), v.n, of)
    for key in (v.n.variable(0, 9), v.n.variable(3, 9), v.n.variable(-9, 3)):
        assert here.at(key) is here.at(key)
        for value in range(max(2, key.lo), min(4, key.hi) + 1):
            assert held(v, (key, ty.Int(2, 4), value)).value(here.at(key), ty.Int(2, 4)) == value
    assert [(key.lo, key.hi) for key in asked] == [(2, 4), (3, 4), (2, 3)]
    assert {key.term.width for key in asked} == {width_of(2, 4)}
    outside = here.at(v.n.variable(7, 9)), here.at(v.n.variable(-9, -7))
    assert [(key.lo, key.hi) for key in outside if isinstance(key, RangedNumber)] == [
        (4, 4),
        (2, 2),
    ]


WIDER = {
    "a number": (ty.Int(-2, 3), ty.Int(0, 1)),
    "a number from below": (ty.Int(-2, 1), ty.Int(0, 3)),
    "one that fits": (ty.Int(0, 1), ty.Int(-1, 3)),
    "one that is too large": (ty.Int(4, 5), ty.Int(0, 3)),
    "one that is just too large": (ty.Int(4, 5), ty.Int(0, 4)),
    "one that is too small": (ty.Int(-3, -2), ty.Int(-1, 3)),
    "one that is just too small": (ty.Int(-3, -1), ty.Int(-1, 3)),
    "an option": (ty.Option(ty.Int(0, 1)), ty.Int(0, 1)),
    "a set": (ty.Set(FEW), ty.Set(FEW)),
    "a truth": (ty.Bool(), ty.Bool()),
    "a list of many": (ty.List(FEW, 3), ty.List(FEW, 1)),
    "a list of few": (ty.List(FEW, 1), ty.List(FEW, 3)),
    "a list of numbers": (ty.List(ty.Int(-1, 2), 2), ty.List(FEW, 2)),
    "a map": (ty.Map(FEW, ty.Int(-1, 2)), ty.Map(FEW, FEW)),
    "a map of lists": (ty.Map(FEW, ty.List(FEW, 2)), ty.Map(FEW, ty.List(FEW, 1))),
}


@pytest.mark.parametrize("name", WIDER)
def test_what_fits_is_said_and_is_then_what_it_was(name: str) -> None:
    """It has the range of the type that it fits into; so has a number that never does."""
    wide, t = WIDER[name]
    v = KernelValues(KernelTermBuilder())
    of = v.any(wide)
    fits, fitted = v.fits(t, of), v.fitted(t, of)
    into = all_values(t)
    for plain in all_values(wide):
        valuation = held(v, (of, wide, plain))
        assert bool(valuation.of(fits)) is (plain in into)
        known = v.constant(wide, plain)
        assert v.fits(t, known) is v.t.truth(plain in into)
        if plain in into:
            assert v.is_constant(v.fitted(t, known))
            assert valuation.value(fitted, t) == plain
            assert Valuation(v).value(v.fitted(t, known), t) == plain
    match fitted, t:
        case RangedNumber(term, lo, hi), ty.Int(low, high):
            assert low <= lo <= hi <= high
            assert term.width == width_of(lo, hi)
        case Items(length, items), ty.List(_, limit):
            assert length.hi <= len(items) <= limit
        case LazyMap(), ty.Map(key, ty.Int(low, high)):
            assert fitted.t == t
            entries = [fitted.entry(k) for k in all_values(key) if isinstance(k, int)]
            assert all(isinstance(e, RangedNumber) and low <= e.lo <= e.hi <= high for e in entries)


def test_what_is_no_value_is_refused() -> None:
    v = KernelValues(KernelTermBuilder())
    with pytest.raises(TypeError):
        v.constant(FEW, ())
    with pytest.raises(TypeError):
        v.choose(v.t.variable(0), v.any(FEW), v.any(ty.Set(FEW)))


def test_of_a_list_only_what_is_in_it_has_to_be_known() -> None:
    v = KernelValues(KernelTermBuilder())
    one, other = v.n.constant(1), v.n.variable(0, 1)
    for length, items, known in (
        (1, (one, other), True),
        (2, (one, other), False),
        (0, (other, other), True),
    ):
        assert v.is_constant(Items(v.n.constant(length), items)) is known
    assert not v.is_constant(Items(other, (one,)))
    assert not v.is_constant(Members((v.t.true, v.t.variable(0))))
