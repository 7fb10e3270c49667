"""Every engine does what the interpreter of the IR does, on random programs.

Failing programs are large; ``report_multiple_bugs`` is off to keep shrinking them short.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from tests import ir_strategies as programs
from tests.engines.engines import NEEDS_COMPILER, Reading
from tests.tiers import drawn

from rulewright.dsl.ir.program import Program, Variable
from rulewright.engines.native.game import NativeGame
from rulewright.engines.python.game import PythonGame

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
@given(programs.questions(), programs.starts())
@many(40, few=5)
def test_expressions(program: Program, others: tuple[Variable, ...]) -> None:
    for answer, expected in Reading(PythonGame(program)).answers(others):
        assert answer is expected or (answer == expected and type(answer) is int)


@pytest.mark.thorough
@given(programs.games())
@many(25)
def test_games(program: Program) -> None:
    Reading(PythonGame(program)).play(positions=4, following=6)


@pytest.mark.thorough
@NEEDS_COMPILER
@given(programs.questions(), programs.starts())
@many(20, few=3)
def test_native_expressions(program: Program, others: tuple[Variable, ...]) -> None:
    for answer, expected in Reading(NativeGame(program)).answers(others):
        assert answer is expected or (answer == expected and type(answer) is int)


@pytest.mark.thorough
@NEEDS_COMPILER
@given(programs.games())
@many(15, few=2)
def test_native_games(program: Program) -> None:
    Reading(NativeGame(program)).play(positions=4, following=6)
