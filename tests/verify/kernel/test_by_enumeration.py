"""The kernel accepts a certificate if, and only if, no values at all break it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest
from tests.differential.case import compiled
from tests.generators import ruleset
from tests.tiers import judges, slow
from tests.verify.kernel.certified import decides
from tests.verify.kernel.enumeration import Enumeration, atoms

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.certificate import Certificate, Claim, CutPoint
from rulewright.verify.kernel.check import Accepted, Rejected, check
from rulewright.verify.kernel.obligations import compares_sums

SEEDS = (6, 8, 10, 15, 16, 17, 19, 20, 21, 30, 31, 37, 41, 56, 66, 67, 69, 70)
"""Small rulesets whose variables have so few values that all of them can be tried."""
FEW, MANY = (6, 10), (8, 15, 16, 19, 20, 21)
"""Those that are soon tried, and others that judge planted faults, too."""
MORE = range(100, 160)

Claims = dict[CutPoint, tuple[Claim, ...]]


@cache
def enumeration(seed: int) -> Enumeration:
    found = compiled(ruleset(seed, small=True)) or compiled(ruleset(SEEDS[0], small=True))
    assert found is not None
    return Enumeration(instantiate(found), seed)


def pool(of: Program) -> list[Claim]:
    """Small claims, and what the checks are about, each as it is and turned round."""
    asked = [c.property for c in of.checks if c.kind in ("never", "always", "reachable")]
    return [*atoms(of), *(Claim(e, holds) for e in asked for holds in (True, False))]


def claimings(e: Enumeration, number: int, random: Random) -> Iterator[Claims]:
    """Claims that are kept, and some that are nearly so."""
    everything = pool(e.program)
    kept = e.kept(number, everything)
    yield kept
    some = {p: tuple(c for c in found if random.random() < 0.5) for p, found in kept.items()}
    yield some
    points = list(kept) or e.points
    for begun in (kept, some, {}):
        point = random.choice(points)
        more = random.sample(everything, min(2, len(everything)))
        yield {**begun, point: (*begun.get(point, ()), *more)}


def numbers(of: Program) -> list[x.Expr]:
    """What can be a part of a measure."""
    found: list[x.Expr] = [x.Const(n, ty.Int(n, n)) for n in (0, 1)]
    for v in of.variables:
        if v.kind != "scratch" and ty.is_scalar(v.type):
            lo, hi = ty.bounds(v.type)
            here = x.Convert(x.Var(v.name, v.type), ty.Int(lo, hi))
            zero = x.Const(0, ty.Int(0, 0))
            found += [here, x.Arith("-", zero, here, ty.Int(-hi, -lo))]
        elif v.kind != "scratch" and isinstance(v.type, ty.Set):
            most = ty.size(v.type.element)
            here = x.Size(x.Var(v.name, v.type), ty.Int(0, most))
            one = x.Const(1, ty.Int(1, 1))
            found += [here, x.Arith("+", here, one, ty.Int(1, most + 1))]
    return found


def measures(e: Enumeration, random: Random) -> Iterator[dict[CutPoint, tuple[x.Expr, ...]]]:
    parts = numbers(e.program)
    order = {p: i for i, p in enumerate(e.points)}
    after = {p: {w.end.point for w in e.ways[p] if w.end.point in order} for p in e.points}
    height = dict.fromkeys(e.points, 0)
    for _ in e.points:
        for p in e.points:
            height[p] = min(len(order), max((height[q] + 1 for q in after[p] - {p}), default=0))
    for part in parts:
        levels = {p: x.Const(height[p], ty.Int(0, len(order))) for p in e.points}
        yield {p: (levels[p], part) for p in e.points}
        yield {p: (part, levels[p]) for p in e.points}
    for _ in range(3):
        yield {p: tuple(random.choices(parts, k=2)) for p in e.points}


def verdict(of: Program, number: int, made: Certificate) -> Accepted | Rejected:
    return check(of, number, made, decides)


def agrees(e: Enumeration, number: int, made: Certificate) -> bool:
    """Whether the kernel accepts; asserts that it does just where nothing breaks the certificate."""
    broken = next(e.broken(number, made), None)
    found = verdict(e.program, number, made)
    accepted = isinstance(found, Accepted)
    if accepted or (e.complete and isinstance(found, Rejected) and found.certain):
        assert accepted == (broken is None), (e.program.checks[number], made, found, broken)
    return accepted


@pytest.mark.thorough
@pytest.mark.parametrize(
    "seed", [*FEW, *judges(MANY), *slow(s for s in (*SEEDS, *MORE) if s not in FEW + MANY)]
)
def test_what_is_accepted_is_what_nothing_breaks(seed: int) -> None:
    e, random = enumeration(seed), Random(seed)
    of = e.program
    names = frozenset(v.name for v in of.variables)
    for number, asked in enumerate(of.checks):
        if asked.kind in ("forever", "ends"):
            continue
        for claims in claimings(e, number, random):
            made = Certificate(asked.name, names, True, e.loops, tuple(claims.items()))
            agrees(e, number, made)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [6, *judges([8, 30, 66]), *slow([17, 41, 67, 70, *MORE])])
def test_what_is_accepted_with_something_left_open_is_broken_by_nothing(seed: int) -> None:
    e, random = enumeration(seed), Random(seed)
    of = e.program
    names = [v.name for v in of.variables]
    for number, asked in enumerate(of.checks):
        if asked.kind in ("forever", "ends"):
            continue
        for claims in islice(claimings(e, number, random), 3):
            followed = frozenset(n for n in names if random.random() < 0.7)
            summed = {
                p: tuple(
                    Claim(c.expression, c.holds, c.bound, summed=compares_sums(of, c))
                    for c in found
                )
                for p, found in claims.items()
            }
            for kept, unrolled, said in (
                (followed, True, claims), (followed, False, claims),
                (frozenset(names), False, summed), (followed, False, summed),
            ):  # fmt: skip
                made = Certificate(asked.name, kept, unrolled, e.loops, tuple(said.items()))
                if isinstance(verdict(of, number, made), Accepted):
                    broken = next(e.broken(number, made), None)
                    assert broken is None, (asked, made, broken)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [6, 20, *judges([10, 61]), *slow([17, 30, 41, 66, *MORE])])
def test_measures_that_are_accepted_fall_on_every_way(seed: int) -> None:
    e, random = enumeration(seed), Random(seed)
    of = e.program
    names = frozenset(v.name for v in of.variables)
    (number,) = (i for i, c in enumerate(of.checks) if c.kind == "ends")
    claims = tuple(e.kept(number, pool(of)).items())
    for measure in measures(e, random):
        made = Certificate("ends", names, True, e.loops, claims, tuple(measure.items()))
        agrees(e, number, made)
        some = frozenset(n for n in sorted(names) if random.random() < 0.7)
        rough = replace(made, followed=some, unrolled=random.random() < 0.5)
        if isinstance(verdict(of, number, rough), Accepted):
            assert next(e.broken(number, rough), None) is None, rough
