"""Texts on lines that fit the width of the screen."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from ...draw.style import Style, width


def fitted(text: str, size: int, indent: str = "") -> Iterator[str]:
    """Lines of at most ``size`` columns, words that are longer cut; what goes on begins with ``indent``."""
    yield from textwrap.wrap(text, size, subsequent_indent=indent, break_on_hyphens=False)


def bold(text: str, style: Style, size: int) -> Iterator[str]:
    """A text that stands out."""
    yield from (style.bold(line) for line in fitted(text, size, "  "))


def named(what: str, texts: Sequence[str], size: int, most: int) -> Iterator[str]:
    """What there is to say of them, and the first of them on so many lines at most."""
    if not texts:
        return
    line = f"{what}:"
    for number, text in enumerate(texts):
        longer = f"{line} \N{MIDDLE DOT} {text}" if number else f"{line} {text}"
        left = len(texts) - number - 1
        more = f" \N{HORIZONTAL ELLIPSIS} and {left} more" if left else ""
        if len(list(fitted(longer + more, size, "  "))) > most:
            if not number:
                line = what
                break
            line += f" \N{HORIZONTAL ELLIPSIS} and {left + 1} more"
            break
        line = longer
    yield from fitted(line, size, "  ")


def padded(text: str, size: int) -> str:
    """A text that may have terminal codes, with blanks behind it up to a width."""
    return text + " " * (size - width(text))


def cut(text: str, most: int) -> str:
    """A text, or its beginning where it has more than ``most`` columns."""
    return text if len(text) <= most else text[: most - 1] + "…"
