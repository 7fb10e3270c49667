"""The formats of ``verify`` that other programs read, by their words in ``--format``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...findings.summary.overview import Overview

Renderer = Callable[[Sequence["Overview"], Path], str]
"""From what a reader should know to a document; files below the folder are named relative to it."""


def _junit(overviews: Sequence[Overview], folder: Path) -> str:
    from .junit import junit

    return junit(overviews)


def _sarif(overviews: Sequence[Overview], folder: Path) -> str:
    from .sarif import sarif

    return sarif(overviews, folder)


def _github(overviews: Sequence[Overview], folder: Path) -> str:
    from .github import workflow_commands

    return "\n".join(workflow_commands(overviews, folder))


FORMATS: Mapping[str, Renderer] = {"junit": _junit, "sarif": _sarif, "github": _github}
"""Each is loaded on demand: the command line needs only the words."""
