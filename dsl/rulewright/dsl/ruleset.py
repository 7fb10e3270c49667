"""A checked ruleset: its variants, and what may be set to make one program of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from .diagnostics import near, near_or_some
from .elaborate.program import diagnose, elaborate
from .elaborate.symbols.report import DiagnosticSink
from .elaborate.symbols.variants import STANDARD, Variant
from .inputs.clauses import ClauseFile
from .ir.program import Program
from .span import Span
from .syntax import parts as p


@dataclass(frozen=True, slots=True)
class Settings:
    """What selects one program of a ruleset, whatever its title: a variant and its settings."""

    variant: str
    parameters: tuple[tuple[str, int], ...]
    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A checked ruleset: its syntax tree, its variants and its clauses."""

    tree: p.RulesetSyntax
    variants: Mapping[str, Variant]
    clauses: ClauseFile | None
    programs: dict[Settings, Program] = field(default_factory=dict, repr=False, compare=False)
    """The programs of its own variants and instances elaborated so far, each once."""

    @property
    def name(self) -> str:
        return self.tree.name.text

    @property
    def instances(self) -> tuple[p.InstancePart, ...]:
        """The named instances, in the order of the file."""
        return tuple(x for x in self.tree.parts if isinstance(x, p.InstancePart))

    @property
    def acceptances(self) -> tuple[p.AcceptPart, ...]:
        """The findings that the author accepts, in the order of the file."""
        return tuple(x for x in self.tree.parts if isinstance(x, p.AcceptPart))

    @property
    def examples(self) -> tuple[tuple[str, p.ExamplePart], ...]:
        """Every example with the variant whose block contains it, in the order of the file."""
        found: list[tuple[str, p.ExamplePart]] = []
        for part in self.tree.parts:
            if isinstance(part, p.ExamplePart):
                found.append((STANDARD, part))
            elif isinstance(part, p.VariantPart):
                inner = (x for x in part.parts if isinstance(x, p.ExamplePart))
                found += ((part.name.text, x) for x in inner)
        return tuple(found)

    def parameters(self, variant: str) -> tuple[p.ParameterPart, ...]:
        """The parameters of a variant."""
        parts = self.variants[variant].parts
        return tuple(x for x in parts if isinstance(x, p.ParameterPart))

    def readings(self, variant: str) -> tuple[p.ReadingPart, ...]:
        """The readings of a variant."""
        return tuple(x for x in self.variants[variant].parts if isinstance(x, p.ReadingPart))


def settings_of(
    variant: str, parameters: Mapping[str, int], readings: Mapping[str, str]
) -> Settings:
    return Settings(variant, tuple(sorted(parameters.items())), tuple(sorted(readings.items())))


def elaborated(
    ruleset: Ruleset, settings: Settings, title: str, report: DiagnosticSink,
    programs: dict[Settings, Program] | None = None, places: Mapping[str, Span] | None = None,
) -> Program | None:  # fmt: skip
    """The program, cached in ``programs``, or None if anything is wrong."""
    program = elaborate(
        ruleset.tree, ruleset.variants[settings.variant], title, dict(settings.parameters),
        dict(settings.readings), report, places, plays=_examples_of(ruleset, settings),
    )  # fmt: skip
    if program is not None and programs is not None:
        programs[settings] = program
    return program


def diagnosed(
    ruleset: Ruleset, settings: Settings, title: str, report: DiagnosticSink,
    places: Mapping[str, Span] | None = None,
) -> None:  # fmt: skip
    """Report what is wrong in one of its games; no program is made."""
    diagnose(
        ruleset.tree, ruleset.variants[settings.variant], title, dict(settings.parameters),
        dict(settings.readings), report, places, _examples_of(ruleset, settings),
    )  # fmt: skip


def _examples_of(ruleset: Ruleset, settings: Settings) -> list[p.ExamplePart]:
    return [part for chosen, part in example_games(ruleset) if chosen == settings]


def example_games(ruleset: Ruleset) -> Iterator[tuple[Settings, p.ExamplePart]]:
    """Each example with the game of which it is a play; without those of wrong instances."""
    instances = {part.name.text: part for part in ruleset.instances}
    for variant, part in ruleset.examples:
        if part.instance is None:
            yield Settings(variant, (), ()), part
        elif part.instance.text in instances:
            instance = instances[part.instance.text]
            settings = instance_settings(ruleset, instance, DiagnosticSink())
            if settings is not None:
                yield settings_of(instance.variant.text, *settings), part


def instance_settings(
    ruleset: Ruleset, instance: p.InstancePart, report: DiagnosticSink
) -> tuple[dict[str, int], dict[str, str]] | None:
    """The parameters and readings that an instance sets; None if anything is wrong."""
    name = instance.variant.text
    if name not in ruleset.variants:
        hint = near(name, ruleset.variants)
        if any(
            isinstance(part, p.SettingsPart) and part.name.text == name
            for part in ruleset.tree.parts
        ):
            hint = f"settings are no variant: write 'standard like {name}'"
        report.add("E503", instance.variant.span, f"there is no variant {name}", hint)
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
    check_settings(ruleset, name, parameters, readings, spans, instance.name.span, report)
    return (parameters, readings) if len(report.diagnostics) == before else None


def check_settings(
    ruleset: Ruleset, variant: str, parameters: Iterable[str], readings: Mapping[str, str],
    spans: Mapping[str, Span], elsewhere: Span, report: DiagnosticSink,
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
            report.add("E525", spans.get(name, elsewhere), text, near_or_some(name, known))
    for name, option in readings.items():
        if name in boards:
            continue
        if name not in options:
            text = f"the variant {variant} has no reading {name}"
            settable = [*options, *sorted(boards)]
            hint = near_or_some(name, settable, "what can be set to a name is") if settable else ""
            report.add("E526", spans.get(name, elsewhere), text, hint)
        elif option not in options[name]:
            text = f"the reading {name} has no option {option}; there is {', '.join(options[name])}"
            report.add("E523", spans.get(name, elsewhere), text, near(option, options[name]))
