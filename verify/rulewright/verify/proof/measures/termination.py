"""Certificates that every play ends: a measure learnt from random plays, and accompanying claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Program

from ...effort.proving import MEASURING
from ...kernel.certificate import Certificate, CutPoint
from ...solvers.queries.metered import Meter
from ...symbolic.analysis.analysis import Analysis
from ..claims.candidates import ClaimCandidates
from ..claims.cone import cone_of
from ..cut_steps import cut_steps
from ..cuts import cut_points, loop_heads
from ..features import entries, legality, observed, whole
from .passes import further_entries, passes_left, passes_until
from .ranking import Component, measure


def termination(
    program: Program,
    number: int,
    meter: Meter,
    inductive: Callable[[Certificate], Certificate | None],
    suggested: Sequence[Callable[[], ClaimCandidates]] = (),
) -> Certificate | None:
    """A certificate for "every play ends", if a measure is found that the kernel may accept.

    ``inductive`` finds which part of a certificate is kept. The measure is tried by itself, then with what
    is ``suggested`` to hold beside it. Raises OutOfUnits.
    """
    analysis = Analysis(program)
    loops = loop_heads(program.blocks)
    everything = frozenset(analysis.types)
    bare = Certificate(program.checks[number].name, everything, loops=loops)
    measures = (
        replace(bare, measure=tuple(_at_each_cut_point(program, loops, components)))
        for components in _measures(program, loops, meter)
    )
    for certificate in _with_more(measures, cone_of(analysis, ()), suggested):
        found = inductive(certificate)
        if found is not None:
            return found
    return None


def _with_more(
    measures: Iterable[Certificate],
    few: frozenset[str],
    suggested: Sequence[Callable[[], ClaimCandidates]],
) -> Iterator[Certificate]:
    """Each measure by itself, first with everything but its sums left open; then each with claims."""
    tried: list[Certificate] = []
    for made in measures:
        tried.append(made)
        yield from (replace(made, followed=few), made)
    for suggest in suggested if tried else ():
        claims = tuple(suggest())
        for made in tried:
            yield replace(made, claims=claims)


def _measures(
    program: Program, loops: frozenset[int], meter: Meter
) -> Iterator[tuple[Component, ...]]:
    """Measures over totals, over how far loops have come, over both, and over what lies where."""
    sample = MEASURING.steps
    if loops:
        sample = replace(sample, different=MEASURING.with_loops)
    legal, passes = [*legality(program)], [*passes_until(program, loops)]
    left = [*passes_left(program, loops)]
    numbers = [*legal, *passes, *left]
    steps = cut_steps(program, loops, sample, meter, until_again=True, observed=numbers)
    if steps is None:
        return
    steps = [*steps, *further_entries(steps, passes)]
    own = {v.name for v in program.variables if v.kind == "frame"}
    alone = (*(f for f in whole(program) if f.variable in own), *map(observed, left))
    few = (*whole(program), *map(observed, legal))
    more = (*few, *map(observed, (*passes, *left)))
    tried: list[tuple[Component, ...]] = []
    for features in dict.fromkeys((few, alone, more, (*more, *entries(program)))):
        for monotone in (True, False):
            found = measure(steps, features, meter, MEASURING.program, monotone=monotone)
            if found is not None and found not in tried:
                tried.append(found)
                yield found


def _at_each_cut_point(
    program: Program, loops: frozenset[int], components: Sequence[Component]
) -> Iterator[tuple[CutPoint, tuple[x.Expr, ...]]]:
    for point in cut_points(program, loops):
        yield point, tuple(c.expression(point) for c in components)
