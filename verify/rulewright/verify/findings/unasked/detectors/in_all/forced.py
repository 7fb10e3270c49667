"""Decisions in which there is never anything to decide, and rolls with only one result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir import fold
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.code import Expr
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Chance, Decision, Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import nodes

from .....properties.asked_of_programs import Copies, at
from ...detector import Conjecture
from ...explored import Positions
from ..text.single_options import one_option, one_result


@dataclass(frozen=True, slots=True)
class ForcedDecisions:
    """Each decision, and each roll, at which no position of any game has two actions.

    Where somebody ``chooses`` one of a set, play does not rest if there is only one: such a decision is
    then one to which no position of any game comes.
    """

    def claims(self, games: tuple[Positions, ...]) -> Iterable[Conjecture[Span]]:
        found: dict[Span, Decision | Chance] = {}
        for one in games:
            for _, node, actions in one.rests():
                if goes_on(node) and node.span is not None and actions:
                    found[node.span] = node
            found |= _picks(one)
        for span, node in found.items():
            if isinstance(node, Chance):
                yield Conjecture(one_result(node.name, span, node.clauses), span)
            elif len(node.choices) > 1 or node.choices[0].parameters:
                name = "_".join(dict.fromkeys(choice.name for choice in node.choices))
                yield Conjecture(one_option(name, span, node.clauses), span)

    def left(
        self, claims: Sequence[Conjecture[Span]], one: Positions
    ) -> Sequence[Conjecture[Span]]:
        several = {
            node.span for _, node, actions in one.rests() if goes_on(node) and len(actions) > 1
        }
        return [claim for claim in claims if claim.about not in several]

    def names(self, claim: Conjecture[Span]) -> Collection[str]:
        return ()

    def against(self, claim: Conjecture[Span], program: Program) -> Expr | None:
        """Where there are two."""
        copies = Copies()
        found = [
            (
                number,
                fold.compare("<", fold.number(1), fold.total(map(copies.many, choices_of(node)))),
            )
            for number, node in enumerate(program.nodes)
            if goes_on(node) and node.span == claim.about
        ]
        return at(found) if found else None


def _picks(one: Positions) -> Iterator[tuple[Span, Decision]]:
    """The decisions in which somebody chooses one of a set."""
    picks = _spans_of_picks(one.ruleset)
    for node in one.program.nodes:
        if isinstance(node, Decision) and node.span is not None and node.span in picks:
            yield node.span, node


def _spans_of_picks(ruleset: Ruleset) -> frozenset[Span | None]:
    return frozenset(n.span for n in nodes(ruleset.tree.parts) if isinstance(n, s.Pick))
