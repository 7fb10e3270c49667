"""The plugin for pytest: rulesets are collected, and each of their questions is a test.

Every example is an item, and so are the numbers expected of an instance. For each instance (or, if
there is none, the standard variant) every check and agreement is an item, and so are the kept
answers; so is every reading: each of its options makes a game. Nothing is asked that no item of the
run needs, and nothing is written. The questions about one instance are asked once in each process,
so with pytest-xdist ``--dist loadfile`` is cheapest. (Groups of xdist would be finer, but they
change the names of items, and ``--lf`` then finds none of them.)
"""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from rulewright.dsl.diagnostics import RulesetError

from ..effort.answering import WAITING

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset

    from ..cli.terminal.console import Console
    from ..cli.verification.asking import Asked
    from ..plays.example import ExampleFailure
    from ..results.check_result import InstanceResult
    from ..results.verdict import Verdict

RAISE_EFFORT = "raise --rulewright-effort"
"""The advice if something stays open."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--rulewright-effort``; ``rulewright_rulesets = false`` in the settings collects none."""
    group = parser.getgroup("rulewright", "rulesets")
    group.addoption(
        "--rulewright-effort", type=float, default=WAITING.tests, metavar="SECONDS",
        help=f"for the checks of one instance of a ruleset (default: {WAITING.tests:g})",
    )  # fmt: skip
    parser.addini("rulewright_rulesets", "collect *.rules files", type="bool", default=True)


def pytest_collection_finish(session: pytest.Session) -> None:
    """The items left after ``-k`` and ``--lf`` determine what is asked."""
    for item in session.items:
        if isinstance(item, CheckItem):
            item.answers.checks.append(item.check)
        elif isinstance(item, AnswersItem):
            item.answers.whole = True


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A ruleset is a file of tests."""
    if file_path.suffix == ".rules" and parent.config.getini("rulewright_rulesets"):
        return RulesFile.from_parent(parent, path=file_path)
    return None


class RulesFile(pytest.File):
    """A ruleset; it is read when its items are made, and its errors are one of them."""

    _names: set[str] | None = None
    """The games with kept answers."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its items."""
        from rulewright.dsl.load import load

        try:
            ruleset = load(self.path, every=False)
        except RulesetError as error:
            yield SoundItem.from_parent(self, name="sound", problem=str(error))
            return
        yield SoundItem.from_parent(self, name="sound")
        played = Examples(self.path, ruleset)
        for _, part in ruleset.examples:
            name = f"example[{part.name.text}]"
            yield ExampleItem.from_parent(self, name=name, played=played, example=part.name.text)
        for instance in ruleset.instances:
            if instance.expected:
                name = f"expect[{instance.name.text}]"
                effort = self.config.getoption("--rulewright-effort")
                yield NumbersItem.from_parent(
                    self, name=name, ruleset=ruleset, instance=instance.name.text, effort=effort
                )
        yield from self._games(ruleset)
        for variant in ruleset.variants:
            for reading in ruleset.readings(variant):
                name = f"reading[{variant}-{reading.name.text}]"
                options = tuple(option.name.text for option in reading.options)
                yield ReadingItem.from_parent(
                    self, name=name, ruleset=ruleset, variant=variant,
                    reading=reading.name.text, options=options,
                )  # fmt: skip

    def _games(self, ruleset: Ruleset) -> Iterator[pytest.Item]:
        from rulewright.dsl.instantiate import instantiate

        variants = {part.name.text: part.variant.text for part in ruleset.instances} or {"": ""}
        effort = self.config.getoption("--rulewright-effort")
        for instance, variant in variants.items():
            program = instantiate(ruleset, instance=instance or None)
            answers = Answers(self.path, instance, effort)
            others = tuple(n for n, v in variants.items() if v == variant and n != instance)
            for check in program.checks:
                name = f"check[{instance or 'standard'}-{check.name}]"
                yield CheckItem.from_parent(
                    self, name=name, answers=answers, check=check.name, others=others
                )
            if self._has_answers(f"instance {instance}" if instance else "variant standard"):
                name = f"answers[{instance or 'standard'}]"
                yield AnswersItem.from_parent(self, name=name, answers=answers)

    def _has_answers(self, game: str) -> bool:
        """Whether anything is kept about a game; a file that cannot be read is reported by its
        item."""
        from ..answers.format import AnswersError, read

        path = self.path.with_suffix(".answers")
        if self._names is None:
            try:
                self._names = {*read(path.read_bytes()).games} if path.exists() else set()
            except (AnswersError, OSError):
                return True
        return game in self._names


class QuestionFailed(Exception):  # noqa: N818
    """A question did not come out as it should; the message is for a person."""


