"""Which readings one program can hold."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rulewright.dsl.instantiate import instantiate, program_family
from rulewright.dsl.load import load_text
from rulewright.verify.effort.comparing import CACHING
from rulewright.verify.equivalence.readings.family import groups

HEAD = """
ruleset sample "A sample"
  players A, B
  supply stone = if heap is small then 2 else 3

  reading heap "How many stones are there?" by [box]
    small: "two" default
    large: "three"
"""
READING = """
  reading r{n} "What about {n}?" by [box]
    no_{n}: "no" default
    yes_{n}: "yes"
"""


def text(count: int) -> str:
    """Each reading stands in front of all that follows: it doubles what the others make."""
    readings = "".join(READING.format(n=n) for n in range(count))
    steps = [f"  procedure p{count}(k: 0..1)\n    choose A\n      stay\n        nothing\n"]
    for n in range(count):
        steps.append(
            f"  procedure p{n}(k: 0..1)\n    if r{n} is yes_{n}\n      p{n + 1}(0)\n"
            f"    p{n + 1}(1)\n"
        )
    return dedent(HEAD + readings + "\n" + "\n".join(steps)).lstrip("\n") + (
        "  play\n    p0(1)\n    draw\n"
    )


@pytest.mark.thorough
def test_readings_that_double_the_program_are_shared_out() -> None:
    ruleset = load_text(text(6), "sample.rules")
    program = instantiate(ruleset)
    names = ["heap", *(f"r{n}" for n in range(6))]
    found = groups(ruleset, program, names)
    assert {name for group in found for name in group} == {f"r{n}" for n in range(6)}
    assert len(found) > 1
    for group in found:
        size = len(program_family(ruleset, program, group).blocks)
        assert len(group) == 1 or size <= CACHING.larger_with_all * 2 * len(program.blocks)


def test_readings_that_fit_are_in_one_group() -> None:
    ruleset = load_text(text(1), "sample.rules")
    program = instantiate(ruleset)
    assert groups(ruleset, program, ["r0"]) == (frozenset({"r0"}),)
    assert groups(ruleset, program, ["heap"]) == ()
    assert groups(ruleset, program, ["heap", "r0"]) == (frozenset({"r0"}),)
