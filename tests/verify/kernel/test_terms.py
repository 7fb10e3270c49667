"""Terms of the kernel: what folds while it is built."""

from __future__ import annotations

from itertools import product

from rulewright.verify.kernel.terms import Term, Terms


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


def test_what_folds_means_the_same() -> None:
    """Each pair of formulas over three variables, together, against all their values."""
    t = Terms()
    names = [t.variable(0) for _ in range(3)]
    literals = [*names, *(t.not_(name) for name in names)]
    pairs = [t.and_(pair) for pair in product(literals, repeat=2)]
    formulas = list(dict.fromkeys([*pairs, *(t.not_(pair) for pair in pairs)]))
    for a, b in product(formulas, repeat=2):
        together = t.and_((a, b))
        for values in product((False, True), repeat=3):
            given = dict(zip(names, values, strict=True))
            assert value(together, given) is (value(a, given) and value(b, given))
