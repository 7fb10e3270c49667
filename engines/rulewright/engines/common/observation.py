"""What one player may see of a state."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.ir.code import Const
from rulewright.dsl.ir.program import Decision, Program, Variable
from rulewright.dsl.ir.types import Enum, Map, Record, Scalar, SeenValue, Value, size


def view(program: Program, values: Mapping[str, Value], player: int) -> dict[str, SeenValue]:
    """``values`` of the program's variables as ``player`` may see them.

    A hidden variable is None, and so is every hidden entry of a map that its owners see.
    """
    return {
        v.name: _seen(program, v, values[v.name], player)
        for v in program.variables
        if v.name in values
    }


def visible(program: Program, v: Variable, player: int) -> bool | range:
    """Whether ``player`` sees a variable; of a map that its owners see, which entries."""
    if v.seen != "owner":
        return v.seen == "all"
    if isinstance(v.type, Map):
        share = _share(v.type.key, program.players)
        if share is not None:
            return range(player * share, (player + 1) * share)
    return _asked(program, v) == player


def _seen(program: Program, v: Variable, value: Value, player: int) -> SeenValue:
    own = visible(program, v, player)
    if isinstance(own, range) and isinstance(value, tuple):
        entries = (entry if i in own else None for i, entry in enumerate(value))
        return tuple(entries)
    return value if own else None


def _share(key: Scalar, players: Enum) -> int | None:
    """How many entries in a row are one player's; None if the map is not one from players."""
    if key == players:
        return 1
    if isinstance(key, Record) and key.fields and key.fields[0][1] == players:
        return size(key) // size(players)
    return None


def _asked(program: Program, v: Variable) -> int | None:
    """The one player whose choice a variable receives; None if it may be different ones.

    It is then hidden from everybody: who chose it cannot be told from the state.
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
