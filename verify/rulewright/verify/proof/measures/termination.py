"""Certificates that every play ends: a measure learnt from random plays, and accompanying claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Program

from ...effort.proving import MEASURING
from ...kernel.certificate import Certificate, Claim, CutPoint
from ...solvers.queries.metered import Meter
from ...symbolic.analysis.analysis import Analysis
from ..claims.cone import cone_of
from ..cut_steps import cut_steps
from ..cuts import cut_points, loop_heads
from ..features import entries, legality, whole
from .ranking import Component, measure

Claims = Iterable[tuple[CutPoint, tuple[Claim, ...]]]


def termination(
    program: Program,
    number: int,
    meter: Meter,
    inductive: Callable[[Certificate], Certificate | None],
    suggested: Sequence[Callable[[], Claims]] = (),
) -> Certificate | None:
    """A certificate for "every play ends", if a measure is found that the kernel may accept.

    ``inductive`` finds which part of a certificate is kept. The measure is tried by itself, then with what
    is ``suggested`` to hold beside it. Raises OutOfUnits.
    """
    analysis = Analysis(program)
    loops = loop_heads(program.blocks)
    everything = frozenset(analysis.types)
    bare = Certificate(program.checks[number].name, everything, loops=loops)
    for components in _measures(program, loops, meter):
        made = replace(bare, measure=tuple(_at_each_cut_point(program, loops, components)))
        for certificate in _with_more(made, cone_of(analysis, ()), suggested):
            found = inductive(certificate)
            if found is not None:
                return found
    return None


def _with_more(
    made: Certificate, few: frozenset[str], suggested: Sequence[Callable[[], Claims]]
) -> Iterator[Certificate]:
    """The measure by itself, with everything but its sums left open; then with claims."""
    yield replace(made, followed=few)
    yield made
    for claims in suggested:
        yield replace(made, claims=tuple(claims()))


def _measures(
    program: Program, loops: frozenset[int], meter: Meter
) -> Iterator[tuple[Component, ...]]:
    """Measures over totals, then over what lies where."""
    sample = MEASURING.steps
    if loops:
        sample = replace(sample, different=MEASURING.with_loops)
    known = dict(legality(program))
    steps = cut_steps(program, loops, sample, meter, until_again=True, options=[*known])
    if steps is None:
        return
    few = (*whole(program), *known.values())
    tried: list[tuple[Component, ...]] = []
    for features in (few, (*few, *entries(program))):
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
