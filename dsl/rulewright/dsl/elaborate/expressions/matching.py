"""``match`` and ``if`` as expressions, and the rules for the cases of a match."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from ...diagnostics import near
from ...ir import code as x
from ...ir import fold
from ...ir.types import Enum, Int, Option, Type, Value, bounds, is_scalar, show_value  # fmt: skip
from ...span import Span
from ...syntax import expressions as e
from ...syntax.free import free_names
from ..symbols.report import Attempts
from ..symbols.scope import Scope
from .coercions import TypeMismatch, convert, describe
from .conditionals import conditional
from .elaborator import ExpressionElaborator
from .operators import comparisons
from .types import MAX_VALUES

MatchedValues = tuple[Value, ...]
"""A value of each subject."""


def match_(
    expressions: ExpressionElaborator, node: e.MatchExpression, scope: Scope, expected: Type | None
) -> x.Expr:
    rows = _Rows(table=_is_table(node) and expected is not None)
    subjects = [expressions.elaborate(subject, scope) for subject in node.subjects]
    seen: set[MatchedValues] = set()
    arms: list[tuple[x.Expr, x.Expr]] = []
    for case in node.cases:
        named = rows.named(expressions, case, subjects, seen, scope)
        test = fold.and_(
            [
                fold.or_(
                    [comparisons.equal(expressions, subject, v, scope, case.span) for v in values]
                )
                for subject, values in zip(subjects, named, strict=False)
            ]
        )
        if test == x.NO and expressions.no_part(case.body, node.subjects, scope):
            continue
        with rows.each():
            value = rows.value(expressions, case.body, scope.assume(test), expected)
            arms.append((test, value))
        scope = scope.assume(fold.not_(test))
    whole = all(len(case.patterns) == len(subjects) for case in node.cases)
    if whole and (rows.table or not rows.wrong):
        with rows.each():
            exhaustive(
                expressions, subjects, seen, node.otherwise is not None, node.subjects[0].span
            )
    last, decided = node.otherwise, any(test == x.YES for test, _ in arms)
    if last is None or (decided and expressions.no_part(last, node.subjects, scope)):
        rows.right()
        result = arms.pop()[1]
    else:
        with rows.each():
            result = rows.value(expressions, last, scope, expected)
        rows.right()
    for test, value in reversed(arms):
        result = conditional(expressions, test, value, result, scope, node.span)
    return result


def _is_table(node: e.MatchExpression) -> bool:
    """Whether this is the body of a table of values: its subject has no name in the text."""
    first = node.subjects[0]
    return isinstance(first, e.Reference) and not first.name


@dataclass(slots=True)
class _Rows(Attempts):
    """The cases of a match; in a ``table`` each is a row."""

    table: bool = False

    def named(
        self, expressions: ExpressionElaborator, case: e.MatchCase, subjects: Sequence[x.Expr],
        seen: set[MatchedValues], scope: Scope,
    ) -> list[list[x.Const]]:  # fmt: skip
        """For each subject, the values that a case names; ``seen`` collects all they stand for."""
        span = case.patterns[0][0].span
        with self.each():
            if len(case.patterns) != len(subjects):
                text = f"a row begins with {len(subjects)} value{'s' * (len(subjects) > 1)} here, not with {len(case.patterns)}"
                expressions.report.fail("E246", span, text)
        found: list[list[x.Const]] = []
        for subject, some in zip(subjects, case.patterns, strict=False):
            before = [] if len(subjects) > 1 else [x.Const(v, subject.type) for (v,) in seen]
            found.append([])
            for written in some:
                if not_playing(expressions, written, subject, scope):
                    continue
                with self.each():
                    found[-1].append(pattern(expressions, written, subject, before, scope))
        for number, values in enumerate(product(*found)):
            if number >= MAX_VALUES:
                with self.each():
                    text = f"this row stands for more than {MAX_VALUES} combinations of values"
                    expressions.report.fail("E246", span, text)
                break
            combination = tuple(v.value for v in values)
            if combination in seen and len(subjects) > 1:
                shown = _shown(subjects, combination)
                expressions.report.add("E243", span, f"{shown} stands here already")
            seen.add(combination)
        return found

    def value(
        self, expressions: ExpressionElaborator, body: e.Expression, scope: Scope,
        expected: Type | None,
    ) -> x.Expr:  # fmt: skip
        """The value of a case; that of a row must fit where it stands."""
        value = expressions.elaborate(body, scope, expected)
        if self.table and expected is not None:
            result = e.result_of(body)
            expressions.fit(value, expected, scope, result.span, result)
        return value


def not_playing(
    expressions: ExpressionElaborator, node: e.Expression, subject: x.Expr, scope: Scope
) -> bool:
    """Whether a case names a player who does not play in this game: it is never matched here."""
    world = expressions.world
    if not isinstance(node, e.Reference) or node.name not in world.not_playing:
        return False
    t = subject.type.inner if isinstance(subject.type, Option) else subject.type
    players = world.players.labels
    named = node.name in scope.names or node.name in world.values()
    return not named and isinstance(t, Enum) and t.labels[: len(players)] == players


def pattern(
    expressions: ExpressionElaborator,
    node: e.Expression,
    subject: x.Expr,
    seen: list[x.Const],
    scope: Scope,
) -> x.Const:
    """A constant that a case of a match names; ``seen`` collects them and finds duplicates."""
    if isinstance(node, e.ListLiteral | e.Application):
        _only_values(expressions, node, scope)
    value = expressions.elaborate(node, scope, subject.type)
    fitted = convert(value, subject.type, frozenset())
    if isinstance(fitted, TypeMismatch) and not isinstance(subject.type, Int):
        expressions.report.fail(fitted.code, node.span, fitted.reason)
    constant = value if isinstance(fitted, TypeMismatch) else fitted
    if not isinstance(constant, x.Const):
        expressions.report.fail(
            "E244", node.span, "a case must be a value known before play begins"
        )
    if any(s.value == constant.value for s in seen):
        expressions.report.add("E243", node.span, "this case stands here already")
    seen.append(constant)
    return constant


def _only_values(
    expressions: ExpressionElaborator, node: e.ListLiteral | e.Application, scope: Scope
) -> None:
    """An unknown name inside a case is taken for one that the case was meant to bind."""
    parts = node.items if isinstance(node, e.ListLiteral) else node.args
    for name in sorted(free_names(parts) - scope.names.keys() - expressions.world.values().keys()):
        if name[0].islower() and not near(name, expressions.world.labels):
            text = f"a case names values, and there is no {name} here"
            hint = (
                "what stands in a place gets its name before: let x = item(…, 0), let x = r.field"
            )
            expressions.report.fail("E244", node.span, text, hint)


def exhaustive(
    expressions: ExpressionElaborator,
    subjects: Sequence[x.Expr],
    seen: Collection[MatchedValues],
    has_else: bool,
    span: Span,
) -> None:
    """Report the cases that a match leaves out, or an 'else' for which nothing is left."""
    endless = [subject for subject in subjects if not is_scalar(subject.type)]
    if endless:
        if not has_else:
            text = f"a match over {describe(endless[0].type)} needs 'else'"
            expressions.report.fail("E242", span, text)
        return
    missing = list(islice(_left(subjects, seen), 6))
    if missing and not has_else:
        shown = ", ".join(_shown(subjects, values) for values in missing[:5])
        more = ", …" if len(missing) > 5 else ""
        text = f"{shown}{more} {'has' if len(missing) == 1 else 'have'} no case here"
        hint = "add what is left, or 'else' as the last case"
        expressions.report.fail("E241", span, text, hint)
    if not missing and has_else:
        expressions.report.fail(
            "E245", span, "nothing is left for 'else': every case stands here already"
        )


def _left(
    subjects: Sequence[x.Expr], seen: Collection[MatchedValues], given: MatchedValues = ()
) -> Iterator[MatchedValues]:
    """The combinations of the subjects' values that no case names."""
    if len(given) == len(subjects):
        if given not in seen:
            yield given
        return
    t = subjects[len(given)].type
    assert is_scalar(t), "the values of others are not gone through"
    lo, hi = bounds(t)
    for value in range(lo, hi + 1):
        yield from _left(subjects, seen, (*given, value))


def _shown(subjects: Sequence[x.Expr], values: MatchedValues) -> str:
    shown = [show_value(s.type, v) for s, v in zip(subjects, values, strict=True)]
    return shown[0] if len(shown) == 1 else f"({', '.join(shown)})"
