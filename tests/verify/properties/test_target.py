"""What a play shows: each target on plays that show it, and on those that nearly do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import YES
from rulewright.dsl.ir.program import Check
from rulewright.engines.game import Action
from rulewright.verify.properties.target import (
    DeadlockTarget,
    DivergenceTarget,
    FaultTarget,
    LassoTarget,
    StateTarget,
    StepTarget,
    Target,
    TrapTarget,
    diverges,
    shows,
)

PROPERTIES: dict[str, Callable[[int, int | None], bool]] = {
    "anything": lambda state, player: True,
    "later": lambda state, player: state >= 3,
    "the first one acted": lambda state, player: player == 0,
    "the second one acted": lambda state, player: player == 1,
}
ANYTHING, LATER, FIRST, SECOND = range(4)
GAME = TableGame(
    moves=[[1, 2], [0, 3, 1], [4, 5], [], [], [], [6, 7], [6, 8], []],
    ends={3: "draw", 4: "fault: the box is empty"},
    chance=frozenset({2}),
    runs_on=frozenset({(1, 2)}),
    long=frozenset({(7, 1)}),
    checks=tuple(Check(name, "never", YES, None, "") for name in PROPERTIES),
    properties=PROPERTIES,
)
"""In 0, 6 and 8 the first player decides, in 1, 5 and 7 the second, in 2 chance; 3 and 4 are over,
in 5 and 8 nothing can be done. After the last action in 1 the rules run on; the last one in 7 takes
too long. (3 is at node 1, 4 at node 2, and all others are at node 0.)"""


@pytest.mark.parametrize(
    ("play", "target", "shown"),
    [
        # a property in the last position, and there alone
        ((0, 1, 3), StateTarget(LATER), True),
        ((0, 1), StateTarget(LATER), False),
        ((0, 1), StateTarget(LATER, False), True),
        ((0, 1, 3), StateTarget(LATER, False), False),
        ((0,), StateTarget(FIRST), False),
        # after the action of a player, for that player
        ((0, 1), StepTarget(FIRST), True),
        ((0, 1), StepTarget(SECOND), False),
        ((0, 1, 3), StepTarget(SECOND), True),
        ((0, 1, 3), StepTarget(FIRST), False),
        ((0, 1, 0, 1), StepTarget(FIRST), True),
        ((0, 2, 5), StepTarget(ANYTHING), False),
        ((3, 3), StepTarget(ANYTHING), False),
        ((0,), StepTarget(ANYTHING), False),
        # a position that has come before, at that place
        ((0, 1, 0), LassoTarget(0), True),
        ((0, 0), LassoTarget(0), True),
        ((0, 1, 0), LassoTarget(1), False),
        ((0, 1, 0), LassoTarget(2), False),
        ((0, 1, 1), LassoTarget(1), True),
        ((0, 1, 0), LassoTarget(-1), False),
        ((0, 1, 0), LassoTarget(-3), False),
        # somebody must decide and cannot
        ((0, 2, 5), DeadlockTarget(), True),
        ((0, 2, 5), DeadlockTarget(0), True),
        ((0, 2, 5), DeadlockTarget(1), False),
        ((0, 2), DeadlockTarget(), False),
        ((0, 1, 3), DeadlockTarget(), False),
        ((0, 2, 4), DeadlockTarget(), False),
        # a fault
        ((0, 2, 4), FaultTarget(), True),
        ((0, 2, 4), FaultTarget(2), True),
        ((0, 2, 4), FaultTarget(1), False),
        ((0, 1, 3), FaultTarget(), False),
        ((0, 1, 3), FaultTarget(1), False),
        ((0, 2, 5), FaultTarget(), False),
        # rules that run on
        ((0, 1), DivergenceTarget(), True),
        ((0,), DivergenceTarget(), False),
        ((7,), DivergenceTarget(), False),
        ((3,), DivergenceTarget(), False),
        # true whatever follows, as far as all of it is known
        ((0, 1, 3), TrapTarget(LATER), True),
        ((0, 2), TrapTarget(LATER), False),
        ((1,), TrapTarget(LATER), False),
        ((0,), TrapTarget(ANYTHING), True),
        ((6,), TrapTarget(ANYTHING), False),
    ],
)
def test_what_a_play_shows(play: tuple[int, ...], target: Target, shown: bool) -> None:
    assert shows(GAME, play, target) is shown


@pytest.mark.parametrize(
    ("state", "number", "endless"), [(1, 2, True), (1, 0, False), (7, 1, False)]
)
def test_an_action_after_which_the_rules_run_on(state: int, number: int, endless: bool) -> None:
    assert diverges(GAME, state, Action(0, (number,))) is endless
