"""Procedures that nothing performs, and readings that nothing asks: ``check`` calls them errors."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.tree import cited, name_used, nodes

from ....kinds import FindingKind
from ...detector import Noticed


def left_over(ruleset: Ruleset) -> Iterable[Noticed]:
    """Each, by its name, that nothing in use mentions; those of variants count as one.

    What only unused procedures mention is unused, too.
    """
    parts = [
        (node, name)
        for node in nodes(ruleset.tree.parts)
        if isinstance(node, p.ProcedurePart | p.ReadingPart) and (name := node.name.text) != "play"
    ]
    of_its_own = {id(inner): name for part, name in parts for inner in nodes(part)}
    named: dict[str | None, set[str]] = {}
    for node in nodes(ruleset.tree.parts):
        names = named.setdefault(of_its_own.get(id(node)), set())
        if (used_name := name_used(node)) is not None:
            names.add(used_name)
    used: set[str] = set()
    more = named.get(None, set())
    while more - used:
        used |= more
        more = {name for user in used for name in named.get(user, ())}
    for part, name in parts:
        if name in used:
            continue
        by = next((user for _, user in parts if user != name and name in named[user]), None)
        if isinstance(part, p.ProcedurePart):
            said, hint = f"Nothing performs the procedure {name}", "perform it, or leave it out"
        else:
            said, hint = f"No rule asks the reading {name}", "ask it in the rule that it is about"
        said += f" but {by}, which is not performed itself" if by else ""
        yield Noticed(FindingKind.DEAD_RULE, name, part.name.span, cited(part), said, hint)
