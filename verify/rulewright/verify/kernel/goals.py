"""What must be true wherever play rests, so that no play shows what a check looks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Check, Program

from .certificate import Certificate, Claim, CutNode, CutPoint


class Refused(Exception):  # noqa: N818
    """A certificate that does not state anything that could be checked; the message says why not."""


def looked_for(check: Check) -> Claim | None:
    """What a play must show; None if it is not about one position."""
    match check.kind:
        case "never" | "reachable" | "never_by" | "some_by":
            return Claim(check.property)
        case "always":
            return Claim(check.property, holds=False)
        case _:
            return None


def goals(program: Program, check: Check) -> tuple[Claim, ...]:
    """What must be true wherever play rests for no play to be found, in the smallest parts."""
    found = looked_for(check)
    if found is None:
        raise Refused("the question is not about single positions")
    goal = replace(found, holds=not found.holds)
    if check.player is None:
        return tuple(_conjuncts(goal))
    players = range(ty.size(program.players))
    each = (replace(goal, bound=((check.player, p),)) for p in players)
    return tuple(part for one in each for part in _conjuncts(one))


def _conjuncts(claim: Claim) -> Iterator[Claim]:
    """The claims whose conjunction is one claim."""
    match claim.expression:
        case x.Not(arg):
            yield from _conjuncts(replace(claim, expression=arg, holds=not claim.holds))
        case x.And(args) if claim.holds:
            for arg in args:
                yield from _conjuncts(replace(claim, expression=arg))
        case x.Or(args) if not claim.holds:
            for arg in args:
                yield from _conjuncts(replace(claim, expression=arg))
        case x.Quantifier(kind, var, x.Const(int(mask), ty.Set(t)), None, body) if kind == (
            "all" if claim.holds else "some"
        ):
            assert body is not None
            for i in range(ty.size(t)):
                if mask >> i & 1:
                    bound = (*claim.bound, (var, ty.lowest(t) + i))
                    yield from _conjuncts(replace(claim, expression=body, bound=bound))
        case _:
            yield claim


def alternatives(claim: Claim) -> tuple[Claim, ...]:
    """Claims each of which suffices for a claim: its disjuncts, if it has any."""
    match claim.expression:
        case x.Not(arg):
            return alternatives(replace(claim, expression=arg, holds=not claim.holds))
        case x.Or(args) if claim.holds:
            return tuple(replace(claim, expression=arg) for arg in args)
        case x.And(args) if not claim.holds:
            return tuple(replace(claim, expression=arg) for arg in args)
        case _:
            return (claim,)


def shown_by(program: Program, lemmas: Iterable[Certificate]) -> dict[CutPoint, tuple[Claim, ...]]:
    """What holds at cut points if certificates for checks are accepted: what they claim there, and at nodes
    what the checks say of every position."""
    found: dict[CutPoint, tuple[Claim, ...]] = {}
    checks = {check.name: check for check in program.checks}
    for lemma in lemmas:
        for point, claims in (*lemma.claims, *shown_by(program, lemma.lemmas).items()):
            found[point] = (*found.get(point, ()), *claims)
        check = checks.get(lemma.check)
        if check is not None and check.kind in ("never", "always", "reachable"):
            for number in range(len(program.nodes)):
                point = CutNode(number)
                found[point] = (*found.get(point, ()), *goals(program, check))
    return {point: tuple(dict.fromkeys(claims)) for point, claims in found.items()}


def same(a: Claim, b: Claim) -> bool:
    """Whether two claims state the same, however it is to be shown."""
    return (a.holds, a.bound, a.expression) == (b.holds, b.bound, b.expression)
