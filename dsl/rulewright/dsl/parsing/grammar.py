"""The parser of rulesets, made from ``grammar.lark``, and what its terminals are called."""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import resources
from importlib.util import cache_from_source
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from lark import Lark, Token
from lark import __version__ as lark_version
from lark.grammar import NonTerminal, Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

from ..inputs.regular_file import read_regular
from ..sealed import sealed, unsealed

_ALTERNATIVES = {"QUANTIFIER", "MOST", "PRODUCT_OP"}
"""Terminals that are several words; what else is in their patterns are words, too."""
GOES_ON = frozenset({",", "|", "and", "or", "implies", "then", "with", "since", "+", "-", "++"})
"""A line that ends in one of these goes on in the next one, if that is indented further."""
_LISTED = frozenset({"INSTANCE", "VARIANT"})
"""A line that begins with one of these goes on after its colon, too: no block stands there."""
MAX_TABLES = 10_000_000
"""Bytes; kept tables take 0.3 million."""


class _Indenter(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012 (the library's interface)
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens, without the end of a line that goes on in the next one."""
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
    """What of a line has been read: whether it may go on in the next one."""

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


class _Plain(pickle.Unpickler):
    """Reads numbers, texts, lists, tuples and dictionaries, and nothing that could do anything."""

    def find_class(self, module: str, name: str) -> NoReturn:
        """Refuse."""
        raise pickle.UnpicklingError(f"{module}.{name} has no place in tables")


@cache
def parser(*, keep_all_tokens: bool = False, claims: bool = False) -> Lark:
    """The parser; with ``keep_all_tokens``, its trees hold every token of the text.

    With ``claims``, it reads one claim, an expression with what only claims may say.
    """
    names = ("grammar.lark", "claims.lark") if claims else ("grammar.lark",)
    files = resources.files(__package__)
    grammar = "\n".join(files.joinpath(name).read_text("utf-8") for name in names)
    start = "claim" if claims else "start"
    made_from = f"{lark_version} {keep_all_tokens} {start} {grammar}"
    key = hashlib.sha256(made_from.encode()).hexdigest()
    compiled = Path(cache_from_source(__file__))
    cached = compiled.with_name(f"{compiled.stem}.{key[:16]}.lark")
    found = _read(cached)
    if found is not None:
        return found
    tables = _made(grammar, keep_all_tokens, start)
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            _write(cached, tables)
    return _parser(tables)


def _made(grammar: str, keep_all_tokens: bool, start: str) -> bytes:
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
    plain = {**tables, "options": {**tables["options"], "postlex": None}}
    return pickle.dumps((plain, memo), protocol=4)


def _parser(tables: bytes) -> Lark:
    """The parser of these tables, made as by the modules that Lark writes."""
    data, memo = _Plain(BytesIO(tables)).load()
    load: Callable[..., Lark] = Lark._load_from_dict
    return load(data, memo, postlex=_Indenter())


def _read(path: Path) -> Lark | None:
    """The parser of the tables that are kept in a file, None if there are none or they are spoilt."""
    with suppress(Exception):
        tables = unsealed(read_regular(path, MAX_TABLES), path.name)
        return None if tables is None else _parser(tables)
    return None


def _write(path: Path, tables: bytes) -> None:
    """Keep the tables beside the compiled modules. Raises OSError.

    The file appears under its name when it is complete, as compiled modules do.
    """
    with TemporaryDirectory(dir=path.parent) as folder:
        own = Path(folder) / path.name
        own.write_bytes(sealed(tables, path.name))
        own.replace(path)


@cache
def _literal() -> dict[str, str]:
    """What each terminal with a fixed text looks like."""
    return {t.name: t.pattern.value for t in parser().terminals if t.pattern.type == "str"}


def literal(terminal: str) -> str | None:
    """The fixed text of a terminal, None if it has many."""
    return _literal().get(terminal)


@cache
def words() -> frozenset[str]:
    """Every word that has a meaning in the language where it stands."""
    found = {text for text in _literal().values() if text.isalpha()}
    for terminal in parser().terminals:
        if terminal.name in _ALTERNATIVES:
            pattern = terminal.pattern.value.replace(r"\b", " ")
            found |= set(re.findall(r"\b[a-z]{2,}\b", pattern))
    return frozenset(found)


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
