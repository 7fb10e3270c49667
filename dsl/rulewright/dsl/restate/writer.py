"""From an expression of the IR to syntax of the language that elaborates to it.

A form (see :mod:`.forms`) with holes is elaborated with the parts of the expression in its holes.
If the result is the expression, the form is right, and the parts are written in the same way, each
in its place: the elaborator has told which names and which types are known there. So whatever the
elaborator adds by itself (conversions, the value in an option that was tested) is left out exactly
where it does so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

from ..elaborate.symbols.report import ElaborationError
from ..elaborate.symbols.scope import Domain, Scope
from ..elaborate.symbols.symbol_table import SymbolTable
from ..ir import code as x
from ..ir.program import Program
from ..ir.types import Int, Type
from ..node_fields import field_values, named_fields
from ..syntax import expressions as e
from ..syntax.node import SyntaxNode
from .forms import Forms
from .pieces import SyntaxTemplate, relaxed, type_syntax
from .reader import ClaimExpressions

MOST_WAYS = 32
"""The most ways to leave something out that are tried for a form."""
MOST_TRIALS = 200_000
"""After this many trials the expression counts as one that cannot be written."""


class UnwritableError(Exception):
    """No text means this expression."""


@dataclass(frozen=True, slots=True)
class _Hole:
    """The place of a part, and the type that is expected there."""

    scope: Scope
    expected: Type | None


class _Trial(ClaimExpressions):
    """Elaborates forms: a hole means what is put into it."""

    def __init__(self, world: SymbolTable, program: Program) -> None:
        super().__init__(world, program)
        self.holes: Mapping[str, x.Expr] = {}
        self.asked: dict[str, _Hole] = {}
        self.names: list[x.Local] = []

    def local(self, name: str, t: Type) -> x.Local:
        for i, known in enumerate(self.names):
            if known.type == t:
                return self.names.pop(i)
        return super().local(name, t)

    def meaning(self, node: e.Expression, scope: Scope, expected: Type | None) -> x.Expr | Domain:
        if isinstance(node, e.Reference) and node.name in self.holes:
            self.asked.setdefault(node.name, _Hole(scope, expected))
            return self.holes[node.name]
        return super().meaning(node, scope, expected)


@dataclass(frozen=True, slots=True)
class ElaboratedExpression:
    """Syntax, and its elaborated form."""

    syntax: e.Expression
    meaning: x.Expr


class ExpressionWriter:
    """Writes expressions about one program."""

    def __init__(self, world: SymbolTable, program: Program) -> None:
        self._trial = _Trial(world, program)
        self._forms = Forms(self._trial)
        self._left = MOST_TRIALS

    def write(self, node: x.Expr, scope: Scope) -> ElaboratedExpression:
        """Syntax for an expression where these names are known. Raises UnwritableError."""
        self._left = MOST_TRIALS
        return self._write(node, _Hole(scope, None))

    def fresh(self, local: x.Local, scope: Scope, inside: x.Expr) -> str:
        """A name for a local that has no other meaning in its scope."""
        return self._forms.fresh(local, scope, inside)

    def type_syntax(self, t: Type) -> e.TypeSyntax:
        """A type as it is written. Raises UnwritableError."""
        syntax = type_syntax(t, self._trial.world)
        if syntax is None:
            raise UnwritableError
        return syntax

    def _write(self, node: x.Expr, here: _Hole) -> ElaboratedExpression:
        for form in self._forms.of(node, here.scope):
            for holes in _ways(form.holes):
                found = self._tried(node, form, holes, here)
                if found is not None:
                    return found
        raise UnwritableError

    def _tried(
        self, node: x.Expr, form: SyntaxTemplate, holes: tuple[x.Expr, ...], here: _Hole
    ) -> ElaboratedExpression | None:
        meaning = self._elaborated(form, holes, here)
        if meaning is None or not (form.same or _agree(meaning, node)):
            return None
        asked = dict(self._trial.asked)
        parts: list[ElaboratedExpression] = []
        for number, part in enumerate(holes):
            where = asked.get(f"${number}")
            if where is None:
                return None
            try:
                parts.append(self._write(part, where))
            except UnwritableError:
                return None
        meanings = tuple(p.meaning for p in parts)
        if meanings != holes:
            again = self._elaborated(form, meanings, here)
            if again is None or (again.type != node.type and not _whole_numbers(again, node)):
                return None
            meaning = again
        filling = {f"${i}": p.syntax for i, p in enumerate(parts)}
        return ElaboratedExpression(_merged(_filled(form.syntax, filling)), meaning)

    def _elaborated(
        self, form: SyntaxTemplate, holes: tuple[x.Expr, ...], here: _Hole
    ) -> x.Expr | None:  # fmt: skip
        trial = self._trial
        self._left -= 1
        if self._left < 0:
            raise UnwritableError
        trial.holes = {f"${i}": part for i, part in enumerate(holes)}
        trial.asked = {}
        trial.names = list(form.names)
        try:
            return trial.elaborate(form.syntax, here.scope, here.expected)
        except ElaborationError:
            trial.report.diagnostics.clear()
            return None


def _ways(holes: tuple[x.Expr, ...]) -> Iterator[tuple[x.Expr, ...]]:
    """The parts with as much left out as possible, then with less."""
    choices = [relaxed(part) for part in holes]
    if sum(len(c) > 1 for c in choices) > 5:
        yield tuple(c[0] for c in choices)
        yield holes
    else:
        yield from islice(product(*choices), MOST_WAYS)


def _agree(meaning: x.Expr, node: x.Expr) -> bool:
    """Whether two expressions are the same; the ranges of numbers may differ.

    The name of a constant only makes code readable, and means nothing.
    """
    if meaning == node:
        return True
    match meaning, node:
        case x.Const(a, t), x.Const(b, u):
            return a == b and type(a) is type(b) and (t == u or _whole_numbers(meaning, node))
        case (x.Arith(), x.Arith()) | (x.If(), x.If()) | (x.Quantifier(), x.Quantifier()):
            return _whole_numbers(meaning, node) and _parts_agree(meaning, node)
        case x.Const(), x.Size() | x.Compare() | x.Arith():
            return meaning.type == node.type or _whole_numbers(meaning, node)
        case _:
            return False


def _parts_agree(a: x.Expr, b: x.Expr) -> bool:
    """Whether everything that makes up the expressions is the same, except for ranges of numbers."""
    pairs = zip(field_values(a, "type"), field_values(b, "type"), strict=True)
    return all(
        p == q or (isinstance(p, x.Const) and isinstance(q, x.Const) and _agree(p, q))
        for p, q in pairs
    )


def _whole_numbers(a: x.Expr, b: x.Expr) -> bool:
    return isinstance(a.type, Int) and isinstance(b.type, Int)


def _merged(node: e.Expression) -> e.Expression:
    """``some p in S: some q in T: E`` as ``some p in S, q in T: E``."""
    match node:
        case e.Quantified(
            "some" | "all" as kind, binders, None, e.Quantified(inner, more, condition, body)
        ) if kind == inner:
            return e.Quantified(kind, (*binders, *more), condition, body, span=node.span)
        case _:
            return node


def _filled(node: Any, parts: Mapping[str, e.Expression]) -> Any:
    """The syntax with each hole filled."""
    if isinstance(node, e.Reference):
        return parts.get(node.name, node)
    if isinstance(node, tuple):
        return tuple(_filled(n, parts) for n in node)
    if not isinstance(node, SyntaxNode):
        return node
    named = named_fields(node, "span").items()
    return replace(node, **{name: _filled(inner, parts) for name, inner in named})
