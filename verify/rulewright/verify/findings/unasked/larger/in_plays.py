"""What plays of larger games show that no check asks for: ends with several winners or none, and endless
play.

This is asked like questions of a ruleset, with a small, fixed effort. If plays show nothing, nothing is
reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Check, Program
from rulewright.engines.python.game import PythonGame

from ....effort.answering import NOTICING_IN_PLAYS
from ....limits import Deadline
from ....portfolio.perform import perform
from ....portfolio.task import Task, TaskOutcome
from ....portfolio.tools import Tools
from ....properties.kinds.termination import Termination
from ....properties.registry import is_termination
from ....results.check_result import CheckResult
from ....results.verdict import Reached, Refuted
from ...finding import Shown
from ...subject import Selected
from ..detector import Noticed
from ..detectors.in_one.endless import goes_round
from ..detectors.in_one.ties import silent_ends, tie_of


def in_plays(games: Sequence[Selected], deadline: Deadline) -> Iterator[Noticed]:
    """What plays show, each in the first game in which they do."""
    known: set[str] = set()
    for one in games:
        for noticed in _in_one(one, known, deadline):
            known.add(noticed.key)
            yield noticed


def _in_one(one: Selected, known: set[str], deadline: Deadline) -> Iterator[Noticed]:
    program = replace(one.program, checks=tuple(_questions(one)))
    if one.ruleset is None or not program.checks or deadline.passed():
        return
    asking = _GameQuestions(program, one.move_limit, deadline)
    for answer in asking.answers():
        if isinstance(answer.verdict, Reached | Refuted):
            play = answer.verdict.witness.play
            noticed = goes_round(one, play) if is_termination(answer.check) else tie_of(play)
            if noticed is not None and noticed.key not in known:
                yield replace(noticed, play=Shown(play), seen=one)


def _questions(one: Selected) -> Iterator[Check]:
    """Whether play can come to an end about which no clause speaks, and whether it can go round, unless a
    check asks this."""
    program = one.program
    if one.ruleset is None:
        return
    for number, end in silent_ends(one.ruleset, program):
        most = ty.Int(0, ty.size(program.players))
        alone = x.Compare("==", x.Size(end.winners, most), x.Const(1, ty.Int(1, 1)))
        here = x.And((x.At((number,)), x.Not(alone)))
        yield Check(f"tie at {number}", "reachable", here, None, "")
    if not any(map(is_termination, program.checks)):
        yield Check("ends", Termination.keyword, x.YES, None, "")


class _GameQuestions:
    """The questions of one game, and what answers them."""

    def __init__(self, program: Program, move_limit: int, deadline: Deadline) -> None:
        self._tools = Tools(PythonGame(program, move_limit), compiled=True)
        self._checks = program.checks
        self._deadline = deadline

    def answers(self) -> Iterator[CheckResult]:
        """The answers that plays give, shown by plays without the moves that can be left out."""
        everything = tuple(range(len(self._checks)))
        found = dict(
            self._done(
                Task(
                    "random play",
                    everything,
                    NOTICING_IN_PLAYS.plays,
                    moves=NOTICING_IN_PLAYS.moves,
                )
            ).answers
        )
        open_ = [n for n in everything if is_termination(self._checks[n]) and n not in found]
        for number in open_:
            task = Task(
                "guided play",
                (number,),
                NOTICING_IN_PLAYS.guided,
                moves=NOTICING_IN_PLAYS.moves,
                toward=1,
            )
            found |= self._done(task).answers
        for number, answer in sorted(found.items()):
            task = Task("fewer moves", (number,), NOTICING_IN_PLAYS.fewer, answers=(answer,))
            yield self._done(task).answers.get(number, answer)

    def _done(self, task: Task) -> TaskOutcome:
        return perform(self._tools, task, self._deadline.left(), lambda count, what: None)
