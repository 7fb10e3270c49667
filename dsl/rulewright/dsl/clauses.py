"""Clause files: the rules of a rulebook in our own words, each with a name to cite it by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .diagnostics import Diagnostic
from .source import Span

_ITEM = re.compile(r"- \*\*\[(?P<id>[^\]]*)\]\*\*\s*(?P<text>.*)")
_ID = re.compile(r"[a-z][a-z0-9_.\-]*")
_OUT_OF_SCOPE = "*Out of scope:*"
MAX_TEXT = 1_000_000


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its name, its text in one line, and whether rulesets need not cite it."""

    id: str
    text: str
    out_of_scope: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ClauseFile:
    """The clauses of a file, in its order."""

    file: str
    clauses: tuple[Clause, ...]


def read_clauses(path: Path) -> tuple[ClauseFile, list[Diagnostic]]:
    """The clauses of a Markdown file, and what is wrong with it."""
    file = str(path)
    start = Span(file, 1, 1, 1, 1)
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        problem = Diagnostic(start, f"the clause file cannot be read: {error.strerror}")
        return ClauseFile(file, ()), [problem]
    except UnicodeDecodeError:
        return ClauseFile(file, ()), [Diagnostic(start, "this is no text in UTF-8")]
    if len(text) > MAX_TEXT:
        return ClauseFile(file, ()), [Diagnostic(start, "the file is too long for clauses")]
    return _parse(text, file)


def _parse(text: str, file: str) -> tuple[ClauseFile, list[Diagnostic]]:
    found: list[Clause] = []
    problems: list[Diagnostic] = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if not line.startswith("- **["):
            continue
        span = Span(file, number, 1, number, len(line) + 1)
        item = _ITEM.match(line)
        if item is None or not _ID.fullmatch(item["id"]):
            hint = "a clause begins like this: - **[setup.tokens]** text"
            problems.append(Diagnostic(span, "this clause has no proper name", hint))
            continue
        words = [item["text"].strip()]
        for further in lines[number:]:
            if not further.startswith("  ") or not further.strip():
                break
            words.append(further.strip())
        said = " ".join(words).strip()
        if any(c.id == item["id"] for c in found):
            problems.append(Diagnostic(span, f"the clause [{item['id']}] stands here twice"))
        out = said.startswith(_OUT_OF_SCOPE)
        found.append(Clause(item["id"], said.removeprefix(_OUT_OF_SCOPE).strip(), out, span))
    return ClauseFile(file, tuple(found)), problems
