"""Writes the page of a report, for any command that has results to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ...findings.summary.overview import Overview
from ...render.html.report import report_html
from .console import write_file


def save(
    overviews: Sequence[Overview], file: Path, passages: Mapping[str, str] | None = None
) -> str:
    """Write the page, and return a line that says where it is. Raises InputError.

    ``passages``: what stands in the rulebook, by clause.
    """
    write_file(file, report_html(overviews, passages or {}))
    return f"report: {file.resolve()}"
