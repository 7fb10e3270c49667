"""Who follows which strategy."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.ir.program import Program

StrategyProfile = Mapping[int, int]
"""The strategy (its number in the program) of each player who follows one; others play at random."""

RANDOM = "random"
"""Stands for no strategy."""


def compared(asked: StrategyProfile) -> list[StrategyProfile]:
    """Ways to play, for comparison: all at random, one alone by its strategy, as asked."""
    alone = [{p: s} for p, s in asked.items()] if len(asked) > 1 else []
    return [{}, *alone, asked]


def shown(program: Program, own: StrategyProfile) -> str:
    """``everyone at random``, ``everyone careful``, or who plays how."""
    names = {s: program.strategies[s].name for s in own.values()}
    players = program.players.labels
    if not own:
        return "everyone at random"
    if len(own) == len(players) and len(names) == 1:
        return f"everyone {next(iter(names.values()))}"
    return ", ".join(f"{players[p]} {names[s]}" for p, s in own.items()) + (
        ", others at random" if len(own) < len(players) else ""
    )


def options(program: Program, own: StrategyProfile) -> list[str]:
    """The options of the command line for it."""
    names = {s: program.strategies[s].name for s in own.values()}
    if len(own) == len(program.players.labels) and len(names) == 1:
        return ["--strategy", next(iter(names.values()))]
    pairs = ((program.players.labels[p], names[s]) for p, s in own.items())
    return [word for player, name in pairs for word in ("--strategy", f"{player}={name}")]
