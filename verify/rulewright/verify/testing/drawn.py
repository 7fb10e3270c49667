"""The action that a number stands for: the same one wherever it is legal.

So the rest of a play stays the same when Hypothesis leaves out one of its moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.program import Parameter
from rulewright.dsl.ir.types import is_scalar, lowest, size
from rulewright.engines.game import Action, Game

MOST = 2**24 - 1
"""The greatest number that stands for an action."""
NUMBERS = st.integers(0, MOST)
"""Numbers that stand for actions; 0 for the first in the rules' own order."""


def drawn(game: Game[Any], state: Any, legal: Sequence[Action], number: int) -> Action:
    """The legal action that a number stands for; if that one is not legal, another of its kind, by
    the rest of the number.

    Every kind of action is equally likely, however many actions of it there are.
    """
    kinds = _kinds(game, state)
    number, kind = divmod(number, len(kinds))
    kind = next((action.choice for action in legal if action.choice >= kind), legal[0].choice)
    actions = [action for action in legal if action.choice == kind]
    parameters = kinds[kind]
    rest, ordinal = divmod(number, max(1, _ordinal(parameters, None) + 1))
    other = actions[rest % len(actions)]
    return next((a for a in actions if _ordinal(parameters, a) == ordinal), other)


def _kinds(game: Game[Any], state: Any) -> list[tuple[Parameter, ...]]:
    """The parameters of each choice there is at a node."""
    node = game.program.nodes[game.node(state)]
    return [parameters_of(choice) for choice in choices_of(node)]


def _ordinal(parameters: Sequence[Parameter], action: Action | None) -> int:
    """The index of an action among all possible ones, legal or not; of the last one if none is
    given."""
    found = 0
    for n, parameter in enumerate(parameters):
        t = parameter.type
        if is_scalar(t):
            place = size(t) - 1 if action is None else int(action.args[n]) - lowest(t)
            found = found * size(t) + place
    return found
