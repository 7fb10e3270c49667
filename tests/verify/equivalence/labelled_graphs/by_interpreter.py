"""A whole game as a labelled graph, explored with the plain interpreter: what is seen, and the moves.

Shares nothing with the comparison of readings, so that it can be compared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import partial
from typing import TypeVar

from tests.oracles.bisimulation import Graph
from tests.reference_eval import Action, Endless, Position, Reference, evaluate
from tests.reference_eval.meaning import number
from tests.reference_eval.play import parameters_of

from rulewright.dsl.ir.program import Chance, Decision, End, Fault, Program
from rulewright.dsl.ir.types import Bool, Enum, Int, List, Map, Option, Record, Set, Type, Value

NONE = ("none",)


class TooLarge(Exception):  # noqa: N818
    """There are more positions than are wanted."""


def word(t: Type, value: Value) -> Hashable:
    """What a value is called, whatever type it is of: numbers and labels as text."""
    match t, value:
        case Bool(), _:
            return "yes" if value else "no"
        case Int(), int():
            return str(int(value))
        case Enum(_, labels), int():
            return labels[value]
        case Option(inner), int():
            ordinals = _values(t)
            return NONE if value == ordinals[-1] else word(inner, value)
        case Record(_, fields), int():
            rest, words = value, []
            for _, field in reversed(fields):
                values = _values(field)
                rest, digit = divmod(rest, len(values))
                words.append(word(field, values[digit]))
            return ("record", *reversed(words))
        case Set(element), int():
            bits = enumerate(_values(element))
            return frozenset(word(element, v) for i, v in bits if value >> i & 1)
        case Map(key, inner), tuple():
            pairs = zip(_values(key), value, strict=True)
            return frozenset((word(key, k), word(inner, v)) for k, v in pairs)
        case List(element, _), tuple():
            return ("list", *(word(element, v) for v in value))
    raise TypeError(f"{value!r} is no value of {t}")


def _values(t: Type) -> range:
    """The integers that stand for the values of a scalar."""
    match t:
        case Bool():
            return range(2)
        case Int(lo, hi):
            return range(lo, hi + 1)
        case Enum(_, labels):
            return range(len(labels))
        case Option(inner):
            values = _values(inner)
            return range(values.start, values.stop + 1)
        case Record(_, fields):
            n = 1
            for _, field in fields:
                n *= len(_values(field))
            return range(n)
    raise TypeError(f"{t} is no scalar")


P = TypeVar("P", bound=Hashable)
A = TypeVar("A")
Shown = tuple[Hashable, Mapping[Hashable, A]]
"""What is seen at a position, and the action behind each move."""


def explored(
    start: P | None, shown: Callable[[P], Shown[A]], after: Callable[[P, A], P | None], most: int
) -> Graph:
    """All positions from the first on; None is where play runs on for ever.

    Raises TooLarge where there are more than wanted.
    """
    numbers: dict[P | None, int] = {start: 0}
    waiting: list[P | None] = [start]
    seen: list[Hashable] = []
    moves: list[dict[Hashable, int]] = []
    for position in waiting:
        if position is None:
            seen.append("for ever")
            moves.append({})
            continue
        here, actions = shown(position)
        seen.append(here)
        row: dict[Hashable, int] = {}
        for move, action in actions.items():
            following = after(position, action)
            if following not in numbers:
                numbers[following] = len(numbers)
                waiting.append(following)
            row[move] = numbers[following]
        moves.append(row)
        if len(waiting) > most:
            raise TooLarge
    return Graph(seen, moves)


class Explorer:
    """Plays everything that can be played. Without ``messages``, all faults are one."""

    def __init__(self, program: Program, most: int, *, messages: bool = True) -> None:
        self._program, self._game, self._most = program, Reference(program), most
        self._messages = messages

    def graph(self, *, table: bool) -> Graph:
        """All positions; what lies on the table counts as seen, or does not.

        Raises TooLarge where there are more than wanted.
        """
        return explored(self._start(), partial(self._shown, table=table), self._after, self._most)

    def _shown(self, position: Position, *, table: bool) -> Shown[Action]:
        rules, actions = self._rules(position)
        return (rules, self._table(position)) if table else rules, actions

    def _start(self) -> Position | None:
        try:
            return self._game.new()
        except Endless:
            return None

    def _after(self, position: Position, action: Action) -> Position | None:
        try:
            return self._game.step(position, action)[0]
        except Endless:
            return None

    def _table(self, position: Position) -> Hashable:
        """What everybody, or an owner, can look at."""
        scope = self._game.scope(position)
        return frozenset(
            (v.name, word(v.type, scope.values[v.name]))
            for v in self._program.variables
            if v.kind in {"state", "supply"} and "." not in v.name and v.seen != "none"
        )

    def _rules(self, position: Position) -> tuple[Hashable, dict[Hashable, Action]]:
        """What the rules show at a position, and the action behind each move."""
        program, scope = self._program, self._game.scope(position)
        players = program.players.labels
        node = program.nodes[position.node]
        if isinstance(node, Fault):
            told = node.declared or self._messages
            return ("gap" if node.declared else "fault", node.message if told else ""), {}
        if isinstance(node, End):
            winners = word(Set(program.players), evaluate(node.winners, scope))
            scores = None
            if node.scores is not None:
                scores = word(node.scores.type, evaluate(node.scores, scope))
            return ("end", node.kind, winners, scores), {}
        actions: dict[Hashable, Action] = {}
        for action in self._game.legal(position):
            index, arguments = action
            option = node if isinstance(node, Chance) else node.choices[index]
            name = "" if isinstance(node, Chance) else option.name
            parameters = zip(parameters_of(option), arguments, strict=True)
            move = (name, *(word(p.type, v) for p, v in parameters))
            assert move not in actions, "two moves of a position are called alike"
            actions[move] = action
        if isinstance(node, Decision):
            who = players[number(evaluate(node.player, scope))]
            secret = node.secret and bool(actions)
            return ("decides", who, secret, frozenset(actions)), actions
        weights = {
            move: number(evaluate(node.weight, scope.bind(node.parameter.name, arguments[0])))
            for move, (_, arguments) in actions.items()
        }
        total = sum(weights.values())
        shares = frozenset((move, Fraction(weight, total)) for move, weight in weights.items())
        return ("chance", shares), actions
