"""From a file to a checked ruleset."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from .diagnostics import Diagnostic, Edit, Hint, RulesetError, near
from .elaborate.acceptances import check_acceptances
from .elaborate.citations import check_citations, check_procedures, check_readings
from .elaborate.symbols.instances import with_all_settings
from .elaborate.symbols.report import DiagnosticSink
from .elaborate.symbols.variants import STANDARD, variants
from .inputs.clauses import ClauseFile, read_clauses
from .inputs.regular_file import TooLongError, UnreadableFileError, read_regular
from .parsing.parse import MAX_TEXT, TOO_LONG, parse
from .ruleset import Ruleset, Settings, diagnosed, instance_settings, settings_of
from .span import Span
from .syntax import parts as p

CARDS = "E7"
"""The beginning of the codes for errors in tables of cards."""

MAX_BYTES = 4 * MAX_TEXT
"""The most bytes read of a file: the longest text in UTF-8 has no more."""


def load(path: Path, *, every: bool = True) -> Ruleset:
    """Read, parse and check a ruleset with its clause file, all its variants and instances.

    Without ``every``, a variant is only examined when it is asked for: `instantiate` then reports
    what is wrong in it, and errors elsewhere stay unnoticed.

    Raises RulesetError with every diagnostic found.
    """
    try:
        text = read_regular(path, MAX_BYTES).decode("utf-8")
    except TooLongError:
        raise RulesetError([Diagnostic("E003", _start(path), TOO_LONG)], {}) from None
    except UnreadableFileError as error:
        message = f"the file cannot be read: {error}"
        raise RulesetError([Diagnostic("E001", _start(path), message)], {}) from None
    except UnicodeDecodeError:
        message = "this is no text in UTF-8"
        raise RulesetError([Diagnostic("E002", _start(path), message)], {}) from None
    return load_text(text, str(path), path.parent, every=every)


@dataclass(frozen=True, slots=True)
class ExaminedText:
    """A text that can be read: the ruleset as far as it is sound, and everything recorded about it.

    ``whole``: whether all its games were examined.
    """

    ruleset: Ruleset
    report: DiagnosticSink
    sources: Mapping[str, str]
    whole: bool


def load_text(text: str, file: str, folder: Path | None = None, *, every: bool = True) -> Ruleset:
    """The same for a text; without a folder, clauses are not looked up."""
    found = examine(text, file, folder, every=every)
    if found.report.diagnostics:
        raise RulesetError(found.report.diagnostics, found.sources)
    return found.ruleset


def examine(
    text: str, file: str, folder: Path | None = None, *, every: bool = True
) -> ExaminedText:
    """Everything that can be said of a text. Raises RulesetError for one that cannot be read."""
    *_, found = examining(text, file, folder, every=every)
    return found


def examining(
    text: str, file: str, folder: Path | None = None, *, every: bool = True
) -> Iterator[ExaminedText]:
    """The same game by game: what is known after each of them, and in the end everything.

    The report is one object, and grows. Raises RulesetError at once for a text that cannot be read.
    """
    tree = parse(text.removeprefix("\ufeff"), file)
    report = DiagnosticSink()
    sources = {file: tree.source}
    tree = with_all_settings(tree, report)
    clauses = _clauses(tree, folder, report, sources)
    found = variants(tree, report)
    ruleset = Ruleset(replace(tree, clauses=clauses), found, clauses)
    if every:
        for name in found:
            diagnosed(ruleset, Settings(name, (), ()), name, report)
            yield ExaminedText(ruleset, report, sources | report.sources, whole=False)
    _examples(ruleset, report)
    for _ in _instances(ruleset, report, every=every):
        yield ExaminedText(ruleset, report, sources | report.sources, whole=False)
    if every and not report.diagnostics:
        check_readings(tree, report)
        check_procedures(tree, report)
    check_acceptances(tree, report)
    if clauses is not None:
        check_citations(tree, clauses, report)
    yield ExaminedText(ruleset, report, sources | report.sources, whole=True)


def _start(path: Path) -> Span:
    return Span(str(path), 1, 1, 1, 1)


def _clauses(
    tree: p.RulesetSyntax, folder: Path | None, report: DiagnosticSink, sources: dict[str, str]
) -> ClauseFile | None:
    part = next((x for x in tree.parts if isinstance(x, p.ClausesPart)), None)
    if folder is None:
        return None
    if part is None:
        line = 'clauses "clauses.md"'
        hint = Hint(f"add a line such as: {line}", Edit(f"\n  {line}", "end"))
        report.add("E601", tree.name.span, "the ruleset names no clause file", hint)
        return None
    path = folder / part.file
    if Path(part.file).name != part.file:
        report.add(
            "E602", part.span, "the clause file stands beside the ruleset: give its name alone"
        )
        return None
    file, problems = read_clauses(path)
    for problem in problems:
        if problem.code == "E603" and not os.path.lexists(path):  # it has no place to point at
            beside = sorted(p.name for p in folder.glob("*.md") if p != path)
            near_by = near(part.file, beside) or "it stands beside the ruleset"
            report.add("E603", part.span, f"{problem.message} ({part.file})", near_by)
        else:
            report.diagnostics.append(problem)
    sources[str(path)] = file.text
    return None if problems else file


def _examples(ruleset: Ruleset, report: DiagnosticSink) -> None:
    """Check that every example has a unique name, and belongs to an existing game."""
    instances = {part.name.text: part for part in ruleset.instances}
    known: dict[str, p.ExamplePart] = {}
    for variant, part in ruleset.examples:
        first = known.setdefault(part.name.text, part)
        if first is not part:
            hint = f"first in line {first.name.span.line}"
            report.add(
                "E824", part.name.span, f"the example {part.name.text} is declared twice", hint
            )
        name = part.instance
        if name is None:
            continue
        if name.text not in instances:
            text = f"there is no instance {name.text}"
            report.add("E825", name.span, text, near(name.text, instances))
        elif variant not in (STANDARD, instances[name.text].variant.text):
            of = instances[name.text].variant.text
            report.add(
                "E826", name.span, f"the instance {name.text} is of the variant {of}, not {variant}"
            )


def _instances(ruleset: Ruleset, report: DiagnosticSink, *, every: bool) -> Iterator[None]:
    """Check what every instance sets; with ``every``, find every error in its game, too.

    Yields after each of these games, so that others may go on.
    """
    names: set[str] = set()
    known = {Settings(variant, (), ()) for variant in ruleset.variants}
    for instance in ruleset.instances:
        if instance.name.text in names:
            text = f"the instance {instance.name.text} is declared twice"
            report.add("E531", instance.name.span, text)
        names.add(instance.name.text)
        settings = instance_settings(ruleset, instance, report)
        if every and settings is not None and not report.diagnostics:
            chosen = settings_of(instance.variant.text, *settings)
            if chosen not in known:
                known.add(chosen)
                places = {s.name.text: s.name.span for s in instance.settings}
                diagnosed(ruleset, chosen, instance.name.text, report, places)
                _only_there(instance, report)
                yield


def _only_there(instance: p.InstancePart, report: DiagnosticSink) -> None:
    """Name the game in reports of errors that occur in it and not in those before it.

    Errors in the instance's own settings, and in tables of cards, are located by their place.
    """
    own = {setting.name.span for setting in instance.settings}
    where = f", in the instance {instance.name.text}"
    report.diagnostics[:] = [
        d if d.span in own or d.code.startswith(CARDS) else replace(d, message=d.message + where)
        for d in report.diagnostics
    ]
