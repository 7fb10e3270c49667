"""The search in C against the search in Python, on shipped and on random rulesets."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import ir_strategies as programs
from tests.ruleset_strategies.rulesets import rulesets
from tests.spec.games import game
from tests.tiers import drawn, slow
from tests.verify.explicit.native_graphs import same_answers, same_turns

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.engines.game import EndlessLoop
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.explicit.native import search as native
from rulewright.verify.explicit.native.build import compiled
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.count import perft
from rulewright.verify.stategraph.turns import has_turns

MISSING = available()
pytestmark = pytest.mark.skipif(MISSING is not None, reason=str(MISSING))

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
SHIPPED: list[Any] = [
    ("circle", {"instance": "small"}),
    *slow([("tictactoe", {}), ("circle", {"instance": "small_aggressive"})]),
    *slow(
        [("circle", {"instance": "small_three"}), ("petite-mort", {"instance": "small_sharing"})]
    ),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "chosen"), SHIPPED, ids=str)
def test_shipped_rulesets(name: str, chosen: dict[str, Any]) -> None:
    machine = compiled(game(name, **chosen))
    same_answers(machine, Budget(states=6000), moves=False)
    same_turns(machine, Budget(states=1000), moves=False)
    counts = native.perft(machine, 4, Budget().start(), 2**28)
    assert counts == perft(machine.game, 4, Budget().start())


def compared(program: Program) -> None:
    """What both searches do with the first few hundred states."""
    machine, budget = compiled(PythonGame(program)), Budget(states=300)
    try:
        machine.game.new()
    except EndlessLoop:
        with pytest.raises(EndlessLoop):
            native.explore(machine, budget)
        return
    same_answers(machine, budget)
    if has_turns(program):
        try:
            same_turns(machine, budget)
        except EndlessLoop:
            with pytest.raises(EndlessLoop):
                native.explore_turns(machine, budget)


@pytest.mark.thorough
@given(rulesets(), st.sampled_from(["left", "right"]))
@settings(
    deadline=None,
    max_examples=drawn(5, few=1),
    suppress_health_check=SLOW,
    report_multiple_bugs=False,
)
def test_random_rulesets(text: str, way: str) -> None:
    compared(instantiate(load_text(text, "drawn.rules"), readings={"way": way}))


@pytest.mark.thorough
@given(programs.games())
@settings(
    deadline=None, max_examples=drawn(5), suppress_health_check=SLOW, report_multiple_bugs=False
)
def test_random_programs(program: Program) -> None:
    compared(program)
