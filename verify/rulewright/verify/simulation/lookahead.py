"""A player who follows a strategy of the ruleset and looks one decision ahead.

The player takes the action with the greatest expectation of the strategy's number in the position
that follows; ties are broken at random. It knows the rules, what it may see and the probabilities,
but not what is hidden from it nor what chance will bring; see
:mod:`rulewright.engines.common.determinization`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Generic, TypeVar

from rulewright.engines.game import CHANCE, Action, EndlessLoop, Game, IllegalAction

from ..effort.playing import LOOKING_AHEAD

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class OnePlyLookahead(Generic[S]):
    """The policy of ``player``, who follows ``program.strategies[strategy]``.

    ``rng`` are its own random numbers, apart from those of the game.
    """

    game: Game[S]
    strategy: int
    player: int
    rng: Random

    def __call__(self, state: S, actions: Sequence[Action]) -> Action:
        """An action of greatest expectation."""
        if len(actions) == 1:
            return actions[0]
        strategy_value = self.expectations(state, actions)
        most = max(strategy_value)
        best = [action for action, w in zip(actions, strategy_value, strict=True) if w == most]
        return best[self.rng.randrange(len(best))]

    def expectations(self, state: S, actions: Sequence[Action]) -> list[Fraction]:
        """The expectation of each action, in the same order."""
        ways = max(1, min(LOOKING_AHEAD.outcomes, LOOKING_AHEAD.positions // len(actions)))
        worlds, step = [state], self.game.apply_legal
        if self.game.has_hidden(self.player):
            step = self.game.apply  # an action need not be legal in an imagined position
            count = min(ways, LOOKING_AHEAD.worlds)
            worlds = [self.game.determinize(state, self.player, self.rng) for _ in range(count)]
        # Every action is tried in the same positions with the same random numbers.
        chance_seed = self.rng.getrandbits(64)
        ways //= len(worlds)
        totals = (
            sum(
                self._expected(step, world, action, ways, chance_seed + n)
                for n, world in enumerate(worlds)
            )
            for action in actions
        )
        return [Fraction(total) / len(worlds) for total in totals]

    def _expected(
        self, step: Callable[[S, Action], S], world: S, action: Action, ways: int, chance_seed: int
    ) -> Fraction:
        """The expectation of one action in an imagined position, or in the true one.

        An action that cannot be imagined (it is illegal there, or the rules run on for ever) has
        the value of the position.
        """
        try:
            after = step(world, action)
            if self.game.decides(after) == CHANCE:
                return self._over_chance(after, ways, Random(chance_seed), LOOKING_AHEAD.chances)
        except (IllegalAction, EndlessLoop):
            after = world
        return self._value(after)

    def _over_chance(self, state: S, ways: int, chance: Random, depth: int) -> Fraction:
        """The expectation over what chance may bring, in at most ``ways`` ways."""
        actions = self.game.legal(state) if depth and self.game.decides(state) == CHANCE else ()
        if not actions:
            return self._value(state)
        weights = [self.game.weight(state, action) for action in actions]
        if len(actions) > ways:
            actions = chance.choices(actions, weights, k=ways)
            weights = [1] * ways
        share, follow = ways // len(actions), self.game.apply_legal
        total = sum(
            weight * self._over_chance(follow(state, action), share, chance, depth - 1)
            for action, weight in zip(actions, weights, strict=True)
        )
        return Fraction(total) / sum(weights)

    def _value(self, state: S) -> Fraction:
        return Fraction(self.game.strategy_value(self.strategy, state, self.player))
