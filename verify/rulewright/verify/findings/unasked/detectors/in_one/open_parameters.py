"""Numbers that no rulebook states, and on which an answer depends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulewright.dsl.instantiate import with_settings
from rulewright.engines.python.game import PythonGame

from .....effort.answering import NOTICING
from .....limits import Budget
from .....portfolio.portfolio import answer_checks
from .....results.check_result import CheckResult
from .....results.verdict import Reached, Refuted
from ....finding import Shown
from ....kinds import FindingKind
from ....origins.from_results import named
from ...detector import Noticed
from ...explored import Explored

KIND = FindingKind.OPEN_PARAMETER
HINT = "state it"
STEP = 1
"""The amount by which a parameter is changed, up and down."""
NAMED = 3
"""The most questions that are named."""


def open_parameters(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each ``open`` parameter that changes an answer in a game that can be searched whole."""
    said: set[str] = set()
    for one in games:
        instance = one.program.instance
        before: Mapping[str, CheckResult] | None = None
        for part in one.ruleset.parameters(instance.variant):
            name, value = part.name.text, dict(instance.parameters).get(part.name.text)
            if not part.is_open or name in said or value is None:
                continue
            before = _answers(one, {}) if before is None else before
            for other in (value + STEP, value - STEP):
                after = _answers(one, {name: other})
                changed = [
                    (answer, after[check])
                    for check, answer in before.items()
                    if check in after
                    and None is not answer.holds is not after[check].holds is not None
                ]
                if changed:
                    said.add(name)
                    asked = [(named(a.check), bool(b.holds)) for a, b in changed]
                    clauses = tuple(cite.clause for cite in part.cites)
                    said_so = otherwise(name, value, other, asked)
                    play = _play(*changed[0], f"{name} = {value}", f"{name} = {other}")
                    yield Noticed(
                        KIND, name, part.name.span, clauses, said_so, HINT, play, one.selected
                    )
                    break


def otherwise(name: str, before: int, after: int, asked: Sequence[tuple[str, bool]]) -> str:
    """What depends on a parameter: the questions with both answers; ``asked`` has those ``after``."""
    answers = "; ".join(
        f"{question} {_word(not holds)} with {before}, {_word(holds).lower()} with {after}"
        for question, holds in asked[:NAMED]
    )
    more = f"; and {len(asked) - NAMED} more" if len(asked) > NAMED else ""
    return f"The rules do not state {name}: {answers}{more}"


def _word(holds: bool) -> str:
    return "Yes" if holds else "No"


def _play(before: CheckResult, after: CheckResult, *labels: str) -> Shown | None:
    """The play that shows one of two answers, and the game of that play."""
    for answer, label in zip((before, after), labels, strict=True):
        if isinstance(answer.verdict, Refuted | Reached):
            return Shown(answer.verdict.witness.play, label, shortest=True)
    return None


def _answers(one: Explored, changed: dict[str, int]) -> dict[str, CheckResult]:
    """The answer to each check, with some parameters changed; nothing if there is no such game."""
    program = with_settings(one.ruleset, one.program.instance, parameters=changed)
    if program is None:
        return {}
    game = PythonGame(program, one.selected.move_limit)
    report = answer_checks(game, Budget(None, 2 * NOTICING.positions), plays=0)
    return {answer.check.name: answer for answer in report.answers}
