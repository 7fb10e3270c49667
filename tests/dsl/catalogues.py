"""Catalogues of broken rulesets: text files, a theme each, that people read and a test checks.

A catalogue begins with a title and what it is about. Then come its cases::

    === name
    the text of the ruleset
    +++ clauses.md
    the text of its clause file, if it is about that
    ---
    everything that is said of it

Behind the name may stand ``(escaped)``: in this text ``\\t`` and ``\\x00`` stand for characters, as
in Python; ``(no newline at end)``: the last line of the ruleset just stops; and ``(from a file)``:
it is read with its clauses, which every rule has to cite, and not as a text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import takewhile

_FLAGS = ("escaped", "no newline at end", "from a file")
_HEAD = re.compile(r"=== (?P<name>\w+)(?: \((?P<flags>[\w, ]+)\))?")
_CLAUSES = "+++ clauses.md"
_MESSAGE = "---"


@dataclass(frozen=True, slots=True)
class Case:
    """A ruleset, and what is said of it, as lines of a catalogue."""

    name: str
    flags: frozenset[str]
    ruleset: tuple[str, ...]
    clauses: tuple[str, ...]
    message: tuple[str, ...]

    def files(self) -> dict[str, bytes]:
        """The files of the case by their names."""
        text = "".join(f"{line}\n" for line in self.ruleset)
        if "no newline at end" in self.flags:
            text = text.removesuffix("\n")
        content = text.encode("utf-8")
        if "escaped" in self.flags:
            content = text.encode("ascii").decode("unicode_escape").encode("latin-1")
        files = {"sample.rules": content}
        if self.clauses:
            files["clauses.md"] = "".join(f"{line}\n" for line in self.clauses).encode("utf-8")
        return files

    def saying(self, message: str) -> Case:
        """The case with this message."""
        if "escaped" in self.flags:
            message = message.replace("\t", "\\t")
        return replace(self, message=tuple(message.split("\n")))

    def lines(self) -> list[str]:
        """The case as it stands in a catalogue."""
        flags = ", ".join(f for f in _FLAGS if f in self.flags)
        head = f"=== {self.name} ({flags})" if flags else f"=== {self.name}"
        clauses = (_CLAUSES, *self.clauses) if self.clauses else ()
        return [head, *self.ruleset, *clauses, _MESSAGE, *self.message]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What stands before the first case, and the cases in order."""

    preface: tuple[str, ...]
    cases: tuple[Case, ...]

    def text(self) -> str:
        """The catalogue as a file."""
        parts = ["\n".join(self.preface), *("\n".join(case.lines()) for case in self.cases)]
        return "\n\n".join(parts) + "\n"


def read(text: str) -> Catalogue:
    """A catalogue from its text; raises ValueError where a case has no message."""
    lines = text.split("\n")
    starts = [i for i, line in enumerate(lines) if _HEAD.fullmatch(line)]
    ends = [*starts[1:], len(lines)]
    cases = (_case(lines[start:end]) for start, end in zip(starts, ends, strict=True))
    return Catalogue(_trimmed(lines[: starts[0]]), tuple(cases))


def _case(lines: list[str]) -> Case:
    head = _HEAD.fullmatch(lines[0])
    assert head is not None
    middle = lines.index(_MESSAGE)
    text = lines[1:middle]
    ruleset = tuple(takewhile(lambda line: line != _CLAUSES, text))
    return Case(
        head["name"],
        frozenset((head["flags"] or "").split(", ")) - {""},
        ruleset,
        tuple(text[len(ruleset) + 1 :]),
        _trimmed(lines[middle + 1 :]),
    )


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    """The lines without the empty ones at their end."""
    kept = len("\n".join(lines).rstrip("\n").split("\n"))
    return tuple(lines[:kept])
