"""State that has the same value in every position, and supplies of which nothing is taken."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.ir.names import is_made

from ...kinds import FindingKind
from ..detector import Noticed
from ..explored import Explored


def never_stored(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each declared variable that never changes in any of the games that have it."""
    same: dict[str, bool] = {}
    first: dict[str, Noticed] = {}
    for one in games:
        for variable in one.program.variables:
            if variable.kind not in ("state", "supply") or variable.span is None:
                continue
            if is_made(variable.name):  # what looks back: the author did not declare it
                continue
            changes = any(
                one.game.value(state, variable.name) != variable.initial for state in one.states()
            )
            same[variable.name] = same.get(variable.name, True) and not changes
            said = (
                f"Nothing is ever taken of the supply {variable.name}"
                if variable.kind == "supply"
                else f"The state {variable.name} never changes"
            )
            first.setdefault(
                variable.name,
                Noticed(
                    FindingKind.DEAD_RULE, variable.name, variable.span, (), said,
                    "leave it out, or find the rule that is missing",
                ),
            )  # fmt: skip
    for name, unchanged in same.items():
        if unchanged:
            yield first[name]
