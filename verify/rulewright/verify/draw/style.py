"""Colour, if the output is a terminal."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TextIO

COLOURS = (31, 34, 32, 35, 33, 36)
_CODE = re.compile(r"\x1b[0-9a-f]*\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Style:
    """Wraps text in terminal codes, or leaves it alone.

    ``mark`` (hexadecimal digits) stands in each code, so that it can be told from codes in texts of
    others; the console takes it out.
    """

    coloured: bool = False
    mark: str = ""

    def paint(self, text: str, number: int) -> str:
        """Text in one of the colours, by its number."""
        return self._code(text, str(COLOURS[number % len(COLOURS)]))

    def bold(self, text: str) -> str:
        """Text that stands out."""
        return self._code(text, "1")

    def dim(self, text: str) -> str:
        """Text in the background: labels, clauses."""
        return self._code(text, "2")

    def _code(self, text: str, code: str) -> str:
        start = f"\x1b{self.mark}["
        return f"{start}{code}m{text}{start}0m" if self.coloured and text.strip() else text


PLAIN = Style()


def style_for(stream: TextIO, environment: Mapping[str, str]) -> Style:
    """Colour only on a terminal, and never where ``NO_COLOR`` is set to anything."""
    colours = not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    return Style(colours and stream.isatty())


def beside(entries: Iterable[str], columns: int, apart: int = 2) -> list[str]:
    """Entries beside each other, so many blanks ``apart``, on as many lines as they take.

    >>> beside(["a one", "b two", "c three"], 14)
    ['a one  b two', 'c three']
    """
    lines: list[str] = []
    for entry in entries:
        if lines and width(lines[-1]) + apart + width(entry) <= columns:
            lines[-1] += f"{' ' * apart}{entry}"
        else:
            lines.append(entry)
    return lines


def wrapped(text: str, columns: int, further: str = "  ", *, whole: bool = True) -> list[str]:
    """A text in lines of at most so many columns; what goes on begins with ``further``.

    ``whole``: words stay whole, be they longer than a line.

    >>> wrapped("one two-by-two three", 12)
    ['one', '  two-by-two', '  three']
    """
    return textwrap.wrap(
        text, columns, subsequent_indent=further, break_long_words=not whole, break_on_hyphens=False,
    )  # fmt: skip


def continued(command: str, columns: int, further: str = "  ", before: str = "") -> list[str]:
    """A command in lines that a shell reads as one: each but the last ends in a backslash. Words stay whole.

    ``before``: what stands before it on the first line.

    >>> continued("rulewright show 'my game' F1", 24)
    ['rulewright show \\\\', "  'my game' F1"]
    """
    first, *words = map(shlex.quote, shlex.split(command))
    lines = [f"{before}{first}"]
    for left, word in zip(range(len(words))[::-1], words, strict=True):
        if width(f"{lines[-1]} {word}") + (2 if left else 0) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{further}{word}")
    return [*(f"{line} \\" for line in lines[:-1]), lines[-1]]


def painted(parts: Sequence[tuple[str, Callable[[str], str]]], columns: int) -> list[str]:
    """Texts behind each other, each painted in its way, in lines as those of `wrapped`.

    >>> painted([("one two", str.upper), (" by three", str)], 12)
    ['ONE TWO by', '  three']
    """
    whose = [part for part, (text, _) in enumerate(parts) for sign in text if not sign.isspace()]
    owners = iter(whose)
    lines: list[str] = []
    for line in wrapped("".join(text for text, _ in parts), columns):
        signs: list[tuple[int, str]] = []
        blanks = ""
        for sign in line:
            if sign.isspace():
                blanks += sign
            else:
                signs.append((next(owners), blanks + sign))
                blanks = ""
        runs = groupby(signs, key=lambda pair: pair[0])
        lines.append("".join(parts[n][1]("".join(s for _, s in run)) for n, run in runs))
    return lines


def width(text: str) -> int:
    """How many columns a text takes, without its terminal codes.

    >>> width(Style(True).bold("abc"))
    3
    """
    return len(_CODE.sub("", text))
