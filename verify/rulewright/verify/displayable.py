"""Text that is safe to show: nothing in it controls the terminal or turns the reading order.

Names, texts, paths and cells come from strangers. Everything that is printed for people, or stands on a
page, passes through here.
"""

from __future__ import annotations

import json
import unicodedata

_PLAIN = str.maketrans(
    {
        **dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0x2500, 0x2501], "-"),
        **dict.fromkeys([0x2502, 0x2503], "|"),
        **dict.fromkeys(range(0x250C, 0x2574), "+"),
        **dict.fromkeys([*range(0x2018, 0x201C), 0x2032], "'"),
        **dict.fromkeys([*range(0x201C, 0x2020), 0xAB, 0xBB], '"'),
        **dict.fromkeys([0xB7, 0x2022, 0x2219, 0x25CF, 0x25CB, 0x25E6], "."),
        0xA0: " ",
        0xD7: "x",
        0xF7: "/",
        "→": "->",
        "←": "<-",
        "↔": "<->",
        "…": "...",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "∈": "in",
    }
)
"""Replacements for the characters of our own texts that a terminal may not have."""


def displayable(text: str, encoding: str | None = "utf-8", *, exact: bool = False) -> str:
    r"""The text with everything escaped that is no visible character, no blank and no line's end.

    A tab becomes blanks. What the encoding does not know is replaced by something like it, or
    escaped; with ``exact`` it is always escaped. Escapes are those of JSON.

    >>> displayable("a\x1b[31m \u202eb\ud800")
    'a\\u001b[31m \\u202eb\\ud800'
    >>> displayable("café — 1 · 2 → 中", "ascii")
    'cafe - 1 . 2 -> \\u4e2d'
    >>> displayable("é", "ascii", exact=True)
    '\\u00e9'
    """
    # A line at a time: most have nothing to escape, also where there are many, as on a page.
    shown = "\n".join(map(_visible_line, text.split("\n")))
    if _known(shown, encoding):
        return shown
    return "".join(c if _known(c, encoding) else _replaced(c, encoding, exact) for c in shown)


def _visible_line(line: str) -> str:
    return line if line.isprintable() else "".join(map(_visible, line))


def _visible(c: str) -> str:
    if c.isprintable() or unicodedata.category(c) == "Zs":
        return c
    return "    " if c == "\t" else _escaped(c)


def _known(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _replaced(c: str, encoding: str | None, exact: bool) -> str:
    like = c if exact else _like(c)
    return like if _known(like, encoding) else _escaped(c)


def _like(c: str) -> str:
    """A similar character, or the letter without its accents."""
    letters = unicodedata.normalize("NFKD", c.translate(_PLAIN))
    return "".join(part for part in letters if not unicodedata.combining(part)) or c


def _escaped(c: str) -> str:
    return f"\\u{ord(c):04x}" if ord(c) < 0x100 else json.dumps(c)[1:-1]
