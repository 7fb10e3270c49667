"""In which cell a position lies depends on every variable, however many there are."""

from __future__ import annotations

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.explicit.branch_distance import measured

MANY = 300
"""So many that one expression of all of them, one in the other, is too deep for Python."""
PRIME, FACTOR = 65_521, 7_919


@pytest.mark.heavy
def test_each_of_many_variables_tells_cells_apart() -> None:
    """Every switch that is on gives a cell of its own, and another one than none."""
    switches = instantiate(load_text(_switches(MANY), "many.rules", every=False))
    game = PythonGame(measured(switches, (0,)).program)
    cell = measured(switches, (0,)).cell
    first = game.new()
    cells = [game.strategy_value(cell, first, 0)]
    for action in game.legal(first):
        cells.append(game.strategy_value(cell, game.apply(first, action), 0))
    assert len(cells) == len(set(cells)) == MANY + 1


def test_few_variables_are_spread_one_after_the_other() -> None:
    switches = instantiate(load_text(_switches(3), "few.rules", every=False))
    made = measured(switches, (0,))
    game = PythonGame(made.program)
    second = game.apply(game.new(), game.legal(game.new())[1])
    assert game.strategy_value(made.cell, second, 0) == FACTOR % PRIME
    both = game.apply(second, game.legal(second)[0])
    assert game.strategy_value(made.cell, both, 0) == (FACTOR**2 + FACTOR) % PRIME


def _switches(count: int) -> str:
    lines = [
        'ruleset many "Many"',
        '  clauses "clauses.md"',
        "  players Ann",
        *(f"  state s{i}: Bool = no" for i in range(count)),
        "  play by [turn]",
        "    repeat",
        "      choose Ann",
        *(f"        on{i} when not s{i} by [turn]\n          s{i} := yes" for i in range(count)),
        f"  check last: reachable s{count - 1}",
    ]
    return "\n".join(lines) + "\n"
