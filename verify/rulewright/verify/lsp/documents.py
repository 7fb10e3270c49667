"""What is known of a ruleset as it is in the editor.

A ruleset with many games takes seconds to look at whole, so it is done game by game, and what is known
so far can be shown meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.dsl.diagnostics import Diagnostic, RulesetError
from rulewright.dsl.load import ExaminedText, examining
from rulewright.dsl.syntax import parts as p

from ..findings.unasked.look import warnings
from .index import Index, index_of


@dataclass(frozen=True, slots=True)
class Document:
    """A text and what was found out about it.

    ``tree`` and ``index`` are those of the last text that could be read, None before there is one;
    ``examined`` is None where this text cannot be read. ``whole``: whether all its games were looked at.
    """

    path: Path
    text: str
    diagnostics: tuple[Diagnostic, ...]
    unsure: tuple[Diagnostic, ...]
    examined: ExaminedText | None
    tree: p.RulesetSyntax | None
    index: Index | None
    sources: Mapping[str, str]
    whole: bool

    @property
    def file(self) -> str:
        """The name of the ruleset in spans."""
        return str(self.path)


def documents(path: Path, text: str, before: Document | None = None) -> Iterator[Document]:
    """What is known of a text after each game, at last of all; ``before``: of the text it came from."""
    try:
        for found in examining(text, str(path), path.parent):
            yield _document(path, text, found)
    except RulesetError as error:
        yield Document(
            path, text, error.diagnostics, (), None, before.tree if before else None,
            before.index if before else None, {str(path): text}, whole=True,
        )  # fmt: skip


def _document(path: Path, text: str, found: ExaminedText) -> Document:
    errors = RulesetError(found.report.diagnostics, found.sources)
    unsure = tuple(warnings(found.ruleset)) if found.whole and not errors.diagnostics else ()
    return Document(
        path, text, errors.diagnostics, unsure, found, found.ruleset.tree,
        index_of(found.ruleset.tree, found.report, found.ruleset.clauses), found.sources,
        found.whole,
    )  # fmt: skip
