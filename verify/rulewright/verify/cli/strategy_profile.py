"""Who follows which strategy, as the command line says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.dsl.diagnostics import near
from rulewright.dsl.ir.program import Program

from .exits import InputError

if TYPE_CHECKING:
    from ..simulation.simulate import Seats

RANDOM = "random"
"""What stands for no strategy."""


def seats(game: str, program: Program, given: Sequence[str]) -> Seats:
    """Who follows which strategy: ``NAME`` is for everybody, ``PLAYER=NAME`` for one.

    Later ones go before earlier ones; ``random`` is no strategy. ``game`` is what messages call
    the program. Raises InputError for what it does not have.
    """
    players = program.players.labels
    names = [s.name for s in program.strategies]
    found: dict[int, int] = {}
    for text in given:
        player, equals, name = (part.strip() for part in text.rpartition("="))
        if equals and player not in players:
            raise InputError(_unknown(game, "player", player, players))
        who = [players.index(player)] if equals else range(len(players))
        if name == RANDOM:
            found = {p: s for p, s in found.items() if p not in who}
        elif name in names:
            found |= dict.fromkeys(who, names.index(name))
        else:
            raise InputError(_unknown(game, "strategy", name, names))
    return dict(sorted(found.items()))


def _unknown(game: str, what: str, name: str, known: Sequence[str]) -> str:
    there = f"there is {', '.join(known)}" if known else "it has none"
    hint = near(name, known)
    return f"{game} has no {what} {name!r}; {there}{hint and f'; {hint}'}"


def compared(asked: Seats) -> list[Seats]:
    """Ways to play to see side by side: all at random, one alone by its strategy, as asked."""
    alone = [{p: s} for p, s in asked.items()] if len(asked) > 1 else []
    return [{}, *alone, asked]


def shown(program: Program, own: Seats) -> str:
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


def options(program: Program, own: Seats) -> list[str]:
    """The options of the command line that say so."""
    names = {s: program.strategies[s].name for s in own.values()}
    if len(own) == len(program.players.labels) and len(names) == 1:
        return ["--strategy", next(iter(names.values()))]
    pairs = ((program.players.labels[p], names[s]) for p, s in own.items())
    return [word for player, name in pairs for word in ("--strategy", f"{player}={name}")]
