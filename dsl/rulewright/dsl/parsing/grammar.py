"""The parser of rulesets, made from ``grammar.lark``, and what its terminals are called."""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from functools import cache
from importlib import resources
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import TemporaryDirectory

from lark import Lark
from lark import __version__ as lark_version
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
    key = hashlib.sha256(f"{lark_version} {keep_all_tokens} {grammar}".encode()).hexdigest()
    compiled = Path(cache_from_source(__file__))
    kept = compiled.with_name(f"{compiled.stem}.{key[:16]}.lark")
    if kept.is_file():
        return _made(grammar, keep_all_tokens, str(kept))
    if sys.dont_write_bytecode or not os.access(kept.parent, os.W_OK):
        return _made(grammar, keep_all_tokens, False)
    return _kept(grammar, keep_all_tokens, kept)


def _kept(grammar: str, keep_all_tokens: bool, path: Path) -> Lark:
    """A new parser, whose tables are kept beside the compiled modules: they take long to make.

    The file appears under its name when it is complete, as compiled modules do.
    """
    with TemporaryDirectory(dir=path.parent) as folder:
        own = Path(folder) / path.name
        made = _made(grammar, keep_all_tokens, str(own))
        with suppress(OSError):
            own.replace(path)
    return made


def _made(grammar: str, keep_all_tokens: bool, cache: str | bool) -> Lark:
    return Lark(
        grammar,
        parser="lalr",
        postlex=_Indenter(),
        propagate_positions=True,
        maybe_placeholders=True,
        keep_all_tokens=keep_all_tokens,
        cache=cache,
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
