"""Why something is proved, for a person: what holds where, in the language's own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import overload

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.loops import reachable
from rulewright.dsl.ir.program import Chance, Choice, Decision, Program
from rulewright.dsl.ir.walk import calls, reads, stores

from ..kernel.certificate import Certificate, CutNode, CutPoint
from ..kernel.check import Accepted
from ..kernel.setting import split
from ..results.check_result import CheckResult, InstanceResult
from ..results.verdict import Proved
from .certificates import Certificates, UnwritableError
from .format import listed

MOST = 8
"""The most claims shown of a proof."""


def reasons(
    certificates: Certificates, certificate: Certificate, program: Program
) -> tuple[str, ...]:
    """A line for each statement of the proof, and one for the clauses that it rests on.

    These are the clauses of the options and rolls after which rules change variables of the proof: a step
    that changes none of them keeps every claim.
    """
    lines = [
        *_sinking(certificates, certificate, program),
        *_claims(certificates, certificate, program),
    ]
    for lemma in certificate.lemmas if certificate.anywhere else ():
        lines += _claims(certificates, lemma, program)
    lines = list(dict.fromkeys(lines))
    if len(lines) > MOST:
        lines = [*lines[:MOST], f"and {len(lines) - MOST} more of the kind"]
    if certificate.anywhere:
        names = sorted({lemma.check for lemma in certificate.lemmas})
        others = f"from {listed(names)}" if names else "from nothing else"
        lines.append(f"it follows {others}, in any position")
    elif not lines:
        lines.append("each step of the rules keeps it, whatever else is so")
    clauses = rests_on(certificate, program)
    if clauses and not (certificate.anywhere and not certificate.lemmas):
        lines.append(f"it rests on {', '.join(f'[{c}]' for c in clauses)}")
    return tuple(lines)


class LazyReasons(Sequence[str]):
    """The `reasons` of a proof, computed on first use: few of all proofs are ever read."""

    def __init__(
        self, certificates: Certificates, certificate: Certificate, program: Program
    ) -> None:
        self._about = certificates, certificate, program

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        return reasons(*self._about)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """A line, or some of them."""
        return self._lines[index]

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self._lines)


def _claims(
    certificates: Certificates, certificate: Certificate, program: Program
) -> Iterator[str]:
    """What is claimed, once for all places and values with the same claim."""
    said: dict[tuple[str, str], set[CutPoint]] = {}
    for point, claims in certificate.claims:
        for claim in claims:
            try:
                said.setdefault(certificates.parts(claim), set()).add(point)
            except UnwritableError:
                said.setdefault(("", "something that has no short words"), set()).add(point)
    together: dict[tuple[str, str], list[str]] = {}
    for (given, text), points in said.items():
        where = _where(certificates, points, program)
        together.setdefault((where, text), []).extend([given] if given else [])
    for (where, text), values in together.items():
        of = f"for {values[0]}: " if len(values) == 1 else ""
        of = f"for {values[0]} and {len(values) - 1} more: " if len(values) > 1 else of
        yield f"{where}: play never comes there" if text == "no" else f"{where}, {of}{text}"


def _sinking(
    certificates: Certificates, certificate: Certificate, program: Program
) -> Iterator[str]:
    """What decreases with every decision, if that is why every play ends."""
    rolls = any(isinstance(node, Chance) for node in program.nodes)
    start = f"with every decision{' or roll' if rolls else ''}, "
    for numbers in zip(*(numbers for _, numbers in certificate.measure), strict=True):
        parts = [split(number) for number in numbers]
        try:
            texts = dict.fromkeys(certificates.number(part) for part, _ in parts if part)
        except UnwritableError:
            texts = {"something that has no short words": None}
        onward = "play goes on to a later place in the rules"
        further = len({constant for _, constant in parts}) > 1
        less = f"this gets less: {', or '.join(texts)}"
        both = f"{onward}, or {less}" if further else less
        yield start + (both if texts else onward)
        start = "or that stays as it is, and "


def _where(certificates: Certificates, points: set[CutPoint], program: Program) -> str:
    """``whenever somebody is to decide``, or the places by their names."""
    decisions = {CutNode(i) for i, n in enumerate(program.nodes) if isinstance(n, Decision)}
    rests = {p for p in points if isinstance(p, CutNode)}
    if decisions <= rests and decisions:
        rolls = any(isinstance(program.nodes[p.number], Chance) for p in rests)
        return "whenever somebody is to decide" + (", or chance" if rolls else "")
    named = sorted(certificates.place(p) for p in (rests or points))
    if len(named) > 3:
        missing = sorted(certificates.place(p) for p in decisions - points)
        if rests and 0 < len(missing) <= 3:
            return f"whenever somebody is to decide, but at {listed(missing)}"
        return f"at {', '.join(named[:3])} and {len(named) - 3} more places"
    return f"at {listed(named)}"


def explained(
    result: InstanceResult, certificates: Certificates, program: Program
) -> InstanceResult:
    """The same, with the reasons of each proof by induction in the words of the language."""
    return replace(
        result, answers=tuple(_explained(a, certificates, program) for a in result.answers)
    )


def _explained(answer: CheckResult, certificates: Certificates, program: Program) -> CheckResult:
    match answer.verdict:
        case Proved(Accepted(certificate)) as proved:
            said = LazyReasons(certificates, certificate, program)
            return replace(answer, verdict=replace(proved, reasons=said))
        case _:
            return answer


def rests_on(certificate: Certificate, program: Program) -> tuple[str, ...]:
    """The clauses of the check, and of the choices whose effects change variables of the proof.

    If the answer follows in any position, from lemmas or from types alone, choices matter only to the
    lemmas.
    """
    check = next(c for c in program.checks if c.name == certificate.check)
    spoken = [check.property]
    spoken += [claim.expression for _, claims in certificate.claims for claim in claims]
    spoken += [number for _, numbers in certificate.measure for number in numbers]
    about = frozenset[str]() if certificate.anywhere else _read(spoken, program)
    found = set(check.clauses)
    for node in program.nodes:
        if isinstance(node, Decision):
            for choice in node.choices:
                if _stores(choice, program) & about:
                    found |= {*(choice.clauses or node.clauses)}
        elif isinstance(node, Chance) and _stores(node, program) & about:
            found |= {*node.clauses}
    for lemma in certificate.lemmas:
        found |= {*rests_on(lemma, program)}
    return tuple(sorted(found))


def _read(expressions: Iterable[x.Expr], program: Program) -> frozenset[str]:
    """The variables that expressions read, themselves or through functions."""
    bodies = {f.name: f.body for f in program.functions}
    waiting, seen = list(expressions), set[str]()
    found: set[str] = set()
    while waiting:
        e = waiting.pop()
        found |= reads(e)
        new = calls(e) - seen
        seen |= new
        waiting += [bodies[name] for name in new if name in bodies]
    return frozenset(found)


def _stores(start: Choice | Chance, program: Program) -> set[str]:
    """The variables that are set between a choice and the next place of rest."""
    chosen = start.parameters if isinstance(start, Choice) else (start.parameter,)
    found = {parameter.variable for parameter in chosen}
    for block in reachable(program.blocks, start.block):
        found |= stores(*program.blocks[block].body)
    return found
