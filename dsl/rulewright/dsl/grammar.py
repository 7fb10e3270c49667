"""The parser of rulesets, made from ``grammar.lark``, and what its terminals are called."""

from __future__ import annotations

from functools import cache
from importlib import resources

from lark import Lark
from lark.grammar import NonTerminal
from lark.indenter import Indenter


class _Indenter(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012 (the library's interface)
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def parser(*, keep_all_tokens: bool = False) -> Lark:
    """The parser; with ``keep_all_tokens``, its trees hold every token of the text."""
    grammar = resources.files(__package__).joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="lalr",
        postlex=_Indenter(),
        propagate_positions=True,
        maybe_placeholders=True,
        keep_all_tokens=keep_all_tokens,
    )


@cache
def _literal() -> dict[str, str]:
    """What each terminal with a fixed text looks like."""
    return {t.name: t.pattern.value for t in parser().terminals if t.pattern.type == "str"}


def literal(terminal: str) -> str | None:
    """The fixed text of a terminal, None if it has many."""
    return _literal().get(terminal)


@cache
def first_words(rule: str) -> frozenset[str]:
    """The words of the language that what ``rule`` describes can begin with."""
    names, words = {rule}, set[str]()
    grown = True
    while grown:
        grown = False
        for production in parser().rules:
            if production.origin.name not in names or not production.expansion:
                continue
            first = production.expansion[0]
            if isinstance(first, NonTerminal):
                grown = grown or first.name not in names
                names.add(first.name)
            else:
                words.add(literal(first.name) or "")
    return frozenset(w for w in words if w.isalpha())
