"""Two games played side by side, until something tells them apart.

Games are compared by what people at the table can see of the rules: who decides, what they may do
(by the names and arguments of options), the weights of chance, and how play ends. Two deterministic
games that no sequence of actions tells apart are the same game, whatever their states look like
(strong bisimilarity: Milner, Communication and Concurrency, 1989).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.dsl.ir.program import Decision
from rulewright.engines.interface import CHANCE, Action, Game

from ..budget import Budget, Deadline

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Key = tuple[str, tuple[int, ...]]

CHECK_EVERY = 64


@dataclass(frozen=True, slots=True)
class View:
    """What a position lets people see of the rules.

    ``decides`` is a player's name, ``chance``, or empty; ``options`` map the name and the arguments
    of each legal option to its weight (1 where a player decides); ``outcome`` is the label of an
    end, or empty.
    """

    decides: str
    options: tuple[tuple[Key, int], ...]
    outcome: str
    scores: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Parted:
    """A shortest play after which the games differ, as actions of each, and both views there."""

    first: tuple[Action, ...]
    second: tuple[Action, ...]
    views: tuple[View, View]


@dataclass(frozen=True, slots=True)
class Same:
    """No play tells the games apart: ``pairs`` of positions were compared, all there are."""

    pairs: int


@dataclass(frozen=True, slots=True)
class Open:
    """Plays of up to ``moves`` moves do not tell the games apart; longer ones were not all tried.

    ``random_plays``: so many of them, to their ends, did not either.
    """

    moves: int
    pairs: int
    random_plays: int = 0


Comparison = Parted | Same | Open


@dataclass(frozen=True, slots=True)
class Side(Generic[S]):
    """One of the games, with its views."""

    game: Game[S]

    def view(self, state: S) -> tuple[View, dict[Key, Action]]:
        """What is seen of a state, and the action behind each option."""
        game = self.game
        outcome = game.outcome(state)
        if outcome is not None:
            return View("", (), outcome.label, outcome.scores), {}
        decides = game.decides(state)
        name = "chance" if decides in (CHANCE, None) else game.program.players.labels[decides or 0]
        node = game.program.nodes[game.node(state)]
        actions: dict[Key, Action] = {}
        options: list[tuple[Key, int]] = []
        for action in game.legal(state):
            option = node.choices[action.choice].name if isinstance(node, Decision) else ""
            key = (option, action.args)
            actions[key] = action
            options.append((key, game.weight(state, action) if decides == CHANCE else 1))
        return View(name, tuple(sorted(options)), "", None), actions


def compare(first: Game[S], second: Game[T], budget: Budget) -> Comparison:
    """Search all pairs of positions that one sequence of actions leads to, shortest first.

    ``budget`` limits the seconds and the number of pairs.
    """
    deadline = budget.start()
    one, two = Side(first), Side(second)
    start = (first.new(), second.new())
    came: dict[tuple[S, T], tuple[tuple[S, T], Action, Action] | None] = {start: None}
    waiting = deque([(start, 0)])
    looked = 0
    while waiting:
        pair, depth = waiting.popleft()
        looked += 1
        if _spent(deadline, budget, looked, len(came)):
            return Open(max(0, depth - 1), len(came))
        seen_one, actions_one = one.view(pair[0])
        seen_two, actions_two = two.view(pair[1])
        if seen_one != seen_two:
            return _parted(pair, came, (seen_one, seen_two))
        for key, action in actions_one.items():
            other = actions_two[key]
            following = (first.apply(pair[0], action), second.apply(pair[1], other))
            if following not in came:
                came[following] = (pair, action, other)
                waiting.append((following, depth + 1))
    return Same(len(came))


def _spent(deadline: Deadline, budget: Budget, looked: int, pairs: int) -> bool:
    if budget.states is not None and pairs > budget.states:
        return True
    return looked % CHECK_EVERY == 0 and deadline.passed()


def _parted(
    pair: tuple[S, T],
    came: dict[tuple[S, T], tuple[tuple[S, T], Action, Action] | None],
    views: tuple[View, View],
) -> Parted:
    first: list[Action] = []
    second: list[Action] = []
    step = came[pair]
    while step is not None:
        before, one, two = step
        first.append(one)
        second.append(two)
        step = came[before]
    return Parted(tuple(reversed(first)), tuple(reversed(second)), views)
