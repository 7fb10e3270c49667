"""What is known of a ruleset as it stands in the editor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.dsl.diagnostics import Diagnostic, RulesetError
from rulewright.dsl.load import Examined, examine
from rulewright.dsl.syntax import parts as p

from ..findings.unasked.look import warnings
from .index import Index, index_of


@dataclass(frozen=True, slots=True)
class Document:
    """A text and what was found out about it.

    ``tree`` and ``index`` are those of the last text that could be read, None before there is one;
    ``examined`` is None where this text cannot be read.
    """

    path: Path
    text: str
    diagnostics: tuple[Diagnostic, ...]
    unsure: tuple[Diagnostic, ...]
    examined: Examined | None
    tree: p.Ruleset | None
    index: Index | None
    sources: Mapping[str, str]

    @property
    def file(self) -> str:
        """The name of the ruleset in spans."""
        return str(self.path)


def document(path: Path, text: str, before: Document | None = None) -> Document:
    """Everything about a text; ``before`` is what was known of the one that it came from."""
    try:
        found = examine(text, str(path), path.parent)
    except RulesetError as error:
        return Document(
            path, text, error.diagnostics, (), None, before.tree if before else None,
            before.index if before else None, {str(path): text},
        )  # fmt: skip
    errors = RulesetError(found.report.diagnostics, found.sources)
    unsure = () if errors.diagnostics else tuple(warnings(found.ruleset))
    return Document(
        path, text, errors.diagnostics, unsure, found, found.ruleset.tree,
        index_of(found.ruleset.tree, found.report, found.ruleset.clauses), found.sources,
    )  # fmt: skip
