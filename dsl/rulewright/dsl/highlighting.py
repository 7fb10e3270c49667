"""Rulesets in colour: a lexer for Pygments, and so for Sphinx.

Only Pygments loads this file, by its entry point; nothing else needs Pygments.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from .parsing import grammar

_PARTS = (
    "agree", "board", "cards", "check", "enum", "example", "history", "instance", "let", "param", "play", "players",
    "procedure", "reading", "record", "settings", "shape", "state", "strategy", "supply", "table", "variant",
)  # fmt: skip
"""Words that declare something."""
_CONSTANTS = ("yes", "no", "none")


class RulesetLexer(RegexLexer):
    """The words of the language, as the grammar has them."""

    name = "Rulewright"
    aliases: ClassVar[list[str]] = ["rules", "rulewright"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    url = ""
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"#.*$", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"\[[a-z][a-z0-9_.\-]*\](?=,|\s|:|$)", Name.Label),
            (r"[0-9]+", Number.Integer),
            (words(_PARTS, prefix=r"\b", suffix=r"\b"), Keyword.Declaration),
            (words(_CONSTANTS, prefix=r"\b", suffix=r"\b"), Keyword.Constant),
            (words(sorted(grammar.words()), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"[A-Z][A-Za-z0-9_]*", Name.Class),
            (r"[A-Za-z_][A-Za-z0-9_]*", Name),
            (r":=|\+=|-=|->|\.\.|!=|<=|>=|\+\+|[-+*&<>=?|]", Operator),
            (r"[][(){},:.]", Punctuation),
            (r"\s+", Text.Whitespace),
            (r"\$\w*|.", Text),
        ]
    }
