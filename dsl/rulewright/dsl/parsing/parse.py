"""From text to syntax tree. Every part with a syntax error is reported, not only the first."""

from __future__ import annotations

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from ..diagnostics import Diagnostic, RulesetError
from ..span import Span
from ..syntax.parts import RulesetSyntax
from .ast_builder import TreeBuilder
from .grammar import parser
from .lines import brackets, tabs, without_part
from .syntax_errors import describe

MAX_TEXT = 300_000
TOO_LONG = f"the file is too long for a ruleset: more than {MAX_TEXT} characters"
MAX_SYNTAX_ERRORS = 20
MAX_DEPTH = 120
"""The greatest depth of the parse tree: later passes may traverse it recursively."""


def parse(text: str, file: str) -> RulesetSyntax:
    """The syntax tree of ``text``; ``file`` is the name that spans carry.

    Raises RulesetError with one diagnostic for each part that cannot be read.
    """
    if len(text) > MAX_TEXT:
        raise RulesetError([Diagnostic("E003", Span(file, 1, 1, 1, 1), TOO_LONG)], {})
    tree, errors = _trees(text.split("\n"), file)
    if tree is not None and not errors:
        errors = _too_deep(tree, file)
    if tree is not None and not errors:
        builder = TreeBuilder(file, text)
        ruleset = builder.transform(tree)
        if isinstance(ruleset, RulesetSyntax) and not builder.errors:
            return ruleset
        errors = builder.errors
    raise RulesetError(errors, {file: text})


def _trees(lines: list[str], file: str) -> tuple[Tree[Token] | None, list[Diagnostic]]:
    """The parse tree, and what is wrong with the parts that are not in it."""
    errors = tabs(lines, file)
    if errors:
        return None, errors
    errors = brackets(lines, file)
    remaining: list[str] | None = lines
    for error in errors:
        remaining = without_part(remaining, error.span.line) if remaining is not None else None
    while remaining is not None and len(errors) < MAX_SYNTAX_ERRORS:
        try:
            return parser().parse("\n".join(remaining) + "\n"), errors
        except (UnexpectedInput, DedentError) as error:
            found = describe(error, remaining, file)
            errors.append(found)
            remaining = without_part(remaining, found.span.line)
    return None, errors


def _too_deep(tree: Tree[Token], file: str) -> list[Diagnostic]:
    place = too_deep(tree, file)
    hint = "give parts of it names with 'let', or make a procedure of it"
    return [] if place is None else [Diagnostic("E004", place, "this is nested too deeply", hint)]


def too_deep(tree: Tree[Token], file: str = "") -> Span | None:
    """Where a parse tree is deeper than later passes can traverse recursively, if anywhere."""
    waiting = [(tree, 1)]
    while waiting:
        node, level = waiting.pop()
        if level > MAX_DEPTH:
            line, column = (1, 1) if node.meta.empty else (node.meta.line, node.meta.column)
            return Span(file, line, column, line, column + 1)
        waiting.extend((c, level + 1) for c in node.children if isinstance(c, Tree))
    return None


def token_tree(text: str) -> Tree[Token]:
    """The raw parse tree of a correct text with every token in it (for the formatter)."""
    return parser(keep_all_tokens=True).parse(text if text.endswith("\n") else text + "\n")
