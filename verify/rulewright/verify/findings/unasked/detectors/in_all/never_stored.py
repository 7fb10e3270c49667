"""State that has the same value in every position, and supplies of which nothing is taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.names import is_made
from rulewright.dsl.ir.program import Fault
from rulewright.dsl.syntax.one_line import code_of

from ....kinds import FindingKind
from ....origins.from_results import SHORTAGE
from ...detector import Claim, Noticed
from ...explored import Explored


@dataclass(frozen=True, slots=True)
class NeverStored:
    """Each declared variable that never changes in any of the games that have it.

    Of one that a fault keeps as it was nothing is said: the fault is told, and is why.
    """

    def claims(self, games: tuple[Explored, ...]) -> Iterable[Claim[str]]:
        named: set[str] = set()
        for variable in (variable for one in games for variable in one.program.variables):
            name = variable.name
            if variable.kind not in ("state", "supply") or variable.span is None:
                continue
            if name in named or is_made(name):  # what looks back: the author did not declare it
                continue
            named.add(name)
            said = (
                f"Nothing is ever taken of the supply {name}"
                if variable.kind == "supply"
                else f"The state {name} never changes"
            )
            noticed = Noticed(
                FindingKind.DEAD_RULE, name, variable.span, (), said,
                "leave it out, or find the rule that is missing",
            )  # fmt: skip
            yield Claim(noticed, name)

    def left(self, claims: Sequence[Claim[str]], one: Explored) -> Sequence[Claim[str]]:
        initial = {variable.name: variable.initial for variable in one.program.variables}

        def changes(name: str) -> bool:
            return name in initial and any(
                one.game.value(state, name) != initial[name] for state in one.states()
            )

        kept = _at_fault(one)
        return [c for c in claims if c.about not in kept and not changes(c.about)]


def _at_fault(one: Explored) -> frozenset[str]:
    """What a fault to which play comes keeps as it was.

    That is what cannot hold a value, or, of components, what the line names that is to move them.
    """
    lines = one.ruleset.tree.source.split("\n")
    faults = {node for _, node, _ in one.rests() if isinstance(node, Fault) and not node.declared}
    said = (
        code_of(lines[f.span.line - 1]) if f.span and f.message.startswith(SHORTAGE) else f.message
        for f in faults
    )
    return frozenset(word for text in said for word in re.findall(r"\w+", text))
