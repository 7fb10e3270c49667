"""What the kernel makes of expressions and statements, against their meaning: value by value.

Variables may hold anything there; whatever they hold, what is made of them has to come to what the
interpreter of the IR finds.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as drawn_from
from hypothesis import strategies as st
from tests import ir_strategies as programs
from tests.reference_eval import Scope, evaluate
from tests.reference_eval.meaning import FaultHappened, execute
from tests.tiers import drawn
from tests.verify.kernel.meaning.valuation import Free, Valuation, given, setting, values_of

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Branch, Goto, Stop
from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.certificate import CutNode, CutPoint
from rulewright.verify.kernel.meaning.expressions.evaluation import Frame
from rulewright.verify.kernel.meaning.terms import KernelTerm
from rulewright.verify.kernel.setting import anything
from rulewright.verify.kernel.ways.paths import Encountered, PathState

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)


def some_known(of: Program, luck: Random) -> frozenset[str]:
    return frozenset(v.name for v in of.variables if luck.random() < 0.3)


@pytest.mark.thorough
@drawn_from(programs.questions(), st.integers(0, 1 << 20))
@settings(deadline=None, max_examples=drawn(30, few=2), suppress_health_check=SLOW)
def test_expressions_come_to_what_they_mean(of: Program, seed: int) -> None:
    s, luck = setting(of), Random(seed)
    known = some_known(of, luck)
    held = {**anything(of), **{name: s.initial[name] for name in known}}
    asked = [check.property for check in of.checks]
    asked += [e.left for e in asked if isinstance(e, x.Compare)]
    made = [(e, s.meaning.value(e, Frame(held, {}, 0))) for e in asked]
    for _ in range(6):
        values = values_of(of, luck, known)
        valuation = given(s, held, values, known)
        for e, symbolic in made:
            with suppress(Free):  # Where a walk gets to is left to the solver.
                found = valuation.value(symbolic, e.type)
                assert found == evaluate(e, Scope(of, dict(values), {}, 0)), e


@pytest.mark.thorough
@drawn_from(programs.games(), st.integers(0, 1 << 20))
@settings(deadline=None, max_examples=drawn(30, few=2), suppress_health_check=SLOW)
def test_ways_lead_where_they_lead_and_leave_what_they_leave(of: Program, seed: int) -> None:
    s, luck = setting(of), Random(seed)
    known = some_known(of, luck)
    held = {**anything(of), **{name: s.initial[name] for name in known}}
    for block in range(len(of.blocks)):
        ways = Encountered()
        ends = s.paths.run(block, PathState(s.t.true, held, ()), ways)
        for _ in range(6):
            values = values_of(of, luck, known)
            valuation = given(s, held, values, known)
            after = dict(values)
            point = run(of, block, after)
            paths = [(end.path, p) for p, end in ends.items()]
            paths += [(path, CutNode(fault)) for path, fault in ways.faults]
            sure = {end for path, end in paths if taken(valuation, path)}
            perhaps = {end for path, end in paths if taken(valuation, path) is None}
            assert point in sure | perhaps
            assert sure <= {point}
            left = ends[point].variables if point in ends else {}
            for v in of.variables if left else ():
                with suppress(Free):
                    found = valuation.value(s.values.seen(left[v.name]), v.type)
                    assert found == after[v.name], v.name


def taken(valuation: Valuation, path: KernelTerm) -> bool | None:
    """Whether a way is taken; None if that is left open, as it is of faults of what changes nothing."""
    try:
        return bool(valuation.of(path))
    except Free:
        return None


def run(of: Program, block: int, values: dict[str, ty.Value]) -> CutPoint:
    """Goes on from a block, in ``values``: where play rests."""
    while True:
        here = of.blocks[block]
        try:
            scope = execute(here.body, Scope(of, values, {}))
        except FaultHappened as fault:
            return CutNode(fault.number)
        match here.terminator:
            case Stop(node):
                return CutNode(node)
            case Goto(block, _):
                pass
            case Branch(condition, then, otherwise):
                block = then if evaluate(condition, scope) else otherwise
