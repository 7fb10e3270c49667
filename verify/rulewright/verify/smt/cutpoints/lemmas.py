"""Checks of the ruleset from which a question follows at once, wherever they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.ir.program import Check

from ..analysis import Analysis
from ..solver import Unsat
from ..terms import Terms
from ..timed import TimedSolver
from .candidates import stated
from .claims import Says
from .havoc import ConeExecutor
from .places import Place


def lemmas(
    analysis: Analysis, goals: Sequence[Says], asked: TimedSolver, without: frozenset[str]
) -> tuple[Check, ...]:
    """Checks that say together what the goals say; none if there are no such checks.

    ``without``: names of checks that must not be among them. Raises OutOfTime.
    """
    if any(analysis.needs.of(goal.expression).node for goal in goals):
        return ()
    checks = [check for check in _related(analysis, goals) if check.name not in without]
    if not checks:
        return ()
    everything = frozenset(analysis.types)
    executor = ConeExecutor(analysis, Terms(asked.tick), everything)
    slots = {name: executor.anything(name) for name in analysis.types}
    evaluator, t = executor.evaluator, executor.t
    nowhere = Place("block", analysis.program.entry)
    said = [
        t.and_(claim.term(evaluator, nowhere, slots) for claim in stated(check)) for check in checks
    ]
    wrong = t.not_(t.and_(goal.term(evaluator, nowhere, slots) for goal in goals))
    match asked.ask([wrong, *evaluator.facts], named=said):
        case Unsat(core):
            return tuple(checks[i] for i in core)
        case _:
            return ()


def _related(analysis: Analysis, goals: Sequence[Says]) -> Iterator[Check]:
    """Checks of positions that are about variables of the goals, but do not just repeat them."""
    reads = frozenset[str]().union(
        *(analysis.needs.of(goal.expression).variables for goal in goals)
    )
    for check in analysis.program.checks:
        needs = analysis.needs.of(check.property)
        if needs.node or needs.variables.isdisjoint(reads):
            continue
        claims = [(c.expression, c.wanted, c.bound) for c in stated(check)]
        if (
            check.expected
            and claims
            and claims != [(g.expression, g.wanted, g.bound) for g in goals]
        ):
            yield check
