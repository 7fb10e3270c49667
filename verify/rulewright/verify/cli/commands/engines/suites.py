"""The plays with which `conform` compares an engine before random ones, and the suite that it keeps of them."""

from __future__ import annotations

import argparse
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from ....effort.conforming import EXAMINING
from ...exits import InputError, wrapped_message
from ...terminal.console import write_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright.engines.python.game import PythonGame

    from ....answers.kept import Kept
    from ....conform.kept_suites import KeptSuite
    from ....conform.trials.coverage import Goal
    from ....conform.trials.suite import Suite
    from ....findings.subject import Selected
    from ....progress import TellText
    from ...terminal.live import Live

LARGEST = 100_000_000


class Suites:
    """The plays with which an engine is compared before random ones: known ones, and a suite."""

    def __init__(
        self, args: argparse.Namespace, chosen: Selected, seconds: float, live: Live
    ) -> None:
        """The seconds are those of all that `conform` does; they begin to count here."""
        from ....limits import Budget

        self._args = args
        self._chosen = chosen
        self._seconds = seconds
        self._until = Budget(seconds).start()
        self._same: set[Goal] = set()
        self._live = live

    def at_first(self) -> Iterator[tuple[str, ...]]:
        """Where a suite is still to be made that nobody asked to be written: plays that are written down, some
        random ones, and those that tell readings apart, each as soon as it is found."""
        from ....conform.rules.expected import beginning
        from ....conform.trials.trial import random_play

        if self._args.suite is not None or self._kept.read() is not None:
            return
        yield from sorted(set(self._known.values()), key=lambda play: (len(play), play))
        for number in range(EXAMINING.early_plays):
            rng = Random(f"{self._args.seed} early {number}")
            yield tuple(random_play(beginning(self._game), rng))
        for _, play in self._apart():
            yield play

    def plays(self) -> tuple[tuple[str, ...], ...]:
        """The plays of the file, those that are kept, or new ones; they are written to the file if there is to be one."""
        from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular

        from ....conform.trials.suite import read, written

        args, program = self._args, self._chosen.program
        if args.suite is not None and args.suite.exists():
            try:
                return read(read_regular(args.suite, LARGEST).decode(), program)
            except (UnreadableFileError, ValueError) as error:
                raise InputError(f"--suite {args.suite}: {error}") from None
        kept = self._kept.read()
        made = kept or self._made()
        if kept is None:
            self._kept.write(made)
        self._tell(made, kept=kept is not None)
        if args.suite is not None:
            write_file(args.suite, written(program, made))
        return made.plays

    def _made(self) -> Suite:
        from ....conform.trials.known import other_options
        from ....conform.trials.suite import suite
        from ....limits import Budget

        assert self._chosen.ruleset is not None
        for _ in self._apart():
            pass  # Those that were not needed so far.
        known, budget = self._known, Budget(self._seconds * EXAMINING.suite_share)
        ruleset, program = self._chosen.ruleset, self._chosen.program
        tell, until = working(self._live), self._until
        readings = {goal: goal in self._same for goal, _ in other_options(self._game, ruleset)}
        return suite(ruleset, program, budget, self._args.seed, known, readings, tell, until)

    def _tell(self, made: Suite, *, kept: bool) -> None:
        """How much is covered."""
        from ....results.verdict import counted

        counts = ", ".join(f"{kind} {done}/{all_}" for kind, (done, all_) in made.counts().items())
        plays = counted(len(made.plays), "play") + (", made before," if kept else "")
        self._live.note(wrapped_message(f"a suite of {plays} covers {counts}{made.rest}"))

    @cached_property
    def _kept(self) -> KeptSuite:
        from ....conform.kept_suites import KeptSuite

        assert self._chosen.ruleset is not None
        answers, source = repr(self._answers), self._chosen.ruleset.tree.source
        how = f"{self._seconds} {self._args.seed} {self._chosen.move_limit}"
        return KeptSuite(self._chosen.program, (source, answers, how))

    @cached_property
    def _answers(self) -> Kept | None:
        """What is kept beside the ruleset."""
        from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular

        from ....answers.format import read

        path = self._chosen.path.with_suffix(".answers")
        if path.exists():
            try:
                return read(read_regular(path, LARGEST))
            except (UnreadableFileError, ValueError) as error:
                self._live.note(f"{path.name} is left out: {error}")
        return None

    @cached_property
    def _game(self) -> PythonGame:
        from rulewright.engines.python.game import PythonGame

        return PythonGame(self._chosen.program, self._chosen.move_limit)

    @cached_property
    def _known(self) -> dict[Goal, tuple[str, ...]]:
        """The plays of examples and of kept answers, and those that tell readings apart as far as they were
        looked for."""
        from ....conform.trials.known import written_down

        return written_down(self._game, self._chosen.ruleset, self._answers)

    def _apart(self) -> Iterator[tuple[Goal, tuple[str, ...]]]:
        """Further plays, each put with those that are known."""
        for goal, play in self._looked_for:
            if play is None:
                self._same.add(goal)
                continue
            self._known[goal] = play
            yield goal, play

    @cached_property
    def _looked_for(self) -> Iterator[tuple[Goal, tuple[str, ...] | None]]:
        from ....conform.trials.known import apart
        from ....limits import Budget

        assert self._chosen.ruleset is not None
        time = Budget(self._seconds * EXAMINING.apart_share).start()
        return apart(self._game, self._chosen.ruleset, tuple(self._known), time)


def working(live: Live) -> TellText:
    """Shows how far one thing is."""
    return lambda what: live.working(what, ())