class RulesItem(pytest.Item):
    """What all items have in common: a failure is its message, without a traceback."""

    funcargs: ClassVar[Mapping[str, object]] = {}
    """No fixtures: other plugins, such as pytest-lsp, ask every item for them."""

    def __init__(self, *, name: str, parent: pytest.Collector, **rest: Any) -> None:
        """Text in brackets is read as parameters, as when ``--lf`` reads it from its file."""
        super().__init__(name=name, parent=parent, nodeid=f"{parent.nodeid}::{name}", **rest)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The message alone."""
        from ..cli.exits import InputError

        if isinstance(excinfo.value, QuestionFailed | RulesetError | InputError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The place of the item."""
        return self.path, None, f"{self.path.name}: {self.name}"


class SoundItem(RulesItem):
    """The text of a ruleset is sound, in every variant and instance."""

    def __init__(self, *, problem: str = "", **rest: Any) -> None:
        super().__init__(**rest)
        self.problem = problem

    def runtest(self) -> None:
        """Elaborate everything."""
        from rulewright.dsl.load import load

        if self.problem:
            raise QuestionFailed(self.problem)
        load(self.path)


class ReadingItem(RulesItem):
    """Every option of a reading makes a game, or needs another reading that says so."""

    def __init__(
        self, *, ruleset: Ruleset, variant: str, reading: str, options: tuple[str, ...], **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.ruleset, self.variant = ruleset, variant
        self.reading, self.options = reading, options

    def runtest(self) -> None:
        """Elaborate each option; the first wrong one fails."""
        from rulewright.dsl.instantiate import instantiate

        for option in self.options:
            instantiate(self.ruleset, variant=self.variant, readings={self.reading: option})


class Examples:
    """The results of the examples of a ruleset: played once, when the first item needs them."""

    def __init__(self, path: Path, ruleset: Ruleset) -> None:
        self.path, self.ruleset = path, ruleset
        self._failures: dict[str, ExampleFailure] | None = None

    def failure(self, name: str) -> ExampleFailure | None:
        """Where an example does not come out."""
        from ..findings.origins.examples import games
        from ..plays.example import failures

        if self._failures is None:
            found = (f for game in games(self.path, self.ruleset) for f in failures(game.program))
            self._failures = {failure.example.name: failure for failure in found}
        return self._failures.get(name)


class ExampleItem(RulesItem):
    """A play that the author wrote down comes out as written."""

    def __init__(self, *, played: Examples, example: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.played, self.example = played, example

    def runtest(self) -> None:
        """Play it; what does not hold is reported with its line, after the play."""
        from ..draw.plays import play_lines
        from ..draw.style import PLAIN
        from ..findings.origins.examples import diagnostic

        failure = self.played.failure(self.example)
        if failure is None:
            return
        lines = list(play_lines(failure.play, PLAIN, "last"))
        found = diagnostic(failure)
        lines.append(found.render({found.span.file: self.played.ruleset.tree.source}))
        raise QuestionFailed("\n".join(lines))


class NumbersItem(RulesItem):
    """A game has as many positions, actions, ends and plays as its author expects."""

    def __init__(self, *, ruleset: Ruleset, instance: str, effort: float, **rest: Any) -> None:
        super().__init__(**rest)
        self.ruleset, self.instance, self.effort = ruleset, instance, effort

    def runtest(self) -> None:
        """Count; what cannot be counted within the effort is skipped, with a message."""
        from rulewright.engines.native.compiler import available

        from ..explicit.searcher import PythonSearcher, TieredSearcher
        from ..findings.origins.expected_numbers import counted, diagnostic, games
        from ..limits import Budget

        selected = games(self.path, self.ruleset)
        chosen = [s for s in selected if s.program.instance.name == self.instance]
        searcher = PythonSearcher() if available() else TieredSearcher()
        found = counted(chosen, searcher, Budget(self.effort).start())
        wrong = [diagnostic(each) for each in found if each.right is False]
        if wrong:
            sources = {str(self.path): self.ruleset.tree.source}
            raise QuestionFailed("\n".join(d.render(sources) for d in wrong))
        if any(each.right is None for each in found):
            pytest.skip(f"open: not counted in time; {RAISE_EFFORT}")


def why_open(verdict: Verdict) -> str:
    """The message for a check that stays open: pytest has no budget, but an effort."""
    from ..results.verdict import Unknown, describe

    if isinstance(verdict, Unknown):
        return f"open: {describe(verdict.advised(RAISE_EFFORT))}"
    return f"open: {describe(verdict)}; {RAISE_EFFORT}"


class Answers:
    """The results of the checks of one instance: asked once, when the first item needs them.

    ``checks``: those that items of this run need; ``whole``: an item needs everything that is kept.
    """

    def __init__(self, path: Path, instance: str, effort: float) -> None:
        self.path, self.instance, self.effort = path, instance, effort
        self.checks: list[str] = []
        self.whole = False
        self.heard = io.StringIO()
        self._asked: Asked | None = None

    def asked(self) -> Asked:
        """Everything that is known."""
        from ..cli.main import parser
        from ..cli.verification.asking import ask

        if self._asked is None:
            words = ["verify", str(self.path), "--budget", f"{self.effort:g}"]
            words += ["--instance", self.instance] if self.instance else []
            words += ["--jobs", "1"] if "PYTEST_XDIST_WORKER" in os.environ else []
            if not self.whole:
                words += [word for check in self.checks for word in ("--check", check)]
            self._asked = ask(parser(words).parse_args(words), self.console())
        return self._asked

    def report(self) -> InstanceResult:
        """The answers."""
        (result,) = self.asked().results
        return result.report

    def alone(self, instance: str, check: str) -> InstanceResult | None:
        """The answer of another instance to one check; None if it has no such check."""
        from ..cli.exits import InputError

        other = Answers(self.path, instance, self.effort)
        other.checks.append(check)
        try:
            return other.report()
        except InputError:
            return None

    def console(self) -> Console:
        """Messages are kept for the report."""
        from ..cli.terminal.console import Console
        from ..draw.style import PLAIN

        return Console(io.StringIO(), self.heard, self.heard, PLAIN)


class CheckItem(RulesItem):
    """A check, or an agreement, comes out as its author expects, or accepts.

    If a play should show something, a game that nobody plays may be too small for it: as in
    `verify`, it suffices that one of the ``others`` of its variant has such a play.
    """

    def __init__(
        self, *, answers: Answers, check: str, others: tuple[str, ...] = (), **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.answers, self.check, self.others = answers, check, others

    def runtest(self) -> None:
        """Ask; what stays open within the effort is skipped, with a message."""
        from ..draw.plays import play_lines
        from ..draw.style import PLAIN
        from ..properties.asked import asks
        from ..results.verdict import Reached, Refuted, describe

        report = self.answers.report()
        answer = next(a for a in report.answers if a.check.name == self.check)
        if answer.as_expected is None:
            pytest.skip(why_open(answer.verdict))
        if not (answer.as_expected or self._is_accepted() or self._is_shown_elsewhere(report)):
            lines = [
                asks(answer.check) or answer.check.text,
                f"expected: {'yes' if answer.check.expected else 'no'}; {describe(answer.verdict)}",
            ]
            if isinstance(answer.verdict, Reached | Refuted):
                lines += play_lines(answer.verdict.witness.play, PLAIN, "last")
            raise QuestionFailed("\n".join(lines))

    def _is_accepted(self) -> bool:
        """Whether the author knows of it: ``accept`` in the ruleset."""
        (overview,) = self.answers.asked().overviews
        return any(finding.key == self.check for finding in overview.accepted)

    def _is_shown_elsewhere(self, report: InstanceResult) -> bool:
        """Whether a play of another instance shows what the author expects, and this one is not for play."""
        from ..results.check_result import assess

        number = [a.check.name for a in report.answers].index(self.check)
        if report.for_play or not report.answers[number].wants_witness:
            return False
        found = (self.answers.alone(other, self.check) for other in self.others)
        return any(o is not None and assess([report, o])[0][number] for o in found)


class AnswersItem(RulesItem):
    """The kept answers about an instance are its answers now, including comparisons of readings.

    One that was open and is found now is not a failure: nothing that was kept is wrong. A warning
    reports it.
    """

    def __init__(self, *, answers: Answers, **rest: Any) -> None:
        super().__init__(**rest)
        self.answers = answers

    def runtest(self) -> None:
        """Look at every kept play, proof and comparison again."""
        from ..cli.verification.kept_answers import not_as_kept

        asked = self.answers.asked()
        changes = [change for game in asked.rechecked for change in game.changes]
        for change in changes:
            if change.gained:
                keep = f"rulewright verify {self.path.name} --update"
                message = f"{self.name}: {change.sentence}; '{keep}' keeps it"
                warnings.warn(pytest.PytestWarning(message), stacklevel=1)
        compared = asked.reading_changes
        lost = [change.sentence for change in (*changes, *compared) if not change.gained]
        pairs = list(zip(asked.selected, asked.rechecked, strict=True))
        if not_as_kept(pairs, self.answers.console(), but_gained=True) or lost:
            raise QuestionFailed("\n".join([self.answers.heard.getvalue().strip(), *lost]).strip())
