"""The parser of rulesets, made from ``grammar.lark``, and the names of its terminals."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import resources
from operator import itemgetter

from lark import Lark, Token
from lark import __version__ as lark_version
from lark.grammar import NonTerminal, Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

from .tables import store, stored

_ALTERNATIVES = {"QUANTIFIER", "MOST", "PRODUCT_OP"}
"""Terminals with several words; anything else in their patterns is a word, too."""
GOES_ON = frozenset({",", "|", "and", "or", "implies", "then", "with", "since", "+", "-", "++"})
"""A line that ends in one of these continues in the next one, if that is indented further."""
_LISTED = frozenset({"INSTANCE", "VARIANT"})
"""A line that begins with one of these continues after its colon, too: it has no block."""


class _Indenter(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012 (the library's interface)
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens, without the ends of lines that continue in the next one."""
        blocks: Callable[[Iterator[Token]], Iterator[Token]] = super().process
        return blocks(self._joined(stream))

    def _joined(self, stream: Iterator[Token]) -> Iterator[Token]:
        line = _Line()
        for token in stream:
            if token.type != self.NL_type:
                line.add(token)
            elif line.goes_on and self._deeper(token):
                continue
            elif not self.paren_level:
                line = _Line()
            yield token

    def _deeper(self, line_end: Token) -> bool:
        indentation = line_end.rsplit("\n", 1)[1]
        return len(indentation.expandtabs(self.tab_len)) > self.indent_level[-1]


class _Line:
    """The part of a line read so far: whether it may continue in the next one."""

    def __init__(self) -> None:
        self._first = ""
        self._conditionals = self._quantifiers = 0
        self.goes_on = False

    def add(self, token: Token) -> None:
        """The next token of the line."""
        self._first = self._first or token.type
        text = "" if token.type in {"TYPED", "STRING"} else str(token)
        conditional = text == "else" and self._conditionals > 0
        self._conditionals += (text == "then") - conditional
        quantifier = text == ":" and self._quantifiers > 0
        self._quantifiers += (token.type == "QUANTIFIER") - quantifier
        listed = text == ":" and self._first in _LISTED
        self.goes_on = text in GOES_ON or conditional or quantifier or listed


@cache
def parser(*, keep_all_tokens: bool = False, claims: bool = False) -> Lark:
    """The parser; with ``keep_all_tokens``, its trees hold every token of the text.

    With ``claims``, it reads one claim, an expression with forms that only claims may have.
    """
    names = ("grammar.lark", "claims.lark") if claims else ("grammar.lark",)
    files = resources.files(__package__)
    grammar = "\n".join(files.joinpath(name).read_text("utf-8") for name in names)
    start = "claim" if claims else "start"
    made_from = f"{lark_version} {keep_all_tokens} {start} {grammar}"
    name = f"grammar.{hashlib.sha256(made_from.encode()).hexdigest()[:16]}"
    for tables in stored(name):
        with suppress(Exception):
            return _parser(tables)
    made = _made(grammar, keep_all_tokens, start)
    store(name, made)
    return _parser(made)


def _made(grammar: str, keep_all_tokens: bool, start: str) -> object:
    """The tables of a new parser, which take long to make."""
    made = Lark(
        grammar,
        start=start,
        parser="lalr",
        postlex=_Indenter(),
        propagate_positions=True,
        maybe_placeholders=True,
        keep_all_tokens=keep_all_tokens,
    )
    tables, memo = made.memo_serialize([TerminalDef, Rule])
    return {**tables, "options": {**tables["options"], "postlex": None}}, memo


def _parser(tables: object) -> Lark:
    """The parser of these tables, made in the way of the modules that Lark writes. Raises an
    exception of any kind for others."""
    load: Callable[..., Lark] = Lark._load_from_dict
    if not isinstance(tables, tuple):
        raise TypeError("tables are a pair")
    data, memo = tables
    made = load(data, memo, postlex=_Indenter())
    # Where another version of Lark is made otherwise, it takes its time.
    with suppress(AttributeError):
        _pass_on(made.parser.parser.parser.callbacks)
    return made


def _pass_on(reductions: dict[Rule, Callable[[list[object]], object]]) -> None:
    """Where a rule stands for one other and no more, its tree is that of the other as it is.

    Most reductions are such steps down the precedence of operators; Lark would find out the place
    of the same tree at each of them.
    """
    for rule in reductions:
        if not isinstance(rule, Rule) or not rule.options.expand1 or rule.alias is not None:
            continue
        match rule.expansion:
            case [NonTerminal(name=name)] if name[0] != "_" and not any(rule.options.empty_indices):
                reductions[rule] = itemgetter(0)


@cache
def _literal() -> dict[str, str]:
    """The text of each terminal with a fixed text."""
    return {t.name: t.pattern.value for t in parser().terminals if t.pattern.type == "str"}


def literal(terminal: str) -> str | None:
    """The fixed text of a terminal, None if it has many."""
    return _literal().get(terminal)


@cache
def words() -> frozenset[str]:
    """Every word that has a meaning in the language in some place."""
    found = {text for text in _literal().values() if text.isalpha()}
    for terminal in parser().terminals:
        if terminal.name in _ALTERNATIVES:
            pattern = terminal.pattern.value.replace(r"\b", " ")
            found |= set(re.findall(r"\b[a-z]{2,}\b", pattern))
    return frozenset(found)


@cache
def first_words(rule: str) -> frozenset[str]:
    """The words of the language with which something described by ``rule`` can begin."""
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
