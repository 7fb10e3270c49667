"""Options that are never legal, and conditions of options that never forbid anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rulewright.dsl.ir.code import Const
from rulewright.dsl.ir.program import Choice, Decision, Program
from rulewright.dsl.ir.types import Bool
from rulewright.dsl.span import Span
from rulewright.engines.python.game import PythonGame

from ...kinds import FindingKind
from ..detector import Noticed
from ..explored import Explored

TRUE = Const(1, Bool())


def dead_options(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each option that no position of any game allows, though play comes to its decision."""
    known: dict[Span, tuple[Choice, tuple[str, ...]]] = {}
    taken: set[Span] = set()
    guarded: set[Span] = set()
    forbidden: set[Span] = set()
    for one in games:
        free = PythonGame(_without_guards(one.program), one.selected.move_limit)
        for state in one.states():
            node = one.program.nodes[one.game.node(state)]
            if not isinstance(node, Decision):
                continue
            legal = _counts(one.game, state)
            all_there = _counts(free, state)
            for number, choice in enumerate(node.choices):
                if choice.span is None:
                    continue
                known[choice.span] = choice, choice.clauses or node.clauses
                if choice.guard != TRUE:
                    guarded.add(choice.span)
                if legal.get(number, 0):
                    taken.add(choice.span)
                if legal.get(number, 0) < all_there.get(number, 0):
                    forbidden.add(choice.span)
    for span, (choice, clauses) in known.items():
        if span not in taken:
            yield Noticed(
                FindingKind.DEAD_RULE, choice.name, span, clauses,
                f"The option {choice.name!r} can never be chosen",
                "its condition is never met where it is offered",
            )  # fmt: skip
        elif span in guarded and span not in forbidden:
            yield Noticed(
                FindingKind.DEAD_RULE, f"{choice.name}_condition", span, clauses,
                f"The condition of the option {choice.name!r} is always met where it is offered",
                "leave it out, or ask what it was to forbid",
            )  # fmt: skip


def _counts(game: PythonGame, state: Any) -> dict[int, int]:
    found: dict[int, int] = {}
    for action in game.legal(state):
        found[action.choice] = found.get(action.choice, 0) + 1
    return found


def _without_guards(program: Program) -> Program:
    nodes = tuple(
        replace(n, choices=tuple(replace(c, guard=TRUE) for c in n.choices))
        if isinstance(n, Decision)
        else n
        for n in program.nodes
    )
    return replace(program, nodes=nodes)
