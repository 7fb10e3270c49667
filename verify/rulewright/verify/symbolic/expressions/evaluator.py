"""Evaluates expressions of the IR in a symbolic state. The IR's classes document their meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from ...solvers.terms.terms import Term, TermBuilder
from ..analysis.analysis import Analysis
from ..values.lists import ListOperations
from ..values.numbers import Cases, GuardedInteger, Wide
from ..values.value_counters import Counter
from ..values.values import Bits, Entries, SymbolicList, SymbolicValue, SymbolicValues
from .environment import DryRun, SymbolicFrame

EvaluatesNode = Callable[..., SymbolicValue]
"""What an expression of one class means: a function of the evaluator, the expression and a frame."""


class Evaluator:
    """Evaluates the expressions of one program; every value is computed once.

    ``meanings``: the meaning of each class of expressions except constants, variables and locals.
    """

    def __init__(
        self,
        analysis: Analysis,
        terms: TermBuilder,
        dry_run: DryRun,
        counters: Mapping[str, tuple[Counter, ...]],
        meanings: Mapping[type, EvaluatesNode],
    ) -> None:
        self.analysis = analysis
        self.program = analysis.program
        self.t = terms
        self.v = SymbolicValues(terms)
        self.n = self.v.n
        self.lists = ListOperations(self.v)
        self.dry_run = dry_run
        self.counters = counters
        self.functions = analysis.functions
        self._meanings = meanings
        self._memo: dict[tuple[object, ...], SymbolicValue] = {}

    # --- entry --------------------------------------------------------------------------------

    def value(self, e: x.Expr, f: SymbolicFrame) -> SymbolicValue:
        """The value of ``e``."""
        if isinstance(e, x.Local):
            return f.locals[e.name]
        if isinstance(e, x.Var):
            return f.slots[e.name].value
        key = self._key(e, f)
        found = self._memo.get(key)
        if found is None:
            self.t.tick()
            if isinstance(e, x.Const):
                found = self.v.constant(e.type, e.value)
            else:
                found = self._meanings[type(e)](self, e, f)
                if isinstance(e.type, ty.Bool) and isinstance(found, Cases | Wide):
                    found = self.v.typed(e.type, found)
            self._memo[key] = found
        return found

    def truth(self, e: x.Expr, f: SymbolicFrame) -> Term:
        """The value of a Bool expression."""
        return self.v.condition(self.value(e, f))

    def number(self, e: x.Expr, f: SymbolicFrame) -> GuardedInteger:
        """The value of a scalar as an integer."""
        return self.v.number(self.value(e, f))

    def set(self, e: x.Expr, f: SymbolicFrame) -> Bits:
        """The value of a set."""
        found = self.value(e, f)
        assert isinstance(found, Bits)
        return found

    def list_(self, e: x.Expr, f: SymbolicFrame) -> SymbolicList:
        """The value of a list."""
        found = self.value(e, f)
        assert isinstance(found, SymbolicList)
        return found

    def entries(self, e: x.Expr, f: SymbolicFrame) -> Entries:
        """The value of a map."""
        found = self.value(e, f)
        assert isinstance(found, Entries)
        return found

    def reads(self, e: x.Expr) -> frozenset[str]:
        """The variables that the value of ``e`` depends on."""
        return self.analysis.reads(e)

    def select(self, entries: Entries, lo: int, key: GuardedInteger) -> SymbolicValue:
        """The entry at a key whose type begins at ``lo``; keys outside mean nothing."""
        values = entries.values
        if isinstance(key, Wide):
            key = self.n.cases(self.n.clamp(key, lo, lo + len(values) - 1))
        options = [(values[k - lo], c) for k, c in key.items if 0 <= k - lo < len(values)]
        if not options:
            return values[0]
        if len(options) == 1:
            return options[0][0]
        if all(isinstance(value, Cases) for value, _ in options):
            return self.n.gather(
                (number, self.t.and_((here, condition)))
                for value, here in options
                if isinstance(value, Cases)
                for number, condition in value.items
            )
        if all(isinstance(value, Term) for value, _ in options):
            return self.t.or_(
                self.t.and_((here, value)) for value, here in options if isinstance(value, Term)
            )
        result, _ = options[-1]
        for value, here in reversed(options[:-1]):
            result = self.v.choose(here, value, result)
        return result

    def _key(self, e: x.Expr, f: SymbolicFrame) -> tuple[object, ...]:
        memo = self.analysis.memo_key(e)
        bound, slots = f.locals, f.slots
        return (
            id(e),
            f.node if memo.node else None,
            *[slots[name].version for name in memo.variables],
            *[bound.get(name) for name in memo.locals],
        )

    def member(self, t: ty.Scalar, element: GuardedInteger, of: Bits) -> Term:
        """Whether a number is one of a set of ``t``."""
        lo, size = ty.lowest(t), len(of.bits)
        return self.t.or_(
            self.t.and_((condition, of.bits[value - lo]))
            for value, condition in self.n.cases(element).items
            if 0 <= value - lo < size
        )
