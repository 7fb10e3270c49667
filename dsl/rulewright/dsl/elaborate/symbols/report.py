"""Collects diagnostics, and which options of readings and clauses were used."""

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
    """What is being elaborated is wrong; the diagnostic is already in the report."""


@dataclass(slots=True)
class Attempts:
    """Steps that are all attempted though one is wrong, so that every error is reported."""

    wrong: bool = False

    @contextmanager
    def each(self) -> Iterator[None]:
        """Continue after the block if what is done inside is wrong."""
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
    """Mutable on purpose: one for each compilation, passed from pass to pass.

    ``failed``: the names of declarations with errors. ``uses``, ``types`` and ``introduced``: what
    names stand for, and where local ones come from; ``claims``: where parts declare names;
    ``asked``: what unknown names could have been; ``numbers``: names at the end of a range.
    ``sources`` holds the texts of tables with errors, for the carets.
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
        """Record an error; the copies of one place in the text report it once."""
        if not any(d.span == span and d.code == code for d in self.diagnostics):
            self.diagnostics.append(Diagnostic(code, span, message, hint))

    def use(
        self, kind: str, name: str, span: Span, owner: str | Span = "", value: Type | None = None
    ) -> None:
        """Record what a name stands for where it is used; for a local, ``owner`` introduces it."""
        symbol = Symbol(kind, name, str(owner))
        self.uses[span] = symbol
        if value is not None:
            self.types[span] = value
        if isinstance(owner, Span):
            self.introduced.setdefault(symbol, set()).add(owner)

    def forget(self, codes: Collection[str], since: int) -> None:
        """Take back reports with these codes made after the first ``since``: their cause is itself
        wrong."""
        self.diagnostics[since:] = [d for d in self.diagnostics[since:] if d.code not in codes]

    def missing(self, name: str, code: str, span: Span, message: str, hint: str = "") -> NoReturn:
        """Report that a name does not exist, unless its own declaration was found to be wrong."""
        if name not in self.failed:
            self.add(code, span, message, hint)
        raise ElaborationError

    def fail(self, code: str, span: Span, message: str, hint: str = "") -> NoReturn:
        """Add a diagnostic and give up on the present definition or statement."""
        self.add(code, span, message, hint)
        raise ElaborationError
