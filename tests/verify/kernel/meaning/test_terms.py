"""Terms of the kernel: what folds while it is built."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from tests.verify.kernel.certified import decides

from rulewright.verify.kernel.meaning.terms import Excluded, KernelTerm, KernelTermBuilder, script


def test_all_of_some_and_not_all_of_them_is_false() -> None:
    t = KernelTermBuilder()
    a, b, c = (t.variable(0) for _ in range(3))
    both = t.and_((a, b))
    assert t.and_((t.not_(both), a, b)) is t.false
    assert t.and_((t.not_(both), c, b, a)) is t.false
    assert t.and_((t.not_(both), t.and_((c, both)))) is t.false
    assert t.and_((t.not_(both), a)) is not t.false
    assert t.and_((t.not_(both), a, c)) is not t.false
    assert t.and_((t.not_(t.and_((a, b, c))), a, b)) is not t.false


def value(term: KernelTerm, given: dict[KernelTerm, bool]) -> bool:
    match term.op:
        case "and":
            return all(value(part, given) for part in term.args)
        case "not":
            return not value(term.args[0], given)
        case "true" | "false":
            return term.op == "true"
        case _:
            return given[term]


def some_formulas(t: KernelTermBuilder, names: list[KernelTerm]) -> list[KernelTerm]:
    """Conjunctions of two literals, those of three, and that they are not so."""
    literals = [*names, *(t.not_(name) for name in names)]
    found = [t.and_(some) for n in (2, 3) for some in product(literals, repeat=n)]
    return list(dict.fromkeys([*found, *(t.not_(formula) for formula in found)]))


def test_what_is_excluded_folds_to_false_together_with_what_is_known() -> None:
    t = KernelTermBuilder()
    formulas = some_formulas(t, [t.variable(0) for _ in range(3)])
    for known in formulas:
        excluded = Excluded(t, known)
        for term in formulas:
            assert (term in excluded) is (t.and_((known, term)) is t.false)


@pytest.mark.thorough
def test_what_folds_means_the_same() -> None:
    """Each pair of formulas over three variables, together, against all their values."""
    t = KernelTermBuilder()
    names = [t.variable(0) for _ in range(3)]
    formulas = some_formulas(t, names)
    for a, b in product(formulas, repeat=2):
        together = t.and_((a, b))
        for values in product((False, True), repeat=3):
            given = dict(zip(names, values, strict=True))
            assert value(together, given) is (value(a, given) and value(b, given))


def possible(*assertions: KernelTerm) -> bool:
    """Whether a solver finds values for which all of them are true."""
    answer = decides(f"(set-logic QF_UFBV)\n{script(assertions).text}\n(check-sat)\n")
    assert answer is not None
    return not answer


WORDS: dict[str, tuple[Callable[[KernelTermBuilder, KernelTerm, KernelTerm], KernelTerm], int]] = {
    # what is made of -3 and 2, in four bits, and what it comes to
    "more bits": (lambda t, a, b: t.widen(a, 6), -3),
    "fewer bits": (lambda t, a, b: t.narrow(a, 3), -3),
    "as many bits": (lambda t, a, b: t.narrow(t.widen(a, 4), 4), -3),
    "a sum": (lambda t, a, b: t.calculate("bvadd", a, b), -1),
    "a difference": (lambda t, a, b: t.calculate("bvsub", a, b), -5),
    "a product": (lambda t, a, b: t.calculate("bvmul", a, b), -6),
    "a quotient": (lambda t, a, b: t.calculate("bvudiv", t.number(7, 4), b), 3),
    "a remainder": (lambda t, a, b: t.calculate("bvurem", t.number(7, 4), b), 1),
    "one of two": (lambda t, a, b: t.ite(t.less(a, b), a, b), -3),
    "the other one": (lambda t, a, b: t.ite(t.not_(t.less(a, b)), a, b), 2),
    "a constant": (lambda t, a, b: t.number(-8, 4), -8),
    "shared parts": (lambda t, a, b: t.calculate("bvadd", *[t.calculate("bvadd", a, b)] * 2), -2),
}


@pytest.mark.parametrize("name", WORDS)
def test_a_solver_is_told_what_bit_vectors_are_made_of(name: str) -> None:
    make, value = WORDS[name]
    t = KernelTermBuilder()
    a, b = t.variable(4), t.variable(4)
    found = make(t, a, b)
    so = t.equal(found, t.number(value, found.width))
    given = (t.equal(a, t.number(-3, 4)), t.equal(t.number(2, 4), b))
    assert possible(*given, so)
    assert not possible(*given, t.not_(so))


TRUTHS: dict[
    str,
    tuple[
        Callable[[KernelTermBuilder, KernelTerm, KernelTerm], KernelTerm],
        Callable[[bool, bool], bool],
    ],
] = {
    "all": (lambda t, a, b: t.and_((a, b, t.true)), lambda a, b: a and b),
    "any": (lambda t, a, b: t.or_((a, b)), lambda a, b: a or b),
    "not": (lambda t, a, b: t.not_(a), lambda a, b: not a),
    "if": (lambda t, a, b: t.implies(a, b), lambda a, b: not a or b),
    "the same": (lambda t, a, b: t.same(a, b), lambda a, b: a == b),
    "one of two": (lambda t, a, b: t.ite(a, t.not_(b), b), lambda a, b: a != b),
    "one or yes": (lambda t, a, b: t.ite(a, b, t.true), lambda a, b: not a or b),
    "one or no": (lambda t, a, b: t.ite(a, b, t.false), lambda a, b: a and b),
    "yes": (lambda t, a, b: t.and_(()), lambda a, b: True),
    "no": (lambda t, a, b: t.or_(()), lambda a, b: False),
    "none": (lambda t, a, b: t.and_((t.false, a)), lambda a, b: False),
}


@pytest.mark.parametrize("name", TRUTHS)
def test_a_solver_is_told_what_truths_are_made_of(name: str) -> None:
    make, plain = TRUTHS[name]
    t = KernelTermBuilder()
    a, b = t.variable(0), t.variable(0)
    found = make(t, a, b)
    for p, q in product((False, True), repeat=2):
        given = (a if p else t.not_(a), b if q else t.not_(b))
        assert possible(*given, found) is plain(p, q)
        assert possible(*given, t.not_(found)) is not plain(p, q)


def test_a_solver_is_told_of_bits_of_order_and_of_functions() -> None:
    t = KernelTermBuilder()
    a, b, f = t.variable(4), t.variable(4), t.function()
    bits = [t.bit(a, i) for i in range(4)]
    assert not possible(t.equal(a, t.number(-3, 4)), t.not_(t.and_((bits[0], bits[2], bits[3]))))
    assert not possible(t.equal(a, t.number(-3, 4)), bits[1])
    assert not possible(t.less(a, b), t.less(b, a))
    assert not possible(t.less(a, t.number(-8, 4)))
    assert possible(t.less(a, t.number(-7, 4)))
    one, other = t.apply(f, a, 3), t.apply(f, b, 3)
    differ = t.not_(t.equal(one, other))
    assert possible(differ)
    assert not possible(differ, t.equal(a, b))
    assert possible(t.not_(t.equal(one, t.apply(t.function(), a, 3))))


def test_what_is_known_folds() -> None:
    t = KernelTermBuilder()
    a, b, c = t.variable(4), t.variable(4), t.variable(0)
    one, two = t.number(1, 4), t.number(2, 4)
    assert t.not_(t.not_(c)) is c
    assert t.not_(t.true) is t.false
    assert t.and_((c, t.true)) is t.and_((c, c)) is c
    assert t.ite(t.true, a, b) is t.ite(c, a, a) is t.ite(t.false, b, a) is a
    assert t.ite(t.not_(c), a, b) is t.ite(c, b, a)
    assert t.equal(a, a) is t.true
    assert t.equal(one, two) is t.equal(one, t.ite(c, two, t.number(3, 4))) is t.false
    assert t.equal(one, t.ite(c, one, two)) is t.equal(t.ite(c, one, two), one) is c
    assert t.equal(one, t.ite(c, one, a)) is t.or_((c, t.equal(one, a)))
    assert t.equal(one, t.ite(c, a, two)) is t.ite(c, t.equal(one, a), t.false)
    assert t.equal(one, t.ite(c, a, b)).op == t.equal(a, t.ite(c, one, b)).op == "="
    assert t.equal(a, b) is t.equal(b, a)
    assert t.less(a, a) is t.less(one, one) is t.less(two, one) is t.false
    assert t.less(one, two) is t.true
    assert t.widen(one, 6) is t.number(1, 6)
    assert t.narrow(t.number(-1, 6), 4) is t.number(-1, 4)
    assert t.same(c, c) is t.true


def test_the_order_of_a_conjunction_does_not_matter_and_no_name_comes_twice() -> None:
    t = KernelTermBuilder()
    some = [t.variable(0) for _ in range(9)]
    assert t.and_(some) is t.and_(some[::-1])
    assert len({*(term.value for term in some), t.function(), t.function()}) == 11
    assert [a.width for a in (t.true, t.false, *some)] == [0] * 11


def test_now_and_then_it_is_asked_whether_to_go_on() -> None:
    ticks: list[int] = []
    t = KernelTermBuilder(lambda: ticks.append(1))
    for _ in range(3000):
        t.variable(0)
    assert len(ticks) == 2


def test_what_is_shared_is_written_once() -> None:
    t = KernelTermBuilder()
    a, b = t.variable(4), t.variable(4)
    low, high = t.less(a, b), t.equal(t.calculate("bvadd", a, b), b)
    text = script([t.or_((low, high)), t.not_(t.and_((low, high))), low]).text
    assert text.count("bvslt") == text.count("bvadd") == 1
    assert text.count("(assert") == text.count("declare-fun") - 2 + 3


@pytest.mark.parametrize("before", [0, 5])
def test_names_are_numbered_as_they_come_and_each_is_given_once(before: int) -> None:
    """Two variables and two functions, one of which is used twice."""
    t = KernelTermBuilder()
    for _ in range(before):
        t.variable(0)
    f, g, a, b = t.function(), t.function(), t.variable(4), t.variable(4)
    text = script([t.less(t.apply(of, to, 4), b) for of, to in ((f, a), (g, a), (f, b))]).text
    assert re.findall(r"declare-fun (\w+)", text) == [
        "v1",
        "v2",
        "f3",
        "t4",
        "t5",
        "f6",
        "t7",
        "t8",
        "t9",
        "t10",
    ]
    assert re.findall(r"\(= (t\w+) \(([fb]\w+ \w+.*?)\)\)\)", text) == [
        ("t4", "f3 v2"), ("t5", "bvslt t4 v1"), ("t7", "f6 v2"), ("t8", "bvslt t7 v1"),
        ("t9", "f3 v1"), ("t10", "bvslt t9 v1"),
    ]  # fmt: skip


def test_what_is_excluded_is_asked_in_the_same_order_each_time() -> None:
    """Terms that are made meanwhile have the numbers that they have in every other run."""
    t = KernelTermBuilder()
    parts = [t.variable(0) for _ in range(64)]
    known, asked = t.and_([t.not_(p) for p in parts[60:]]), t.and_(parts)
    assert asked in Excluded(t, known)
    numbers = [t.not_(p).number for p in parts]
    before = sorted(numbers[60:])
    assert numbers[:60] == sorted(numbers[:60])
    assert numbers[60:] == before
    assert min(numbers[:60]) > max(before)
