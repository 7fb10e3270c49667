"""Branches and cases that play never comes to, and conditions of branches that are always met."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.elaborate.symbols.report import DiagnosticSink
from rulewright.dsl.elaborate.symbols.variants import variants
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Fault
from rulewright.dsl.node_fields import named_fields
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import parts as p
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
from .left_over import left_over

PROBE = "this branch is reached"
"""What a gap says that stands in the place of a branch."""
EFFORT = 60_000
"""So many positions at most, of all searches together; what comes behind is not looked at."""


@dataclass(frozen=True, slots=True)
class _Branch:
    """What stands in the tree, what to put there to see whether play comes to it, and what to say if not.

    ``silent``: of what stands there nothing more is said then.
    """

    place: s.Block | s.Statement
    probed: s.Block | s.Statement
    noticed: Noticed
    silent: tuple[Span, ...] = ()


def dead_branches(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each branch, of an ``if``, a ``match`` or an ``otherwise``, to which no game comes.

    So it is, too, with what would be done if the condition of an ``if`` were not met. In its place
    stands a gap, one branch at a time, and the game is searched again.
    """
    if not games:
        return
    ruleset = games[0].ruleset
    left = EFFORT
    dead: list[Span] = []
    for branch in _branches(ruleset):
        if any(_within(branch.noticed.span, around) for around in dead):
            continue
        other = _with(ruleset, branch)
        reached = False
        for one in games:
            left -= len(one.graph.states)
            if left < 0:
                return
            reached = _reached(other, one)
            if reached:
                break
        if not reached:
            dead += branch.silent
            yield branch.noticed


def _within(inner: Span, outer: Span) -> bool:
    begin, end = (inner.line, inner.column), (inner.end_line, inner.end_column)
    return (outer.line, outer.column) <= begin and end <= (outer.end_line, outer.end_column)


def _branches(ruleset: Ruleset) -> Iterator[_Branch]:
    """The statements of each branch, those around others first; not in procedures that nothing performs."""
    source = ruleset.tree.source
    unused = {noticed.name for noticed in left_over(ruleset)}
    for node in _used(ruleset.tree.parts, unused):
        match node:
            case s.IfStatement(condition=condition, then=then, otherwise=otherwise):
                yield _branch(source, then, "if", condition)
                if not otherwise:
                    yield _always_met(source, node)
                elif not isinstance(otherwise[0], s.IfStatement):
                    yield _branch(source, otherwise, "else of", condition)
            case s.MatchStatement(cases=cases, otherwise=last):
                for case in cases:
                    yield _branch(source, case.body, "case", case.patterns[0])
                if last:
                    yield _branch(source, last, "else of", node.subject)
            case s.Choose(options=options, otherwise=last) if last:
                yield _never_needed(last, [option.name.text for option in options])
            case _:
                pass


def _used(parts: tuple[p.Part, ...], unused: Collection[str]) -> Iterator[Node]:
    for part in parts:
        if isinstance(part, p.VariantPart):
            yield from _used(part.parts, unused)
        elif part.name.text not in unused:
            yield from nodes(part)


def _branch(source: str, block: s.Block, words: str, node: Node) -> _Branch:
    text = one_line(source, node.span)
    noticed = Noticed(
        FindingKind.DEAD_RULE,
        f"branch_{name_of(f'{words} {text}')}",
        block[0].span,
        cited(block) or cited(node),
        f"Play never comes to the branch {words} {text!r}",
        "look whether its condition can be met",
    )
    return _Branch(block, _gap(block[0]), noticed, (node.span, *(each.span for each in block)))


def _always_met(source: str, node: s.IfStatement) -> _Branch:
    text = one_line(source, node.condition.span)
    noticed = Noticed(
        FindingKind.DEAD_RULE,
        f"always_{name_of(text)}",
        node.condition.span,
        cited(node),
        f"The condition {text!r} is always met where it is asked",
        "leave it out, or ask what else was to be possible",
    )
    return _Branch(node, replace(node, otherwise=_gap(node)), noticed)


def _never_needed(block: s.Block, options: Sequence[str]) -> _Branch:
    noticed = Noticed(
        FindingKind.DEAD_RULE,
        f"otherwise_{'_'.join(dict.fromkeys(options))}",
        block[0].span,
        cited(block),
        f"The 'otherwise' of {', '.join(dict.fromkeys(options))} is never needed: one can always be chosen",
        "leave it out, or look for the condition that is missing",
    )
    return _Branch(block, _gap(block[0]), noticed)


def _gap(at: Node) -> s.Block:
    return (s.Gap(PROBE, span=at.span),)


def _with(ruleset: Ruleset, branch: _Branch) -> Ruleset:
    tree = replace(ruleset.tree, parts=_replaced(ruleset.tree.parts, branch.place, branch.probed))
    return Ruleset(tree, variants(tree, DiagnosticSink()), ruleset.clauses)


def _replaced(root: Any, place: object, by: object) -> Any:
    """The tree with something else in a place."""
    if root is place:
        return by
    if isinstance(root, tuple):
        items = tuple(_replaced(item, place, by) for item in root)
        return items if any(a is not b for a, b in zip(items, root, strict=True)) else root
    if isinstance(root, Node):
        before = named_fields(root, without="span")
        after = {name: _replaced(value, place, by) for name, value in before.items()}
        changes = {name: value for name, value in after.items() if value is not before[name]}
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
