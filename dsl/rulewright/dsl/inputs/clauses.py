"""Clause files: the rules of a rulebook in our own words, each with a name to cite it by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..diagnostics import Diagnostic
from ..span import Span
from .regular_file import TooLongError, UnreadableFileError, read_regular

_CLAUSE = re.compile(r"- \*\*\[(?P<id>[a-z][a-z0-9_.\-]*)\]\*\*(?: +(?P<text>.*)|$)", re.ASCII)
_MEANT = re.compile(r"\s*(?:[-*+]|\d+[.)])\s*(?:[*_]{1,3}\s*\[|\[[^\]]*\](?: |$))", re.ASCII)
_ITEM = re.compile(r"[-*+] |\d+[.)] ", re.ASCII)
_BLOCK = re.compile(r"#{1,6} |>|\||```|~~~|---|<!--")
_FENCE = re.compile(r"```|~~~")
_LINES = re.compile(r"\s*\{lines? (?P<first>\d{1,6})(?:-(?P<last>\d{1,6}))?\}$", re.ASCII)
_MEANT_LINES = re.compile(r"\{lines?\b[^{}]*\}", re.ASCII)
_OUT_OF_SCOPE = "*Out of scope:*"
_HINT = "a clause begins like this: - **[setup.tokens]** text; a note may have - [name]: text"

_LINES_HINT = "after the text: {line 12}, or {lines 12-14}, at most a hundred"

MAX_BYTES = 1_000_000
MAX_CLAUSE = 4_000
MAX_LINES = 100
"""The most lines of a rulebook that a clause points at."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its name, its text in one line, and whether rulesets need not cite it.

    ``span`` is the place of the name. ``lines``: the first and the last line of a rulebook's text
    that contain the rule, from 1. The text repeats neither these nor the mark *Out of scope*.
    """

    id: str
    text: str
    out_of_scope: bool
    span: Span
    lines: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ClauseFile:
    """The clauses of a file, in its order. ``text`` is the whole file, for the carets."""

    file: str
    clauses: tuple[Clause, ...]
    text: str = ""


def read_clauses(path: Path) -> tuple[ClauseFile, list[Diagnostic]]:
    """The well-formed clauses of a Markdown file, and everything that is wrong with it.

    Each clause is a list item ``- **[id]** text``; its further lines are indented. Everything
    else is a note, but a list item that begins with a name in brackets was meant as a clause.
    A link out of the file's folder is not followed.
    """
    file = str(path)
    try:
        data = read_regular(path, MAX_BYTES, within=path.parent)
    except TooLongError:
        return _unreadable(file, f"the clause file is longer than {MAX_BYTES} bytes")
    except UnreadableFileError as error:
        return _unreadable(file, f"the clause file cannot be read: {error}")
    if b"\0" in data:
        return _unreadable(file, "the clause file is no text: it holds binary data")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return _unreadable(file, f"the clause file is not in UTF-8 (line {line})")
    return parse_clauses(text, file)


def parse_clauses(text: str, file: str) -> tuple[ClauseFile, list[Diagnostic]]:
    """The same for the text of a file called ``file``."""
    lines = text.splitlines()
    found: dict[str, Clause] = {}
    problems: list[Diagnostic] = []
    for first in _items(lines):
        clause = _clause(lines, first, file, problems)
        if clause is None:
            continue
        earlier = found.setdefault(clause.id, clause)
        if earlier is not clause:
            message = f"the clause [{clause.id}] stands here twice"
            problems.append(
                Diagnostic("E609", clause.span, message, f"first in line {earlier.span.line}")
            )
    return ClauseFile(file, tuple(found.values()), text), problems


def _unreadable(file: str, message: str) -> tuple[ClauseFile, list[Diagnostic]]:
    return ClauseFile(file, ()), [Diagnostic("E603", Span(file, 1, 1, 1, 1), message)]


def _items(lines: list[str]) -> list[int]:
    """The indices of the lines that begin a clause or were meant to, outside of code."""
    items: list[int] = []
    fenced = False
    for k, line in enumerate(lines):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and _MEANT.match(line):
            items.append(k)
    return items


def _clause(lines: list[str], first: int, file: str, problems: list[Diagnostic]) -> Clause | None:
    """The clause that begins in a line, or None and a problem if it is not one."""
    number, line = first + 1, lines[first]
    whole = Span(file, number, 1, number, len(line) + 1)
    match = _CLAUSE.match(line)
    if match is None:
        problems.append(Diagnostic("E610", whole, "this is no proper clause", _HINT))
        return None
    said, last = _words(lines, first, match["text"] or "")
    if last < len(lines) and _is_stray(lines[last]):
        stray = Span(file, last + 1, 1, last + 1, len(lines[last]) + 1)
        hint = "indent it by two spaces, or leave a line blank before it"
        message = f"this line does not belong to the clause [{match['id']}]"
        problems.append(Diagnostic("E611", stray, message, hint))
    out_of_scope = said.startswith(_OUT_OF_SCOPE)
    said = said.removeprefix(_OUT_OF_SCOPE).strip()
    span = Span(file, number, match.start("id"), number, match.end("id") + 2)
    said, pointed = _pointing(said)
    if _MEANT_LINES.search(said):
        message = f"the clause [{match['id']}] points at no lines of a rulebook"
        problems.append(Diagnostic("E614", span, message, _LINES_HINT))
    if not said:
        problems.append(Diagnostic("E612", span, f"the clause [{match['id']}] has no text"))
    if len(said) > MAX_CLAUSE:
        message = f"the clause [{match['id']}] is longer than {MAX_CLAUSE} characters"
        problems.append(Diagnostic("E613", span, message, "a clause says one thing: split it"))
    return Clause(match["id"], said, out_of_scope, span, pointed)


def _pointing(said: str) -> tuple[str, tuple[int, int] | None]:
    """A clause's text without the lines that it points at, and these; unchanged if there are none."""
    match = _LINES.search(said)
    if match is None:
        return said, None
    first, last = int(match["first"]), int(match["last"] or match["first"])
    if not 1 <= first <= last < first + MAX_LINES:
        return said, None
    return said[: match.start()], (first, last)


def _words(lines: list[str], first: int, beginning: str) -> tuple[str, int]:
    """The text of an item, its lines joined, and the index of the line after it."""
    words = [beginning.strip()]
    last = first + 1
    while last < len(lines) and lines[last].startswith("  ") and lines[last].strip():
        if _MEANT.match(lines[last]):
            break
        words.append(lines[last].strip())
        last += 1
    return " ".join(words).strip(), last


def _is_stray(line: str) -> bool:
    """Whether Markdown would read the line as part of the item above though it is not indented."""
    starts_anew = _ITEM.match(line) or _MEANT.match(line) or _BLOCK.match(line)
    return bool(line.strip()) and not starts_anew
