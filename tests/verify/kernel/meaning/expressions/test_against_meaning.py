"""The kernel's meaning of programs against the interpreter of the IR.

What happens must be possible in the kernel's eyes, whatever is left open; where all is followed,
nothing else may be.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import ir_strategies as programs
from tests.ir_build import SOLO
from tests.reference_eval import Reference, evaluate
from tests.tiers import drawn
from tests.verify.kernel.pinned import answered, from_node, holding, pinned

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Goto, Stop
from rulewright.dsl.ir.program import Check, Choice, Decision, Program, Reset
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.obligations import obligations

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)


def names(of: Program) -> frozenset[str]:
    return frozenset(v.name for v in of.variables)


@pytest.mark.thorough
@given(programs.questions())
@settings(deadline=None, max_examples=drawn(20, few=3), suppress_health_check=SLOW)
def test_known_values_fold_to_what_they_are(of: Program) -> None:
    scope = Reference(of).scope(Reference(of).new())
    for number, check in enumerate(of.checks):
        (asked,) = obligations(of, number, Certificate(check.name, names(of)))
        assert asked.folded == (not evaluate(check.property, scope)), check.property


def after_a_decision(of: Program) -> Program:
    """The same questions, asked after a decision without an effect."""
    go = Decision("go", x.Const(0, SOLO), (Choice("on", (), x.YES, 1),))
    return replace(
        of,
        blocks=(*of.blocks, Block("on", (), Goto(2)), Block("end", (), Stop(1))),
        nodes=(go, *of.nodes),
        resets=(Reset(()), *of.resets),
    )


@pytest.mark.thorough
@given(programs.questions(most=2), st.data())
@settings(deadline=None, max_examples=drawn(10), suppress_health_check=SLOW)
def test_values_that_are_only_claimed_are_what_they_are(of: Program, data: st.DataObject) -> None:
    program = after_a_decision(of)
    position = Reference(program).new()
    scope = Reference(program).scope(position)
    followed = data.draw(st.sets(st.sampled_from(sorted(names(of)))))
    for check in of.checks:
        # Where the decision is, nothing is claimed of it by the check itself.
        there = x.And((x.At((1,)), check.property))
        one = replace(program, checks=(replace(check, property=there),))
        true = evaluate(check.property, scope)
        (exact,) = from_node(one, pinned(one, position, names(of), True), 0)
        assert answered(exact, "answer") in (not true, None), check.property
        (rough,) = from_node(one, pinned(one, position, frozenset(followed), True), 0)
        assert not (true and answered(rough, "answer")), (check.property, followed)


@pytest.mark.thorough
@given(programs.games(), st.data())
@settings(deadline=None, max_examples=drawn(15), suppress_health_check=SLOW)
def test_what_a_step_leads_to_is_possible_and_nothing_else(
    of: Program, data: st.DataObject
) -> None:
    reference = Reference(of)
    position = reference.new()
    for _ in range(3):
        legal = reference.legal(position)
        if not legal:
            return
        action = data.draw(st.sampled_from(legal))
        after, _ = reference.step(position, action)
        if after == position:
            continue  # What the check forbids is assumed where it begins.
        there = x.And((x.At((after.node,)), *holding(of, after)))
        followed = frozenset(data.draw(st.sets(st.sampled_from(sorted(names(of))))))
        never = replace(of, checks=(Check("c", "never", there, None, ""),))
        for kept, unrolled in ((names(of), True), (followed, True), (followed, False)):
            certificate = pinned(never, position, kept, unrolled)
            ways = [answered(o, "answer") for o in from_node(never, certificate, position.node)]
            assert not all(way is True for way in ways), (kept, unrolled)
        if len(legal) == 1:
            always = replace(of, checks=(Check("c", "always", there, None, ""),))
            certificate = pinned(always, position, names(of), True)
            for obligation in from_node(always, certificate, position.node):
                to = "fault" if after.node == 1 else f"({after.node})"
                assert answered(obligation, to) is not False
        position = after
