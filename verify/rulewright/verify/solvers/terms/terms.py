"""Terms of SMT-LIB (Bool and bit vectors): shared, and folded while they are built.

Two equal terms of one builder are one object, so that they compare and hash by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...effort.encoding import SOLVING


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """An operator over terms. ``width`` 0 is Bool; ``value`` is a constant's or a name."""

    op: str
    args: tuple[Term, ...]
    width: int
    value: int | str
    number: int


Key = tuple[str, tuple[Term, ...], int, int | str]


class TermBuilder:
    """Makes terms. Bit vectors are signed (two's complement).

    ``tick`` is called now and then; it may raise to stop the work.
    """

    def __init__(self, tick: Callable[[], None] = lambda: None) -> None:
        self.tick = tick
        self._terms: dict[Key, Term] = {}
        self._names = 0
        self.true = self._make("true", ())
        self.false = self._make("false", ())

    def __len__(self) -> int:
        """How many different terms there are."""
        return len(self._terms)

    def _make(self, op: str, args: tuple[Term, ...], width: int = 0, value: int | str = 0) -> Term:
        key = (op, args, width, value)
        term = self._terms.get(key)
        if term is None:
            term = Term(op, args, width, value, len(self._terms))
            self._terms[key] = term
            if len(self._terms) % SOLVING.terms == 0:
                self.tick()
        return term

    # --- Bool ---------------------------------------------------------------------------------

    def truth(self, value: bool) -> Term:
        """The constant."""
        return self.true if value else self.false

    def variable(self, hint: str) -> Term:
        """A new Bool variable."""
        return self._make("var", (), 0, self._name(hint))

    def _name(self, hint: str) -> str:
        """A name that no other variable has, whatever the hints: it ends in a new number."""
        self._names += 1
        return f"{hint}!{self._names}"

    def not_(self, a: Term) -> Term:
        """Not ``a``."""
        if a is self.true:
            return self.false
        if a is self.false:
            return self.true
        return a.args[0] if a.op == "not" else self._make("not", (a,))

    def and_(self, terms: Iterable[Term]) -> Term:
        """The conjunction."""
        distinct: set[Term] = set()
        for term in terms:
            if term is self.false:
                return term
            if term is not self.true:
                distinct.add(term)
        if not distinct:
            return self.true
        if len(distinct) == 1:
            return next(iter(distinct))
        if any(term.op == "not" and term.args[0] in distinct for term in distinct):
            return self.false
        return self._make("and", tuple(sorted(distinct, key=_number)))

    def or_(self, terms: Iterable[Term]) -> Term:
        """The disjunction; written as "not all of them are not", so that it is shared with its dual."""
        return self.not_(self.and_([self.not_(term) for term in terms]))

    def implies(self, a: Term, b: Term) -> Term:
        """``b`` if ``a``."""
        return self.or_((self.not_(a), b))

    def same(self, a: Term, b: Term) -> Term:
        """Both or neither."""
        if a is b:
            return self.true
        for one, other in ((a, b), (b, a)):
            if one is self.true:
                return other
            if one is self.false:
                return self.not_(other)
        if self.not_(a) is b:
            return self.false
        if a.op == "not":
            return self.not_(self.same(a.args[0], b))
        if b.op == "not":
            return self.not_(self.same(a, b.args[0]))
        return self._make("=", (a, b) if a.number < b.number else (b, a))

    def ite(self, c: Term, a: Term, b: Term) -> Term:
        """``a`` if ``c``, otherwise ``b``; both Bool, or of one width."""
        if c is self.true or a is b:
            return a
        if c is self.false:
            return b
        if c.op == "not":
            return self.ite(c.args[0], b, a)
        if a.width:
            return self._make("ite", (c, a, b), a.width)
        if a is self.true or a is c:
            return self.or_((c, b))
        if b is self.false or b is c:
            return self.and_((c, a))
        not_c = self.not_(c)
        if a is self.false or a is not_c:
            return self.and_((not_c, b))
        if b is self.true or b is not_c:
            return self.or_((not_c, a))
        if self.not_(a) is b:
            return self.same(c, a)
        if a.op == "not":
            return self.not_(self._make("ite", (c, a.args[0], self.not_(b))))
        return self._make("ite", (c, a, b))

    # --- bit vectors --------------------------------------------------------------------------

    def number(self, value: int, width: int) -> Term:
        """The constant, which must fit."""
        return self._make("const", (), width, value)

    def fit(self, a: Term, width: int) -> Term:
        """The same number in another width, which must be enough for it."""
        if a.width == width:
            return a
        if a.op == "const":
            return self._make("const", (), width, a.value)
        if width < a.width:
            return self._make("extract", (a,), width, width - 1)
        return self._make("sign_extend", (a,), width, width - a.width)

    def calculate(self, op: str, a: Term, b: Term) -> Term:
        """``bvadd``, ``bvsub``, ``bvmul``, ``bvudiv`` or ``bvurem``; nothing may overflow."""
        return self._make(op, (a, b), a.width)

    def equal(self, a: Term, b: Term) -> Term:
        """Whether two bit vectors of one width are equal."""
        if a is b:
            return self.true
        if a.op == b.op == "const":
            return self.false
        return self._make("=", (a, b) if a.number < b.number else (b, a))

    def less(self, a: Term, b: Term) -> Term:
        """Signed ``a < b``."""
        if a is b:
            return self.false
        if a.op == "const" and b.op == "const":
            assert isinstance(a.value, int)
            assert isinstance(b.value, int)
            return self.truth(a.value < b.value)
        return self._make("bvslt", (a, b))

    # --- sets of Bools ------------------------------------------------------------------------

    def at_most_one(self, terms: Iterable[Term]) -> list[Term]:
        """Constraints that no two of the terms are true; a ladder where there are many."""
        given = list(terms)
        if len(given) <= 40:
            return [self.not_(self.and_((a, b))) for i, a in enumerate(given) for b in given[:i]]
        result: list[Term] = []
        before = given[0]
        for term in given[1:]:
            result.append(self.not_(self.and_((before, term))))
            before = self.or_((before, term))
        return result

    def exactly_one(self, terms: Iterable[Term]) -> list[Term]:
        """Constraints that one of the terms is true and no other."""
        given = list(terms)
        return [self.or_(given), *self.at_most_one(given)]


def _number(term: Term) -> int:
    return term.number
