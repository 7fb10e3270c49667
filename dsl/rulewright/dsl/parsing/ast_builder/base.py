"""What all builders of the syntax tree share: places, names, citations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from ...diagnostics import Diagnostic
from ...span import Span
from ...syntax.node import Cite, Name

MAX_DIGITS = 9

RESERVED = frozenset(
    [
        "add",
        "after",
        "all",
        "and",
        "by",
        "choose",
        "count",
        "div",
        "draw",
        "each",
        "else",
        "for",
        "gap",
        "greatest",
        "if",
        "in",
        "is",
        "least",
        "leave",
        "let",
        "lose",
        "match",
        "mod",
        "move",
        "next",
        "no",
        "none",
        "nothing",
        "not",
        "or",
        "otherwise",
        "put",
        "rank",
        "remove",
        "repeat",
        "reset",
        "return",
        "roll",
        "rotate",
        "some",
        "sum",
        "take",
        "then",
        "those",
        "turns",
        "union",
        "unless",
        "var",
        "when",
        "win",
        "yes",
    ]
)

STATEMENTS = frozenset(
    ["add", "choose", "draw", "gap", "leave", "lose", "move", "put", "rank", "remove", "repeat",
     "reset", "return", "roll", "rotate", "take", "turns", "win"]
)  # fmt: skip
"""The reserved words that are reserved only where a statement begins."""


@dataclass(frozen=True, slots=True)
class Else:
    """The case of a match for all that is left."""

    body: Any
    span: Span


@v_args(meta=True, inline=True)
class BaseBuilder(Transformer[Token, Any]):
    """``errors`` collects what the grammar cannot see."""

    def __init__(self, file: str, source: str) -> None:
        super().__init__()
        self._file = file
        self._source = source
        self.errors: list[Diagnostic] = []
        self._doubtful: dict[Span, Diagnostic] = {}
        """Reports on words of the language used as names, unless they are allowed where they stand."""

    # Tokens and helpers

    def _at(self, meta: Meta | Token) -> Span:
        if isinstance(meta, Meta) and meta.empty:
            return Span(self._file, 1, 1, 1, 1)
        return Span(
            self._file, meta.line or 1, meta.column or 1, meta.end_line or 1, meta.end_column or 1
        )

    def name(self, meta: Meta, token: Token) -> Name:
        if token in RESERVED:
            message = f"{str(token)!r} is a word of the language and cannot be a name"
            hint = f"of a number for each, write '{token} x in S: m[x]'" if token == "sum" else ""
            hint = hint or f"call it something else, such as the_{token}"
            at = self._at(token)
            self._doubtful[at] = Diagnostic("E025", at, message, hint)
        return Name(str(token), span=self._at(token))

    def of_value(self, name: Name) -> Name:
        """The name of a function or a field: no statement begins with it, so it may be such a word."""
        if name.text in STATEMENTS:
            self._doubtful.pop(name.span, None)
        return name

    def of_question(self, name: Name) -> Name:
        """The name of a check, an agreement or an example: no rule mentions it, so it may be any
        word."""
        self._doubtful.pop(name.span, None)
        return name

    def settle(self) -> None:
        """Report the words that are used as names but cannot be."""
        self.errors += self._doubtful.values()

    def verb(self, meta: Meta, token: Token) -> Name:
        """The name of an option: a player's action may have the name of a statement."""
        if token in {"else", "otherwise"}:
            message = f"{str(token)!r} cannot be the name of an option"
            hint = "for what is done where no option is possible, write 'otherwise' as deep as 'choose'"
            self.errors.append(Diagnostic("E019", self._at(token), message, hint))
        return Name(str(token), span=self._at(token))

    def cites(self, meta: Meta, *clauses: Token) -> tuple[Cite, ...]:
        return tuple(Cite(str(c)[1:-1], span=self._at(c)) for c in clauses)

    def _number(self, token: Token) -> int:
        if len(token) > MAX_DIGITS:
            text = f"this number is too long; at most {MAX_DIGITS} digits are allowed"
            self.errors.append(Diagnostic("E026", self._at(token), text))
            return 0
        return int(token)

    @staticmethod
    def _string(token: Token | None) -> str:
        """The content of a text; its lines are joined by blanks."""
        return "" if token is None else " ".join(re.findall(r'"([^"\n]*)"', token))

    def _one_else(self, cases: tuple[Any, ...]) -> Any:
        """The body of 'else', if there is one; one that is not the last case is reported."""
        for case in cases[:-1]:
            if isinstance(case, Else):
                message = "'else' stands once, after the other cases"
                self.errors.append(Diagnostic("E027", case.span, message))
        return next((c.body for c in reversed(cases) if isinstance(c, Else)), None)
