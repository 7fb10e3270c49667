"""Findings that a ruleset accepts: each is named once, by a name that a finding can have."""

from __future__ import annotations

import re

from ..diagnostics import Edit, Hint, near, near_or_some
from ..syntax import parts as p
from .citations import all_parts
from .symbols.report import DiagnosticSink

KINDS = (
    "contradiction", "dead_rule", "endless", "example", "expect", "gap", "no_choice", "no_tie_break",
    "open_parameter", "reading", "shortage", "stuck", "vacuous",
)  # fmt: skip
"""The beginnings, up to the dot, of the names of findings that are not about a check."""

_NUMBER = re.compile(r"F[0-9]+")


def is_of_check(finding: str) -> bool:
    """Whether the finding of this name is about a check or an agreement, which gives it its name.

    The others are named when they are found, by their kind, a dot and what they are about.
    """
    return "." not in finding


def is_number(finding: str) -> bool:
    """Whether it is named by its number: F3."""
    return _NUMBER.fullmatch(finding) is not None


def check_acceptances(ruleset: p.RulesetSyntax, report: DiagnosticSink) -> None:
    """Report names that no finding can have, and findings accepted twice.

    Whether a finding that no check asks for still exists is not known here.
    """
    checks = {x.name.text for x in all_parts(ruleset) if isinstance(x, p.CheckPart | p.AgreePart)}
    readings = {x.name.text for x in all_parts(ruleset) if isinstance(x, p.ReadingPart)}
    seen: set[str] = set()
    for part in ruleset.parts:
        if not isinstance(part, p.AcceptPart):
            continue
        name = part.name.text
        if name in seen:
            report.add("E804", part.name.span, f"{name} is accepted twice")
        seen.add(name)
        if not is_of_check(name):
            _check_kind(part, readings, report)
            continue
        if name in checks:
            continue
        if is_number(name):
            hint = f"numbers are for people; 'show RULESET {name}' tells the name to write here"
        elif name in readings:
            hint = Hint(f"did you mean reading.{name}?", Edit(f"reading.{name}"))
        else:
            hint = near_or_some(name, sorted(checks)) if checks else ""
        report.add(
            "E803", part.name.span, f"there is no check {name}, so no finding is called so", hint
        )


def _check_kind(part: p.AcceptPart, readings: set[str], report: DiagnosticSink) -> None:
    """Report a kind that no finding is of, and a reading that is not there."""
    kind, dot, about = part.name.text.partition(".")
    if kind == "reading" and about not in readings:
        keys = sorted(f"reading.{name}" for name in readings)
        hint = near_or_some(part.name.text, keys, most=4) if keys else ""
        said = f"there is no reading {about}, so no finding is called so"
        report.add("E803", part.name.span, said, hint)
    if kind in KINDS:
        return
    hint = near(kind, KINDS, after=dot + about) or f"there is {', '.join(KINDS)}"
    report.add("E803", part.name.span, f"no finding is of the kind {kind}", hint)
