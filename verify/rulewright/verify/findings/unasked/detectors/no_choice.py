"""Decisions in which there never is anything to decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.program import Decision
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import cited, nodes

from ...kinds import FindingKind
from ..detector import Claim, Noticed
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


@dataclass(frozen=True, slots=True)
class ForcedDecisions:
    """Each decision at which no position of any game has two actions."""

    def claims(self, games: tuple[Explored, ...]) -> Iterable[Claim[Span]]:
        found: dict[Span, Decision] = {}
        for one in games:
            for _, node, actions in one.decisions():
                if node.span is not None and actions:
                    found[node.span] = node
        for span, node in found.items():
            if len(node.choices) > 1 or node.choices[0].parameters:
                name = "_".join(dict.fromkeys(choice.name for choice in node.choices))
                yield Claim(_noticed(name, span, node.clauses), span)

    def left(self, claims: Sequence[Claim[Span]], one: Explored) -> Sequence[Claim[Span]]:
        several = {node.span for _, node, actions in one.decisions() if len(actions) > 1}
        return [claim for claim in claims if claim.about not in several]


def _noticed(name: str, span: Span, clauses: tuple[str, ...]) -> Noticed:
    sentence = f"At {name!r} there never is more than one option"
    return Noticed(FindingKind.NO_CHOICE, name, span, clauses, sentence, HINT)
