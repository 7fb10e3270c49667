"""Collecting diagnostics, and what readings' options and clauses were used."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn

from ...diagnostics import Diagnostic
from ...ir.types import Type
from ...span import Span
from .uses import PossibleNames, Symbol


class ElaborationError(Exception):
    """What is being elaborated is wrong; the diagnostic is in the report already."""


@dataclass(slots=True)
class Attempts:
    """Things that are done one after the other, each though another is wrong, so that all of it is reported."""

    wrong: bool = False

    @contextmanager
    def each(self) -> Iterator[None]:
        """Go on with what stands behind where what is done inside is wrong."""
        try:
            yield
        except ElaborationError:
            self.wrong = True

    def right(self) -> None:
        """Give up if something was wrong. Raises ElaborationError."""
        if self.wrong:
            raise ElaborationError


@dataclass(slots=True)
class DiagnosticSink:
    """Mutable on purpose: one for each compilation, handed from pass to pass.

    ``failed``: the names of declarations with something wrong in them. ``uses``, ``types`` and ``introduced``: what names stand for, and where local ones come
    from; ``claims``: where parts declare names; ``asked``: what unknown names could have been; ``numbers``: names that stand where a range ends. ``sources`` holds the texts of tables with something wrong in them, for the carets.
    """

    diagnostics: list[Diagnostic] = field(default_factory=list)
    used_options: set[tuple[str, str]] = field(default_factory=set)
    performed: set[str] = field(default_factory=set)
    sources: dict[str, str] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    uses: dict[Span, Symbol] = field(default_factory=dict)
    types: dict[Span, Type] = field(default_factory=dict)
    introduced: dict[Symbol, set[Span]] = field(default_factory=dict)
    claims: dict[str, set[Span]] = field(default_factory=dict)
    asked: dict[str, PossibleNames] = field(default_factory=dict)
    numbers: set[str] = field(default_factory=set)

    def add(self, code: str, span: Span, message: str, hint: str = "") -> None:
        """Note what is wrong; of one place, the copies of a text say it once."""
        if not any(d.span == span and d.code == code for d in self.diagnostics):
            self.diagnostics.append(Diagnostic(code, span, message, hint))

    def use(
        self, kind: str, name: str, span: Span, owner: str | Span = "", value: Type | None = None
    ) -> None:
        """Note what a name stands for where it is used; of a local, ``owner`` introduces it."""
        symbol = Symbol(kind, name, str(owner))
        self.uses[span] = symbol
        if value is not None:
            self.types[span] = value
        if isinstance(owner, Span):
            self.introduced.setdefault(symbol, set()).add(owner)

    def forget(self, codes: Collection[str], since: int) -> None:
        """Take back what was said with these codes after so many others: what it follows from is wrong itself."""
        self.diagnostics[since:] = [d for d in self.diagnostics[since:] if d.code not in codes]

    def missing(self, name: str, code: str, span: Span, message: str, hint: str = "") -> NoReturn:
        """Say that a name is not there, unless its own declaration was found to be wrong."""
        if name not in self.failed:
            self.add(code, span, message, hint)
        raise ElaborationError

    def fail(self, code: str, span: Span, message: str, hint: str = "") -> NoReturn:
        """Add a diagnostic and give up on the present definition or statement."""
        self.add(code, span, message, hint)
        raise ElaborationError
