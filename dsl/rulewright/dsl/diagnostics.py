"""Messages for people: where, what, what was expected, and a name that may have been meant."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Self

from .span import Span

WIDTH = 100
"""The most columns of a line of a message, unless a word of it is longer."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What to write: ``instead`` of the text of a diagnostic, ``back`` characters before it and
    ``on`` after it; ``on`` characters ``behind`` it, at the ``end`` of its line, for the ``first``
    word there, or for the ``block``: that line and what belongs to it."""

    text: str
    at: Literal["instead", "behind", "end", "first", "block"] = "instead"
    back: int = 0
    on: int = 0


class Hint(str):
    """What may help, as a sentence, and the edits that follow it; each alone is enough."""

    edits: tuple[Edit, ...]

    def __new__(cls, text: str, *edits: Edit) -> Self:
        hint = super().__new__(cls, text)
        hint.edits = edits
        return hint


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong, at a place in a file.

    ``code`` is the one of `codes.CODES` that explains it, such as E101. ``message`` is a sentence
    without a full stop; ``hint`` says what may help.
    """

    code: str
    span: Span
    message: str
    hint: str = ""

    def render(self, sources: Mapping[str, str], before: str = "") -> str:
        """``file:line:column: code message`` behind ``before``, the line with carets under the text, and
        the hint."""
        lines = sources.get(self.span.file, "").split("\n")
        said = _wrapped(f"{before}{self.span}: {self.code} {self.message}", "  ")
        hint = _wrapped(f"  hint: {self.hint}", "    ") if self.hint else []
        if not 1 <= self.span.line <= len(lines) or not lines[self.span.line - 1]:
            return "\n".join((*said, *hint))
        return "\n".join((*said, *self._underlined(lines[self.span.line - 1]), *hint))

    def _underlined(self, source: str) -> tuple[str, str]:
        """The line with its number, and carets under the text; of a long one the part around it."""
        line = "".join(c if c.isprintable() or c == "\t" else "\ufffd" for c in source.rstrip("\r"))
        margin = f"{self.span.line:>5} | "
        room = WIDTH - len(margin)
        start = self.span.column - 1
        end = self.span.end_column - 1 if self.span.end_line == self.span.line else len(line)
        first = 0 if end < room else max(0, min(start - room // 4, len(line) - room))
        shown = line[first : first + room]
        if first > 0:
            shown = f"…{shown[1:]}"
        if first + room < len(line):
            shown = f"{shown[:-1]}…"
        pad = "".join("\t" if c == "\t" else " " for c in shown[: start - first])
        carets = "^" * max(1, min(end - first, len(shown)) - (start - first))
        return f"{margin}{shown}", f"{' ' * (len(margin) - 2)}| {pad}{carets}"


def _wrapped(text: str, further: str) -> list[str]:
    """The text in lines that are not too long; words stay whole, and what goes on begins with ``further``."""
    return [
        part
        for line in text.split("\n")
        for part in textwrap.wrap(
            line, WIDTH, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
        )
    ]


class RulesetError(Exception):
    """A ruleset, or the request about it, is wrong: every diagnostic, in order of place.

    ``sources`` maps file names to their texts, for the carets.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Mapping[str, str]) -> None:
        self.diagnostics = tuple(sorted(set(diagnostics), key=lambda d: (d.span, d.message)))
        self.sources = dict(sources)
        super().__init__(str(self))

    def __str__(self) -> str:
        return "\n".join(d.render(self.sources) for d in self.diagnostics)


def near(name: str, known: Iterable[str], likeness: float = 0.6, after: str = "") -> str:
    """A hint naming the known names that look like ``name``, or an empty string.

    ``after``: what stands in the place behind the name, and is to stay there.

    >>> near("rigns", ["rings", "segments"])
    'did you mean rings?'
    """
    close = difflib.get_close_matches(name, list(known), n=3, cutoff=likeness)
    edits = (Edit(f"{one}{after}") for one in close)
    return Hint(f"did you mean {' or '.join(close)}?", *edits) if close else ""


def near_or_some(name: str, known: Iterable[str], what: str = "there is", most: int = 8) -> str:
    """A hint as `near` gives it; without near names, ``what`` there is, the nearest ``most`` of many.

    >>> near_or_some("x", ["rings", "segments"])
    'there is rings, segments'
    >>> near_or_some("x", "abcdx", most=2)
    'did you mean x?'
    >>> near_or_some("y", "abcdx", most=2)
    'there is x, d and 3 more'
    """
    names = list(known)
    if hint := near(name, names):
        return hint
    if len(names) <= most:
        return f"{what} {', '.join(names) or 'none'}"
    nearest = difflib.get_close_matches(name, names, n=most, cutoff=0.0)
    return f"{what} {', '.join(nearest)} and {len(names) - most} more"
