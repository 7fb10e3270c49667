"""The text of a rulebook that the user has: read to be shown, and not stored.

A clause may say which lines of it contain its rule. The text is untrusted, like a ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .clauses import Clause
from .regular_file import UnreadableFileError, read_regular

MAX_BYTES = 4_000_000
MAX_PASSAGE = 2_000
"""The most characters of a passage that are shown."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The lines of the text."""

    lines: tuple[str, ...]

    def passage(self, clause: Clause) -> str:
        """The text of the lines that a clause points at, in one line; nothing if it points at none."""
        if clause.lines is None:
            return ""
        first, last = clause.lines
        words = " ".join(" ".join(self.lines[first - 1 : last]).split())
        words = "".join(c for c in words if c.isprintable())
        return words if len(words) <= MAX_PASSAGE else f"{words[:MAX_PASSAGE]} …"

    def passages(self, clauses: Iterable[Clause]) -> dict[str, str]:
        """The passages of clauses, by their names; without those that have none."""
        found = {clause.id: self.passage(clause) for clause in clauses}
        return {name: passage for name, passage in found.items() if passage}

    def beyond(self, clauses: Iterable[Clause]) -> list[str]:
        """The names of clauses that point at lines after the last one."""
        return [c.id for c in clauses if c.lines is not None and c.lines[1] > len(self.lines)]


def read_rulebook(path: Path) -> Rulebook:
    """The text of a file. Raises UnreadableFileError for anything but a UTF-8 text file."""
    data = read_regular(path, MAX_BYTES)
    if b"\0" in data:
        raise UnreadableFileError("it is no text: it holds binary data")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableFileError(f"it is not in UTF-8 (line {line})") from None
    # As an editor counts lines: a page break within a line begins none.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Rulebook(tuple(lines[:-1] if lines[-1] == "" else lines))
