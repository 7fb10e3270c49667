"""Messages for what the parser cannot read: where, what, what was expected, what may help."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from ..diagnostics import Diagnostic, Hint
from ..span import Span
from ..syntax.one_line import code_of
from . import hints, phrases
from .grammar import first_words, literal
from .lines import depth, first_word, uneven
from .missing_texts import missing

_SPOKEN = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "TYPED": "an action",
    "CLAUSE": "a clause in brackets",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
    "QUANTIFIER": "all",
    "SUM_OP": "+",
    "PRODUCT_OP": "*",
    "MOST": "most",
}
_VALUE = frozenset({"a name", "a number", "(", "{", "["})
_CONTINUED = frozenset(
    ["+", "-", "*", ".", "..", "(", "[", "?", "and", "or", "is", "=", "!=", "<", "<=", ">", ">=", "in", "not"]
)  # fmt: skip
_MANY = 6
_BEGINS = 'a ruleset begins with a line such as: ruleset chess "Chess"'


def describe(error: UnexpectedInput | DedentError, lines: list[str], file: str) -> Diagnostic:
    """The message for an error of the parser in the text made of ``lines``."""
    if isinstance(error, DedentError):
        return uneven(lines, file)
    found = _described(error, lines, file)
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
    return _token(error, lines, file)


def _character(
    char: str, line: int, column: int, allowed: Collection[str], lines: list[str], file: str
) -> Diagnostic:
    place = Span(file, line, column, line, column + 1)
    if char == '"':
        rest = lines[line - 1][column - 1 :]
        place = Span(file, line, column, line, column + len(rest))
        return Diagnostic("E015", place, "this text has no closing quote on its line")
    shown = char if char.isprintable() else f"with the code {ord(char):#x}"
    hint = hints.of_character(char) or _expectation(_spoken(allowed))
    return Diagnostic("E016", place, f"the character {shown} cannot stand here", hint)


def _token(error: UnexpectedToken, lines: list[str], file: str) -> Diagnostic:
    token = error.token
    accepted = _spoken(error.accepts or error.expected)
    if "ruleset" in accepted:
        return _no_ruleset(token, lines, file)
    if accepted == {"an indented block"}:
        return _no_block(token, lines, file)
    if token.type == "_INDENT":
        return _too_deep(token, lines, file)
    if token.type in {"_NL", "_DEDENT", "$END"}:
        return _too_early(token, accepted, lines, file)
    line, column = token.line or 1, token.column or 1
    before = lines[line - 1][: column - 1].rstrip()
    last = before.split()[-1] if before.split() else ""
    if last in first_words("statement") - first_words("expr") and before.strip() != last:
        start = len(before) - len(last) + 1
        place = Span(file, line, start, line, start + len(last))
        return Diagnostic(
            "E018", place, f"{last!r} cannot stand here", "it begins a line of its own"
        )
    if str(token) == "else" and _heading(lines, line).split(" ")[0] in {"choose", "each"}:
        place = Span(file, line, column, line, column + 4)
        hint = "below the options of a choice, write 'otherwise'"
        return Diagnostic("E019", place, "'else' cannot stand here", hint)
    first = hints.of_operator_first(lines[line - 1])
    if first and before.strip() in {"", first_word(lines[line - 1])}:
        start = depth(lines[line - 1]) + 1
        word = first_word(lines[line - 1])
        place = Span(file, line, start, line, start + len(word))
        return Diagnostic("E018", place, f"{word!r} cannot stand here", first)
    if accepted >= {"always", "never", "reachable"} and before == "":
        place = Span(file, line, column, line, column + len(str(token)))
        hint = "what is asked begins with 'always', 'never' or 'reachable'"
        return Diagnostic("E018", place, f"{str(token)!r} cannot stand here", hint)
    shown, hint = repr(str(token)), hints.of_token(str(token), before, accepted)
    if token.type == "STRING":
        shown = "this text"
        hint = hints.of_text(before) or "texts are titles, questions and arguments of boards"
    if not isinstance(hint, Hint):  # which says what to write in this place
        hint = hints.of_citation(str(token), lines[line - 1]) or hint
        hint = hints.of_property(lines[line - 1]) or hint or hints.of_line(lines[line - 1])
        hint = hint or (_lacking(accepted, lines[line - 1]) or ("", ""))[1]
        hint = hint or hints.of_name(str(token), lines[line - 1][column - 1 :])
    place = Span(file, line, column, line, column + len(str(token)))
    return Diagnostic("E018", place, f"{shown} cannot stand here", hint or _expectation(accepted))


def _heading(lines: list[str], number: int) -> str:
    """The line above that is as deep as line ``number``, whose block ended there; or nothing."""
    level = depth(lines[number - 1])
    above = (text for text in reversed(lines[: number - 1]) if code_of(text).strip())
    found = next((text for text in above if depth(text) <= level), "")
    return code_of(found).strip() if found and depth(found) == level else ""


def _no_ruleset(token: Token, lines: list[str], file: str) -> Diagnostic:
    if token.type == "$END":
        return Diagnostic("E020", Span(file, 1, 1, 1, 1), "this file holds no ruleset", _BEGINS)
    line = token.line or 1
    place = Span(file, line, 1, line, len(lines[line - 1]) + 1)
    return Diagnostic("E020", place, "a ruleset cannot begin like this", _BEGINS)


def _no_block(token: Token, lines: list[str], file: str) -> Diagnostic:
    """A line that should have been indented follows a line that needs a block."""
    line = token.line or len(lines)
    if token.type not in {"_NL", "_DEDENT", "$END"}:
        line -= 1
    line = min(line, len(lines))
    while line > 1 and not code_of(lines[line - 1]):
        line -= 1
    text = code_of(lines[line - 1])
    place = Span(file, line, depth(text) + 1, line, len(text) + 1)
    if text.startswith("ruleset"):
        return Diagnostic("E021", place, "the ruleset has no parts", "indent them by two spaces")
    hint = "write what belongs to it below, indented by two spaces more"
    return Diagnostic("E022", place, "this line needs a block, and none follows", hint)


def _too_deep(token: Token, lines: list[str], file: str) -> Diagnostic:
    line = token.end_line or token.line or 1
    above = lines[(token.line or 1) - 1]
    first = hints.of_operator_first(lines[line - 1])
    hint = hints.of_line(above)
    if hint and not first:
        start = depth(above) + 1
        place = Span(file, token.line or 1, start, token.line or 1, len(code_of(above)) + 1)
        return Diagnostic("E023", place, "this line cannot have a block", hint)
    place = Span(file, line, 1, line, depth(lines[line - 1]) + 1)
    text = "this line is indented deeper than the line above, which has no block"
    return Diagnostic("E023", place, text, first or hints.of_depth(lines, line))


def _too_early(token: Token, accepted: set[str], lines: list[str], file: str) -> Diagnostic:
    line = min(token.line or len(lines), len(lines))
    while line > 1 and not code_of(lines[line - 1]):
        line -= 1
    column = len(code_of(lines[line - 1])) + 1
    place = Span(file, line, column, line, column + 1)
    what = "the line ends too early" if token.type == "_NL" else "the block ends too early"
    if accepted >= {"let", "never", "reachable"}:
        hint = (
            "below the names that it uses stands what it asks, such as 'never …' or 'reachable …'"
        )
        return Diagnostic("E024", place, "this check asks nothing", hint)
    lacking = _lacking(accepted, lines[line - 1])
    if lacking is not None:
        return Diagnostic("E024", place, *lacking)
    hint = hints.of_property(lines[line - 1]) or hints.of_line(lines[line - 1])
    hint = hints.of_colon(lines[line - 1], lines[line:]) or hint or _expectation(accepted)
    return Diagnostic("E024", place, what, hint)


def _lacking(accepted: Collection[str], line: str) -> tuple[str, str] | None:
    """The message where a text, or the name before it, is required, if it is known what the text
    is."""
    if accepted == {_SPOKEN["NAME"]} and first_word(line) == "ruleset":
        return "the name and the title are missing", _BEGINS
    return missing(line) if _SPOKEN["STRING"] in accepted and ":" not in accepted else None


def _spoken(terminals: Iterable[str]) -> set[str]:
    return {_SPOKEN.get(t) or literal(t) or t.lower() for t in terminals}


def _expectation(accepted: Collection[str]) -> str:
    """``expected A, B or C``: kinds of things rather than each word that may begin them."""
    left = set(accepted)
    said: list[str] = []
    for rule, name in (("part", "a part such as state or let"), ("statement", "a statement")):
        words = first_words(rule)
        if len(words & left) > len(words) // 2:
            said.append(name)
            left -= words | _VALUE | first_words("expr") | {"all", "-"}
    if left >= _VALUE:
        said.append("a value")
        left -= _VALUE | first_words("expr") | {"all", "-"}
    going_on = _CONTINUED if "<" in left else _CONTINUED - {"=", "in"}
    if left - going_on or said:
        left -= going_on
    if ":" in left:
        left -= {_SPOKEN["STRING"]}  # a title is allowed there, but optional
    said.extend(sorted(w if " " in w else f"'{w}'" for w in left))
    if len(said) > _MANY:
        said = [*said[:_MANY], "…"]
    return f"expected {_listed(said)}" if said else ""


def _listed(words: list[str]) -> str:
    return " or ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} or {words[-1]}"
