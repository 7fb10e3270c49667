"""A game that goes round in three states for ever, and the question whether it comes to the last of them."""

from __future__ import annotations

from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import YES
from rulewright.dsl.ir.program import Check

NEVER = Check("n", "never", YES, None, "n")
RING = TableGame(
    [[1], [2], [0]], checks=(NEVER,), properties={"n": lambda state, player: state == 2}
)
