"""A whole game as a labelled graph once more, by the interpreter of the syntax tree.

That interpreter knows nothing of programs, so that what the compiler does is looked at, too. It
tells faults by their lines: all that are not declared are one here.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import partial

from tests.oracles.bisimulation import Graph
from tests.oracles.language import Action, Endless, Fault, Oracle, Position
from tests.oracles.language.statements.frames import Asking, Choosing, Picking, Rolling
from tests.oracles.language.values import Map
from tests.verify.equivalence.labelled_graphs.by_interpreter import Shown, explored

from rulewright.dsl.ruleset import Ruleset


def word(value: object) -> Hashable:
    """What a value is called."""
    match value:
        case None:
            return ("none",)
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case str():
            return str(value)
        case tuple():
            return tuple(word(v) for v in value)
        case frozenset():
            return frozenset(word(v) for v in value)
        case Map():
            keys = [*value.keys()]
            return frozenset((word(key), word(value[key])) for key in keys)
    raise TypeError(value)


class TreeExplorer:
    """Plays everything that can be played in one game of a ruleset."""

    def __init__(self, ruleset: Ruleset, oracle: Oracle, most: int) -> None:
        self._oracle, self._most = oracle, most
        self._lines = ruleset.tree.source.splitlines()

    def graph(self, *, table: bool) -> Graph:
        """All positions; raises TooLarge where there are more than wanted."""
        start = self._after(None, None)
        return explored(start, partial(self._shown, table=table), self._after, self._most)

    def _shown(self, position: Position, *, table: bool) -> Shown[Action]:
        rules, actions = self._rules(position)
        return (rules, self._table(position)) if table else rules, actions

    def _after(self, position: Position | None, action: Action | None) -> Position | None:
        try:
            if position is None or action is None:
                return self._oracle.new()[0]
            return self._oracle.step(position, action)[0]
        except Endless:
            return None

    def _table(self, position: Position) -> Hashable:
        """Nothing that is only kept to look back at: its names have a dot."""
        seen = self._oracle.world.seen
        return frozenset(
            (n, word(v)) for n, v in position.state if "." not in n and seen[n] != "none"
        )

    def _rules(self, position: Position) -> tuple[Hashable, dict[Hashable, Action]]:
        end = position.end
        if isinstance(end, Fault):
            told = self._lines[end.place[0] - 1].split('"')[1] if end.declared else ""
            return ("gap" if end.declared else "fault", told), {}
        if end is not None:
            winners = frozenset(word(w) for w in end.winners)
            return ("end", end.kind, winners, end.scores), {}
        frame = position.stack[0]
        actions = {self._move(position, a): a for a in self._oracle.legal(position)}
        if isinstance(frame, Rolling):
            weights = {m: self._oracle.weight(position, a) for m, a in actions.items()}
            total = sum(weights.values())
            return (
                "chance",
                frozenset((m, Fraction(w, total)) for m, w in weights.items()),
            ), actions
        who = self._oracle.decides(position)
        secret = isinstance(frame, Asking) and bool(actions)
        return ("decides", who, secret, frozenset(actions)), actions

    def _move(self, position: Position, action: Action) -> Hashable:
        match position.stack[0]:
            case Choosing(node) | Asking(node):
                name = node.options[action.option].name.text
            case Picking(node):
                name = node.name.text
            case _:
                name = ""
        return (name, *map(word, action.args))
