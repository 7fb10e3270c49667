"""Decisions in which there never is anything to decide."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.ir.program import Decision
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import cited, nodes

from ...kinds import FindingKind
from ..detector import Noticed
from ..explored import Explored

HINT = "leave the decision out, or look for the option that is missing"


def single_options(ruleset: Ruleset) -> Iterable[Noticed]:
    """Each ``choose`` with one option that has no parameters: it can only be taken."""
    for node in nodes(ruleset.tree.parts):
        match node:
            case s.Choose(options=(s.Option(parameters=()) as option,), otherwise=None):
                yield _noticed(option.name.text, node.span, cited(node))
            case _:
                pass


def forced_decisions(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each decision at which no position of any game has two actions."""
    most: dict[Span, int] = {}
    found: dict[Span, Decision] = {}
    for one in games:
        for state in one.states():
            node = one.program.nodes[one.game.node(state)]
            if isinstance(node, Decision) and node.span is not None:
                found[node.span] = node
                most[node.span] = max(most.get(node.span, 0), len(one.game.legal(state)))
    for span, node in found.items():
        plain = len(node.choices) == 1 and not node.choices[0].parameters
        if most[span] == 1 and not plain:
            name = "_".join(dict.fromkeys(choice.name for choice in node.choices))
            yield _noticed(name, span, node.clauses)


def _noticed(name: str, span: Span, clauses: tuple[str, ...]) -> Noticed:
    sentence = f"At {name!r} there never is more than one option"
    return Noticed(FindingKind.NO_CHOICE, name, span, clauses, sentence, HINT)
