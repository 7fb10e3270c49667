"""Whose move it is inside of a loop, where a variable tells."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Chance, Decision, Program
from rulewright.dsl.ir.walk import stores


def mover_in(
    program: Program, block: int, reached_from: Callable[[int], frozenset[int]]
) -> x.Var | None:
    """The variable that tells at the head of a loop whose move it is: it told who decides wherever the
    move may have begun, and nothing on the way to the loop stores to it. None if there is none.

    ``reached_from``: the blocks to which one can lead without a decision, itself included.
    """
    asked: set[x.Expr] = set()
    stored: set[str] = set()
    for node in program.nodes:
        options = node.choices if isinstance(node, Decision) else ()
        for option in [node] if isinstance(node, Chance) else options:
            between = reached_from(option.block)
            if block not in between:
                continue
            if isinstance(option, Chance) or not isinstance(node, Decision):
                return None
            asked.add(node.player)
            stored |= {parameter.variable for parameter in option.parameters}
            for number in between:
                if block in reached_from(number):
                    stored |= stores(*program.blocks[number].body)
    player = asked.pop() if len(asked) == 1 else None
    return player if isinstance(player, x.Var) and player.name not in stored else None
