"""Colour on a terminal: our own codes, which no text of a stranger can imitate."""

from __future__ import annotations

import re

from ...displayable import displayable


class Ink:
    """Codes for colour in our own texts, which no other text can imitate.

    Between ``style.Style`` and the terminal a code contains a mark that is drawn at random.
    """

    def __init__(self, mark: str) -> None:
        self._code = re.compile(rf"\x1b{re.escape(mark)}\[([0-9;]*)m") if mark else None

    def displayable(self, text: str, encoding: str | None) -> str:
        """The same as the function, but our own codes come through."""
        if self._code is None:
            return displayable(text, encoding)
        parts = self._code.split(text)
        return "".join(
            f"\x1b[{part}m" if n % 2 else displayable(part, encoding)
            for n, part in enumerate(parts)
        )
