"""Checks that hold only because what they speak of never comes about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Check
from rulewright.dsl.ir.types import Bool

from ...kinds import FindingKind
from ..detector import Noticed
from ..explored import Explored


def vacuous(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each ``always`` or ``never`` of which a condition is met in no position of any game."""
    unmet: dict[str, bool] = {}
    checks: dict[str, Check] = {}
    for one in games:
        for check in one.program.checks:
            if check.kind not in ("always", "never"):
                continue
            conditions = tuple(_conditions(check))
            if not conditions:
                continue
            asked = tuple(replace(check, kind="reachable", property=c) for c in conditions)
            game = one.with_checks(asked)
            met = [
                any(game.holds(number, state) for state in one.states())
                for number in range(len(asked))
            ]
            violated = not all(
                one.game.holds(one.program.checks.index(check), state) == (check.kind == "always")
                for state in one.states()
            )
            checks.setdefault(check.name, check)
            unmet[check.name] = unmet.get(check.name, True) and not violated and not all(met)
    for name, never in unmet.items():
        check = checks[name]
        if never and check.span is not None:
            yield Noticed(
                FindingKind.VACUOUS, name, check.span, check.clauses,
                f"The check {name} holds only because what it speaks of never comes about",
                "ask first whether that can be reached",
            )  # fmt: skip


def _conditions(check: Check) -> Iterator[x.Expr]:
    """What must come about for the check to say anything."""
    negated = check.kind == "never"
    yield from _of(check.property, expected=not negated)


def _of(node: x.Expr, *, expected: bool) -> Iterator[x.Expr]:
    """The conditions of a property that is always so (``expected``), or never."""
    match node:
        case x.Not(arg):
            yield from _of(arg, expected=not expected)
        case x.Or(args) if expected:
            # not A or B: if A, then B
            yield from (a.arg for a in args if isinstance(a, x.Not))
        case x.And(args) if not expected:
            yield from args
        case x.If(condition=condition, otherwise=otherwise) if expected and otherwise == TRUE:
            yield condition
        case _:
            pass


TRUE = x.Const(1, Bool())
