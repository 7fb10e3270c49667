"""Symbolic values of the kernel: what stands in known maps."""

from __future__ import annotations

from itertools import product

from rulewright.dsl.ir import types as ty
from rulewright.verify.kernel.meaning.terms import Term, Terms
from rulewright.verify.kernel.meaning.values import Lookup, Members, Values


def value(term: Term, key: int) -> bool | int:
    """What a term means where its only variable is ``key``."""
    args = [value(arg, key) for arg in term.args]
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


def looked_up(values: Values, sets: tuple[int, ...], elements: int) -> Members:
    """What stands in a map of sets at a key that may be any."""
    t = ty.Map(ty.Int(0, len(sets) - 1), ty.Set(ty.Int(0, elements - 1)))
    known = values.constant(t, sets)
    assert isinstance(known, Lookup)
    found = known.at(values.n.variable(*ty.bounds(t.key)))
    assert isinstance(found, Members)
    return found


def test_at_each_key_of_a_known_map_stands_the_set_that_was_given() -> None:
    for sets in product(range(8), repeat=3):
        found = looked_up(Values(Terms()), sets, 3)
        for key, members in enumerate(sets):
            assert [value(bit, key) for bit in found.bits] == [
                bool(members >> i & 1) for i in range(3)
            ]


def test_what_is_in_all_sets_of_a_known_map_or_in_none_needs_no_key() -> None:
    values = Values(Terms())
    everywhere, nowhere, somewhere = looked_up(values, (0b001, 0b101, 0b001), 3).bits
    assert everywhere is values.t.true
    assert nowhere is values.t.false
    assert somewhere.args


def parts(terms: tuple[Term, ...]) -> set[Term]:
    found: set[Term] = set()
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
    assert len(parts(looked_up(Values(Terms()), ring, size).bits)) < 8 * size
