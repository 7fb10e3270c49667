"""What a position lets people at the table see of the rules, and in what two positions differ.

What counts as a difference, in this order: how play ends, with its scores, or that the rules run
on for ever; who decides; which options there are, by their names and arguments; the weights of
chance; whether the others learn the choice; and what lies on the table. On the table lie the variables that a ruleset declares (states
and supplies) with the same name and type under both readings, unless nobody may see them. The
places of procedures, loop variables and whatever else the compiler adds are no part of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from rulewright.dsl.ir.program import Chance, Decision, Program
from rulewright.dsl.ir.types import Value
from rulewright.engines.game import CHANCE, Action, EndlessLoop, Game

S = TypeVar("S", bound=Hashable)

Key = tuple[str, tuple[int, ...]]
"""An option as it is called at the table: its name and its arguments."""

Aspect = Literal["outcome", "decider", "options", "weights", "secrecy", "table"]
"""In what two positions differ: the first of these that does."""

RUNS_ON = "the rules run on for ever"


@dataclass(frozen=True, slots=True)
class View:
    """What is seen of a position.

    ``decides`` is a player's name, ``chance``, or empty; ``secret``: the others do not learn what
    is chosen; ``options`` map the name and the arguments
    of each legal option to its weight (1 where a player decides); ``outcome`` is the label of an
    end, or empty; ``table`` holds the values of the variables that both games have.
    """

    decides: str
    options: tuple[tuple[Key, int], ...]
    outcome: str
    scores: tuple[int, ...] | None
    table: tuple[Value, ...] = ()
    secret: bool = False


def aspect(first: View, second: View) -> Aspect | None:
    """In what the views differ, or None."""
    if (first.outcome, first.scores) != (second.outcome, second.scores):
        return "outcome"
    if first.decides != second.decides:
        return "decider"
    if [key for key, _ in first.options] != [key for key, _ in second.options]:
        return "options"
    if first.options != second.options:
        return "weights"
    if first.secret != second.secret:
        return "secrecy"
    return "table" if first.table != second.table else None


def shared(first: Program, second: Program) -> tuple[str, ...]:
    """The variables that lie on the table of both games, in the order of the first."""
    theirs = {v.name: (v.type, v.seen) for v in second.variables if v.kind in ("state", "supply")}
    return tuple(
        v.name
        for v in first.variables
        if v.kind in ("state", "supply") and v.seen != "none"
        and theirs.get(v.name) == (v.type, v.seen)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Side(Generic[S]):
    """One of the games that are compared; None stands where its rules run on for ever."""

    game: Game[S]
    table: tuple[str, ...] = ()

    def new(self) -> S | None:
        """Where the game begins."""
        try:
            return self.game.new()
        except EndlessLoop:
            return None

    def apply(self, state: S | None, action: Action) -> S | None:
        """The state after a legal action."""
        assert state is not None, "nothing can be done where the rules run on"
        try:
            return self.game.apply(state, action)
        except EndlessLoop:
            return None

    def view(self, state: S | None) -> tuple[View, dict[Key, Action]]:
        """What is seen of a state, and the action behind each option."""
        if state is None:
            return View("", (), RUNS_ON, None), {}
        game = self.game
        seen = tuple(game.value(state, name) for name in self.table)
        outcome = game.outcome(state)
        if outcome is not None:
            return View("", (), outcome.label, outcome.scores, seen), {}
        decides = game.decides(state)
        by_chance = decides is None or decides == CHANCE
        name = "chance" if by_chance else game.program.players.labels[decides or 0]
        legal = game.legal(state)
        actions = dict(zip(self.keys(state, legal), legal, strict=True))
        weights = {k: game.weight(state, a) if by_chance else 1 for k, a in actions.items()}
        node = game.program.nodes[game.node(state)]
        secret = isinstance(node, Decision) and node.secret
        return View(name, tuple(sorted(weights.items())), "", None, seen, secret), actions

    def keys(self, state: S, actions: Sequence[Action]) -> list[Key]:
        """What the actions of a state are called."""
        node = self.game.program.nodes[self.game.node(state)]
        assert isinstance(node, Decision | Chance)
        if isinstance(node, Chance):
            return [("", action.args) for action in actions]
        names = [choice.name for choice in node.choices]
        return [(names[action.choice], action.args) for action in actions]
