"""Which proved checks say nothing, because what they speak of never comes about in any play.

The conditions are looked for in plays that are known, which costs next to nothing; what is met in
none of them is asked like any other question.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.ir.program import Check, Program
from rulewright.engines.game import MOVE_LIMIT
from rulewright.engines.python.game import PythonGame

from ..plays.play import Play, ReplayError, states_of
from ..properties.antecedents import asking
from ..results.check_result import CheckResult, InstanceResult
from ..results.verdict import Proved


@dataclass(frozen=True, slots=True)
class Conditions:
    """A game in which the checks ask whether conditions come about, in their order.

    ``of``: for each, the name of the check that says nothing without it.
    """

    program: Program
    of: tuple[str, ...]

    def never_met(self, found: InstanceResult) -> frozenset[str]:
        """The checks that say nothing, by what was found out about the conditions."""
        answers = zip(self.of, found.answers, strict=True)
        return frozenset(name for name, answer in answers if isinstance(answer.verdict, Proved))


def unmet(
    program: Program,
    answers: Iterable[CheckResult],
    plays: Sequence[Play],
    move_limit: int = MOVE_LIMIT,
) -> Conditions | None:
    """The conditions of proved answers that none of these plays of the game meets; None without any."""
    asked: list[tuple[str, Check]] = [
        (answer.check.name, question)
        for answer in answers
        if isinstance(answer.verdict, Proved)
        for question in asking(answer.check)
    ]
    if not asked:
        return None
    game = PythonGame(replace(program, checks=tuple(question for _, question in asked)), move_limit)
    waiting = set(range(len(asked)))
    for play in plays:
        if not waiting:
            break
        try:
            states = states_of(game, (move.action for move in play.moves))
        except ReplayError:  # a play of the game as it can be read otherwise
            continue
        for state in states:
            waiting -= {number for number in waiting if game.holds(number, state)}
    left = [asked[number] for number in sorted(waiting)]
    if not left:
        return None
    return Conditions(
        replace(program, checks=tuple(question for _, question in left)),
        tuple(name for name, _ in left),
    )
