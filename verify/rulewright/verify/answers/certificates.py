"""Certificates as lines of text, and back: claims in the language, places by their names.

Whatever is read here is a guess, as a certificate always is; the kernel decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulewright.dsl.ir.expr import Expr, Not
from rulewright.dsl.ir.program import Program
from rulewright.dsl.restate.labels import block_labels, node_labels
from rulewright.dsl.restate.language import (
    ClaimLanguage,
    Statement,
    UnreadableError,
    UnwritableError,
)
from rulewright.dsl.ruleset import Ruleset

from ..results.certificate import Certificate, Claim, CutPoint
from .format import escaped, unescaped

_DEEPEST = 8
"""Lemmas of lemmas are read so deep."""
_FOLLOWS, _AT, _FALLS, _LEMMA = "follows ", "at ", "falls at ", "by "
_ONE_PASS = "one pass stands for a whole loop"
_SUMMED = "summed: "


class CertificateError(ValueError):
    """Lines that are no certificate about this program; the message says why."""


class Certificates:
    """Writes and reads certificates about one program."""

    def __init__(self, ruleset: Ruleset, program: Program) -> None:
        self._ruleset = ruleset
        self._program = program
        nodes, blocks = node_labels(program), block_labels(program)
        self._labels = {CutPoint("node", i): name for i, name in enumerate(nodes)}
        self._labels |= {CutPoint("block", i): name for i, name in enumerate(blocks)}
        self._points = {name: point for point, name in self._labels.items()}
        self._variables = frozenset(v.name for v in program.variables)
        self._checks = frozenset(c.name for c in program.checks)

    @cached_property
    def _language(self) -> ClaimLanguage:
        """Made when it is first needed: most answers are plays."""
        return ClaimLanguage(self._ruleset, self._program)

    def claim(self, claim: Claim) -> str:
        """A claim as the language says it. Raises UnwritableError."""
        said = claim.expression if claim.holds else _negated(claim.expression)
        return self._language.write(Statement(said, claim.bound))

    def place(self, point: CutPoint) -> str:
        """The name of a place."""
        return self._labels[point]

    def lines(self, certificate: Certificate) -> tuple[str, ...]:
        """The text of a certificate. Raises UnwritableError where a claim cannot be written."""
        return tuple(self._lines(certificate))

    def _lines(self, certificate: Certificate) -> Iterator[str]:
        if certificate.followed:
            yield _FOLLOWS + ", ".join(escaped(v) for v in sorted(certificate.followed))
        if not certificate.unrolled:
            yield _ONE_PASS
        for point, claims in sorted(certificate.claims, key=lambda c: self._labels[c[0]]):
            yield _AT + self._labels[point]
            for claim in claims:
                yield f"  {_SUMMED if claim.summed else ''}{self.claim(claim)}"
        for point, numbers in sorted(certificate.measure, key=lambda c: self._labels[c[0]]):
            yield _FALLS + self._labels[point]
            for number in numbers:
                yield f"  {self._language.write(Statement(number))}"
        for lemma in sorted(certificate.lemmas, key=lambda c: c.check):
            yield _LEMMA + lemma.check
            yield from (f"  {line}" for line in self._lines(lemma))

    def read(self, check: str, lines: Sequence[str]) -> Certificate:
        """The certificate that lines say. Raises CertificateError."""
        return self._read(check, lines, _DEEPEST)

    def _read(self, check: str, lines: Sequence[str], deep: int) -> Certificate:
        if check not in self._checks:
            raise CertificateError(f"there is no check {check}")
        if deep == 0:
            raise CertificateError("its lemmas rest on lemmas too often")
        parts = _Parts()
        for heading, block in _blocks(lines):
            self._part(parts, heading, block, deep)
        return Certificate(
            check, frozenset(parts.followed), parts.unrolled, tuple(parts.claims),
            tuple(parts.measure), tuple(parts.lemmas),
        )  # fmt: skip

    def _part(self, parts: _Parts, heading: str, block: list[str], deep: int) -> None:
        if heading.startswith(_FOLLOWS) and not block:
            parts.followed = [unescaped(v) for v in heading.removeprefix(_FOLLOWS).split(", ")]
            unknown = [v for v in parts.followed if v not in self._variables]
            if unknown:
                raise CertificateError(f"there is no variable {unknown[0]}")
        elif heading == _ONE_PASS and not block:
            parts.unrolled = False
        elif heading.startswith(_AT):
            claims = tuple(self._claim(line) for line in block)
            parts.claims.append((self._point(heading.removeprefix(_AT)), claims))
        elif heading.startswith(_FALLS):
            point = self._point(heading.removeprefix(_FALLS))
            numbers = tuple(self._said(line, number=True).expression for line in block)
            parts.measure.append((point, numbers))
        elif heading.startswith(_LEMMA):
            parts.lemmas.append(self._read(heading.removeprefix(_LEMMA), block, deep - 1))
        else:
            raise CertificateError(f"no certificate says {heading!r}")

    def _point(self, name: str) -> CutPoint:
        if name not in self._points:
            raise CertificateError(f"there is no place called {name!r}")
        return self._points[name]

    def _claim(self, line: str) -> Claim:
        summed = line.startswith(_SUMMED)
        said = self._said(line.removeprefix(_SUMMED))
        e, holds = said.expression, True
        while isinstance(e, Not):
            e, holds = e.arg, not holds
        return Claim(e, holds, said.given, summed)

    def _said(self, line: str, *, number: bool = False) -> Statement:
        try:
            return self._language.read(line, number=number)
        except UnreadableError as error:
            raise CertificateError(f"{line!r}: {error}") from None


class _Parts:
    """What a certificate is made of, while it is read."""

    def __init__(self) -> None:
        self.followed: list[str] = []
        self.unrolled = True
        self.claims: list[tuple[CutPoint, tuple[Claim, ...]]] = []
        self.measure: list[tuple[CutPoint, tuple[Expr, ...]]] = []
        self.lemmas: list[Certificate] = []


@dataclass(slots=True)
class _Block:
    heading: str
    lines: list[str]


def _blocks(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Each line without indentation, with the lines below it, a step less indented."""
    found: list[_Block] = []
    for line in lines:
        if not line.startswith("  "):
            found.append(_Block(line, []))
        elif found:
            found[-1].lines.append(line[2:])
        else:
            raise CertificateError("its first line is indented")
    return [(block.heading, block.lines) for block in found]


def _negated(e: Expr) -> Expr:
    return e.arg if isinstance(e, Not) else Not(e)


__all__ = ["CertificateError", "Certificates", "UnwritableError"]
