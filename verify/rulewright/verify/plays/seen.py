"""A move as seen by a player who may not see everything."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Generic, TypeVar

from rulewright.dsl.ir.program import Chance, Decision, End, Fault, Node
from rulewright.dsl.ir.types import size
from rulewright.dsl.ir.unknown import refuse
from rulewright.engines.game import Action, Game, Unrested

from .play import Move, Play, move

S = TypeVar("S", bound=Hashable)

SECRET = "something, in secret"
HIDDEN = "?"


def seen_move(game: Game[S], state: S, action: Action, player: int) -> Move:
    """The move, as reported to a player who did not make it.

    What was chosen or drawn is reported as far as the player can tell it from what ``view`` shows
    afterwards, and from how play has ended if it has. For a secret choice nothing is reported
    before it is revealed; for an option whose effect cannot be seen, its name; for chance that
    deals hidden components, only that it did.
    """
    return _as_seen(game, state, action, player, _Others(game, state))


def seen_moves(game: Game[S], play: Play, before: Mapping[int, S]) -> list[list[Move]]:
    """The moves of a play as each player sees them; ``before``: the state before each, by its
    number."""
    others = {number: _Others(game, state) for number, state in before.items()}
    return [
        [
            _as_seen(game, before[number], move.action, player, others[number], move)
            for number, move in enumerate(play.moves)
        ]
        for player in range(size(game.program.players))
    ]


class _Others(Generic[S]):
    """What may be done in a state, and where it leads: computed once, on first use."""

    def __init__(self, game: Game[S], state: S) -> None:
        self._game, self._state = game, state
        self._after: dict[Action, S | None] = {}

    @cached_property
    def legal(self) -> Sequence[Action]:
        """The legal actions."""
        return self._game.legal(self._state)

    def after(self, action: Action) -> S | None:
        """The state after a legal action; None if play does not rest then."""
        if action not in self._after:
            with suppress(Unrested):
                self._after[action] = self._game.apply_legal(self._state, action)
        return self._after.setdefault(action, None)


def _as_seen(
    game: Game[S], state: S, action: Action, player: int, others: _Others[S], known: Move | None = None
) -> Move:  # fmt: skip
    whole = move(game, state, action) if known is None else known
    node = game.program.nodes[game.node(state)]
    if game.decides(state) == player or _is_alone(node, action):
        return whole
    own = game.text(state, action)
    alike = _alike(game, node, action, player, others)
    if all(game.text(state, other) == own for other in alike):
        return whole
    match node:
        case Decision(secret=True):
            return replace(whole, text=SECRET, clauses=node.clauses)
        case Decision(choices=choices):
            return replace(whole, text=f"{choices[action.choice].name} {HIDDEN}")
        case Chance(name=name):
            return replace(whole, text=f"{name} {HIDDEN}".strip())
        case End() | Fault():
            return whole
        case _:
            refuse(node)


def _is_alone(node: Node, action: Action) -> bool:
    """Whether an action is the only one of an option that everybody sees chosen."""
    return (
        isinstance(node, Decision)
        and not node.secret
        and not node.choices[action.choice].parameters
    )


def _alike(
    game: Game[S], node: Node, action: Action, player: int, others: _Others[S]
) -> Iterator[Action]:
    """The other legal actions after which the player sees the same; of an open choice, one option's."""
    is_open = isinstance(node, Decision) and not node.secret
    last = others.after(action)
    if last is None:
        return
    seen, end = game.view(last, player), game.outcome(last)
    for other in others.legal:
        if other == action or (is_open and other.choice != action.choice):
            continue
        after = others.after(other)
        if after is not None and game.outcome(after) == end and game.view(after, player) == seen:
            yield other
