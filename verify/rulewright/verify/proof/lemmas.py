"""Checks of the ruleset from which a question follows at once, wherever they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.ir.program import Check

from ..kernel.certificate import CutPoint
from ..solvers.metered import MeteredSolver
from ..solvers.solver import Unsat
from ..solvers.terms import Terms
from ..symbolic.dependencies import Analysis
from ..symbolic.havoc import ConeExecutor
from .candidates import stated
from .effort import EVALUATED
from .invariants import ExpressionInvariant
from .linear_tracking import tracking

ROUNDS = 2
"""How far checks are looked for: those about the same variables, then those about these."""


def lemmas(
    analysis: Analysis,
    goals: Sequence[ExpressionInvariant],
    asked: MeteredSolver,
    without: frozenset[str],
) -> tuple[Check, ...] | None:
    """Checks that say together what the goals say, none of them needless; None if there are none.

    No check is needed for goals that hold in any position.

    ``without``: names of checks that must not be among them. Raises OutOfUnits.
    """
    if any(analysis.needs.of(goal.expression).node for goal in goals):
        return None
    reads = reads_of(analysis, goals)
    more: tuple[Check, ...] = ()
    for _ in range(1 + ROUNDS):
        found = _enough(analysis, goals, more, asked)
        if found is not None:
            return _least(analysis, goals, found, asked)
        checks, more = more, tuple(related(analysis, reads, without))
        if more == checks:
            break
        reads = reads.union(*(analysis.needs.of(check.property).variables for check in more))
    return None


def reads_of(analysis: Analysis, goals: Sequence[ExpressionInvariant]) -> frozenset[str]:
    """The variables that the goals are about."""
    return frozenset[str]().union(*(analysis.needs.of(g.expression).variables for g in goals))


def related(
    analysis: Analysis, variables: frozenset[str], without: frozenset[str]
) -> Iterator[Check]:
    """The checks about some of the variables that may be lemmas.

    They are about all positions, wherever play is, and their author expects them to hold.
    """
    for check in analysis.program.checks:
        if check.name in without or not check.expected or not any(stated(check)):
            continue
        needs = analysis.needs.of(check.property)
        if not needs.node and not needs.variables.isdisjoint(variables):
            yield check


def _enough(
    analysis: Analysis,
    goals: Sequence[ExpressionInvariant],
    checks: Sequence[Check],
    asked: MeteredSolver,
) -> tuple[Check, ...] | None:
    """Those of the checks without which the goals could fail; None if they can anyway."""
    executor = ConeExecutor(
        analysis, Terms(asked.meter.ticking(EVALUATED)), frozenset(analysis.types), tracking(())
    )
    slots = {name: executor.anything(name) for name in analysis.types}
    evaluator, t = executor.evaluator, executor.t
    nowhere = CutPoint("block", analysis.program.entry)
    said = [
        t.and_(claim.term(evaluator, nowhere, slots) for claim in stated(check)) for check in checks
    ]
    wrong = t.not_(t.and_(goal.term(evaluator, nowhere, slots) for goal in goals))
    match asked.ask([wrong, *evaluator.facts], named=said):
        case Unsat(core):
            return tuple(checks[i] for i in core)
        case _:
            return None


def _least(
    analysis: Analysis,
    goals: Sequence[ExpressionInvariant],
    found: tuple[Check, ...],
    asked: MeteredSolver,
) -> tuple[Check, ...]:
    """Some of the checks that are still enough; those that are about most are left out first."""
    for check in sorted(found, key=lambda c: -len(analysis.needs.of(c.property).variables)):
        rest = tuple(other for other in found if other != check)
        if check in found:
            enough = _enough(analysis, goals, rest, asked)
            found = found if enough is None else enough
    return found
