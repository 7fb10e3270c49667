"""Examples: plays that the author wrote down, and what must hold in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..diagnostics import near
from ..ir.choices import choices_of, parameters_of
from ..ir.program import (
    Chance,
    Example,
    ExampleAction,
    ExampleCondition,
    Node,
    Parameter,
)
from ..ir.types import Bool, Scalar, Type, is_scalar, lowest, show, show_value, size
from ..syntax import parts as p
from ..syntax.one_line import one_line
from .at_faults import AtFaults
from .checks import PropertyElaborator
from .symbols.report import ElaborationError
from .symbols.scope import Scope

CHANCE = "chance"
_BETWEEN = re.compile(r"[\s,()]+")
_MOST = 50_000
"""Arguments of a type with more values are not checked before the example is played."""


def examples(
    parts: Sequence[p.ExamplePart], expressions: PropertyElaborator, at_faults: AtFaults,
    words: TypedActions | None, source: str,
) -> tuple[Example, ...]:  # fmt: skip
    """The examples of a game, in the order of the file; errors are reported.

    Whether an action is legal is only seen when the example is played; here it must be one that the
    game has, if that is known (``words``).
    """
    found: list[Example] = []
    for part in parts:
        lines: list[ExampleAction | ExampleCondition] = []
        for line in part.lines:
            try:
                if isinstance(line, p.ExampleConditionSyntax):
                    lines += _conditions(line, expressions, at_faults, source)
                else:
                    lines.append(_action(line, expressions, words))
            except ElaborationError:
                continue
        clauses = tuple(c.clause for c in part.cites)
        found.append(Example(part.name.text, part.title, tuple(lines), clauses, part.name.span))
    return tuple(found)


def _conditions(
    line: p.ExampleConditionSyntax,
    expressions: PropertyElaborator,
    at_faults: AtFaults,
    source: str,
) -> Iterator[ExampleCondition]:
    clauses = tuple(c.clause for c in line.cites)
    for condition in line.conditions:
        yield ExampleCondition(
            at_faults(expressions.truth(condition, Scope())), one_line(source, condition.span), clauses,
            condition.span,
        )  # fmt: skip


def _action(
    line: p.ExampleActionSyntax, expressions: PropertyElaborator, words: TypedActions | None
) -> ExampleAction:
    actors = (*expressions.world.players.labels, CHANCE)
    if line.actor.text not in actors:
        text = f"there is no player {line.actor.text}"
        expressions.report.fail("E821", line.actor.span, text, near(line.actor.text, actors))
    chance = line.actor.text == CHANCE
    problem = None if words is None else words.problem(line.typed.text, chance=chance)
    if problem is not None:
        code, text, hint = problem
        expressions.report.fail(code, line.typed.span, text, hint)
    return ExampleAction(line.actor.text, line.typed.text, line.legal, line.span)


class TypedActions:
    """What can be typed somewhere in a game."""

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self._players: dict[str, list[tuple[Parameter, ...]]] = {}
        self._chance: dict[str, list[tuple[Parameter, ...]]] = {}
        self._texts: dict[Type, frozenset[str] | None] = {}
        for node in nodes:
            called = self._chance if isinstance(node, Chance) else self._players
            for choice in choices_of(node):
                called.setdefault(choice.name.casefold(), []).append(parameters_of(choice))

    def problem(self, typed: str, *, chance: bool) -> tuple[str, str, str] | None:
        """Why this is not an action of a player, or of chance: the code, why, a hint. None if it is
        one."""
        known = self._chance if chance else self._players
        name, *arguments = _plain(typed).split(" ")
        if name not in known:
            who = "chance brings nothing" if chance else "nobody can do anything"
            text = f"{who} called {typed.split()[0]}"
            return "E822", text, near(name, known) or _there(known)
        for parameters in known[name]:
            if self._reads(arguments, parameters):
                return None
        takes = " or ".join(dict.fromkeys(map(_takes, known[name])))
        return "E823", f"{typed!r} is no action: {name} takes {takes}", ""

    def _reads(self, words: Sequence[str], parameters: Sequence[Parameter]) -> bool:
        if not parameters:
            return not words
        texts = self._values(parameters[0].type)
        return any(
            (texts is None or " ".join(words[:n]) in texts)
            and self._reads(words[n:], parameters[1:])
            for n in range(1, len(words) + 1)
        )

    def _values(self, t: Type) -> frozenset[str] | None:
        if t not in self._texts:
            self._texts[t] = None
            if is_scalar(t) and size(t) <= _MOST:
                self._texts[t] = frozenset(_plain(text) for text in _shown(t))
        return self._texts[t]


def _shown(t: Scalar) -> Iterator[str]:
    for value in range(lowest(t), lowest(t) + size(t)):
        yield show_value(t, bool(value) if isinstance(t, Bool) else value)


def _takes(parameters: Sequence[Parameter]) -> str:
    return ", ".join(show(q.type) for q in parameters) or "nothing"


def _there(known: dict[str, list[tuple[Parameter, ...]]]) -> str:
    return f"there is {', '.join(sorted(known))}" if known else ""


def _plain(typed: str) -> str:
    return _BETWEEN.sub(" ", typed).strip().casefold()
