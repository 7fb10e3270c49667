"""What an instance sets: its own settings, and those of the instances that it is like."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics import near
from ...syntax import parts as p
from .report import DiagnosticSink


def with_all_settings(ruleset: p.Ruleset, report: DiagnosticSink) -> p.Ruleset:
    """The tree with every setting in its instance.

    An instance may be like those that stand before it; of one name, the last setting counts. A
    setting that came from another instance stands where that one is named.
    """
    known: dict[str, tuple[p.Setting, ...]] = {}

    def whole(part: p.Part) -> p.Part:
        if not isinstance(part, p.InstancePart):
            return part
        settings: dict[str, p.Setting] = {}
        for base in part.like:
            if base.text not in known:
                text = f"no instance {base.text} stands before this one"
                report.add("E532", base.span, text, near(base.text, known))
            for setting in known.get(base.text, ()):
                name = replace(setting.name, span=base.span)
                settings[name.text] = replace(setting, name=name)
        settings |= {s.name.text: s for s in part.settings}
        known.setdefault(part.name.text, tuple(settings.values()))
        return replace(part, settings=tuple(settings.values()))

    return replace(ruleset, parts=tuple(whole(part) for part in ruleset.parts))
