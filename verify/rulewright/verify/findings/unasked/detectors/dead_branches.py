"""Branches and cases that play never comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.elaborate.symbols.report import DiagnosticSink
from rulewright.dsl.elaborate.symbols.variants import variants
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Fault
from rulewright.dsl.node_fields import named_fields
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import Node
from rulewright.dsl.syntax.one_line import one_line
from rulewright.dsl.syntax.tree import cited, nodes
from rulewright.engines.python.game import PythonGame

from ....limits import Budget
from ....stategraph.bfs import explore
from ...from_results import name_of
from ...kinds import FindingKind
from ..detector import Noticed
from ..explored import MOST, Explored

PROBE = "this branch is reached"
"""What a gap says that stands in the place of a branch."""
EFFORT = 60_000
"""So many positions at most, branches times positions; where there are more, none is looked at."""


def dead_branches(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each body of an ``if``, and each case of a ``match``, to which no game comes.

    In its place stands a gap, one branch at a time, and the game is searched again.
    """
    if not games:
        return
    ruleset = games[0].ruleset
    branches = list(_branches(ruleset))
    if len(branches) * sum(len(one.graph.states) for one in games) > EFFORT:
        return
    for block, words, node in branches:
        other = _with_gap(ruleset, block)
        if any(_reached(other, one) for one in games):
            continue
        text = one_line(ruleset.tree.source, node.span)
        yield Noticed(
            FindingKind.DEAD_RULE,
            f"branch_{name_of(f'{words} {text}')}",
            block[0].span,
            cited(block) or cited(node),
            f"Play never comes to the branch {words} {text!r}",
            "look whether its condition can be met",
        )


def _branches(ruleset: Ruleset) -> Iterator[tuple[s.Block, str, Node]]:
    """The statements of each branch that have not all the choice to be left out."""
    for node in nodes(ruleset.tree.parts):
        match node:
            case s.IfStatement(condition=condition, then=then, otherwise=otherwise):
                yield then, "if", condition
                if otherwise and not isinstance(otherwise[0], s.IfStatement):
                    yield otherwise, "else of", condition
            case s.MatchStatement(cases=cases, otherwise=otherwise):
                yield from ((case.body, "case", case.patterns[0]) for case in cases)
                if otherwise:
                    yield otherwise, "else of", node.subject
            case _:
                pass


def _with_gap(ruleset: Ruleset, block: s.Block) -> Ruleset:
    gap = s.Gap(PROBE, span=block[0].span)
    tree = replace(ruleset.tree, parts=_replaced(ruleset.tree.parts, block, (gap,)))
    return Ruleset(tree, variants(tree, DiagnosticSink()), ruleset.clauses)


def _replaced(root: Any, block: s.Block, by: s.Block) -> Any:
    """The tree with other statements in the place of a block."""
    if root is block:
        return by
    if isinstance(root, tuple):
        return tuple(_replaced(item, block, by) for item in root)
    if isinstance(root, Node):
        before = named_fields(root, without="span")
        after = {name: _replaced(value, block, by) for name, value in before.items()}
        changes = {name: value for name, value in after.items() if value != before[name]}
        return replace(root, **changes) if changes else root
    return root


def _reached(ruleset: Ruleset, one: Explored) -> bool:
    """Whether play comes to the gap, as far as that can be seen; if it cannot, it may."""
    instance = one.program.instance
    try:
        program = instantiate(
            ruleset, variant=instance.variant, parameters=dict(instance.parameters),
            readings=dict(instance.readings),
        )  # fmt: skip
    except RulesetError:
        return True
    if not any(isinstance(node, Fault) and node.message == PROBE for node in program.nodes):
        return False
    game = PythonGame(program, one.selected.move_limit)
    graph = explore(game, Budget(None, MOST))
    if graph.stopped is not None:
        return True
    faults = {
        number
        for number, node in enumerate(program.nodes)
        if isinstance(node, Fault) and node.message == PROBE
    }
    return any(game.node(state) in faults for state in graph.states)
