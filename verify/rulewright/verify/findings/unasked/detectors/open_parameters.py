"""Numbers that no rulebook states, and on which an answer depends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.syntax.parts import ParameterPart
from rulewright.engines.python.game import PythonGame

from ....limits import Budget
from ....portfolio.portfolio import answer_checks
from ...kinds import FindingKind
from ..detector import Noticed
from ..explored import MOST, Explored

STEP = 1
"""A parameter is changed by so much, up and down."""


def open_parameters(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each ``open`` parameter that changes an answer in a game that can be searched whole."""
    said: set[str] = set()
    for one in games:
        instance = one.program.instance
        before: dict[str, bool | None] | None = None
        for part in one.ruleset.parameters(instance.variant):
            name = part.name.text
            if not part.is_open or name in said:
                continue
            before = _answers(one, {}) if before is None else before
            for value in _near(dict(instance.parameters).get(name), part):
                after = _answers(one, {name: value})
                changed = [
                    check
                    for check, holds in (before or {}).items()
                    if holds is not None and after.get(check, holds) not in (None, holds)
                ]
                if changed:
                    said.add(name)
                    yield Noticed(
                        FindingKind.OPEN_PARAMETER, name, part.name.span,
                        tuple(cite.clause for cite in part.cites),
                        f"The rules do not state {name}; with {value} instead, "
                        f"{', '.join(changed)} comes out otherwise",
                        "state it",
                    )  # fmt: skip
                    break


def _near(value: int | None, part: ParameterPart) -> Iterator[int]:
    if value is not None:
        yield from (value + STEP, value - STEP)


def _answers(one: Explored, changed: dict[str, int]) -> dict[str, bool | None]:
    """Whether each check holds, with some parameters changed; nothing where there is no such game."""
    instance = one.program.instance
    try:
        program = instantiate(
            one.ruleset, variant=instance.variant,
            parameters={**dict(instance.parameters), **changed}, readings=dict(instance.readings),
        )  # fmt: skip
    except RulesetError:
        return {}
    game = PythonGame(program, one.selected.move_limit)
    report = answer_checks(game, Budget(None, 2 * MOST), plays=0)
    return {answer.check.name: answer.holds for answer in report.answers}
