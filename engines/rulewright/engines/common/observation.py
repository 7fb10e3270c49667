"""What one player may see of a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.dsl.ir.code import Const
from rulewright.dsl.ir.program import Decision, Program, Variable
from rulewright.dsl.ir.types import Enum, Map, Record, Scalar, SeenValue, Value, size

from ..game import CHANCE


class PlayerViews:
    """What each player may see of the states of one program; what depends on no state is computed
    once."""

    def __init__(self, program: Program) -> None:
        viewers = (*range(size(program.players)), CHANCE)
        self._less = {viewer: tuple(_seen_less(program, viewer)) for viewer in viewers}

    def view(self, values: Mapping[str, Value], player: int) -> dict[str, SeenValue]:
        """``values`` of the program's variables as ``player`` may see them; CHANCE: somebody who is
        none of the players.

        A hidden variable is None, and so is every hidden entry of a map that its owners see.
        """
        seen: dict[str, SeenValue] = {**values}
        for name, own in self._less[player]:
            if name in seen:
                seen[name] = _entries(values[name], own)
        return seen


def _seen_less(program: Program, player: int) -> Iterator[tuple[str, range | None]]:
    """The variables that a player does not see completely, with the entries that are seen."""
    for v in program.variables:
        own = visible(program, v, player)
        if own is not True:
            yield v.name, own if isinstance(own, range) else None


def _entries(value: Value, own: range | None) -> SeenValue:
    if own is None:
        return None
    assert isinstance(value, tuple)
    return (*(None,) * own.start, *value[own.start : own.stop], *(None,) * (len(value) - own.stop))


def visible(program: Program, v: Variable, player: int) -> bool | range:
    """Whether ``player`` sees a variable; of a map that its owners see, which entries."""
    if v.seen != "owner":
        return v.seen == "all"
    if isinstance(v.type, Map):
        share = _share(v.type.key, program.players)
        if share is not None:
            return range(0) if player == CHANCE else range(player * share, (player + 1) * share)
    return _asked(program, v) == player


def _share(key: Scalar, players: Enum) -> int | None:
    """How many consecutive entries belong to one player; None if it is not a map from players."""
    if key == players:
        return 1
    if isinstance(key, Record) and key.fields and key.fields[0][1] == players:
        return size(key) // size(players)
    return None


def _asked(program: Program, v: Variable) -> int | None:
    """The one player whose choice a variable receives; None if it may be different ones.

    It is then hidden from everybody: the state does not tell who chose it.
    """
    players = {
        node.player.value if isinstance(node.player, Const) else None
        for node in program.nodes
        if isinstance(node, Decision)
        for choice in node.choices
        for p in choice.parameters
        if p.variable == v.name
    }
    (only,) = players if len(players) == 1 else (None,)
    return only if isinstance(only, int) else None
