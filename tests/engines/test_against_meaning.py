"""Every engine does what the interpreter of the IR does, on random programs.

Failing programs are large; ``report_multiple_bugs`` is off to keep shrinking them short.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from tests import ir_strategies as programs
from tests.engines.engines import ENGINES, Engine, Reading
from tests.tiers import drawn

from rulewright.dsl.ir.program import Program, Variable

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
Test = Callable[..., None]


def many(examples: int, few: int | None = None) -> Callable[[Test], Test]:
    return settings(
        deadline=None,
        max_examples=drawn(examples, few),
        suppress_health_check=SLOW,
        report_multiple_bugs=False,
    )


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@given(programs.questions(), programs.starts())
@many(30, few=2)
def test_expressions(engine: Engine, program: Program, others: tuple[Variable, ...]) -> None:
    for answer, expected in Reading(engine(program)).answers(others):
        assert answer is expected or (answer == expected and type(answer) is int)


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@given(programs.games())
@many(20, few=2)
def test_games(engine: Engine, program: Program) -> None:
    Reading(engine(program)).play(positions=4, following=6)
