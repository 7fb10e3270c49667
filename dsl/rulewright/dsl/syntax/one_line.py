"""The text of a node of the syntax tree, in its author's words, on one line."""

from __future__ import annotations

import re

from ..span import Span


def code_of(line: str) -> str:
    """The line without its comment and the spaces before that."""
    quoted = False
    for i, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            return line[:i].rstrip()
    return line.rstrip()


def one_line(source: str, span: Span) -> str:
    """The stretch of ``source`` on one line, without comments; empty without a source.

    The lines of one text are one text.

    >>> one_line("a (b  # why\\n    or c)\\n", Span("f", 1, 3, 2, 10))
    '(b or c)'
    """
    lines = source.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    text = " ".join(part for part in (code_of(line).strip() for line in lines) if part)
    if len(lines) > 1:
        text = re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", text).replace('" "', " ")
    return text
