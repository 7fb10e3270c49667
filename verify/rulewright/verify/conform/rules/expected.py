"""What the rules say of a position, in the terms of the questions to an engine."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Generic, TypeVar

from rulewright.dsl.ir.positions import unanswered
from rulewright.dsl.ir.program import Decision
from rulewright.engines.common.action_text import written
from rulewright.engines.game import Action, Game

from ...plays.json_values import Json
from ...plays.play import actor, clauses_of
from ..connection.protocol import Ending
from .plain import position, view

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True)
class Expected(Generic[S]):
    """A position according to the rules; each part is computed on first use."""

    game: Game[S]
    at: S

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """Every legal action by its text; for chance, the possible results."""
        legal = self.game.legal(self.at)
        return {self.game.text(self.at, action): action for action in legal}

    @cached_property
    def decides(self) -> str:
        """A player's name, ``chance``, or empty where play is over."""
        return actor(self.game, self.at)

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """How likely each result of chance is, with 1 as the greatest common divisor."""
        if self.decides != "chance":
            return {}
        return in_lowest_terms(
            {text: self.game.weight(self.at, action) for text, action in self.actions.items()}
        )

    @property
    def unanswered(self) -> bool:
        """Whether play stops here because the rules do not say how to go on."""
        return unanswered(self.game.program.nodes[self.game.node(self.at)])

    @cached_property
    def outcome(self) -> Ending | None:
        """How play ended, or None while it goes on."""
        found = self.game.outcome(self.at)
        if found is None:
            return None
        names = self.game.program.players.labels
        scores = None if found.scores is None else dict(zip(names, found.scores, strict=True))
        return Ending(found.kind, frozenset(names[i] for i in found.winners), scores)

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses by which play ended here, or by which somebody decides."""
        found = self.game.outcome(self.at)
        if found is not None:
            return found.clauses
        return self.game.program.nodes[self.game.node(self.at)].clauses

    def clauses_of(self, text: str) -> tuple[str, ...]:
        """The clauses of an action's option, legal or not; for an unknown action, `clauses`."""
        action = self.actions.get(text)
        if action is not None:
            return clauses_of(self.game, self.at, action)
        node = self.game.program.nodes[self.game.node(self.at)]
        named = text.split(" ")[0]
        choices = node.choices if isinstance(node, Decision) else ()
        return next((c.clauses for c in choices if c.name == named and c.clauses), self.clauses)

    @cached_property
    def position(self) -> Mapping[str, Json]:
        """Everything that the ruleset declares."""
        return position(self.game, self.at)

    def view(self, player: str) -> Mapping[str, Json]:
        """What a player sees of it."""
        return view(self.game, self.at, self.game.program.players.labels.index(player))

    def allowed(self, text: str) -> Action | None:
        """The legal action with this text; no other is examined if it can be decided by itself."""
        action = written(self.game.program, self.game.node(self.at), text)
        if action is None or self.game.text(self.at, action) != text:
            return self.actions.get(text)
        return action if self.game.allows(self.at, action) else None

    def after(self, text: str) -> Expected[S]:
        """The position after a legal action. Raises Unrested."""
        return self.after_action(self.actions[text])

    def after_action(self, action: Action) -> Expected[S]:
        """The same, for an action that is known to be legal."""
        return Expected(self.game, self.game.apply_legal(self.at, action))


def in_lowest_terms(weights: Mapping[str, int]) -> dict[str, int]:
    """The same proportions in the smallest whole numbers; results that never come are left out."""
    common = gcd(*weights.values()) or 1
    return {text: weight // common for text, weight in weights.items() if weight > 0}


def beginning(game: Game[S]) -> Expected[S]:
    """The beginning of a game. Raises Unrested."""
    return Expected(game, game.new())
