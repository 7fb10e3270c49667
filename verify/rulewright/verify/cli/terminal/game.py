"""A game in a terminal: people type their moves, the other players move at random."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from rulewright.engines.game import CHANCE, Action, Game, IllegalAction

from ...draw.plays import end_lines, move_lines
from ...draw.position import WIDEST, legend_lines, position_lines
from ...draw.style import beside, wrapped
from ...plays.play import Move, move
from ...plays.seen import seen_move
from ...plays.spoken import spoken
from ...simulation.playout import choose
from ..exits import Exit
from .console import Console

S = TypeVar("S", bound=Hashable)

LISTED = 40
"""The most legal moves listed at once; ``moves`` lists all."""

HELP = (
    "Type a move as it is listed. You can also type",
    "  moves [WORD]   every legal move, or those with a word in them",
    "  board          the position again",
    "  undo           take back your last move, and all that came after it",
    "  random         let chance choose for you",
    "  help, quit",
)


class TerminalGame(Generic[S]):
    """One game: ``humans`` are the players who type."""

    def __init__(self, game: Game[S], humans: frozenset[int], seed: int, console: Console) -> None:
        self._game = game
        self._humans = humans
        self._chooser = random.Random(seed)
        self._console = console
        self._states: list[S] = [game.new()]
        self._asked: list[int] = []

    def play(self) -> Exit:
        """Play until it is over, stuck, or the person leaves."""
        style, columns = self._console.style, min(self._console.columns, WIDEST)
        self._console.write(legend_lines(self._game.program, style, columns))
        while True:
            state = self._states[-1]
            decides = self._game.decides(state)
            if decides is None:
                return self._over()
            legal = self._game.legal(state)
            if not legal:
                self._show(None)
                self._console.write(["Play is stuck: there is no legal move."])
                return Exit.NOT_AS_EXPECTED
            if decides not in self._humans:
                self._do(choose(self._game, state, self._chooser))
            elif not self._ask(decides, legal):
                return Exit.AS_EXPECTED

    def _over(self) -> Exit:
        self._show(None)
        outcome = self._game.outcome(self._states[-1])
        assert outcome is not None, "a state in which nobody decides is an end"
        node = self._game.program.nodes[self._game.node(self._states[-1])]
        columns = min(self._console.columns, WIDEST)
        lines = end_lines(outcome, node, self._console.style, columns)
        if outcome.scores is not None:
            names = self._game.program.players.labels
            pairs = zip(names, outcome.scores, strict=True)
            lines += wrapped("  " + ", ".join(f"{name} {score}" for name, score in pairs), columns)
        self._console.write(lines)
        return Exit.NOT_AS_EXPECTED if outcome.kind == "fault" else Exit.AS_EXPECTED

    def _ask(self, player: int, legal: Sequence[Action]) -> bool:
        """Let a person choose; False if they leave."""
        state = self._states[-1]
        self._show(player)
        self._list(legal, "", LISTED)
        while len(self._states) and self._states[-1] is state:
            name = self._game.program.players.labels[player]
            line = self._console.ask(f"{name}> ")
            if not line or line.strip() in ("quit", "exit", "q"):
                self._console.write(["", "Good-bye."] if not line else ["Good-bye."])
                return False
            if self._command(line.strip(), player, legal):
                break
        return True

    def _command(self, text: str, player: int, legal: Sequence[Action]) -> bool:
        """Execute what was typed; True if it changed the position."""
        word, _, rest = text.partition(" ")
        match word:
            case "":
                return False
            case "help" | "?":
                self._console.write(HELP)
            case "moves":
                self._list(legal, rest.strip(), len(legal))
            case "board":
                self._show(player)
            case "undo":
                return self._undo()
            case "random" if not rest:
                self._asked.append(len(self._states))
                self._do(choose(self._game, self._states[-1], self._chooser))
                return True
            case _:
                return self._typed(text)
        return False

    def _typed(self, text: str) -> bool:
        try:
            action = self._game.parse(self._states[-1], text)
        except IllegalAction as error:
            more = ": type moves" if str(error).endswith(" more") else ""
            self._console.write(self._wrapped(f"{error}{more}".split(", "), ""))
            return False
        self._asked.append(len(self._states))
        self._do(action)
        return True

    def _undo(self) -> bool:
        if not self._asked:
            self._console.write(["There is nothing to take back."])
            return False
        del self._states[self._asked.pop() :]
        return True

    def _do(self, action: Action) -> None:
        state = self._states[-1]
        seen = self._seen(state, action)
        text = spoken(self._game.program.nodes[self._game.node(state)], seen.text)
        shown, columns = replace(seen, text=text), min(self._console.columns, WIDEST)
        self._console.write(move_lines(len(self._states), shown, self._console.style, columns))
        self._states.append(self._game.apply(state, action))

    def _seen(self, state: S, action: Action) -> Move:
        """The move as all readers may see it: what only some may know is not shown.

        The person who typed it knows it; if nobody sits at the table, nothing is secret.
        """
        others = self._humans - {self._game.decides(state)}
        seen = [seen_move(self._game, state, action, player) for player in sorted(others)]
        whole = move(self._game, state, action)
        return next((one for one in seen if one.text != whole.text), whole)

    def _show(self, player: int | None) -> None:
        """The position, as the player may see it; without a player, as the only person at the table may.

        If several people sit there, only what is open to all; if nobody does, everything.
        """
        state, program = self._states[-1], self._game.program
        if player is None:
            player = next(iter(self._humans)) if len(self._humans) == 1 else CHANCE
        values = (
            self._game.view(state, player)
            if self._humans
            else {v.name: self._game.value(state, v.name) for v in program.variables}
        )
        self._console.write(["", *position_lines(program, values, self._console.style)])

    def _list(self, legal: Sequence[Action], word: str, most: int) -> None:
        state = self._states[-1]
        texts = [self._game.text(state, action) for action in legal]
        texts = [text for text in texts if word in text]
        more = [f"… and {len(texts) - most} more: type moves"] if len(texts) > most else []
        self._console.write(self._wrapped([*texts[:most], *more] or ["none"], "  "))

    def _wrapped(self, options: Sequence[str], indent: str) -> list[str]:
        """Options in lines that fit the width of the terminal and break between them."""
        room = max(1, self._console.columns - 2)
        entries = [*(f"{option}," for option in options[:-1]), options[-1]]
        lines = beside(entries, room, apart=1)
        return [f"{indent if not n else '  '}{line}" for n, line in enumerate(lines)]
