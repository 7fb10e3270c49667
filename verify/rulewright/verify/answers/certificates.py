"""Certificates as lines of text, and back: claims in the language, places by their names.

Whatever is read here is a guess, like any certificate; the kernel decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.dsl.ir.code import Expr, Not
from rulewright.dsl.ir.program import Chance, Decision, End, Fault, Node, Program
from rulewright.dsl.restate.labels import block_labels, node_labels
from rulewright.dsl.restate.language import (
    ClaimLanguage,
    InstantiatedExpression,
    UnreadableClaimError,
    UnwritableError,
    joined,
)
from rulewright.dsl.ruleset import Ruleset

from ..kernel.certificate import Certificate, Claim, CutBlock, CutNode, CutPoint, in_order
from ..proof.cuts import loop_heads
from .format import escaped, unescaped

_DEEPEST = 8
"""The depth to which lemmas of lemmas are read."""
_FOLLOWS, _ALL, _ALL_BUT = "follows ", "follows every variable", "follows every variable but "
_AT, _EVERY, _BUT, _FALLS = "at ", "at every ", "but ", "falls at "
_CUT, _EVERY_LOOP, _ANYWHERE, _LEMMA = "cut at ", "cut at every loop", "in any position", "by "
_KINDS: Mapping[str, type[Node]] = {
    "decision": Decision, "roll": Chance, "end": End, "fault": Fault,
}  # fmt: skip
_ONE_PASS = "one pass stands for a whole loop"
_SUMMED = "summed: "
_OPEN = "leaves open what goes through more elements than "


class CertificateError(ValueError):
    """Lines that are not a certificate about this program; the message says why."""


class Certificates:
    """Writes and reads certificates about one program."""

    def __init__(self, ruleset: Ruleset, program: Program) -> None:
        self._ruleset = ruleset
        self._program = program
        nodes, blocks = node_labels(program), block_labels(program)
        self._labels: dict[CutPoint, str] = {CutNode(i): name for i, name in enumerate(nodes)}
        self._labels |= {CutBlock(i): name for i, name in enumerate(blocks)}
        self._points = {name: point for point, name in self._labels.items()}
        self._variables = frozenset(v.name for v in program.variables)
        self._checks = frozenset(c.name for c in program.checks)
        self._loops = loop_heads(program.blocks)
        self._read_before: dict[tuple[str, bool], InstantiatedExpression] = {}
        self._written: dict[InstantiatedExpression, tuple[str, str] | None] = {}
        self._groups: dict[str, frozenset[CutPoint]] = {
            word: frozenset(CutNode(i) for i, n in enumerate(program.nodes) if isinstance(n, kind))
            for word, kind in _KINDS.items()
        }
        self._groups["loop"] = frozenset(CutBlock(block) for block in self._loops)

    @cached_property
    def _language(self) -> ClaimLanguage:
        """Made when it is first needed: most answers are plays."""
        return ClaimLanguage(self._ruleset, self._program)

    def claim(self, claim: Claim) -> str:
        """A claim in the language. Raises UnwritableError."""
        return joined(*self.parts(claim))

    def parts(self, claim: Claim) -> tuple[str, str]:
        """A claim's bindings, and its statement. Raises UnwritableError.

        Each is written once: the same is often claimed at many places, and in many proofs.
        """
        stated = _stated(claim)
        if stated not in self._written:
            with suppress(UnwritableError):
                self._written[stated] = None
                self._written[stated] = self._language.parts(stated)
        written = self._written[stated]
        if written is None:
            raise UnwritableError
        return written

    def number(self, measured: Expr) -> str:
        """A number of a measure in the language. Raises UnwritableError."""
        return self._language.write(InstantiatedExpression(measured))

    def place(self, point: CutPoint) -> str:
        """The name of a place."""
        return self._labels[point]

    def lines(self, certificate: Certificate) -> tuple[str, ...]:
        """The text of a certificate. Raises UnwritableError if a claim cannot be written."""
        return tuple(self._lines(certificate))

    def _lines(self, certificate: Certificate) -> Iterator[str]:
        yield from self._followed(certificate.followed)
        if certificate.anywhere:
            yield _ANYWHERE
        if not certificate.unrolled:
            yield _ONE_PASS
        if certificate.widest:
            yield f"{_OPEN}{certificate.widest}"
        if certificate.loops == self._loops and certificate.loops:
            yield _EVERY_LOOP
        else:
            yield from (_CUT + self._labels[CutBlock(b)] for b in sorted(certificate.loops))
        said: dict[str, set[CutPoint]] = {}
        for point, claims in certificate.claims:
            for claim in claims:
                line = f"{_SUMMED if claim.summed else ''}{self.claim(claim)}"
                said.setdefault(line, set()).add(point)
        together: dict[frozenset[CutPoint], list[str]] = {}
        for line, points in said.items():
            together.setdefault(frozenset(points), []).append(line)
        found = [[*self._where(at), *(f"  {c}" for c in sorted(cs))] for at, cs in together.items()]
        yield from (line for block in sorted(found) for line in block)
        for point, numbers in sorted(certificate.measure, key=lambda c: self._labels[c[0]]):
            yield _FALLS + self._labels[point]
            for number in numbers:
                yield f"  {self.number(number)}"
        for lemma in sorted(certificate.lemmas, key=lambda c: c.check):
            yield _LEMMA + lemma.check
            yield from (f"  {line}" for line in self._lines(lemma))

    def _followed(self, followed: frozenset[str]) -> Iterator[str]:
        others = self._variables - followed
        if followed and len(others) < len(followed):
            yield _ALL_BUT + ", ".join(escaped(v) for v in sorted(others)) if others else _ALL
        elif followed:
            yield _FOLLOWS + ", ".join(escaped(v) for v in sorted(followed))

    def _where(self, points: frozenset[CutPoint]) -> Iterator[str]:
        """The places; a kind of place is named as a whole if most of its places are among them."""
        left = set(points)
        for word, group in self._groups.items():
            if len(group) > 1 and 2 * len(group & points) > len(group):
                yield _EVERY + word
                yield from sorted(_BUT + self._labels[p] for p in group - points)
                left -= group
        yield from sorted(_AT + self._labels[p] for p in left)

    def read(self, check: str, lines: Sequence[str]) -> Certificate:
        """The certificate that lines express. Raises CertificateError."""
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
            check=check,
            followed=frozenset(parts.followed),
            unrolled=parts.unrolled,
            widest=parts.widest,
            loops=frozenset(parts.loops),
            claims=tuple(sorted(parts.claims.items(), key=lambda said: in_order(said[0]))),
            measure=tuple(parts.measure),
            anywhere=parts.anywhere,
            lemmas=tuple(parts.lemmas),
        )

    def _part(self, parts: _Parts, heading: str, block: list[str], deep: int) -> None:
        if heading.startswith((_EVERY, _BUT, _AT)):
            self._place(parts, heading)
            if block:
                claims = tuple(self._claim(line) for line in block)
                for point in parts.here:
                    parts.claims[point] = (*parts.claims.get(point, ()), *claims)
                parts.here = set()
        elif heading.startswith(_FALLS):
            point = self._point(heading.removeprefix(_FALLS))
            numbers = tuple(self._said(line, number=True).expression for line in block)
            parts.measure.append((point, numbers))
        elif heading.startswith(_LEMMA):
            parts.lemmas.append(self._read(heading.removeprefix(_LEMMA), block, deep - 1))
        elif block:
            raise CertificateError(f"nothing is said below {heading!r}")
        elif heading in {_ANYWHERE, _ONE_PASS, _EVERY_LOOP}:
            parts.anywhere |= heading == _ANYWHERE
            parts.unrolled &= heading != _ONE_PASS
            parts.loops |= self._loops if heading == _EVERY_LOOP else set()
        elif heading.startswith(_OPEN):
            parts.widest = _count(heading.removeprefix(_OPEN))
        elif heading.startswith(_CUT):
            parts.loops.add(self._block(heading.removeprefix(_CUT)))
        else:
            parts.followed |= self._variables_of(heading)

    def _place(self, parts: _Parts, heading: str) -> None:
        if heading.startswith(_EVERY):
            word = heading.removeprefix(_EVERY)
            if word not in self._groups:
                raise CertificateError(f"there is no kind of place called {word!r}")
            parts.here |= self._groups[word]
        elif heading.startswith(_BUT):
            parts.here.discard(self._point(heading.removeprefix(_BUT)))
        else:
            parts.here.add(self._point(heading.removeprefix(_AT)))

    def _block(self, name: str) -> int:
        point = self._point(name)
        if not isinstance(point, CutBlock):
            raise CertificateError(f"{name!r} begins no loop")
        return point.number

    def _variables_of(self, heading: str) -> frozenset[str]:
        if heading == _ALL:
            return self._variables
        for start in (_ALL_BUT, _FOLLOWS):
            if heading.startswith(start):
                named = frozenset(unescaped(v) for v in heading.removeprefix(start).split(", "))
                unknown = named - self._variables
                if unknown:
                    raise CertificateError(f"there is no variable {min(unknown)}")
                return self._variables - named if start == _ALL_BUT else named
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

    def _said(self, line: str, *, number: bool = False) -> InstantiatedExpression:
        """The expression of a line; the same object for equal lines, including the names of locals."""
        if (line, number) not in self._read_before:
            try:
                self._read_before[line, number] = self._language.read(line, number=number)
            except UnreadableClaimError as error:
                raise CertificateError(f"{line!r}: {error}") from None
        return self._read_before[line, number]


def _count(text: str) -> int:
    """A positive number of at most nine digits. Raises CertificateError."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise CertificateError(f"{text!r} is no number of elements")
    return int(text)


@dataclass(slots=True)
class _Parts:
    """The parts of a certificate while it is read; ``here``: where the next claims hold."""

    followed: set[str] = field(default_factory=set)
    unrolled: bool = True
    widest: int = 0
    anywhere: bool = False
    loops: set[int] = field(default_factory=set)
    here: set[CutPoint] = field(default_factory=set)
    claims: dict[CutPoint, tuple[Claim, ...]] = field(default_factory=dict)
    measure: list[tuple[CutPoint, tuple[Expr, ...]]] = field(default_factory=list)
    lemmas: list[Certificate] = field(default_factory=list)


def _blocks(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Each line without indentation, with the more indented lines below it, one step less indented."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if not line.startswith("  "):
            found.append((line, []))
        elif found:
            found[-1][1].append(line[2:])
        else:
            raise CertificateError("its first line is indented")
    return found


def _stated(claim: Claim) -> InstantiatedExpression:
    said = claim.expression if claim.holds else _negated(claim.expression)
    return InstantiatedExpression(said, claim.bound)


def _negated(e: Expr) -> Expr:
    return e.arg if isinstance(e, Not) else Not(e)


__all__ = ["CertificateError", "Certificates", "UnwritableError"]
