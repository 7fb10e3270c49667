"""Ends with several winners, or with none, of which no clause speaks."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.dsl.ir.program import End
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.node import Cite
from rulewright.dsl.syntax.tree import nodes

from ...kinds import FindingKind
from ..detector import Noticed
from ..explored import Explored

_SPEAKS = re.compile(
    r"\b(tie[sd]?|drawn?|draws?|shares?|shared|both|together|several|equal(ly)?|nobody|no one|"
    r"everyone|everybody|all players|same (number|score)|most than one|more than one)\b",
    re.IGNORECASE,
)
"""Words by which a clause speaks of such an end."""


def ties(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each ``win`` or ``rank`` that comes out so, with a shortest play."""
    said: set[str] = set()
    for one in games:
        spoken = _spoken(one)
        for number, state in enumerate(one.states()):
            node = one.program.nodes[one.game.node(state)]
            outcome = one.game.outcome(state)
            if not isinstance(node, End) or node.kind != "win" or outcome is None:
                continue
            winners = len(outcome.winners)
            if winners == 1 or node.span is None or set(node.clauses) & spoken:
                continue
            what = "nobody wins" if winners == 0 else "several win"
            name = f"{what.replace(' ', '_')}_{'_'.join(c.replace('.', '_') for c in node.clauses)}"
            if name in said:
                continue
            said.add(name)
            yield Noticed(
                FindingKind.NO_TIE_BREAK, re.sub(r"\W", "_", name).strip("_"), node.span,
                node.clauses, f"Play can end so that {what}, and no clause speaks of it",
                "say what then happens, or make it a reading", one.play(number),
                one.selected,
            )  # fmt: skip


def _spoken(one: Explored) -> set[str]:
    """The clauses that speak of it in their text, and those whose meaning is a reading."""
    clauses = () if one.ruleset.clauses is None else one.ruleset.clauses.clauses
    found = {clause.id for clause in clauses if _SPEAKS.search(clause.text)}
    for part in one.ruleset.variants[one.program.instance.variant].parts:
        if isinstance(part, p.ReadingPart):
            found |= {n.clause for n in nodes(part) if isinstance(n, Cite)}
    return found
