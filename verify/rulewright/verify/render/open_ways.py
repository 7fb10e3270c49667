"""The ways in which an open answer was looked for, how far each was taken, and what may help."""

from __future__ import annotations

from ..findings.summary.taken import Taken

GUIDE = "docs/findings.md"
"""Where the manual says more of what to do."""


def what_may_help(taken: Taken) -> str:
    """What to try next, the simplest first."""
    further = () if taken.effort == "thorough" else ("--effort thorough",)
    return ", ".join(
        (*further, "a smaller instance, or a check that says why it should be so: " + GUIDE)
    )
