"""From a ruleset to a program: one variant or instance, or one program for many readings.

Readings are constants, and the text of other options leaves no trace in a program. To compare many
options, one program that holds all of them is made once, in which each is a state variable that
nothing changes; whoever plays it sets the variables first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from .diagnostics import Diagnostic, RulesetError, near_or_some
from .elaborate.program import elaborate
from .elaborate.symbols.report import DiagnosticSink
from .elaborate.symbols.variants import STANDARD
from .ir.program import Instance, Program
from .ruleset import (
    Ruleset,
    Settings,
    check_settings,
    elaborated,
    instance_settings,
    settings_of,
)
from .span import Span


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
    report = DiagnosticSink()
    chosen = _chosen(ruleset, variant, instance, parameters or {}, readings or {}, report)
    program = None
    if not report.diagnostics:
        changed = {*(parameters or {}), *(readings or {})}
        program = ruleset.programs.get(chosen.settings) or elaborated(
            ruleset, chosen.settings, chosen.title, report, None if changed else ruleset.programs,
            places={k: v for k, v in chosen.places.items() if k not in changed},
        )  # fmt: skip
    if program is None:
        raise _wrong(ruleset, report)
    return _titled(program, chosen.title)


def with_settings(
    ruleset: Ruleset, instance: Instance, *, parameters: Mapping[str, int] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Program | None:  # fmt: skip
    """The game of an instance with some settings changed; None if there is no such game."""
    try:
        return instantiate(
            ruleset, variant=instance.variant,
            parameters=dict(instance.parameters) | dict(parameters or {}),
            readings=dict(instance.readings) | dict(readings or {}),
        )  # fmt: skip
    except RulesetError:
        return None


def is_as_its_variant(ruleset: Ruleset, program: Program) -> bool:
    """Whether a program is the game of its variant as it stands, with default settings."""
    own = program.instance
    default = instantiate(ruleset, variant=own.variant).instance
    return (default.parameters, default.readings) == (own.parameters, own.readings)


def instance_names(ruleset: Ruleset, program: Program) -> tuple[str, ...]:
    """The named instances of a ruleset that are the game of a program, however it was chosen."""
    own = program.instance
    default = instantiate(ruleset, variant=own.variant).instance
    return tuple(
        name
        for name, parameters, readings in _instances(ruleset, own.variant)
        if {**dict(default.parameters), **parameters} == dict(own.parameters)
        and {**dict(default.readings), **readings} == dict(own.readings)
    )


def smaller_instances(ruleset: Ruleset, program: Program) -> tuple[str, ...]:
    """The named instances of a program's variant with smaller parameters and none that is larger; the smallest first."""
    own = dict(program.instance.parameters)
    default = instantiate(ruleset, variant=program.instance.variant).instance
    found: list[tuple[int, str]] = []
    for name, parameters, _ in _instances(ruleset, program.instance.variant):
        numbers = {**dict(default.parameters), **parameters}
        if numbers != own and all(numbers[each] <= own[each] for each in own):
            found.append((sum(numbers.values()), name))
    return tuple(name for _, name in sorted(found))


def _instances(
    ruleset: Ruleset, variant: str
) -> Iterator[tuple[str, Mapping[str, int], Mapping[str, str]]]:
    """The name of each instance of a variant, and the parameters and readings that it sets."""
    for part in ruleset.instances:
        if part.variant.text == variant:
            settings = instance_settings(ruleset, part, DiagnosticSink())
            assert settings is not None, "the instances of a checked ruleset are right"
            yield part.name.text, *settings


def program_family(
    ruleset: Ruleset, program: Program, held: Collection[str], *, only_played: bool = False
) -> Program:
    """The game of ``program`` with some of its readings and parameters as state that nobody sees.

    ``only_played``: as for :func:`family_to_play`. Initially they have the options and values that
    ``program`` has chosen. Raises RulesetError if one must be known before play begins: a supply may
    depend on it, or how many players there are.
    """
    instance = program.instance
    settings = Settings(instance.variant, instance.parameters, instance.readings)
    return _family(
        ruleset, settings, instance.name, held, DiagnosticSink(), only_played=only_played
    )


def family_to_play(
    ruleset: Ruleset, held: Collection[str], *, variant: str | None = None,
    instance: str | None = None, readings: Mapping[str, str] | None = None,
) -> Program:  # fmt: skip
    """As :func:`program_family`, for a game that is chosen as in :func:`instantiate`, to be played.

    It is made in a third of the time, without the program itself; equal positions may rest at
    several nodes, so they should not be counted.
    """
    report = DiagnosticSink()
    chosen = _chosen(ruleset, variant, instance, {}, readings or {}, report)
    if report.diagnostics:
        raise _wrong(ruleset, report)
    return _family(ruleset, chosen.settings, chosen.title, held, report, only_played=True)


def _family(
    ruleset: Ruleset, settings: Settings, title: str, held: Collection[str], report: DiagnosticSink,
    *, only_played: bool = False,
) -> Program:  # fmt: skip
    found = elaborate(
        ruleset.tree, ruleset.variants[settings.variant], title, dict(settings.parameters),
        dict(settings.readings), report, held=frozenset(held), only_played=only_played,
    )  # fmt: skip
    if found is None:
        raise _wrong(ruleset, report)
    return found


@dataclass(frozen=True, slots=True)
class _Chosen:
    """Which game it is, its name, and where an instance sets what."""

    settings: Settings
    title: str
    places: Mapping[str, Span]


def _chosen(
    ruleset: Ruleset, variant: str | None, instance: str | None, parameters: Mapping[str, int],
    readings: Mapping[str, str], report: DiagnosticSink,
) -> _Chosen:  # fmt: skip
    """The game of an instance or a variant with some settings changed, as far as possible."""
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
            text, hint = f"{ruleset.name} has no instance {instance}", near_or_some(instance, named)
            raise RulesetError([Diagnostic("E533", place, text, hint)], sources)
        part = named[instance]
        if variant is not None and variant != part.variant.text:
            text = f"the instance {instance} is of the variant {part.variant.text}, not {variant}"
            raise RulesetError([Diagnostic("E534", place, text)], sources)
        settings = instance_settings(ruleset, part, report)
        assert settings is not None, "the instances of a checked ruleset are right"
        set_parameters, set_readings = settings
        name, title = part.variant.text, instance
        places = {s.name.text: s.name.span for s in part.settings}
    if name not in ruleset.variants:
        text, hint = f"{ruleset.name} has no variant {name}", near_or_some(name, ruleset.variants)
        raise RulesetError([Diagnostic("E503", place, text, hint)], sources)
    set_parameters |= parameters
    set_readings |= readings
    declared = {part.name.text: part.name.span for part in ruleset.readings(name)}
    check_settings(ruleset, name, set_parameters, set_readings, declared, place, report)
    return _Chosen(settings_of(name, set_parameters, set_readings), title, places)


def _wrong(ruleset: Ruleset, report: DiagnosticSink) -> RulesetError:
    sources = {ruleset.tree.name.span.file: ruleset.tree.source}
    return RulesetError(report.diagnostics, sources | report.sources)


def _titled(program: Program, title: str) -> Program:
    if program.instance.name == title:
        return program
    return replace(program, instance=replace(program.instance, name=title))
