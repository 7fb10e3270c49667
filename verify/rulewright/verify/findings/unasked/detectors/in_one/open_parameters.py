"""Numbers that no rulebook states, and on which an answer depends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.dsl.instantiate import with_settings
from rulewright.engines.python.game import PythonGame

from .....effort.answering import NOTICING
from .....limits import Budget
from .....portfolio.portfolio import answer_checks
from .....results.check_result import CheckResult, InstanceResult
from .....results.verdict import Reached, Refuted
from ....finding import Shown
from ....kinds import FindingKind
from ....origins.from_results import named
from ...detector import Noticed
from ...differing import comes_about, differing_answers, only_in
from ...explored import Explored

KIND = FindingKind.OPEN_PARAMETER
HINT = "state it"
STEP = 1
"""The amount by which a parameter is changed, up and down."""
NAMED = 3
"""The most questions that are named."""


def open_parameters(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each ``open`` parameter that changes an answer, or decides whether play can stop, in a game that can be
    searched whole."""
    said: set[str] = set()
    for one in games:
        instance = one.program.instance
        before: InstanceResult | None = None
        for part in one.ruleset.parameters(instance.variant):
            name, value = part.name.text, dict(instance.parameters).get(part.name.text)
            if not part.is_open or name in said or value is None:
                continue
            before = _report(one, {}) if before is None else before
            for other in (value + STEP, value - STEP):
                after = _report(one, {name: other})
                if before is None or after is None:
                    continue
                changed = _changed(before, after, f"{name} = {value}", f"{name} = {other}")
                if changed.asked:
                    said.add(name)
                    clauses = tuple(cite.clause for cite in part.cites)
                    said_so = otherwise(name, value, other, changed.asked)
                    yield Noticed(
                        KIND, name, part.name.span, clauses, said_so, HINT, changed.play,
                        one.selected,
                    )  # fmt: skip
                    break


@dataclass(frozen=True, slots=True)
class _Changed:
    """The questions, each with its answer afterwards; and a play that shows one of the answers, if one
    does."""

    asked: Sequence[tuple[str, bool]]
    play: Shown | None


def _changed(before: InstanceResult, after: InstanceResult, *labels: str) -> _Changed:
    """What is otherwise; ``labels``: of what game a play is, before and after."""
    answers = differing_answers(before, after)
    gone, new = tuple(only_in(before, after)), tuple(only_in(after, before))
    asked = [(named(answer.check), bool(opposite.holds)) for answer, opposite in answers]
    asked += [(comes_about(d), here) for some, here in ((gone, False), (new, True)) for d in some]
    plays = [shown for pair in answers if (shown := _play(*pair, *labels)) is not None]
    plays += [
        Shown(defect.witness.play, label, shortest=True)
        for some, label in zip((gone, new), labels, strict=True)
        for defect in some
    ]
    return _Changed(asked, next(iter(plays), None))


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


def _report(one: Explored, changed: dict[str, int]) -> InstanceResult | None:
    """What a search finds, with some parameters changed; None if there is no such game."""
    program = with_settings(one.ruleset, one.program.instance, parameters=changed)
    if program is None:
        return None
    game = PythonGame(program, one.selected.move_limit)
    return answer_checks(game, Budget(None, 2 * NOTICING.positions), plays=0)
