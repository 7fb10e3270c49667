"""From text to syntax tree. Every part with a syntax error is reported, not only the first."""

from __future__ import annotations

from functools import cache
from importlib import resources

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from .diagnostics import Diagnostic, RulesetError
from .source import Span
from .syntax.parts import Ruleset
from .tree import TreeBuilder

MAX_TEXT = 1_000_000
MAX_SYNTAX_ERRORS = 20


class _Indenter(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012 (the library's interface)
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def _parser(*, keep_all_tokens: bool = False) -> Lark:
    grammar = resources.files(__package__).joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="lalr",
        postlex=_Indenter(),
        propagate_positions=True,
        maybe_placeholders=True,
        keep_all_tokens=keep_all_tokens,
    )


_SPOKEN = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "CLAUSE": "a clause in brackets",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
    "QUANTIFIER": "a quantifier",
    "SUM_OP": "+ or -",
    "PRODUCT_OP": "*, &, div or mod",
    "MOST": "most or least",
    "TURNS": "turns",
    "OPEN": "open",
    "DEFAULT": "default",
    "FAILS": "fails",
}
_STARTS_EXPRESSION = frozenset({"INT", "LPAR", "LBRACE", "LSQB", "NAME"})
_OPERATORS = frozenset({"SUM_OP", "PRODUCT_OP", "AND", "OR", "IS", "EQUAL", "LESSTHAN"})


def parse(text: str, file: str) -> Ruleset:
    """The syntax tree of ``text``; ``file`` is the name that spans carry.

    Raises RulesetError with one diagnostic for each part that cannot be read.
    """
    errors: list[Diagnostic] = []
    if len(text) > MAX_TEXT:
        errors.append(Diagnostic(Span(file, 1, 1, 1, 1), "the file is too long for a ruleset"))
        raise RulesetError(errors, {})
    remaining = text if text.endswith("\n") else text + "\n"
    while len(errors) < MAX_SYNTAX_ERRORS:
        try:
            tree = _parser().parse(remaining)
        except (UnexpectedInput, DedentError) as error:
            found = _describe(error, remaining, file)
            errors.append(found)
            cut = _without_part(remaining, found.span.line)
            if cut is None:
                break
            remaining = cut
            continue
        builder = TreeBuilder(file, text)
        ruleset = builder.transform(tree) if not errors else None
        errors.extend(builder.errors)
        if errors or not isinstance(ruleset, Ruleset):
            break
        return ruleset
    raise RulesetError(errors, {file: text})


def _describe(error: UnexpectedInput | DedentError, text: str, file: str) -> Diagnostic:
    lines = text.splitlines()
    end = Span(file, len(lines), 1, len(lines), len(lines[-1]) + 1 if lines else 1)
    if isinstance(error, UnexpectedToken):
        token = error.token
        expected = _expectation(error.accepts or error.expected)
        if token.type == "$END":
            return Diagnostic(end, "the file ends too early", f"expected {expected}")
        line, column = token.line or 1, token.column or 1
        if token.type in {"_NL", "_INDENT", "_DEDENT"}:
            column = len(lines[line - 1]) + 1 if line <= len(lines) else 1
            what = {
                "_NL": "the line ends too early",
                "_INDENT": "this block is indented deeper than what it follows",
                "_DEDENT": "the block ends too early",
            }[token.type]
            place = Span(file, line, column, line, column + 1)
            return Diagnostic(place, what, f"expected {expected}")
        place = Span(file, line, column, line, column + len(str(token)))
        return Diagnostic(place, f"{str(token)!r} cannot stand here", f"expected {expected}")
    if isinstance(error, UnexpectedCharacters):
        place = Span(file, error.line, error.column, error.line, error.column + 1)
        if error.char == '"':
            return Diagnostic(place, "this text has no closing quote on its line")
        expected = _expectation(error.allowed or set())
        shown = error.char if error.char.isprintable() else repr(error.char)
        return Diagnostic(place, f"the character {shown} cannot stand here", f"expected {expected}")
    if isinstance(error, UnexpectedEOF):
        return Diagnostic(end, "the file ends too early")
    return _dedent_diagnostic(lines, file)


def _dedent_diagnostic(lines: list[str], file: str) -> Diagnostic:
    """The first line whose indentation matches no open block."""
    open_blocks = [0]
    for number, line in enumerate(lines, 1):
        body = line.lstrip(" \t")
        if not body or body.startswith("#"):
            continue
        depth = len(line[: len(line) - len(body)].expandtabs(8))
        while open_blocks[-1] > depth:
            open_blocks.pop()
        if depth > open_blocks[-1]:
            before = any(depth < d for d in _depths(lines[: number - 1]))
            if before and depth not in _depths(lines[: number - 1]):
                place = Span(file, number, 1, number, depth + 1)
                return Diagnostic(place, "the indentation matches no block above")
            open_blocks.append(depth)
    return Diagnostic(Span(file, 1, 1, 1, 1), "the indentation is uneven")


def _depths(lines: list[str]) -> set[int]:
    return {
        len(line[: len(line) - len(line.lstrip())].expandtabs(8))
        for line in lines
        if line.strip() and not line.lstrip().startswith("#")
    }


def _expectation(terminals: object) -> str:
    names = set(terminals) if isinstance(terminals, set | frozenset | list | tuple) else set()
    said: list[str] = []
    if names >= _STARTS_EXPRESSION:
        said.append("an expression")
        names -= _STARTS_EXPRESSION | {
            "MINUS", "IF", "THOSE", "AFTER", "YES", "NO", "NONE", "QUANTIFIER", "NOT",
        }  # fmt: skip
    if names >= _OPERATORS:
        said.append("an operator")
        names = {n for n in names if n in {"_NL", "COLON", "RPAR", "RSQB", "RBRACE", "COMMA", "BY"}}
    said.extend(sorted(_spoken(name) for name in names))
    if len(said) > 8:
        said = [*said[:8], "…"]
    return " or ".join(said) if len(said) < 3 else f"{', '.join(said[:-1])} or {said[-1]}"


def _spoken(terminal: str) -> str:
    if terminal in _SPOKEN:
        return _SPOKEN[terminal]
    definition = next((t for t in _parser().terminals if t.name == terminal), None)
    return str(definition.pattern.value) if definition else terminal.lower()


def _without_part(text: str, line: int) -> str | None:
    """``text`` with the part around ``line`` blanked out, or None if there is none to blank."""
    lines = text.splitlines(keepends=True)
    first = min(line, len(lines)) - 1
    while first > 0 and not _starts_part(lines[first]):
        first -= 1
    if first <= 0:
        return None
    depth = _depth(lines[first])
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or _depth(lines[last]) > depth):
        last += 1
    if last <= line - 1:
        return None
    return "".join(["" if first <= i < last else row for i, row in enumerate(lines)][:first]) + (
        "\n" * (last - first) + "".join(lines[last:])
    )


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _starts_part(line: str) -> bool:
    words = line.split(maxsplit=1)
    if not words or words[0].startswith("#"):
        return False
    return _depth(line) == 2 and words[0] != "variant"


def token_tree(text: str) -> Tree[Token]:
    """The raw parse tree of a correct text with every token in it (for the formatter)."""
    return _parser(keep_all_tokens=True).parse(text if text.endswith("\n") else text + "\n")
