"""Kinds of cards that nobody ever has, lays, draws or could choose, while there are others of their table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.program import Chance, Choice, Program
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.tree import nodes

from .....properties.asked_of_programs import Copies, at
from ....kinds import FindingKind
from ...detector import Conjecture, Noticed
from ...explored import Positions
from ...values_inside import enumerations, has, holds, values_in


@dataclass(frozen=True, slots=True)
class _Card:
    """A kind of card, by its table and its name there."""

    table: str
    label: str


@dataclass(frozen=True, slots=True)
class UnseenCards:
    """Each kind that no position of any game has in its state, and no action as an argument.

    In a map from cards, as in a supply, a card occurs if its entry is not what it was at the beginning.
    """

    def claims(self, games: tuple[Positions, ...]) -> Iterable[Conjecture[_Card]]:
        for part in _tables(games[0]).values():
            name = part.name.text
            if not any(_met(one, name) for one in games):
                continue
            clauses = tuple(cite.clause for cite in part.cites)
            for label in dict.fromkeys(label for one in games for label in _labels(one, name)):
                noticed = Noticed(
                    FindingKind.DEAD_RULE, f"{name}_{label}", part.name.span, clauses,
                    f"The card {label} of {name} never comes into play",
                    "look for the rule that brings it, or leave it out of the table",
                )  # fmt: skip
                yield Conjecture(noticed, _Card(name, label))

    def left(
        self, claims: Sequence[Conjecture[_Card]], one: Positions
    ) -> Sequence[Conjecture[_Card]]:
        tables = dict.fromkeys(claim.about.table for claim in claims)
        met = {
            _Card(name, labels[number])
            for name in tables
            for labels in (_labels(one, name),)
            for number in _met(one, name)
        }
        return [claim for claim in claims if claim.about not in met]

    def names(self, claim: Conjecture[_Card]) -> Collection[str]:
        return (claim.about.label,)

    def against(self, claim: Conjecture[_Card], program: Program) -> x.Expr:
        """That a variable has it, or somebody could choose it, or it may be drawn."""
        about, copies = claim.about, Copies()
        kept = [
            holds(x.Var(v.name, v.type), about.table, about.label, v.initial, copies)
            for v in program.variables
            if v.kind != "scratch" and has(v.type, about.table)
        ]
        given = at(
            (number, copies.some(choice, partial(_given, choice, about, copies)))
            for number, node in enumerate(program.nodes)
            for choice in choices_of(node)
        )
        return fold.or_([*kept, given])


def _tables(one: Positions) -> dict[str, p.CardsPart]:
    return {n.name.text: n for n in nodes(one.ruleset.tree.parts) if isinstance(n, p.CardsPart)}


def _labels(one: Positions, name: str) -> tuple[str, ...]:
    return next((enum.labels for enum in _enums(one) if enum.name == name), ())


def _enums(one: Positions) -> Iterator[ty.Enum]:
    types = [variable.type for variable in one.program.variables]
    choices = (choice for node in one.program.nodes for choice in choices_of(node))
    types += [parameter.type for choice in choices for parameter in parameters_of(choice)]
    for t in types:
        yield from enumerations(t)


def _met(one: Positions, name: str) -> set[int]:
    """The values of the enumeration that occur in play."""
    found: set[int] = set()
    variables = [v for v in one.program.variables if v.kind != "scratch" and has(v.type, name)]
    values = {v.name: {v.initial} for v in variables}
    for state, node, actions in one.rests():
        for variable in variables:
            values[variable.name].add(one.game.value(state, variable.name))
        for action in actions:
            parameters = parameters_of(choices_of(node)[action.choice])
            for parameter, given in zip(parameters, action.args, strict=True):
                found.update(values_in(parameter.type, given, name))
    for variable in variables:
        for value in values[variable.name]:
            found.update(values_in(variable.type, value, name, variable.initial))
    return found


def _given(choice: Choice | Chance, card: _Card, copies: Copies, condition: x.Expr) -> x.Expr:
    """That an option is possible with the card as an argument."""
    arguments = [
        holds(x.Local(parameter.name, parameter.type), card.table, card.label, None, copies)
        for parameter in parameters_of(choice)
        if has(parameter.type, card.table)
    ]
    return fold.and_([condition, fold.or_(arguments)])
