"""Plays as plain lists of moves, for people to write and read: a head, an empty line, the moves."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeVar

from rulewright.engines.game import Game

from .itf import Trace, TraceError
from .play import ReplayError, played

S = TypeVar("S", bound=Hashable)

KEYS = ("ruleset", "instance", "check")


@dataclass(frozen=True, slots=True)
class MoveList:
    """A play as it is written down: its game, what it shows, and each move with its line.

    ``check`` is the name of the check that the play answers, or empty. A move is the name of the
    one who decides (``chance`` for dice and shuffled piles) and the choice.
    """

    ruleset: str
    instance: str
    check: str
    moves: tuple[tuple[int, str, str], ...]


def read(text: str) -> MoveList:
    """A list of moves from the contents of a file. Lines that begin with ``#`` are left out.

    Raises TraceError with the number of the line that is wrong.

    >>> read("ruleset: tictactoe\\ninstance: box\\n\\nX: place a1\\n").moves
    ((4, 'X', 'place a1'),)
    """
    head: dict[str, str] = {}
    moves: list[tuple[int, str, str]] = []
    in_head = True
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            in_head = in_head and not head
            continue
        name, colon, rest = (part.strip() for part in line.partition(":"))
        if not (name and colon and rest):
            raise TraceError(f"line {number} should look like NAME: TEXT")
        if not in_head:
            moves.append((number, name, rest))
        elif name not in KEYS or name in head:
            raise TraceError(
                f"line {number}: the head has {', '.join(KEYS)}, each once; not {name}"
            )
        else:
            head[name] = rest
    missing = [key for key in KEYS[:2] if key not in head]
    if missing:
        raise TraceError(f"the head should name the {' and the '.join(missing)} of the play")
    return MoveList(head["ruleset"], head["instance"], head.get("check", ""), tuple(moves))


def trace(game: Game[S], written: MoveList) -> Trace:
    """The moves as actions of the game. Raises ReplayError at a move that cannot be played."""
    moves = ((f"line {number}", who, text) for number, who, text in written.moves)
    actions, _ = played(game, moves)
    about = {check.name: check.text for check in game.program.checks}
    if written.check and written.check not in about:
        raise ReplayError(f"the ruleset has no check {written.check}")
    return Trace(
        instance=game.program.instance,
        actions=actions,
        states=(),
        loop=None,
        check=written.check,
        violated=about.get(written.check, ""),
        verdict="",
    )
