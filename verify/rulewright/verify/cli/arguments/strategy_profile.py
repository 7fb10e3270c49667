"""Who follows which strategy, as given on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.diagnostics import near
from rulewright.dsl.ir.program import Program

from ...simulation.strategy_profile import RANDOM, StrategyProfile
from ..exits import InputError


def profile(game: str, program: Program, given: Sequence[str]) -> StrategyProfile:
    """Who follows which strategy: ``NAME`` is for everybody, ``PLAYER=NAME`` for one.

    Later ones override earlier ones; ``random`` means no strategy. ``game`` is the program's name in
    messages. Raises InputError for what it does not have.
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
