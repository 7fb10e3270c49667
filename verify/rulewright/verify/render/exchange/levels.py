"""The level at which build servers are told of a finding: what fails the run is an error, and nothing else is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ...findings.finding import Finding
from ...findings.kinds import Severity

SarifLevel = Literal["error", "warning", "note"]
LEVELS: Mapping[Severity, SarifLevel] = {
    Severity.WRONG: "warning",
    Severity.DECIDE: "warning",
    Severity.KNOW: "note",
}
"""The levels of findings that do not fail the run."""


def level(finding: Finding) -> SarifLevel:
    """The level of a finding, by the names of SARIF."""
    return "error" if finding.fails else LEVELS[finding.severity]
