"""From a file to a program: the way in for every other layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from .diagnostics import Diagnostic, RulesetError, near
from .elaborate.citations import check_citations, check_procedures, check_readings
from .elaborate.program import elaborate
from .elaborate.symbols.report import Report
from .elaborate.symbols.variants import STANDARD, Variant, variants
from .inputs.clauses import ClauseFile, read_clauses
from .ir.program import Program
from .parsing.parse import MAX_TEXT, TOO_LONG, parse
from .regular_file import TooLongError, UnreadableError, read_regular
from .span import Span
from .syntax import parts as p

__all__ = ["Ruleset", "RulesetError", "instantiate", "load", "load_text"]


MAX_BYTES = 4 * MAX_TEXT
"""What is read of a file: a text of this length in UTF-8 is too long anyway."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What makes one program of a ruleset, whatever its title: a variant and what is set."""

    variant: str
    parameters: tuple[tuple[str, int], ...]
    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A checked ruleset: its syntax tree, its variants and its clauses."""

    tree: p.Ruleset
    variants: Mapping[str, Variant]
    clauses: ClauseFile | None
    programs: Mapping[Wanted, Program] = field(default_factory=dict, repr=False, compare=False)
    """What was elaborated to find errors, so that nobody has to do it again."""

    @property
    def name(self) -> str:
        return self.tree.name.text

    @property
    def title(self) -> str:
        return self.tree.title

    @property
    def instances(self) -> tuple[p.InstancePart, ...]:
        """The named instances, in the order of the file."""
        return tuple(x for x in self.tree.parts if isinstance(x, p.InstancePart))

    def parameters(self, variant: str) -> tuple[p.ParameterPart, ...]:
        """The parameters of a variant."""
        parts = self.variants[variant].parts
        return tuple(x for x in parts if isinstance(x, p.ParameterPart))

    def readings(self, variant: str) -> tuple[p.ReadingPart, ...]:
        """The readings of a variant."""
        return tuple(x for x in self.variants[variant].parts if isinstance(x, p.ReadingPart))


def load(path: Path, *, every: bool = True) -> Ruleset:
    """Read, parse and check a ruleset with its clause file, all its variants and instances.

    Without ``every``, what variants say is looked at only when one is asked for: `instantiate`
    then reports what is wrong in it, and what is wrong elsewhere stays unnoticed.

    Raises RulesetError with every diagnostic found.
    """
    try:
        text = read_regular(path, MAX_BYTES).decode("utf-8")
    except TooLongError:
        raise RulesetError([Diagnostic(_start(path), TOO_LONG)], {}) from None
    except UnreadableError as error:
        message = f"the file cannot be read: {error}"
        raise RulesetError([Diagnostic(_start(path), message)], {}) from None
    except UnicodeDecodeError:
        message = "this is no text in UTF-8"
        raise RulesetError([Diagnostic(_start(path), message)], {}) from None
    return load_text(text, str(path), path.parent, every=every)


def load_text(text: str, file: str, folder: Path | None = None, *, every: bool = True) -> Ruleset:
    """The same for a text; without a folder, clauses are not looked up."""
    tree = parse(text.removeprefix("\ufeff"), file)
    report = Report()
    sources = {file: tree.source}
    clauses = _clauses(tree, folder, report, sources)
    found = variants(tree, report)
    programs: dict[Wanted, Program] = {}
    ruleset = Ruleset(replace(tree, clauses=clauses), found, clauses, programs)
    if every:
        for name in found:
            _elaborated(ruleset, Wanted(name, (), ()), name, report, programs)
    _instances(ruleset, report, programs if every else None)
    if every and not report.diagnostics:
        check_readings(tree, report)
        check_procedures(tree, report)
    if clauses is not None:
        check_citations(tree, clauses, report)
    if report.diagnostics:
        raise RulesetError(report.diagnostics, sources | report.sources)
    return ruleset


def _start(path: Path) -> Span:
    return Span(str(path), 1, 1, 1, 1)


def _clauses(
    tree: p.Ruleset, folder: Path | None, report: Report, sources: dict[str, str]
) -> ClauseFile | None:
    part = next((x for x in tree.parts if isinstance(x, p.ClausesPart)), None)
    if folder is None:
        return None
    if part is None:
        hint = 'add a line such as: clauses "clauses.md"'
        report.add(tree.name.span, "the ruleset names no clause file", hint)
        return None
    path = folder / part.file
    if Path(part.file).name != part.file:
        report.add(part.span, "the clause file stands beside the ruleset: give its name alone")
        return None
    file, problems = read_clauses(path)
    report.diagnostics.extend(problems)
    sources[str(path)] = file.text
    return None if problems else file


def _instances(ruleset: Ruleset, report: Report, programs: dict[Wanted, Program] | None) -> None:
    """Check what every instance sets; with ``programs``, elaborate it to find every error."""
    names: set[str] = set()
    for instance in ruleset.instances:
        if instance.name.text in names:
            text = f"the instance {instance.name.text} is declared twice"
            report.add(instance.name.span, text)
        names.add(instance.name.text)
        settings = _instance_settings(ruleset, instance, report)
        if programs is not None and settings is not None and not report.diagnostics:
            wanted = _wanted(instance.variant.text, *settings)
            if wanted not in programs:
                places = {s.name.text: s.name.span for s in instance.settings}
                _elaborated(ruleset, wanted, instance.name.text, report, programs, places)


def _wanted(variant: str, parameters: Mapping[str, int], readings: Mapping[str, str]) -> Wanted:
    return Wanted(variant, tuple(sorted(parameters.items())), tuple(sorted(readings.items())))


def _elaborated(
    ruleset: Ruleset, wanted: Wanted, title: str, report: Report,
    programs: dict[Wanted, Program] | None = None, places: Mapping[str, Span] | None = None,
) -> Program | None:  # fmt: skip
    """The program, remembered in ``programs``, or None if anything is wrong."""
    program = elaborate(
        ruleset.tree, ruleset.variants[wanted.variant], title, dict(wanted.parameters),
        dict(wanted.readings), report, places,
    )  # fmt: skip
    if program is not None and programs is not None:
        programs[wanted] = program
    return program


def _titled(program: Program, title: str) -> Program:
    if program.instance.name == title:
        return program
    return replace(program, instance=replace(program.instance, name=title))


def _instance_settings(
    ruleset: Ruleset, instance: p.InstancePart, report: Report
) -> tuple[dict[str, int], dict[str, str]] | None:
    """The parameters and readings that an instance sets; None if anything is wrong."""
    name = instance.variant.text
    if name not in ruleset.variants:
        hint = near(name, ruleset.variants)
        report.add(instance.variant.span, f"there is no variant {name}", hint)
        return None
    parameters: dict[str, int] = {}
    readings: dict[str, str] = {}
    for setting in instance.settings:
        if isinstance(setting.value, int):
            parameters[setting.name.text] = setting.value
        else:
            readings[setting.name.text] = setting.value
    spans = {s.name.text: s.name.span for s in instance.settings}
    before = len(report.diagnostics)
    _known_settings(ruleset, name, parameters, readings, spans, instance.name.span, report)
    return (parameters, readings) if len(report.diagnostics) == before else None


def _known_settings(
    ruleset: Ruleset, variant: str, parameters: Iterable[str], readings: Mapping[str, str],
    spans: Mapping[str, Span], elsewhere: Span, report: Report,
) -> None:  # fmt: skip
    known = {q.name.text for q in ruleset.parameters(variant)}
    options = {r.name.text: [o.name.text for o in r.options] for r in ruleset.readings(variant)}
    boards = {
        b.name.text
        for b in ruleset.variants[variant].parts
        if isinstance(b, p.BoardPart | p.CardsPart)
    }
    for name in parameters:
        if name not in known:
            text = f"the variant {variant} has no parameter {name}"
            report.add(spans.get(name, elsewhere), text, near(name, known))
    for name, option in readings.items():
        if name in boards:
            continue
        if name not in options:
            text = f"the variant {variant} has no reading {name}"
            report.add(spans.get(name, elsewhere), text, near(name, options))
        elif option not in options[name]:
            text = f"the reading {name} has no option {option}; there is {', '.join(options[name])}"
            report.add(spans.get(name, elsewhere), text, near(option, options[name]))


def instantiate(
    ruleset: Ruleset,
    *,
    variant: str | None = None,
    instance: str | None = None,
    parameters: Mapping[str, int] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Program:
    """The program of one variant (``standard``) or named instance, with some settings changed.

    Raises RulesetError for an unknown name (with near ones) or a value outside its range.
    """
    report = Report()
    tree = ruleset.tree
    sources = {tree.name.span.file: tree.source}
    place = tree.name.span
    set_parameters: dict[str, int] = {}
    set_readings: dict[str, str] = {}
    places: dict[str, Span] = {}
    name = variant or STANDARD
    title = name
    if instance is not None:
        named = {i.name.text: i for i in ruleset.instances}
        if instance not in named:
            text = (
                f"{ruleset.name} has no instance {instance}; there is {', '.join(named) or 'none'}"
            )
            raise RulesetError([Diagnostic(place, text, near(instance, named))], sources)
        part = named[instance]
        if variant is not None and variant != part.variant.text:
            text = f"the instance {instance} is of the variant {part.variant.text}, not {variant}"
            raise RulesetError([Diagnostic(place, text)], sources)
        settings = _instance_settings(ruleset, part, report)
        assert settings is not None, "the instances of a checked ruleset are right"
        set_parameters, set_readings = settings
        name, title = part.variant.text, instance
        places = {s.name.text: s.name.span for s in part.settings}
    if name not in ruleset.variants:
        text = f"{ruleset.name} has no variant {name}; there is {', '.join(ruleset.variants)}"
        raise RulesetError([Diagnostic(place, text, near(name, ruleset.variants))], sources)
    changed = {*(parameters or {}), *(readings or {})}
    set_parameters |= parameters or {}
    set_readings |= readings or {}
    _known_settings(ruleset, name, set_parameters, set_readings, {}, place, report)
    program = None
    if not report.diagnostics:
        wanted = _wanted(name, set_parameters, set_readings)
        program = ruleset.programs.get(wanted) or _elaborated(
            ruleset, wanted, title, report,
            places={k: v for k, v in places.items() if k not in changed},
        )  # fmt: skip
    if program is None:
        raise RulesetError(report.diagnostics, sources | report.sources)
    return _titled(program, title)
