"""Plays as plain lists of moves, for people to write and read: a head, an empty line, the moves."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeVar

from rulewright.engines.game import CHANCE, Action, Game, IllegalAction

from .itf import Trace, TraceError
from .play import ReplayError

S = TypeVar("S", bound=Hashable)

KEYS = ("ruleset", "instance", "check")


@dataclass(frozen=True, slots=True)
class MoveList:
    """A play as it is written down: of which game, what it shows, and each move with its line.

    ``check`` is the name of the check that the play answers, or empty. A move is the name of
    whoever decides (``chance`` for dice and shuffled piles) and what they choose.
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
    state = game.new()
    actions: list[Action] = []
    for number, actor, text in written.moves:
        decides = game.decides(state)
        if decides is None:
            raise ReplayError(f"line {number}: play is over before {text!r}")
        name = "chance" if decides == CHANCE else game.program.players.labels[decides]
        if name != actor:
            raise ReplayError(f"line {number}: {name} decides here, not {actor}")
        try:
            actions.append(game.parse(state, text))
        except IllegalAction as error:
            raise ReplayError(f"line {number}: {error}") from error
        state = game.apply(state, actions[-1])
    about = {check.name: check.text for check in game.program.checks}
    if written.check and written.check not in about:
        raise ReplayError(f"the ruleset has no check {written.check}")
    return Trace(
        instance=game.program.instance,
        actions=tuple(actions),
        states=(),
        loop=None,
        check=written.check,
        violated=about.get(written.check, ""),
        verdict="",
    )
