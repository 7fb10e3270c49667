"""Terms of the kernel: what folds while it is built."""

from __future__ import annotations

from itertools import product

from rulewright.verify.kernel.meaning.terms import Excluded, Term, Terms


def test_all_of_some_and_not_all_of_them_is_false() -> None:
    t = Terms()
    a, b, c = (t.variable(0) for _ in range(3))
    both = t.and_((a, b))
    assert t.and_((t.not_(both), a, b)) is t.false
    assert t.and_((t.not_(both), c, b, a)) is t.false
    assert t.and_((t.not_(both), t.and_((c, both)))) is t.false
    assert t.and_((t.not_(both), a)) is not t.false
    assert t.and_((t.not_(both), a, c)) is not t.false
    assert t.and_((t.not_(t.and_((a, b, c))), a, b)) is not t.false


def value(term: Term, given: dict[Term, bool]) -> bool:
    match term.op:
        case "and":
            return all(value(part, given) for part in term.args)
        case "not":
            return not value(term.args[0], given)
        case "true" | "false":
            return term.op == "true"
        case _:
            return given[term]


def some_formulas(t: Terms, names: list[Term]) -> list[Term]:
    """Conjunctions of two literals, those of three, and that they are not so."""
    literals = [*names, *(t.not_(name) for name in names)]
    found = [t.and_(some) for n in (2, 3) for some in product(literals, repeat=n)]
    return list(dict.fromkeys([*found, *(t.not_(formula) for formula in found)]))


def test_what_is_excluded_folds_to_false_together_with_what_is_known() -> None:
    t = Terms()
    formulas = some_formulas(t, [t.variable(0) for _ in range(3)])
    for known in formulas:
        excluded = Excluded(t, known)
        for term in formulas:
            assert (term in excluded) is (t.and_((known, term)) is t.false)


def test_what_folds_means_the_same() -> None:
    """Each pair of formulas over three variables, together, against all their values."""
    t = Terms()
    names = [t.variable(0) for _ in range(3)]
    formulas = some_formulas(t, names)
    for a, b in product(formulas, repeat=2):
        together = t.and_((a, b))
        for values in product((False, True), repeat=3):
            given = dict(zip(names, values, strict=True))
            assert value(together, given) is (value(a, given) and value(b, given))
