"""Findings as workflow commands of GitHub Actions, which it shows beside the lines of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.dsl.span import Span

from ...findings.summary.accepted import GONE
from ...findings.summary.overview import Overview
from .levels import level
from .sarif import named

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def workflow_commands(overviews: Sequence[Overview], folder: Path) -> Iterator[str]:
    """A line for each finding that is not accepted, and for each that is, and was not found."""
    for overview in overviews:
        for finding in overview.findings:
            title = f"{overview.title} {finding.id}: {finding.kind.label}"
            message = f"{finding.statement} ({finding.command})"
            yield _command(_COMMANDS[level(finding)], finding.span, folder, title, message)
        for gone in overview.gone:
            message = overview.about_gone(gone)
            yield _command("notice", gone.span, folder, f"{overview.title}: {GONE}", message)


def _command(word: str, span: Span | None, folder: Path, title: str, message: str) -> str:
    properties = {"title": title}
    if span is not None:
        properties = {
            "file": named(span.file, folder),
            "line": str(span.line),
            "endLine": str(span.end_line),
            "col": str(span.column),
            **properties,
        }
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{word} {listed}::{_data(message)}"


def _data(text: str) -> str:
    """A message; a percent sign and line breaks would end it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
