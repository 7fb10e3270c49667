"""Truth values and bit vectors: shared, folded while they are built, and written as SMT-LIB.

Equal terms of one builder are one object. Bit vectors are signed. Names come only from one counter, here,
so no two variables can ever have the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter

_NUMBER = attrgetter("number")

LOOK = 1024
"""After this many new terms the caller is asked whether to go on."""


@dataclass(frozen=True, slots=True, eq=False)
class KernelTerm:
    """``op`` over ``args``; ``width`` 0 is a truth value; ``value``: a constant, a name, or an index."""

    op: str
    args: tuple[KernelTerm, ...]
    width: int
    value: int
    number: int


class KernelTermBuilder:
    """Makes terms. ``tick`` is called now and then; it may raise to end the work."""

    def __init__(self, tick: Callable[[], None] = lambda: None) -> None:
        self._tick = tick
        self._known: dict[tuple[str, tuple[KernelTerm, ...], int, int], KernelTerm] = {}
        self._names = 0
        self.true = self._make("true", (), 0)
        self.false = self._make("false", (), 0)

    def _make(
        self, op: str, args: tuple[KernelTerm, ...], width: int, value: int = 0
    ) -> KernelTerm:
        key = (op, args, width, value)
        term = self._known.get(key)
        if term is None:
            term = self._known[key] = KernelTerm(op, args, width, value, len(self._known))
            if len(self._known) % LOOK == 0:
                self._tick()
        return term

    # --- variables ----------------------------------------------------------------------------

    def _name(self) -> int:
        self._names += 1
        return self._names

    def variable(self, width: int) -> KernelTerm:
        """A new variable: a truth value (``width`` 0) or a bit vector."""
        return self._make("var", (), width, self._name())

    def function(self) -> int:
        """A new uninterpreted function of a bit vector, to be used with :meth:`apply`."""
        return self._name()

    def apply(self, function: int, key: KernelTerm, width: int) -> KernelTerm:
        """``function`` applied to ``key``; each function is used with one pair of widths."""
        return self._make("apply", (key,), width, function)

    # --- truth values -------------------------------------------------------------------------

    def truth(self, value: bool) -> KernelTerm:
        """The constant."""
        return self.true if value else self.false

    def not_(self, a: KernelTerm) -> KernelTerm:
        """Not ``a``."""
        if a.op in ("true", "false"):
            return self.truth(a is self.false)
        return a.args[0] if a.op == "not" else self._make("not", (a,), 0)

    def and_(self, terms: Iterable[KernelTerm]) -> KernelTerm:
        """The conjunction."""
        distinct: dict[KernelTerm, None] = {}
        for term in terms:
            for part in conjuncts(term):
                if part is self.false:
                    return part
                if part is not self.true:
                    distinct[part] = None
        if len(distinct) < 2:
            return next(iter(distinct), self.true)
        for term in distinct:
            if term.op == "not" and _denies(term, distinct):
                return self.false
        return self._make("and", tuple(sorted(distinct, key=_NUMBER)), 0)

    def or_(self, terms: Iterable[KernelTerm]) -> KernelTerm:
        """The disjunction."""
        return self.not_(self.and_([self.not_(term) for term in terms]))

    def implies(self, a: KernelTerm, b: KernelTerm) -> KernelTerm:
        """``b``, if ``a``."""
        return self.or_((self.not_(a), b))

    def ite(self, c: KernelTerm, a: KernelTerm, b: KernelTerm) -> KernelTerm:
        """``a`` if ``c``, otherwise ``b``; both truth values, or of one width."""
        if c is self.true or a is b:
            return a
        if c is self.false:
            return b
        if not a.width:
            return self.and_((self.implies(c, a), self.or_((c, b))))
        if c.op == "not":
            return self.ite(c.args[0], b, a)
        return self._make("ite", (c, a, b), a.width)

    def same(self, a: KernelTerm, b: KernelTerm) -> KernelTerm:
        """Whether two truth values are equal."""
        if a is b:
            return self.true
        return self.and_((self.implies(a, b), self.implies(b, a)))

    # --- bit vectors --------------------------------------------------------------------------

    def number(self, value: int, width: int) -> KernelTerm:
        """The constant, which must fit."""
        assert -(1 << width - 1) <= value < 1 << width - 1, (value, width)
        return self._make("const", (), width, value)

    def widen(self, a: KernelTerm, width: int) -> KernelTerm:
        """The same number in more bits."""
        if a.width == width:
            return a
        assert a.width < width
        if a.op == "const":
            return self._make("const", (), width, a.value)
        return self._make("sign_extend", (a,), width, width - a.width)

    def narrow(self, a: KernelTerm, width: int) -> KernelTerm:
        """The same number in fewer bits, which must be enough for it."""
        if a.width == width:
            return a
        assert a.width > width
        if a.op == "const":
            return self.number(a.value, width)
        return self._make("extract", (a,), width, width - 1)

    def bit(self, a: KernelTerm, i: int) -> KernelTerm:
        """Whether bit ``i`` of a vector of bits is set."""
        return self._make("bit", (a,), 0, i)

    def calculate(self, op: str, a: KernelTerm, b: KernelTerm) -> KernelTerm:
        """``bvadd``, ``bvsub``, ``bvmul``, ``bvudiv`` or ``bvurem``; wide enough not to overflow."""
        assert a.width == b.width
        return self._make(op, (a, b), a.width)

    def equal(self, a: KernelTerm, b: KernelTerm) -> KernelTerm:
        """Whether two bit vectors of one width are equal."""
        assert a.width == b.width
        if a is b:
            return self.true
        if a.op == b.op == "const":
            return self.false
        for one, other in ((a, b), (b, a)):
            if one.op == "const" and other.op == "ite":
                # A choice between known numbers: say which. If neither is known, no copies are made.
                c, u, v = other.args
                if u.op == "const" or v.op == "const":
                    return self.ite(c, self.equal(one, u), self.equal(one, v))
        return self._make("=", (a, b) if a.number < b.number else (b, a), 0)

    def less(self, a: KernelTerm, b: KernelTerm) -> KernelTerm:
        """Whether ``a < b``, signed."""
        assert a.width == b.width
        if a is b:
            return self.false
        if a.op == b.op == "const":
            return self.truth(a.value < b.value)
        return self._make("bvslt", (a, b), 0)


def _denies(term: KernelTerm, known: Container[KernelTerm]) -> bool:
    """Whether a term is evidently false if the known ones are true."""
    if term.op != "not":
        return False
    (denied,) = term.args
    return denied in known or (denied.op == "and" and all(part in known for part in denied.args))


def conjuncts(term: KernelTerm) -> tuple[KernelTerm, ...]:
    """The terms that must all be true if one is."""
    return term.args if term.op == "and" else (term,)


class Excluded:
    """Tells which terms are evidently false if one is true: those whose conjunction with it folds."""

    def __init__(self, terms: KernelTermBuilder, known: KernelTerm) -> None:
        self._terms = terms
        in_order = conjuncts(known)
        self._known = frozenset(in_order)
        self._denied: dict[KernelTerm, list[KernelTerm]] = {}
        """By conjunct, the conjunctions known to be false."""
        for part in in_order:
            if part.op == "not" and part.args[0].op == "and":
                for conjunct in part.args[0].args:
                    self._denied.setdefault(conjunct, []).append(part.args[0])

    def __contains__(self, term: KernelTerm) -> bool:
        if self._terms.false in self._known:
            return True
        # One after the other: then the terms made here get the same numbers each time.
        parts = conjuncts(term)
        both = _Either(frozenset(parts), self._known)
        return any(
            part is self._terms.false
            or self._terms.not_(part) in self._known
            or _denies(part, both)
            or any(all(arg in both for arg in denied.args) for denied in self._denied.get(part, ()))
            for part in parts
        )


@dataclass(frozen=True, slots=True)
class _Either:
    first: frozenset[KernelTerm]
    second: frozenset[KernelTerm]

    def __contains__(self, term: object) -> bool:
        return term in self.first or term in self.second


@dataclass(frozen=True, slots=True)
class Script:
    """Declarations and assertions in SMT-LIB 2, without options, logic and commands.

    ``written``: the text that stands for each term in it, a name for most.
    """

    text: str
    written: Mapping[KernelTerm, str]


def script(assertions: Iterable[KernelTerm]) -> Script:
    """Terms, asserted.

    Every shared term is written once, under a name. Names are numbered as they occur, so that the same
    assertions about other variables are the same text.
    """
    writer = _Writer()
    for root in assertions:
        writer.add(root)
    return Script("\n".join(writer.lines), writer.written)


class _Writer:
    """Writes terms after their parts, and gives each name once."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.written: dict[KernelTerm, str] = {}
        self._functions: dict[int, str] = {}
        self._names = 0

    def add(self, root: KernelTerm) -> None:
        """Assert a term."""
        written = self.written
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [arg for arg in term.args if arg not in written]
            if not missing:
                stack.pop()
                if term not in written:
                    written[term] = self._write(term)
            else:
                stack += missing
        self.lines.append(f"(assert {written[root]})")

    def _name(self, letter: str) -> str:
        self._names += 1
        return f"{letter}{self._names}"

    def _write(self, term: KernelTerm) -> str:
        args = " ".join([self.written[arg] for arg in term.args])
        sort = f"(_ BitVec {term.width})" if term.width else "Bool"
        match term.op:
            case "true" | "false":
                return term.op
            case "const":
                return f"(_ bv{term.value % (1 << term.width)} {term.width})"
            case "not":
                return f"(not {args})"
            case "var":
                name = self._name("v")
                self.lines.append(f"(declare-fun {name} () {sort})")
                return name
            case "apply":
                text = f"({self._function(term, sort)} {args})"
            case "sign_extend":
                text = f"((_ sign_extend {term.value}) {args})"
            case "extract":
                text = f"((_ extract {term.value} 0) {args})"
            case "bit":
                text = f"(= ((_ extract {term.value} {term.value}) {args}) #b1)"
            case op:
                text = f"({op} {args})"
        # A name that is declared and asserted equal is solved faster than one that is defined.
        name = self._name("t")
        self.lines.append(f"(declare-fun {name} () {sort})\n(assert (= {name} {text}))")
        return name

    def _function(self, term: KernelTerm, sort: str) -> str:
        """The name of the function that a term applies."""
        name = self._functions.get(term.value)
        if name is None:
            name = self._functions[term.value] = self._name("f")
            key = f"(_ BitVec {term.args[0].width})"
            self.lines.append(f"(declare-fun {name} ({key}) {sort})")
        return name
