"""Which proved checks say nothing, because what they speak of never comes about in any play.

The conditions are looked for in plays that are known, which costs next to nothing; what is met in
none of them is asked like any other question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from rulewright.dsl.ir.program import Check, Program
from rulewright.engines.game import CHANCE
from rulewright.engines.python.game import PythonGame, PythonState

from ..plays.play import Play, ReplayError, states_of
from ..progress import Tell
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

    def only(self, numbers: Collection[int]) -> Conditions | None:
        """Those of some numbers; None if there are none."""
        if not numbers:
            return None
        checks = tuple(self.program.checks[n] for n in sorted(numbers))
        of = tuple(self.of[n] for n in sorted(numbers))
        return Conditions(replace(self.program, checks=checks), of)

    def never_met(self, found: InstanceResult) -> frozenset[str]:
        """The checks that say nothing, by what was found out about the conditions."""
        answers = zip(self.of, found.answers, strict=True)
        return frozenset(name for name, answer in answers if isinstance(answer.verdict, Proved))


def conditions(program: Program, answers: Iterable[CheckResult]) -> Conditions | None:
    """The conditions of proved answers about a game; None if there are none."""
    asked: list[tuple[str, Check]] = [
        (answer.check.name, question)
        for answer in answers
        if isinstance(answer.verdict, Proved)
        for question in asking(answer.check)
    ]
    if not asked:
        return None
    return Conditions(
        replace(program, checks=tuple(question for _, question in asked)),
        tuple(name for name, _ in asked),
    )


def unmet(
    asked: Conditions, plays: Sequence[Play], others: Sequence[Play], move_limit: int, _: Tell
) -> frozenset[int]:
    """The numbers of the conditions that are met in none of these plays of the game.

    ``others`` may be plays of the game as it can be read otherwise: they are played again.
    """
    game = PythonGame(asked.program, move_limit)
    waiting = set(range(len(asked.of)))
    of_actions = frozenset(n for n, check in enumerate(asked.program.checks) if check.player)
    for states in chain(_positions(game, plays), _played_again(game, others)):
        for state in states:
            waiting -= {n for n in waiting - of_actions if game.holds(n, state)}
        for state, after in pairwise(states):
            player = game.decides(state)
            if player is not None and player != CHANCE:
                waiting -= {n for n in waiting & of_actions if game.holds(n, after, player)}
        if not waiting:
            break
    return frozenset(waiting)


def _positions(game: PythonGame, plays: Sequence[Play]) -> Iterator[Sequence[PythonState]]:
    for play in plays:
        yield [game.at(position.node, position.values) for position in play.positions]


def _played_again(game: PythonGame, plays: Sequence[Play]) -> Iterator[Sequence[PythonState]]:
    for play in plays:
        with suppress(ReplayError):
            yield states_of(game, (move.action for move in play.moves))
