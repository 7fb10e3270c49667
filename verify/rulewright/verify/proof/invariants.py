"""Statements that may hold at a cut point. None is believed before it was proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Expr

from ..kernel.certificate import Claim, CutPoint
from ..solvers.terms import Term
from ..symbolic.abstraction import ConeEvaluator
from ..symbolic.environment import Frame, Slot
from ..symbolic.values import Entries


class Invariant(Protocol):
    """``text`` says it for people, empty if it says nothing new."""

    @property
    def text(self) -> str:
        """What it says."""

    def reads(self, evaluator: ConeEvaluator) -> frozenset[str]:
        """The variables that it is about."""

    def asks_where(self, evaluator: ConeEvaluator) -> bool:
        """Whether it is also about the cut point."""

    def term(self, evaluator: ConeEvaluator, point: CutPoint, slots: Mapping[str, Slot]) -> Term:
        """Whether it is true at the cut point."""

    def certified(self, types: Mapping[str, ty.Type], summed: bool) -> Claim:
        """The same in the words of a certificate."""


@dataclass(frozen=True, slots=True)
class ExpressionInvariant:
    """An expression is true, or not, for some values of its free locals."""

    expression: Expr
    holds: bool
    text: str
    bound: tuple[tuple[x.Local, int], ...] = ()

    def reads(self, evaluator: ConeEvaluator) -> frozenset[str]:
        """The variables that it is about."""
        return evaluator.reads(self.expression)

    def asks_where(self, evaluator: ConeEvaluator) -> bool:
        """Whether it is also about the cut point."""
        return evaluator.asks_where(self.expression)

    def term(self, evaluator: ConeEvaluator, point: CutPoint, slots: Mapping[str, Slot]) -> Term:
        """Whether it is."""
        v = evaluator.v
        locals_ = {
            local.name: v.typed(ty.scalar(local.type), v.n.constant(value))
            for local, value in self.bound
        }
        found = evaluator.truth(self.expression, Frame(slots, locals_, point.node))
        return found if self.holds else evaluator.t.not_(found)

    def certified(self, types: Mapping[str, ty.Type], summed: bool) -> Claim:
        """The same in the words of a certificate."""
        return Claim(self.expression, self.holds, self.bound, summed)


def conjuncts(claim: ExpressionInvariant) -> Iterator[ExpressionInvariant]:
    """The claim as a list of smaller ones that say together what it says."""
    e, holds = claim.expression, claim.holds
    match e:
        case x.Not(arg):
            yield from conjuncts(replace(claim, expression=arg, holds=not holds))
        case x.And(args) if holds:
            for arg in args:
                yield from conjuncts(replace(claim, expression=arg))
        case x.Or(args) if not holds:
            for arg in args:
                yield from conjuncts(replace(claim, expression=arg))
        case x.Quantifier(kind, var, x.Const() as over, None, body) if (
            body is not None and kind == ("all" if holds else "some")
        ):
            for value in _elements(over):
                more = (*claim.bound, (var, value))
                yield from conjuncts(replace(claim, expression=body, bound=more))
        case _:
            yield claim


def _elements(over: x.Const) -> Iterator[int]:
    t, value = over.type, over.value
    assert isinstance(t, ty.Set)
    assert isinstance(value, int)
    lo = ty.lowest(t.element)
    return (lo + i for i in range(ty.size(t.element)) if value >> i & 1)


@dataclass(frozen=True, slots=True)
class RangeInvariant:
    """A scalar variable, or every entry of a map of scalars, has one of some values."""

    variable: str
    values: frozenset[int]
    text: str

    def reads(self, evaluator: ConeEvaluator) -> frozenset[str]:
        """The variable."""
        return frozenset((self.variable,))

    def asks_where(self, evaluator: ConeEvaluator) -> bool:
        """No."""
        return False

    def term(self, evaluator: ConeEvaluator, point: CutPoint, slots: Mapping[str, Slot]) -> Term:
        """Whether it has."""
        content = evaluator.content(self.variable, slots[self.variable])
        entries = content.values if isinstance(content, Entries) else (content,)
        numbers = [evaluator.v.number(entry) for entry in entries]
        return evaluator.t.and_(
            evaluator.t.or_(evaluator.n.is_(number, v) for v in sorted(self.values))
            for number in numbers
        )

    def certified(self, types: Mapping[str, ty.Type], summed: bool) -> Claim:
        """The same in the words of a certificate."""
        t = types[self.variable]
        var = x.Var(self.variable, t)
        if not isinstance(t, ty.Map):
            return Claim(self._one_of(var, ty.scalar(t)))
        key = x.Local("key", t.key)
        entry = x.Lookup(var, key, t.value)
        each = self._one_of(entry, ty.scalar(t.value))
        return Claim(x.Quantifier("all", key, x.every(t.key), None, each, ty.Bool()))

    def _one_of(self, e: Expr, t: ty.Scalar) -> Expr:
        mask = sum(1 << value - ty.lowest(t) for value in self.values)
        return x.In(e, x.Const(mask, ty.Set(t)))
