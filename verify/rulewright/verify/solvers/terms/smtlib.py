"""Terms as SMT-LIB text: every shared term is written once, under a name."""

from __future__ import annotations

from collections.abc import Iterable

from .terms import Term


def script(
    constraints: Iterable[Term],
    model_of: Iterable[Term] = (),
    cut: int = 0,
    check: str = "(check-sat)",
) -> str:
    """A script that declares everything, asserts the constraints and asks.

    It prints ``sat``, ``unsat`` or ``unknown``, then the values of the ``model_of`` variables; without a
    model, it prints an error there. Terms older than number ``cut`` are left undefined: what is
    unsatisfiable without their definitions is unsatisfiable with them. ``check`` is the command that asks.
    """
    writer = _Writer(cut)
    lines = [f"(assert {writer.text(term)})" for term in constraints]
    names = [writer.text(term) for term in model_of]
    ask = f"(get-value ({' '.join(names)}))\n" if names else ""
    body = "\n".join([*writer.lines, *lines])
    return f"(set-logic QF_BV)\n{body}\n{check}\n{ask}"


class _Writer:
    """Names terms, the parts of a term before the term."""

    def __init__(self, cut: int) -> None:
        self.lines: list[str] = []
        self._cut = cut
        self._names: dict[Term, str] = {}

    def text(self, root: Term) -> str:
        """The name of ``root``; ``lines`` has all that it needs."""
        names = self._names
        stack = [root]
        while stack:
            term = stack[-1]
            if term in names:
                stack.pop()
                continue
            missing = [arg for arg in term.args if arg not in names]
            if missing and not self._undefined(term):
                stack.extend(missing)
                continue
            stack.pop()
            names[term] = self._name(term)
        return names[root]

    def _undefined(self, term: Term) -> bool:
        return term.number < self._cut and term.op != "not"

    def _name(self, term: Term) -> str:
        if term.args and self._undefined(term):
            self.lines.append(f"(declare-fun t{term.number} () {_sort(term)})")
            return f"t{term.number}"
        args = " ".join(self._names[arg] for arg in term.args)
        sort = _sort(term)
        match term.op:
            case "true" | "false":
                return term.op
            case "not":
                return f"(not {args})"
            case "const":
                assert isinstance(term.value, int)
                return f"(_ bv{term.value % (1 << term.width)} {term.width})"
            case "var":
                self.lines.append(f"(declare-fun {term.value} () {sort})")
                return str(term.value)
            case "sign_extend":
                text = f"((_ sign_extend {term.value}) {args})"
            case "extract":
                text = f"((_ extract {term.value} 0) {args})"
            case _:
                text = f"({term.op} {args})"
        # A name that is declared and asserted equal is solved faster than a defined one.
        name = f"t{term.number}"
        self.lines.append(f"(declare-fun {name} () {sort})\n(assert (= {name} {text}))")
        return name


def _sort(term: Term) -> str:
    return f"(_ BitVec {term.width})" if term.width else "Bool"
