"""Messages for what the parser cannot read: where, what, what was expected, what may help."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from ..diagnostics import Diagnostic
from ..span import Span
from . import hints, phrases
from .expectation import expectation, spoken
from .lines import uneven
from .surroundings import of_surroundings
from .unexpected import Unexpected, explained


def describe(error: UnexpectedInput | DedentError, lines: list[str], file: str) -> Diagnostic:
    """The message for an error of the parser in the text made of ``lines``."""
    if isinstance(error, DedentError):
        return uneven(lines, file)
    found = _described(error, lines, file)
    if isinstance(error, UnexpectedToken):
        around = of_surroundings(_unexpected(error, lines, file))
        if around is not None:
            return around
    line = lines[found.span.line - 1]
    meant = "" if hints.of_property(line) else phrases.hint(line, found.span.column)
    return replace(found, hint=meant) if meant else found


def _described(error: UnexpectedInput, lines: list[str], file: str) -> Diagnostic:
    if isinstance(error, UnexpectedCharacters):
        return _character(error.char, error.line, error.column, error.allowed or (), lines, file)
    if isinstance(error, UnexpectedToken) and error.token.type == "TYPED":
        # Outside an example, no word of the language begins with this.
        token = error.token
        expected, place = error.accepts or error.expected, (token.line or 1, token.column or 1)
        return _character(str(token)[0], *place, expected, lines, file)
    assert isinstance(error, UnexpectedToken), "an LALR parser meets no other"
    return explained(_unexpected(error, lines, file))


def _unexpected(error: UnexpectedToken, lines: list[str], file: str) -> Unexpected:
    return Unexpected(error.token, spoken(error.accepts or error.expected), lines, file)


def _character(
    char: str, line: int, column: int, allowed: Collection[str], lines: list[str], file: str
) -> Diagnostic:
    place = Span(file, line, column, line, column + 1)
    if char == '"':
        rest = lines[line - 1][column - 1 :]
        place = Span(file, line, column, line, column + len(rest))
        return Diagnostic("E015", place, "this text has no closing quote on its line")
    shown = char if char.isprintable() else f"with the code {ord(char):#x}"
    hint = hints.of_character(char) or expectation(spoken(allowed))
    return Diagnostic("E016", place, f"the character {shown} cannot stand here", hint)
