"""From the options to the work: who does it, how far it goes, and who is told of progress."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from rulewright.engines.game import EndlessLoop, Game, LongMove

from ...effort.schedule import LEVELS, MEETING, EffortLevel, limited
from ...execution.interruption import ending_in_time
from ...execution.workers import Job, Processes, RunningJob, Workers, cores, each_of
from ...explicit.searcher import PythonSearcher
from ...findings.subject import Selected
from ...findings.summary.taken import Taken, budget_over, interrupted
from ...kernel.certificate import Certificate
from ...limits import Budget, Deadline, OutOfTime
from ...portfolio.agenda import Agenda
from ...portfolio.conduct import Subject, conduct
from ...portfolio.provers import SmtProver
from ...portfolio.tools import Tools
from ...results.check_result import CheckResult, InstanceResult
from ...results.verdict import ASK_AGAIN, RAISE_BUDGET
from ..arguments.options import searcher
from ..exits import Exit, exit_when_interrupted
from ..terminal.console import Console
from ..terminal.live import Live

AFTER_A_CHANGE: EffortLevel = "brief"
RECHECKING = "kept answers are checked again"


class Answering:
    """Answers questions about games as the options say; see `effort_options`.

    ``stopped``: the exit code, if somebody did not want to wait for everything.
    """

    def __init__(
        self, args: argparse.Namespace, console: Console, workers: Workers, default: EffortLevel
    ) -> None:
        self._searcher = searcher(args)
        self._args = args
        self._live = Live(console.err, console.columns)
        self.workers = workers
        self._default = default
        self.deadline: Deadline = Budget().start()
        self.stopped: Exit | None = None

    def start(self) -> None:
        """From now on the seconds of the budget count: the input has been read."""
        self.deadline = Budget(self._args.budget).start()

    def level(self, *, kept: bool) -> EffortLevel | None:
        """The level to which a game is taken of which something is ``kept``, or nothing.

        None if something other than a level determines how far.
        """
        return None if self._args.states else self._effort(kept=kept)

    def _effort(self, *, kept: bool) -> EffortLevel:
        """Whoever changes a rule waits for the effect, and may then ask for more."""
        effort: EffortLevel | None = self._args.effort
        return effort or (AFTER_A_CHANGE if kept else self._default)

    def taken(self, kept: Sequence[bool]) -> Taken:
        """How far all was taken: the lowest level of the games, of each of which something is ``kept``
        or nothing, and what ended it early."""
        if self.stopped is not None:
            how = interrupted()
        elif self.deadline.passed() and self._args.budget is not None:
            how = budget_over(self._args.budget)
        else:
            how = Taken()
        levels = {self.level(kept=some) for some in kept}
        return replace(how, effort=next((level for level in LEVELS if level in levels), None))

    def tools(self, game: Game[Any]) -> Tools[Any]:
        """The workers for a game. Raises EndlessLoop, LongMove if play has no beginning.

        For a game whose beginning takes longer than the budget this is unknown.
        """
        try:
            with suppress(OutOfTime), ending_in_time(Budget(self._args.budget).start()):
                game.new()
        except (EndlessLoop, LongMove) as error:
            name = game.program.instance.name
            raise type(error)(f"{name}, before anybody decides: {error}") from None
        memory = None if self._args.memory is None else self._args.memory * 10**6
        compiled = not isinstance(self._searcher, PythonSearcher)
        return Tools(game, self._searcher, SmtProver(), self._args.seed, memory, compiled)

    def subject(
        self, selected: Selected, tools: Tools[Any], checks: Sequence[int],
        proofs: Sequence[Certificate] = (), *, kept: bool = False, open_before: Collection[int] = (),
        known: Mapping[int, CheckResult] = MappingProxyType({}),
    ) -> Subject:  # fmt: skip
        """A game with these checks to answer; ``proofs`` of others may be used.

        ``kept``: whether answers about it are. What was ``open_before`` the rules changed is
        only watched, unless somebody says how far everything is to be taken. ``known``: as for `Agenda`.
        """
        program = tools.game.program
        schedule = limited(LEVELS[self._effort(kept=kept)], self._args.states)
        watched = open_before if self._args.effort is None else ()
        return Subject(
            selected.name, tools, Agenda(program, checks, schedule, proofs, watched, known)
        )

    def conditions(self, selected: Selected) -> Subject:
        """A game whose checks ask for what other checks are about."""
        checks = range(len(selected.program.checks))
        schedule = limited(MEETING, self._args.states)
        agenda = Agenda(selected.program, checks, schedule)
        return Subject(selected.name, self.tools(selected.game()), agenda)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Work inside ends if somebody interrupts it, and nothing else is begun."""
        try:
            yield
        except KeyboardInterrupt as error:
            self.stopped = exit_when_interrupted(error)
            self.deadline = Budget(0.0).start()

    def answer(self, subjects: Sequence[Subject]) -> list[InstanceResult]:
        """Everything that can be found out about each."""
        advice = RAISE_BUDGET if self.stopped is None else ASK_AGAIN
        with self.interruptible():
            conduct(subjects, self.workers, self.deadline, self._live, advice)
        self._live.done()
        return [subject.agenda.result() for subject in subjects]

    @property
    def watch(self) -> Callable[[Sequence[RunningJob]], None]:
        """Shows the progress of work on kept answers."""
        return partial(self._live.working, RECHECKING)

    def side_by_side(self, jobs: Sequence[Job], what: str = RECHECKING) -> list[object | None]:
        """The results of jobs, in their order; meanwhile ``what`` they do, and how many are done, is
        shown."""
        local = Processes(cores() if self._args.jobs is None else self._args.jobs)
        results: list[object | None] = [None] * len(jobs)
        with self.interruptible():
            done = 0

            def watch(under_way: Sequence[RunningJob]) -> None:
                self._live.working(f"{what}: {done:,} of {len(jobs):,}", under_way)

            for number, result in each_of(jobs, local, self.deadline, watch):
                results[number], done = result, done + 1
        local.close()
        self._live.done()
        return results


@contextmanager
def answering(
    args: argparse.Namespace, console: Console, default: EffortLevel = "normal"
) -> Iterator[Answering]:
    """What answers; all its workers are gone afterwards. Raises InputError."""
    with _workers(args) as workers:
        try:
            yield Answering(args, console, workers, default)
        finally:
            workers.close()


def _workers(args: argparse.Namespace) -> AbstractContextManager[Workers]:
    if args.cluster is None:
        return nullcontext(Processes(cores() if args.jobs is None else args.jobs))
    from ..arguments.cluster import connected

    return connected(args.cluster)
