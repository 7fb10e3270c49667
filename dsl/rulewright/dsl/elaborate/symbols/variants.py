"""Which parts make up a variant: its own, and those of its parents that it does not replace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...diagnostics import near
from ...syntax import parts as p
from .report import DiagnosticSink

STANDARD = "standard"
TOP_LEVEL = (p.InstancePart, p.SettingsPart, p.AcceptPart)
"""Parts that belong to no variant."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant with its effective parts, in the order of the file (replacements in place)."""

    name: str
    title: str
    parts: tuple[p.Part, ...]


def variants(ruleset: p.RulesetSyntax, report: DiagnosticSink) -> dict[str, Variant]:
    """Every variant of the ruleset by name, ``standard`` first."""
    common = [
        x for x in ruleset.parts if not isinstance(x, (p.VariantPart, *TOP_LEVEL, p.ExamplePart))
    ]
    for part in common:
        if isinstance(part, p.WithoutPart):
            report.add(
                "E507",
                part.name.span,
                "'without' stands in a variant: there it drops what is inherited",
            )
        if isinstance(part, p.ExpectationPart):
            report.add(
                "E509",
                part.name.span,
                "what is expected of an inherited check is said in a variant",
                f"here write 'check {part.name.text}: …' with what is to be checked",
            )
    common = _no_doubles((x for x in common if not isinstance(x, p.ExpectationPart)), report)
    declared: dict[str, p.VariantPart] = {}
    for part in ruleset.parts:
        if not isinstance(part, p.VariantPart):
            continue
        if part.name.text in declared:
            report.add("E505", part.name.span, f"the variant {part.name.text} is declared twice")
        declared.setdefault(part.name.text, part)
        _no_doubles(part.parts, report)
        for inner in part.parts:
            if isinstance(inner, (p.VariantPart, *TOP_LEVEL, p.ClausesPart)):
                report.add("E506", inner.name.span, "this part stands at the top level only")
    result = {STANDARD: Variant(STANDARD, "", _with_numbers(common))}
    for name, part in declared.items():
        chain = _chain(name, declared, report)
        effective = list(common)
        for link in chain:
            effective = _overlay(effective, declared[link].parts, report)
        result[name] = Variant(name, part.title, _with_numbers(effective))
    return result


def _with_numbers(parts: Iterable[p.Part]) -> tuple[p.Part, ...]:
    """The parts, with the number of players as the parameter that it is."""
    parts = tuple(parts)
    numbers = (x.number for x in parts if isinstance(x, p.PlayersPart))
    return (*parts, *(number for number in numbers if number is not None))


def _key(part: p.Part) -> tuple[type, str]:
    return type(part), part.name.text


def _no_doubles(parts: Iterable[p.Part], report: DiagnosticSink) -> list[p.Part]:
    """The parts, the first of each name; the others are reported."""
    first: dict[tuple[type, str], p.Part] = {}
    for part in parts:
        earlier = first.setdefault(_key(part), part)
        if earlier is not part:
            hint = f"first in line {earlier.name.span.line}"
            report.add("E112", part.name.span, f"{part.name.text} is declared twice", hint)
    return list(first.values())


def _chain(name: str, declared: dict[str, p.VariantPart], report: DiagnosticSink) -> list[str]:
    """The variant and its ancestors below ``standard``: parents before children, each once."""
    order: list[str] = []

    def visit(current: str, below: tuple[str, ...]) -> None:
        for parent in declared[current].parents:
            if parent.text == STANDARD and STANDARD not in declared:
                continue
            if parent.text in (*below, current):
                if parent.text == name:
                    report.add("E504", parent.span, f"the variant {name} extends itself")
            elif parent.text not in declared:
                hint = near(parent.text, [*declared, STANDARD])
                report.add("E503", parent.span, f"there is no variant {parent.text}", hint)
            elif parent.text not in order:
                visit(parent.text, (*below, current))
        order.append(current)

    visit(name, ())
    return order


def _overlay(base: list[p.Part], parts: Iterable[p.Part], report: DiagnosticSink) -> list[p.Part]:
    result = {_key(part): part for part in base}
    for part in parts:
        if isinstance(part, p.WithoutPart):
            for name in part.names:
                dropped = [key for key in result if key[1] == name.text]
                if not dropped:
                    hint = near(name.text, [n for _, n in result])
                    report.add("E508", name.span, f"there is no {name.text} to do without", hint)
                for key in dropped:
                    del result[key]
        elif isinstance(part, p.ExamplePart):
            continue  # it is a play of the variant that contains it, and of no other
        elif isinstance(part, p.ExpectationPart):
            _expect(part, result, report)
        else:
            result[_key(part)] = part
    return list(result.values())


def _expect(
    part: p.ExpectationPart, known: dict[tuple[type, str], p.Part], report: DiagnosticSink
) -> None:
    """Change what is expected of an inherited check or agreement."""
    name = part.name.text
    for kind in (p.CheckPart, p.AgreePart):
        inherited = known.get((kind, name))
        if isinstance(inherited, p.CheckPart | p.AgreePart):
            if inherited.fails == part.fails:
                expected = "fail" if part.fails else "hold"
                report.add("E511", part.name.span, f"{name} is expected to {expected} already")
            known[kind, name] = replace(inherited, fails=part.fails)
            return
    hint = near(name, [n for kind, n in known if kind in (p.CheckPart, p.AgreePart)])
    report.add("E510", part.name.span, f"there is no check {name} that could be inherited", hint)
