"""Players who never decide anything, beside others who do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.types import size
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.tree import cited, nodes

from ....kinds import FindingKind
from ...detector import Conjecture, Noticed
from ...explored import Explored


@dataclass(frozen=True, slots=True)
class IdlePlayers:
    """Each player for whom no position of any game waits, where some position waits for another."""

    def claims(self, games: tuple[Explored, ...]) -> Iterable[Conjecture[str]]:
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

    def left(self, claims: Sequence[Conjecture[str]], one: Explored) -> Sequence[Conjecture[str]]:
        acting = _deciding(one)
        return [claim for claim in claims if claim.about not in acting]


def _names(one: Explored) -> Sequence[str]:
    """Those who play."""
    return one.program.players.labels[: size(one.program.players)]


def _deciding(one: Explored) -> frozenset[str]:
    who = (one.game.decides(state) for state, _, _ in one.decisions())
    return frozenset(one.program.players.labels[n] for n in who if n is not None and n >= 0)


def _declared(one: Explored) -> Iterator[tuple[str, Span, tuple[str, ...]]]:
    """Each label that may be a player's, where it stands, and the clauses cited there."""
    for part in nodes(one.ruleset.tree.parts):
        if isinstance(part, p.PlayersPart | p.EnumPart):
            for name in part.values:
                yield name.text, name.span, cited(part)
