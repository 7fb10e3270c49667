"""Whether an answer holds in any position, or follows there from what is proved of other checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.dsl.ir.program import Check, Program

from ..kernel.certificate import Certificate
from ..kernel.goals import goals
from ..kernel.obligations import obligations
from ..limits import Tick
from ..properties.registry import kind_of
from ..properties.target import StateTarget
from ..solvers.queries.metered import MeteredSolver
from ..symbolic.analysis.analysis import Analysis


def of_every_position(check: Check) -> bool:
    """Whether a check, if it is proved, says something of every position."""
    return isinstance(kind_of(check).target(0), StateTarget)


def in_any_position(
    program: Program,
    number: int,
    known: Sequence[Certificate],
    asked: MeteredSolver,
    tick: Tick,
) -> Certificate | None:
    """A certificate that rests on no lemma, or on as few of the ``known`` ones as prove necessary.

    None if there is none. ``tick`` may raise, to end the work. Raises OutOfUnits.
    """
    alone = Certificate(program.checks[number].name, anywhere=True)
    analysis = Analysis(program)
    if any(
        analysis.reads_location(goal.expression) for goal in goals(program, program.checks[number])
    ):
        return None
    if _holds(program, number, alone, asked, tick):
        return alone
    lemmas = _related(analysis, number, known)
    found = replace(alone, lemmas=lemmas)
    if not lemmas or not _holds(program, number, found, asked, tick):
        return None
    for lemma in lemmas if len(lemmas) > 1 else ():
        fewer = replace(found, lemmas=tuple(other for other in found.lemmas if other != lemma))
        if _holds(program, number, fewer, asked, tick):
            found = fewer
    return found


def _related(
    analysis: Analysis, number: int, known: Sequence[Certificate]
) -> tuple[Certificate, ...]:
    """Those about some of the variables that the question is about, or that these are about."""
    program = analysis.program
    checks = {check.name: check for check in program.checks}
    reads = {
        lemma: analysis.reads(checks[lemma.check].property)
        for lemma in known
        if of_every_position(checks[lemma.check])
        and not analysis.reads_location(checks[lemma.check].property)
    }
    about = analysis.reads(program.checks[number].property)
    near = about.union(*(variables for variables in reads.values() if variables & about))
    return tuple(lemma for lemma, variables in reads.items() if variables & near)


def _holds(
    program: Program, number: int, certificate: Certificate, asked: MeteredSolver, tick: Tick
) -> bool:
    return all(
        obligation.folded or any(asked.excludes(script) for script in obligation.scripts)
        for obligation in obligations(program, number, certificate, tick)
    )
