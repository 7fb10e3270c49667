"""What an instance sets: its own settings, and those of the instances it names after ``like``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...diagnostics import Edit, Hint, near
from ...syntax import parts as p
from ...syntax.node import Name
from .report import DiagnosticSink

NUMBERS = ("positions", "actions", "ends", "plays")
"""What an author may state about a game: the number of distinct positions, of actions that lead
from one to another, of positions in which play is over, and of complete plays."""


def with_all_settings(ruleset: p.RulesetSyntax, report: DiagnosticSink) -> p.RulesetSyntax:
    """The tree with every setting in its instance.

    An instance may be like earlier instances and settings; of several values for one name, the last
    counts. A setting that came from another instance has the place where that one is named.
    """
    known: dict[str, tuple[p.Setting, ...]] = {}
    groups = {
        part.name.text: part.name for part in ruleset.parts if isinstance(part, p.SettingsPart)
    }
    used: set[str] = set()
    for part in ruleset.parts:
        if isinstance(part, p.InstancePart | p.SettingsPart):
            _check_settings(part, report)
        if isinstance(part, p.InstancePart):
            _check_numbers(part, report)

    def whole(part: p.Part) -> p.Part:
        if not isinstance(part, p.InstancePart | p.SettingsPart):
            return part
        settings: dict[str, p.Setting] = {}
        for base in part.like:
            used.add(base.text)
            if base.text not in known:
                text = f"no instance or settings {base.text} stand before this"
                report.add("E532", base.span, text, near(base.text, known))
            for setting in known.get(base.text, ()):
                at = setting.name.span if base.text in groups else base.span
                settings[setting.name.text] = replace(setting, name=replace(setting.name, span=at))
        settings |= {s.name.text: s for s in part.settings}
        if part.name.text in known and part.name.text in groups:
            report.add("E531", part.name.span, f"the name {part.name.text} stands here twice")
        known.setdefault(part.name.text, tuple(settings.values()))
        return replace(part, settings=tuple(settings.values()))

    parts = tuple(whole(part) for part in _one_by_one(ruleset.parts))
    for name in groups.values():
        if name.text not in used:
            report.add("E538", name.span, f"nothing is like {name.text}")
    return replace(ruleset, parts=parts)


def _one_by_one(parts: Sequence[p.Part]) -> Iterator[p.Part]:
    """The parts, with an instance for several variants split into one for each: ``box_two``,
    ``box_three``.

    One that is like such an instance is like the one for its own variant.
    """
    several = {part.name.text for part in parts if isinstance(part, p.InstancePart) and part.each}
    for part in parts:
        if not isinstance(part, p.InstancePart):
            yield part
            continue
        for variant in part.each or (part.variant,):
            like = tuple(
                replace(base, text=_named(base.text, variant)) if base.text in several else base
                for base in part.like
            )
            name, title = part.name, part.title
            if part.each:
                name = replace(name, text=_named(name.text, variant))
                title = f"{title}, {variant.text}" if title else ""
            yield replace(part, name=name, title=title, variant=variant, each=(), like=like)


def _check_settings(part: p.InstancePart | p.SettingsPart, report: DiagnosticSink) -> None:
    """An instance sets each name once itself; it may override what it has from another instance."""
    first: dict[str, p.Setting] = {}
    for setting in part.settings:
        name = setting.name
        earlier = first.setdefault(name.text, setting)
        if earlier is not setting:
            hint = f"first in line {earlier.name.span.line}"
            report.add("E527", name.span, f"{name.text} is set twice in {part.name.text}", hint)


def _check_numbers(part: p.InstancePart, report: DiagnosticSink) -> None:
    """Each expected number is of something that can be counted, and stated once."""
    seen: set[str] = set()
    if part.expected and part.each:
        text = f"{part.name.text} is {len(part.each)} games, each with numbers of its own"
        hint = "say the numbers below an instance of one variant, such as one that is like it"
        report.add("E537", part.expected[0].span, text, hint)
    for expected in part.expected:
        what = expected.of.text
        if what not in NUMBERS:
            hint = near(what, NUMBERS) or Hint(
                f"there is {', '.join(NUMBERS)}", *map(Edit, NUMBERS)
            )
            report.add("E535", expected.of.span, f"{what} are not counted", hint)
        elif what in seen:
            report.add("E536", expected.span, f"the number of {what} is said twice")
        seen.add(what)


def _named(instance: str, variant: Name) -> str:
    return f"{instance}_{variant.text}"
