"""A program that also comes to rest wherever a loop begins anew: the engines can then play it step by step
from cut point to cut point."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rulewright.dsl.ir.code import YES, Block, Const, Stop
from rulewright.dsl.ir.program import Choice, Decision, Program, Reset


def stopping_at(program: Program, loops: Collection[int]) -> Program:
    """The same moves in shorter steps. The nodes of ``program`` keep their numbers.

    ``loops``: the numbers of blocks; the first new node leads to the first of them, and so on. At a new
    node somebody decides, with one option and no choice. What a move remembers for itself lasts until it
    comes to rest where it did before. There are no checks.
    """
    scratch = tuple(v.name for v in program.variables if v.kind == "scratch")
    blocks, nodes = list(program.blocks), list(program.nodes)
    for number in loops:
        blocks.append(program.blocks[number])
        blocks[number] = Block(program.blocks[number].name, (), Stop(len(nodes)))
        on = Choice("on", (), YES, len(blocks) - 1)
        nodes.append(Decision(f"loop {number}", Const(0, program.players), (on,)))
    resets = [Reset((*reset.variables, *scratch)) for reset in program.resets]
    return replace(
        program,
        variables=tuple(
            replace(v, kind="frame") if v.kind == "scratch" else v for v in program.variables
        ),
        blocks=tuple(blocks),
        nodes=tuple(nodes),
        resets=(*resets, *(Reset(()) for _ in loops)),
        checks=(),
        strategies=(),
        examples=(),
    )
