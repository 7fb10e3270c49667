"""Players who never decide anything, beside others who do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir import fold
from rulewright.dsl.ir.code import Const, Expr
from rulewright.dsl.ir.program import Decision, Program
from rulewright.dsl.ir.types import size
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.tree import cited, nodes

from .....properties.asked_of_programs import Copies, at
from ....kinds import FindingKind
from ...detector import Conjecture, Noticed
from ...explored import Positions


@dataclass(frozen=True, slots=True)
class IdlePlayers:
    """Each player for whom no position of any game waits, if some position waits for another."""

    def claims(self, games: tuple[Positions, ...]) -> Iterable[Conjecture[str]]:
        if not any(_deciding(one) for one in games):
            return
        declared = {name: (span, clauses) for name, span, clauses in _declared(games[0])}
        for name in dict.fromkeys(name for one in games for name in _names(one)):
            span, clauses = declared[name]
            noticed = Noticed(
                FindingKind.DEAD_RULE, f"{name}_never_acts", span, clauses,
                f"{name} never has anything to decide",
                "look for the rule by which it is their turn, or leave them out",
            )  # fmt: skip
            yield Conjecture(noticed, name)

    def left(self, claims: Sequence[Conjecture[str]], one: Positions) -> Sequence[Conjecture[str]]:
        acting = _deciding(one)
        return [claim for claim in claims if claim.about not in acting]

    def names(self, claim: Conjecture[str]) -> Collection[str]:
        return (claim.about,)

    def against(self, claim: Conjecture[str], program: Program) -> Expr:
        """Where they are to decide."""
        number = program.players.labels.index(claim.about)
        copies = Copies()
        return at(
            (n, fold.compare("==", copies.of(node.player), Const(number, node.player.type)))
            for n, node in enumerate(program.nodes)
            if isinstance(node, Decision)
        )


def _names(one: Positions) -> Sequence[str]:
    """Those who play."""
    return one.program.players.labels[: size(one.program.players)]


def _deciding(one: Positions) -> frozenset[str]:
    who = (one.game.decides(state) for state, _, _ in one.decisions())
    return frozenset(one.program.players.labels[n] for n in who if n is not None and n >= 0)


def _declared(one: Positions) -> Iterator[tuple[str, Span, tuple[str, ...]]]:
    """Each label that may be a player's, its place, and the clauses cited there."""
    for part in nodes(one.ruleset.tree.parts):
        if isinstance(part, p.PlayersPart | p.EnumPart):
            for name in part.values:
                yield name.text, name.span, cited(part)
