"""Who follows which strategy, as given on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.diagnostics import near
from rulewright.dsl.ir.program import Program

from ...simulation.strategy_profile import RANDOM, StrategyProfile
from ..exits import InputError


def profile(game: str, program: Program, given: Sequence[str]) -> StrategyProfile:
    """Who follows which strategy: ``NAME`` is for everybody, ``PLAYER=NAME`` for one, wherever it stands.

    ``random`` means no strategy. ``game`` is the program's name in messages. Raises InputError for what it
    does not have, and for two strategies of one player, or of everybody.
    """
    players = program.players.labels
    names = [s.name for s in program.strategies]
    chosen: dict[str, str] = {}
    for text in given:
        player, equals, name = (part.strip() for part in text.rpartition("="))
        if equals and player not in players:
            raise InputError(_unknown(game, "player", player, players))
        if name != RANDOM and name not in names:
            raise InputError(_unknown(game, "strategy", name, names))
        if player in chosen:
            raise InputError(
                f"--strategy: {player or 'everybody'} can follow one strategy, not two"
            )
        chosen[player] = name
    found: dict[int, int] = {}
    for number, player in enumerate(players):
        name = chosen.get(player, chosen.get("", RANDOM))
        if name != RANDOM:
            found[number] = names.index(name)
    return found


def _unknown(game: str, what: str, name: str, known: Sequence[str]) -> str:
    there = f"there is {', '.join(known)}" if known else "it has none"
    hint = near(name, known)
    return f"{game} has no {what} {name!r}; {there}{hint and f'; {hint}'}"
